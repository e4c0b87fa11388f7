import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, `charter group list --search "sales" --limit 10`)
    .option('--search <words>', 'beginnings of words in the name')
    .addOption(limitOption('groups'))
    .action(async (options: Options) => {
      const { search, limit } = options;
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(search !== undefined && { $search: search }) };
      const groups = await collect(client.groups.list(query), limit);
      output.table(groups, [
        { heading: 'ID', value: (group) => group.id },
        { heading: 'NAME', value: (group) => group.displayName },
      ]);
    });
}
