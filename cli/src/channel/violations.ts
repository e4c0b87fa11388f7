import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const STATUSES = ['reported', 'scheduled', 'deleting', 'allowed'] as const;

interface Options extends SharedOptions {
  status?: (typeof STATUSES)[number];
  team?: string;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter channel violations --status scheduled')
    .addOption(new Option('--status <status>', 'only channels with this status').choices(STATUSES))
    .option('--team <team>', 'only channels of the team with this id')
    .addOption(limitOption('channels, newest first,', 100))
    .action(async ({ status, team, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = {
        ...pagesFor(limit),
        ...(status && { status }),
        ...(team !== undefined && { teamId: team }),
      };
      const violations = await collect(client.channels.violations(query), limit);
      output.table(violations, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'TEAM', value: (violation) => violation.team.displayName },
        { heading: 'CHANNEL', value: ({ channel }) => channel.displayName },
        { heading: 'TYPE', value: ({ channel }) => channel.membershipType },
        { heading: 'POLICY', value: ({ policy }) => policy.name },
        { heading: 'STATUS', value: (violation) => violation.status },
        { heading: 'DELETION', value: ({ deleteDateTime }) => deleteDateTime ?? '' },
      ]);
    });
}
