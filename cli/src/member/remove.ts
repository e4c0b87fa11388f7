import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { findMember, MEMBER_ARGUMENT } from './describe.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter member remove 0199c2d4-… hannah.fischer@meridian.example')
    .argument('<team>', 'id of the team')
    .argument('<member>', MEMBER_ARGUMENT)
    .action(async (teamId: string, person: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const { id, displayName } = await findMember(client, teamId, person);
      await client.teams.removeTeamMember(teamId, id);
      output.result({ id, removed: true }, '');
      output.note(`${displayName} is no longer in the team ${teamId}.`);
    });
}
