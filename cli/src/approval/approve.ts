import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';

interface Options extends SharedOptions {
  message?: string;
  approver?: string;
  name?: string;
  description?: string;
  welcomeMessage?: string;
  stage?: number;
}

export function define(command: Command): void {
  apiCommand(command, "charter approval approve 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Go ahead'")
    .argument('<approval>', 'id of the approval')
    .option('--message <text>', 'message to the requester')
    .option('--approver <person>', 'the person who decides, when an app calls for somebody')
    .option('--name <name>', 'change the name of the team')
    .option('--description <text>', 'change the description')
    .option('--welcome-message <text>', 'change the welcome message')
    .option('--stage <number>', 'stage to approve; required when you approved an earlier stage', wholeNumber)
    .action(async (approvalId: string, options: Options) => {
      const { client, output } = openSession(options);
      const { message, approver, name, description, welcomeMessage, stage } = options;
      const updates = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(welcomeMessage !== undefined && { welcomeMessage }),
      };
      await client.approvals.approveTeamCreation(
        approvalId,
        {
          ...(stage !== undefined && { stage }),
          ...(message !== undefined && { message }),
          ...(approver !== undefined && { approver: { id: approver } }),
          ...(Object.keys(updates).length > 0 && { updates }),
        },
        { idempotencyKey: true },
      );
      const approval = await client.approvals.getApproval(approvalId);
      output.result(approval, approval.job.id);
      const next = approval.status === 'pending' ? 'The next stage decides now.' : 'The team is being built.';
      output.note(`The request is approved. ${next}`);
    });
}
