/** Runs `charter` where the server is installed. It has the commands of API clients and those of the service. */
import { runCommandLine } from '@charter/cli/command-line';
import { installedCharter } from './command-lines.ts';

await runCommandLine(installedCharter());
