import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const STATUSES = ['open', 'ending', 'completed', 'cancelled'] as const;
const KINDS = ['guests', 'members'] as const;

interface Options extends SharedOptions {
  status?: (typeof STATUSES)[number];
  kind?: (typeof KINDS)[number];
  team?: string;
  owned?: boolean;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter review list --status open')
    .addOption(new Option('--status <status>', 'only reviews with this status').choices(STATUSES))
    .addOption(new Option('--kind <kind>', 'only reviews of guests, or of members').choices(KINDS))
    .option('--team <team>', 'only reviews of the team with this id')
    .option('--owned', 'only reviews of your own teams, as an administrator')
    .addOption(limitOption('reviews, newest first,', 100))
    .action(async ({ status, kind, team, owned = false, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = {
        ...pagesFor(limit),
        ...(status && { status }),
        ...(kind && { kind }),
        ...(team !== undefined && { teamId: team }),
        ...(owned && { owned }),
      };
      const reviews = await collect(client.reviews.list(query), limit);
      output.table(reviews, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'TEAM', value: (review) => review.team.displayName },
        { heading: 'KIND', value: (review) => review.kind },
        { heading: 'STATUS', value: (review) => review.status },
        {
          heading: 'DECIDED',
          value: ({ itemCount, keepCount, removeCount }) => `${keepCount + removeCount}/${itemCount}`,
        },
        { heading: 'DEADLINE', value: ({ deadlineDateTime }) => deadlineDateTime },
      ]);
    });
}
