import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter role list')
    .addOption(limitOption('assignments'))
    .action(async ({ limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const assignments = await collect(client.roles.list(pagesFor(limit)), limit);
      output.table(assignments, [
        { heading: 'ROLE', value: ({ role }) => role },
        { heading: 'NAME', value: ({ displayName }) => displayName },
        { heading: 'KIND', value: ({ kind }) => kind },
        { heading: 'ID', value: ({ principalId }) => principalId },
        { heading: 'UNTIL', value: ({ expiresDateTime }) => expiresDateTime },
      ]);
    });
}
