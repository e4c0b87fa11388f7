import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

interface Options extends SharedOptions {
  limit?: number;
}

export function define(command: Command): void {
  apiCommand(command, `charter group members 4d657269-… --json`)
    .argument('<group>', 'id of the group')
    .addOption(limitOption('people'))
    .action(async (groupId: string, { limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const users = await collect(client.groups.members(groupId, pagesFor(limit)), limit);
      output.table(users, [
        { heading: 'ID', value: (user) => user.id },
        { heading: 'NAME', value: (user) => user.displayName },
        { heading: 'USER PRINCIPAL NAME', value: (user) => user.userPrincipalName },
      ]);
    });
}
