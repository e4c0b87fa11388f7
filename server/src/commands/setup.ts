import { addOutputOptions } from '@charter/cli/api-command';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import { loginCommand, quoted, shellCommand } from './shell-command.ts';

interface Options extends OutputOptions {
  organisation: string;
  name: string;
  mail: string;
}

export function define(command: Command): void {
  addOutputOptions(command)
    .requiredOption('--organisation <name>', 'name of the organisation')
    .requiredOption('--name <name>', 'name of the person who administers Charter')
    .requiredOption('--mail <address>', 'their mail address, which is also their user name')
    .addHelpText(
      'after',
      `
For an installation with the embedded issuer and without people (CHARTER_SAMPLE_DATA=off). Works on the
machine of the service, while it runs. Set the same DATABASE_URL and CHARTER_DATA_DIR as for the service.

Example:
  charter setup --organisation Contoso --name 'Grace Hopper' --mail grace@contoso.example`,
    )
    .action(async ({ organisation, name, mail, ...options }: Options) => {
      const { readConfig, setUp } = await import('../composition/set-up.ts');
      const config = readConfig();
      await setUp({ organisation, name, mail }, config);
      const token = shellCommand(config.publicUrl, config, readConfig({}), `token --user ${quoted(mail)}`);
      const login = loginCommand(config.publicUrl, readConfig({}));
      createOutput(options).result(
        { organisation, name, mail },
        `${name} administers ${organisation.trim()} and can sign in to the portal.\nOn the command line: ${login}\nFor a script, get a token with: ${token}`,
      );
    });
}
