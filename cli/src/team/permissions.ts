import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { joined } from '../output.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter team permissions 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11')
    .argument('<team>', 'id of the team')
    .action(async (teamId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const permissions = await client.teams.getTeamPermissions(teamId);
      output.fields(permissions, {
        role: permissions.role,
        operations: permissions.operations.join(', '),
        'new channels': joined(permissions.channelTypes),
      });
    });
}
