import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';

const STATUSES = ['pending', 'accepted', 'appointed', 'declined', 'expired', 'withdrawn', 'failed'] as const;

interface Options extends SharedOptions {
  status?: (typeof STATUSES)[number];
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter owner requests --status pending')
    .addOption(new Option('--status <status>', 'only requests with this status').choices(STATUSES))
    .addOption(limitOption('requests, newest first,', 100))
    .action(async ({ status, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = { ...pagesFor(limit), ...(status && { status }) };
      const value = await collect(client.owners.requests(query), limit);
      output.table(value, [
        { heading: 'ID', value: ({ id }) => id },
        { heading: 'STATUS', value: (request) => request.status },
        { heading: 'TEAM', value: ({ team }) => team.displayName },
        { heading: 'WHY', value: ({ source }) => source },
        { heading: 'EXPIRES', value: ({ expiresDateTime }) => expiresDateTime },
      ]);
    });
}
