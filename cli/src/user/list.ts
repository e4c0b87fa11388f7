import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

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
    .addOption(limitOption('people'))
    .action(async (options: Options) => {
      const { search, filter, limit } = options;
      const { client, output } = openSession(options);
      const query = {
        ...pagesFor(limit),
        ...(search !== undefined && { $search: search }),
        ...(filter !== undefined && { $filter: filter }),
      };
      const users = await collect(client.users.list(query), limit);
      output.table(users, [
        { heading: 'ID', value: (user) => user.id },
        { heading: 'NAME', value: (user) => user.displayName },
        { heading: 'USER PRINCIPAL NAME', value: (user) => user.userPrincipalName },
        { heading: 'JOB TITLE', value: (user) => user.jobTitle },
        { heading: 'DEPARTMENT', value: (user) => user.department },
      ]);
    });
}
