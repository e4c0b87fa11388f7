import type { App } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { rightsOf, stateOf } from './show.ts';

interface Options extends SharedOptions {
  search?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter app list --search payroll')
    .option('--search <text>', 'only apps whose name contains the text')
    .action(async ({ search, ...options }: Options) => {
      const { client, output } = openSession(options);
      const apps: App[] = [];
      const query = { $top: 999, ...(search !== undefined && { $search: search }) };
      for await (const app of client.apps.list(query)) apps.push(app);
      output.table(apps, [
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'STATE', value: stateOf },
        { heading: 'SCOPES', value: rightsOf },
        { heading: 'SECRETS', value: ({ secrets }) => secrets.length },
        { heading: 'ID', value: ({ id }) => id },
      ]);
    });
}
