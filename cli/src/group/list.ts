import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  search?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, `charter group list --search "sales" --limit 10`)
    .option('--search <words>', 'beginnings of words in the name')
    .option('--limit <number>', 'most groups to list', wholeNumber)
    .action(async (options: Options) => {
      const { search, limit = Number.POSITIVE_INFINITY } = options;
      const { client, output } = openSession(options);
      const groups = [];
      const query = {
        ...(search !== undefined && { $search: search }),
        ...(limit < 100 && { $top: Math.max(1, limit) }),
      };
      for await (const group of client.groups.list(query)) {
        if (groups.length >= limit) break;
        groups.push(group);
      }
      output.table(groups, [
        { heading: 'ID', value: (group) => group.id },
        { heading: 'NAME', value: (group) => group.displayName },
      ]);
    });
}
