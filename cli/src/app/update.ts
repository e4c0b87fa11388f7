import { APP_SCOPES } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { readScopes, showApp } from './show.ts';

interface Options extends SharedOptions {
  name?: string;
  scope?: string[];
  unlimited?: true;
  on?: true;
  off?: true;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter app update 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --scope teams.read jobs.read
charter app update 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --off`,
  )
    .argument('<app>', 'id of the app')
    .option('--name <name>', 'new name')
    .option('--scope <scopes...>', `replaces the scopes: ${APP_SCOPES.join(', ')}`)
    .option('--unlimited', 'takes the scopes away, so that the app is an administrator')
    .option('--on', 'enable the app')
    .option('--off', 'disable the app')
    .action(async (appId: string, options: Options) => {
      const { name, scope, unlimited, on, off } = options;
      if (on && off) throw usage('Give --on or --off, not both.');
      if (scope && unlimited) throw usage('Give --scope or --unlimited, not both.');
      const changes = {
        ...(name !== undefined && { displayName: name }),
        ...(scope && { scopes: readScopes(scope) }),
        ...(unlimited && { scopes: null }),
        ...((on || off) && { enabled: on === true }),
      };
      if (Object.keys(changes).length === 0) throw usage('Give at least one option that changes the app.');
      const { client, output } = openSession(options);
      showApp(output, await client.apps.updateApp(appId, changes));
    });
}
