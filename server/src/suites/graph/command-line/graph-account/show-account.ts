import { addOutputOptions } from '@charter/cli/api-command';
import type { Output, OutputOptions } from '@charter/cli/output';
import type { Command } from 'commander';
import type { GraphAccount } from '../../commands/tenants.ts';

export interface TenantOptions extends OutputOptions {
  tenant?: string;
}

export const addTenantOptions = (command: Command): Command =>
  addOutputOptions(command).option(
    '--tenant <id>',
    'id of the Microsoft Entra tenant (default: CHARTER_GRAPH_TENANT)',
  );

const USES: Readonly<Record<GraphAccount['uses'][number], string>> = {
  sensitivityLabels: 'sensitivity labels',
  messages: 'welcome messages and announcements',
};

export const usesOf = ({ uses }: GraphAccount): string =>
  uses.map((use) => USES[use]).join(', ') || 'nothing';

export const showAccount = (output: Output, account: GraphAccount): void =>
  output.fields(account, {
    Tenant: account.tenant,
    Account: account.account,
    'Used for': usesOf(account),
    Permissions: account.permissions.join(', '),
    Connected: account.connected,
    Lost: account.lost,
    Reason: account.reason,
  });
