import { APP_SCOPES } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { dateTime } from '../values.ts';
import { readScopes, showCredentials } from './show.ts';

interface Options extends SharedOptions {
  scope?: string[];
  expires?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter app create "Payroll" --scope teams.read people.read')
    .argument('<name>', 'display name of the app, also in the audit trails')
    .option(
      '--scope <scopes...>',
      `limits the app; without scopes it is an administrator: ${APP_SCOPES.join(', ')}`,
    )
    .option('--expires <time>', 'end of the secret, such as 2027-06-30T00:00:00Z', dateTime)
    .action(async (displayName: string, { scope, expires, ...options }: Options) => {
      const { client, output } = openSession(options);
      const payload = {
        displayName,
        ...(scope && { scopes: readScopes(scope) }),
        ...(expires !== undefined && { secret: { expiresDateTime: expires } }),
      };
      showCredentials(output, await client.apps.createApp(payload, { idempotencyKey: true }));
    });
}
