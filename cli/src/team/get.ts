import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter team get 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --json')
    .argument('<team>', 'id of the team')
    .action(async (teamId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const team = await client.teams.getTeam(teamId);
      output.fields(team, {
        id: team.id,
        name: team.displayName,
        description: team.description,
        visibility: team.visibility,
        archived: team.isArchived ? 'yes' : 'no',
        created: team.createdDateTime,
        address: team.webUrl,
      });
    });
}
