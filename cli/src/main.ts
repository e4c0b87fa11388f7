import { runCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { readVersion } from './package-files.ts';
import { CHARTER } from './program.ts';

await runCommandLine({ ...CHARTER, version: readVersion(), commands: COMMANDS });
