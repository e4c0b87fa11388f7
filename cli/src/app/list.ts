import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { rightsOf, stateOf } from './show.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter app list --search payroll')
    .option('--search <text>', 'only apps whose name contains the text')
    .addOption(limitOption('apps'))
    .action(async ({ search, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(search !== undefined && { $search: search }) };
      const apps = await collect(client.apps.list(query), limit);
      output.table(apps, [
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'STATE', value: stateOf },
        { heading: 'SCOPES', value: rightsOf },
        { heading: 'SECRETS', value: ({ secrets }) => secrets.length },
        { heading: 'ID', value: ({ id }) => id },
      ]);
    });
}
