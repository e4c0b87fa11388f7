import type { Command } from 'commander';
import { createOutput } from './output.ts';
import { listProfiles } from './sign-in/profiles.ts';

export function define(command: Command): void {
  command
    .option('--json', 'write the result as JSON to stdout')
    .addHelpText('after', '\nLists the stored sign-ins, never a token.\n\nExample:\n  charter profiles')
    .action(async ({ json }: { json?: boolean }) => {
      const shown = listProfiles().map(([name, { url, issuer, clientId }]) => ({
        name,
        url,
        issuer,
        clientId,
      }));
      createOutput(json === true).table(shown, [
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'SERVICE', value: ({ url }) => url },
        { heading: 'ISSUER', value: ({ issuer }) => issuer },
        { heading: 'CLIENT', value: ({ clientId }) => clientId },
      ]);
    });
}
