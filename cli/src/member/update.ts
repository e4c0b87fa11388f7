import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { findMember, MEMBER_ARGUMENT, showMember } from './describe.ts';

interface Options extends SharedOptions {
  role: 'member' | 'owner';
}

export function define(command: Command): void {
  apiCommand(command, 'charter member update 0199c2d4-… hannah.fischer@meridian.example --role owner')
    .argument('<team>', 'id of the team')
    .argument('<member>', MEMBER_ARGUMENT)
    .addOption(
      new Option('--role <role>', 'role in the team').choices(['member', 'owner']).makeOptionMandatory(),
    )
    .action(async (teamId: string, person: string, options: Options) => {
      const { client, output } = openSession(options);
      const { id } = await findMember(client, teamId, person);
      showMember(output, await client.teams.updateTeamMember(teamId, id, { role: options.role }));
    });
}
