import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showMember } from './describe.ts';

interface Options extends SharedOptions {
  role: 'member' | 'owner';
}

export function define(command: Command): void {
  apiCommand(command, 'charter member add 0199c2d4-… hannah.fischer@meridian.example --role owner')
    .argument('<team>', 'id of the team')
    .argument('<user>', 'id, user principal name or mail')
    .addOption(new Option('--role <role>', 'role in the team').choices(['member', 'owner']).default('member'))
    .action(async (teamId: string, userId: string, options: Options) => {
      const { client, output } = openSession(options);
      const member = await client.teams.addTeamMember(
        teamId,
        { user: { id: userId }, role: options.role },
        { idempotencyKey: true },
      );
      showMember(output, member);
    });
}
