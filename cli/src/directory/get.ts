import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { ownersOf, standingOf } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter directory get 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11')
    .argument('<team>', 'id of the team')
    .action(async (teamId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const team = await client.directory.getDirectoryTeam(teamId);
      output.fields(team, {
        Name: team.displayName,
        Description: team.description,
        Visibility: team.visibility,
        Owners: ownersOf(team) || undefined,
        ...Object.fromEntries(team.answers.map(({ title, text }) => [title, text])),
        You: standingOf(team),
      });
    });
}
