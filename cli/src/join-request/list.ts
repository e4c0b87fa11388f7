import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const STATUSES = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'] as const;

interface Options extends SharedOptions {
  mine?: boolean;
  status?: (typeof STATUSES)[number];
  team?: string;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter join-request list --status pending\ncharter join-request list --mine')
    .option('--mine', 'your own requests, instead of those that you decide')
    .addOption(new Option('--status <status>', 'only requests with this status').choices(STATUSES))
    .option('--team <id>', 'only requests to this team')
    .addOption(limitOption('requests, newest first,', 100))
    .action(async ({ mine = false, status, team, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(status && { status }), ...(team && { teamId: team }) };
      const { joinRequests } = client;
      const found = await collect(mine ? joinRequests.mine(query) : joinRequests.list(query), limit);
      output.table(found, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'STATUS', value: (request) => request.status },
        { heading: 'PERSON', value: ({ person }) => person.displayName },
        { heading: 'TEAM', value: ({ team: { displayName } }) => displayName },
        { heading: 'MESSAGE', value: ({ message }) => message },
        { heading: 'EXPIRES', value: ({ expiresDateTime }) => expiresDateTime },
      ]);
    });
}
