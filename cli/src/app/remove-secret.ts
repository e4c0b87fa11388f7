import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(
    command,
    'charter app remove-secret 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c11',
  )
    .argument('<app>', 'id of the app')
    .argument('<secret>', 'id of the secret')
    .action(async (appId: string, secretId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      await client.apps.removeAppSecret(appId, secretId);
      output.result({ appId, secretId }, `Removed the secret ${secretId}.`);
    });
}
