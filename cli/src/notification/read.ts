import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';

interface Options extends SharedOptions {
  all?: boolean;
}

export function define(command: Command): void {
  apiCommand(command, 'charter notification read --all')
    .argument('[id...]', 'ids of notifications')
    .option('--all', 'mark all notifications as read')
    .action(async (ids: string[], { all = false, ...options }: Options) => {
      if (all === ids.length > 0) throw usage('Name notifications, or use --all.');
      const { client, output } = openSession(options);
      if (!all) for (const id of ids) await client.notifications.markNotificationRead(id);
      const { count } = all ? await client.notifications.markNotificationsRead({}) : { count: ids.length };
      output.result({ count }, `Marked as read: ${count}.`);
    });
}
