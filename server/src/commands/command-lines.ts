/** The command lines of the server's package. */
import { COMMANDS, type Commands } from '@charter/cli/commands';
import { localIssuer } from '@charter/cli/local-issuer';
import { CHARTER, type CommandLine } from '@charter/cli/program';
import { describeBuild } from '../kernel/build.ts';
import { SERVICE_COMMANDS } from './commands.ts';

async function mintToken(user: string): Promise<string> {
  const { issueAccessToken } = await import('../composition/issuer.ts');
  return issueAccessToken({ user });
}

/** All commands: those of the service, and those that call its API. */
export const ALL_COMMANDS: Commands = {
  alone: { ...SERVICE_COMMANDS.alone, ...COMMANDS.alone },
  nouns: { ...COMMANDS.nouns, ...SERVICE_COMMANDS.nouns },
};

/** `charter` with all commands. Those that call the service can also sign a token with its key (`--as`). */
export function installedCharter(): CommandLine {
  localIssuer.use(mintToken);
  return { ...CHARTER, version: describeBuild(), commands: ALL_COMMANDS };
}

/** `charter-server`, which has only the commands of the service. */
export const charterServer = (): CommandLine => ({
  name: 'charter-server',
  description: 'Run and administer the service on its machine',
  version: describeBuild(),
  commands: SERVICE_COMMANDS,
  help: 'Settings are environment variables; docs/configuration.md lists them.',
});
