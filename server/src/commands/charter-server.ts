/** Runs `charter-server`: the commands of the service alone. */
import { runCommandLine } from '@charter/cli/command-line';
import { charterServer } from './command-lines.ts';

await runCommandLine(charterServer());
