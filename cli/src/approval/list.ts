import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { describeChannel } from './describe.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
const ROLES = ['approver', 'requester'] as const;

interface Options extends SharedOptions {
  status?: (typeof STATUSES)[number];
  role?: (typeof ROLES)[number];
  waitingFor?: string;
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter approval list --role approver --status pending')
    .addOption(new Option('--status <status>', 'only requests with this status').choices(STATUSES))
    .addOption(new Option('--role <role>', 'only requests that you decide, or that you made').choices(ROLES))
    .option('--waiting-for <person>', 'only requests that wait for the decision of the person with this id')
    .addOption(limitOption('requests, newest first,', 100))
    .action(async ({ status, role, waitingFor, limit, ...options }: Options) => {
      const { client, output } = openSession(options);
      const query = {
        ...pagesFor(limit),
        ...(status && { status }),
        ...(role && { role }),
        ...(waitingFor !== undefined && { waitingFor }),
      };
      const value = await collect(client.approvals.list(query), limit);
      output.table(value, [
        { heading: 'ID', value: (approval) => approval.id },
        { heading: 'STATUS', value: (approval) => approval.status },
        { heading: 'TEAM', value: (approval) => approval.request.team.name },
        {
          heading: 'CHANNEL',
          value: ({ request: { channel } }) => (channel ? describeChannel(channel) : ''),
        },
        { heading: 'TEMPLATE', value: (approval) => approval.template.name },
        { heading: 'REQUESTER', value: (approval) => approval.requester.displayName },
        { heading: 'EXPIRES', value: (approval) => approval.expiresDateTime },
      ]);
    });
}
