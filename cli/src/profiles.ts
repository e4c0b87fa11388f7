import type { Command } from 'commander';
import { addOutputOptions } from './api-command.ts';
import { createOutput, type OutputOptions } from './output.ts';
import { listProfiles } from './sign-in/profiles.ts';

export function define(command: Command): void {
  addOutputOptions(command)
    .addHelpText('after', '\nLists the stored sign-ins, never a token.\n\nExample:\n  charter profiles')
    .action(async (options: OutputOptions) => {
      const shown = listProfiles().map(([name, { url, issuer, clientId }]) => ({
        name,
        url,
        issuer,
        clientId,
      }));
      createOutput(options).table(shown, [
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'SERVICE', value: ({ url }) => url },
        { heading: 'ISSUER', value: ({ issuer }) => issuer },
        { heading: 'CLIENT', value: ({ clientId }) => clientId },
      ]);
    });
}
