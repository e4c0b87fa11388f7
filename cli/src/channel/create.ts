import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { PEOPLE_HELP } from '../values.ts';
import { showChannel } from './describe.ts';

interface Options extends SharedOptions {
  name: string;
  description?: string;
  type: 'standard' | 'private' | 'shared';
  owner?: string[];
  member?: string[];
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter channel create 0199c2d4-… --name Contracts --type private --owner hannah.fischer@meridian.example',
  )
    .argument('<team>', 'id of the team')
    .requiredOption('--name <name>', 'display name')
    .option('--description <text>', 'description')
    .addOption(
      new Option('--type <type>', 'membership type of the channel')
        .choices(['standard', 'private', 'shared'])
        .default('standard'),
    )
    .option('--owner <user...>', `owners of a private or shared channel (default: you): ${PEOPLE_HELP}`)
    .option('--member <user...>', `members of a private or shared channel: ${PEOPLE_HELP}`)
    .action(async (teamId: string, options: Options) => {
      const { name, description, type, owner = [], member = [] } = options;
      const members = [
        ...owner.map((id) => ({ user: { id }, role: 'owner' as const })),
        ...member.map((id) => ({ user: { id }, role: 'member' as const })),
      ];
      const { client, output } = openSession(options);
      const channel = await client.channels.createTeamChannel(
        teamId,
        {
          displayName: name,
          membershipType: type,
          ...(description === undefined ? {} : { description }),
          ...(members.length === 0 ? {} : { members }),
        },
        { idempotencyKey: true },
      );
      showChannel(output, channel);
    });
}
