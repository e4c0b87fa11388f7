import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  search?: string;
  filter?: string;
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter user list --search "adele v" --limit 10\ncharter user list --filter "department eq 'Finance' and startswith(city,'Z')"`,
  )
    .option('--search <words>', 'beginnings of words in name, mail or user principal name')
    .option('--filter <expression>', 'OData comparisons with eq and startswith, joined by and')
    .option('--limit <number>', 'most people to list', wholeNumber)
    .action(async (options: Options) => {
      const { search, filter, limit = Number.POSITIVE_INFINITY } = options;
      const { client, output } = openSession(options);
      const users = [];
      const query = {
        ...(search === undefined ? {} : { $search: search }),
        ...(filter === undefined ? {} : { $filter: filter }),
        ...(limit < 100 ? { $top: Math.max(1, limit) } : {}),
      };
      for await (const user of client.users.list(query)) {
        if (users.length >= limit) break;
        users.push(user);
      }
      output.table(users, [
        { heading: 'ID', value: (user) => user.id },
        { heading: 'NAME', value: (user) => user.displayName },
        { heading: 'USER PRINCIPAL NAME', value: (user) => user.userPrincipalName },
        { heading: 'JOB TITLE', value: (user) => user.jobTitle },
        { heading: 'DEPARTMENT', value: (user) => user.department },
      ]);
    });
}
