import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { showChannelPlan } from '../channel/show-plan.ts';
import { usage } from '../exit-codes.ts';
import { membershipOf } from '../team/membership.ts';
import { showPlan } from '../team/show-plan.ts';
import { PEOPLE_HELP, wholeNumber } from '../values.ts';
import { decideEach } from './decide-each.ts';

interface Options extends SharedOptions {
  message?: string;
  approver?: string;
  name?: string;
  description?: string;
  welcomeMessage?: string;
  owner?: string[];
  member?: string[];
  stage?: number;
  dryRun?: boolean;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter approval approve 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Go ahead'
charter approval approve 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --name 'Launch Griffin' --dry-run
charter approval list --role approver --status pending --json | jq -r '.[].id' | xargs charter approval approve`,
  )
    .argument('<approval...>', 'ids of the approvals')
    .option('--message <text>', 'message to the requester')
    .option('--approver <person>', 'the person who decides, when an app calls for somebody')
    .option('--name <name>', 'change the name of the team or channel')
    .option('--description <text>', 'change the description')
    .option('--welcome-message <text>', 'change the welcome message')
    .option('--owner <person...>', `replace the owners; ${PEOPLE_HELP}`)
    .option('--member <person...>', `replace the members; ${PEOPLE_HELP}`)
    .option('--stage <number>', 'stage to approve; required when you approved an earlier stage', wholeNumber)
    .option('--dry-run', 'show the plan with the changes, and decide nothing')
    .action(async (approvalIds: string[], options: Options) => {
      const session = openSession(options);
      const { client, output } = session;
      const { message, approver, name, description, welcomeMessage, stage } = options;
      const membership = membershipOf(options);
      const updates = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(welcomeMessage !== undefined && { welcomeMessage }),
        ...(membership !== undefined && { membership }),
      };
      const body = {
        ...(stage !== undefined && { stage }),
        ...(message !== undefined && { message }),
        ...(approver !== undefined && { approver: { id: approver } }),
        ...(Object.keys(updates).length > 0 && { updates }),
      };
      const [approvalId = ''] = approvalIds;
      if (approvalIds.length > 1) {
        if (options.dryRun === true || stage !== undefined || 'updates' in body) {
          throw usage('Changes, --stage and --dry-run are for one request. Give one id.');
        }
        return decideEach(session, approvalIds, async (id) => {
          await client.approvals.approveTeamCreation(id, body, { idempotencyKey: true });
          return (await client.approvals.getApproval(id)).status;
        });
      }
      if (options.dryRun === true) {
        const { request } = await client.approvals.getApproval(approvalId);
        return request.channel === undefined
          ? showPlan(session, await client.approvals.planApproval(approvalId, body))
          : showChannelPlan(session, await client.approvals.planChannelApproval(approvalId, body));
      }
      await client.approvals.approveTeamCreation(approvalId, body, { idempotencyKey: true });
      const approval = await client.approvals.getApproval(approvalId);
      output.result(approval, approval.job.id);
      const built = approval.request.channel ? 'The channel is being created.' : 'The team is being built.';
      output.note(
        approval.status === 'pending'
          ? 'Your approval is recorded. Other approvers decide now.'
          : `The request is approved. ${built}`,
      );
    });
}
