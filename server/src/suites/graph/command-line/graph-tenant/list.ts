import { addOutputOptions } from '@charter/cli/api-command';
import { createOutput, type OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';
import { describeCredential } from './describe.ts';

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
Lists the tenants that Charter governs, with what it signs in with; never a secret. Works on the machine
of the service, with its settings.

Example:
  charter graph-tenant list`,
    )
    .action(async (options: OutputOptions) => {
      const { listGraphTenants } = await import('../../commands/tenants.ts');
      createOutput(options).table(await listGraphTenants(await installation()), [
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
