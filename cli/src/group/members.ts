import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, `charter group members 4d657269-… --json`)
    .argument('<group>', 'id of the group')
    .action(async (groupId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const users = [];
      for await (const user of client.groups.members(groupId, { $top: 999 })) users.push(user);
      output.table(users, [
        { heading: 'ID', value: (user) => user.id },
        { heading: 'NAME', value: (user) => user.displayName },
        { heading: 'USER PRINCIPAL NAME', value: (user) => user.userPrincipalName },
      ]);
    });
}
