import type { Command } from 'commander';
import { createOutput } from '../output.ts';
import { addTenantOptions, type TenantOptions } from './show-account.ts';

export function define(command: Command): void {
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
    .action(async ({ tenant, json }: TenantOptions) => {
      const { graphCommands } = await import('@charter/server/graph');
      await graphCommands().disconnectAccount(tenant);
      createOutput(json === true).result({ disconnected: true }, 'The account is disconnected.');
    });
}
