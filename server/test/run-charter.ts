/** Runs `charter` with the commands of the service as a child process, for tests. */
import { fileURLToPath } from 'node:url';
import { type CommandResult, charter as run } from '@charter/cli/run-charter';

export type { CommandResult };

const CHARTER = fileURLToPath(new URL('../bin/charter.js', import.meta.url));

export const charter = (
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> => run(args, environment, CHARTER);
