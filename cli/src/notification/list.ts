import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  unread?: boolean;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter notification list --unread')
    .option('--unread', 'only unread notifications')
    .addOption(limitOption('notifications, newest first,', 100))
    .action(async ({ unread = false, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(unread && { unread: true }) };
      const value = await collect(client.notifications.list(query), limit);
      output.table(value, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'TIME', value: ({ createdDateTime }) => createdDateTime },
        { heading: 'READ', value: ({ readDateTime }) => (readDateTime === undefined ? 'no' : 'yes') },
        { heading: 'SUBJECT', value: ({ subject }) => subject },
        { heading: 'LINK', value: ({ link }) => link },
      ]);
    });
}
