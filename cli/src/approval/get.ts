import type { RequestedChannel } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

const describeChannel = ({ name, membershipType }: RequestedChannel): string => `${name} (${membershipType})`;

export function define(command: Command): void {
  apiCommand(
    command.argument('<approval>', 'id of the request'),
    'charter approval get 5b7c1c0e-0d5e-4c0f-9d0b-0f6f5b8f4a11',
  ).action(async (approvalRequestId: string, options: SharedOptions) => {
    const { client, output } = openSession(options);
    const approval = await client.approvals.getApproval(approvalRequestId);
    output.fields(approval, {
      id: approval.id,
      status: approval.status,
      team: approval.request.team.name,
      channel: approval.request.channel && describeChannel(approval.request.channel),
      template: approval.template.name,
      requester: approval.requester.displayName,
      expires: approval.expiresDateTime,
      question: approval.question && `${approval.question.asker.displayName}: ${approval.question.message}`,
      comments: (approval.comments ?? [])
        .map(({ kind, author, message = '' }) => `${author.displayName} ${kind}: ${message}`)
        .join('; '),
    });
  });
}
