import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import {
  findMember,
  MEMBER_ARGUMENT,
  NOBODY,
  type StayOptions,
  showMember,
  stayOf,
  stayOptions,
} from './describe.ts';

interface Options extends SharedOptions, StayOptions {
  role?: 'member' | 'owner';
}

export function define(command: Command): void {
  const defined = apiCommand(
    command,
    `charter member update 0199c2d4-… hannah.fischer@meridian.example --role owner
charter member update 0199c2d4-… guest@partner.example --end 2027-03-31T00:00:00Z --sponsor hannah.fischer@meridian.example`,
  )
    .argument('<team>', 'id of the team')
    .argument('<member>', MEMBER_ARGUMENT)
    .addOption(new Option('--role <role>', 'role in the team').choices(['member', 'owner']));
  for (const option of stayOptions(`; ${NOBODY} removes it`)) defined.addOption(option);
  defined.action(async (teamId: string, person: string, options: Options) => {
    const stay = stayOf(options);
    const { role } = options;
    if (role === undefined && Object.keys(stay).length === 0)
      throw usage('Give --role, or the stay of a guest with --end and --sponsor.');
    const { client, output } = openSession(options);
    const { id } = await findMember(client, teamId, person);
    showMember(output, await client.teams.updateTeamMember(teamId, id, { ...(role && { role }), ...stay }));
  });
}
