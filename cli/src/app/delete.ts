import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter app delete 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<app>', 'id of the app')
    .action(async (appId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      await client.apps.deleteApp(appId);
      output.result({ appId }, `Deleted the app ${appId} with its secrets and its webhooks.`);
    });
}
