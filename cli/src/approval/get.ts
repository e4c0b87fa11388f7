import type { Approval } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { joined } from '../output.ts';
import { describeChannel } from './describe.ts';

const idsOf = (people: readonly { id: string }[] | null | undefined): string | undefined =>
  joined((people ?? []).map(({ id }) => id));

const withMessage = (text: string, message = ''): string => (message === '' ? text : `${text}: ${message}`);

/** Returns whom a pending request waits for: the requester, the stage's remaining approvers, or administrators. */
function waitsFor({ status, stage, stages, question, requester }: Approval): string | undefined {
  if (status !== 'pending') return undefined;
  if (question) return requester.displayName;
  const { approvers = [], approvedBy = [], require } = stages[stage] ?? {};
  const names = approvers.filter(({ id }) => !approvedBy.includes(id)).map((each) => each.displayName);
  if (names.length === 0) return 'administrators';
  return names.join(require === 'all' ? ' and ' : ' or ');
}

export function define(command: Command): void {
  apiCommand(
    command.argument('<approval>', 'id of the request'),
    'charter approval get 5b7c1c0e-0d5e-4c0f-9d0b-0f6f5b8f4a11',
  ).action(async (approvalRequestId: string, options: SharedOptions) => {
    const { client, output } = openSession(options);
    const approval = await client.approvals.getApproval(approvalRequestId);
    const { team, channel, answers = [] } = approval.request;
    const { question, decisions = [], comments = [] } = approval;
    output.fields(approval, {
      id: approval.id,
      status: approval.status,
      team: team.name,
      channel: channel && describeChannel(channel),
      description: channel ? channel.description : team.description,
      owners: idsOf((channel ?? team).membership?.owners),
      members: idsOf((channel ?? team).membership?.members),
      template: approval.template.name,
      requester: approval.requester.displayName,
      answers: joined(
        answers.map(({ title, text }) => `${title}: ${text}`),
        '; ',
      ),
      stage: approval.status === 'pending' ? approval.stage : undefined,
      'waits for': waitsFor(approval),
      expires: approval.expiresDateTime,
      question: question && `${question.asker.displayName}: ${question.message}`,
      decisions: joined(
        decisions.map(({ stage, outcome, decider, message }) =>
          withMessage(`${decider.displayName} ${outcome} (stage ${stage})`, message),
        ),
        '; ',
      ),
      comments: joined(
        comments.map(({ kind, author, message }) => withMessage(`${author.displayName} ${kind}`, message)),
        '; ',
      ),
    });
  });
}
