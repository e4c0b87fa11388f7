import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showCredentials } from './show.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter app create "Payroll"')
    .argument('<name>', 'display name of the app, also in the audit trails')
    .action(async (displayName: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      showCredentials(output, await client.apps.createApp({ displayName }, { idempotencyKey: true }));
    });
}
