import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';
import { addTenantOptions, type TenantOptions } from './show-account.ts';

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addTenantOptions(command)
    .addHelpText(
      'after',
      `
Deletes the tokens of the connected account. Requests for teams with a sensitivity label are then
rejected, and welcome messages are left out. Works on the machine of the service, with its settings.
Revoke the sessions of the account in Entra ID too.

Example:
  charter graph-account disconnect`,
    )
    .action(async ({ tenant, ...options }: TenantOptions) => {
      const { disconnectGraphAccount } = await import('../../commands/tenants.ts');
      await disconnectGraphAccount(await installation(), tenant);
      createOutput(options).result({ disconnected: true }, 'The account is disconnected.');
    });
}
