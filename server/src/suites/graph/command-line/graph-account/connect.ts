import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';
import { addTenantOptions, showAccount, type TenantOptions } from './show-account.ts';

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addTenantOptions(command)
    .addHelpText(
      'after',
      `
Connects the account as which Charter does what Microsoft Graph lets no application do: it sets
sensitivity labels and posts welcome messages. Prints a code; sign in with it as a service account of
the tenant, not as yourself. Its tokens are stored encrypted. Connecting again replaces the account.

Works on the machine of the service, with its settings. The app registration must allow public client
flows and have the delegated permissions that charter graph permissions lists.

Example:
  charter graph-account connect`,
    )
    .action(async ({ tenant, ...options }: TenantOptions) => {
      const { connectGraphAccount } = await import('../../commands/tenants.ts');
      const output = createOutput(options);
      const account = await connectGraphAccount(await installation(), tenant, ({ address, code }) => {
        output.note(`Open ${address} in a browser, and enter the code ${code}.`);
      });
      showAccount(output, account);
      output.note('All nodes use it within half a minute.');
    });
}
