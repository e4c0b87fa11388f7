import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { dateTime } from '../values.ts';
import { showCredentials } from './show.ts';

interface Options extends SharedOptions {
  name?: string;
  expires?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter app add-secret 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --name "Blue" --expires 2027-06-30T00:00:00Z',
  )
    .argument('<app>', 'id of the app')
    .option('--name <name>', 'name that distinguishes the secrets of the app')
    .option('--expires <time>', 'end of the secret, such as 2027-06-30T00:00:00Z', dateTime)
    .action(async (appId: string, { name, expires, ...options }: Options) => {
      const { client, output } = openSession(options);
      const secret = {
        ...(name !== undefined && { displayName: name }),
        ...(expires !== undefined && { expiresDateTime: expires }),
      };
      showCredentials(output, await client.apps.addAppSecret(appId, secret, { idempotencyKey: true }));
    });
}
