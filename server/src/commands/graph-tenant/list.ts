import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import { describeCredential } from './describe.ts';

export function define(command: Command): void {
  command
    .option('--json', 'write the result as JSON to stdout')
    .addHelpText(
      'after',
      `
Lists the tenants that Charter governs, with what it signs in with; never a secret. Works on the machine
of the service, with its settings.

Example:
  charter graph-tenant list`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { graphCommands } = await import('../../composition/graph-commands.ts');
      createOutput(json === true).table(await graphCommands().listTenants(), [
        { heading: 'TENANT', value: ({ tenant }) => tenant },
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'CLIENT ID', value: ({ clientId }) => clientId },
        { heading: 'CREDENTIAL', value: describeCredential },
        { heading: 'CHANGED', value: ({ changed }) => changed },
        { heading: 'NO ACCESS SINCE', value: ({ lostSince }) => lostSince },
        { heading: 'PROBLEM', value: ({ problem }) => problem },
      ]);
    });
}
