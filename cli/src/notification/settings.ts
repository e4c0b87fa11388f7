import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  mailOn?: string[];
  mailOff?: string[];
}

export function define(command: Command): void {
  apiCommand(command, 'charter notification settings --mail-off approval_reminder team_ready')
    .option('--mail-on <kind...>', 'kinds of notifications to get by mail')
    .option('--mail-off <kind...>', 'kinds of notifications not to get by mail')
    .action(async ({ mailOn = [], mailOff = [], ...options }: Options) => {
      const { client, output } = openSession(options);
      const { notifications } = client;
      const kinds = [
        ...mailOn.map((kind) => ({ kind, mail: true })),
        ...mailOff.map((kind) => ({ kind, mail: false })),
      ];
      // The service rejects unknown kinds, so the command does not check them.
      type Update = Parameters<typeof notifications.updateNotificationSettings>[0];
      const settings =
        kinds.length === 0
          ? await notifications.getNotificationSettings()
          : await notifications.updateNotificationSettings({ kinds } as Update);
      const words = ({ mail, isMailed }: { mail: boolean; isMailed: boolean }) =>
        isMailed ? (mail ? 'yes' : 'no') : 'not sent by this service';
      output.table(settings.kinds, [
        { heading: 'KIND', value: ({ kind }) => kind },
        { heading: 'MAIL', value: words },
      ]);
    });
}
