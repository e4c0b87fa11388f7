/** Runs `charter` where the server is installed: the commands of callers and those of the service. */
import { runCommandLine } from '@charter/cli/command-line';
import { installedCharter } from './command-lines.ts';

await runCommandLine(installedCharter());
