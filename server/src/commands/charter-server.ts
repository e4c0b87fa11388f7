/** Runs `charter-server`, which has only the commands of the service. */
import { runCommandLine } from '@charter/cli/command-line';
import { charterServer } from './command-lines.ts';

await runCommandLine(charterServer());
