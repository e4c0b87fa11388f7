import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  unread?: boolean;
  top: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter notification list --unread')
    .option('--unread', 'only unread notifications')
    .option('--top <number>', 'most notifications to list, newest first', wholeNumber, 100)
    .action(async ({ unread = false, top, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { $top: top, ...(unread && { unread: true }) };
      const { value } = await client.notifications.getNotifications(query);
      output.table(value, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'TIME', value: ({ createdDateTime }) => createdDateTime },
        { heading: 'READ', value: ({ readDateTime }) => (readDateTime === undefined ? 'no' : 'yes') },
        { heading: 'SUBJECT', value: ({ subject }) => subject },
        { heading: 'LINK', value: ({ link }) => link },
      ]);
    });
}
