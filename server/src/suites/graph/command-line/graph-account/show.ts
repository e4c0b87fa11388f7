import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphInstallation } from '../../commands/tenants.ts';
import { addTenantOptions, showAccount, type TenantOptions } from './show-account.ts';

export function define(command: Command, installation: () => Promise<GraphInstallation>): void {
  addTenantOptions(command)
    .addHelpText(
      'after',
      `
Shows the connected account, what it is used for, and whether Microsoft still accepts its sign-in; never
its tokens. Works on the machine of the service, with its settings. Exit code 4: no account is connected.

Example:
  charter graph-account show`,
    )
    .action(async ({ tenant, ...options }: TenantOptions) => {
      const { showGraphAccount } = await import('../../commands/tenants.ts');
      showAccount(createOutput(options), await showGraphAccount(await installation(), tenant));
    });
}
