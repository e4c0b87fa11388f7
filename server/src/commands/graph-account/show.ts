import { createOutput } from '@charter/cli/output';
import type { Command } from 'commander';
import { addTenantOptions, showAccount, type TenantOptions } from './show-account.ts';

export function define(command: Command): void {
  addTenantOptions(command)
    .addHelpText(
      'after',
      `
Shows the connected account, what it is used for, and whether Microsoft still accepts its sign-in; never
its tokens. Works on the machine of the service, with its settings. Exit code 4: no account is connected.

Example:
  charter graph-account show`,
    )
    .action(async ({ tenant, json }: TenantOptions) => {
      const { graphCommands } = await import('../../composition/graph-commands.ts');
      showAccount(createOutput(json === true), await graphCommands().showAccount(tenant));
    });
}
