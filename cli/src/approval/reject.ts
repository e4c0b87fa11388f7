import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message?: string;
  approver?: string;
}

export function define(command: Command): void {
  apiCommand(command, "charter approval reject 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Not now'")
    .argument('<approval>', 'id of the approval')
    .option('--message <text>', 'message to the requester')
    .option('--approver <person>', 'the person who decides, when an app calls for somebody')
    .action(async (approvalId: string, options: Options) => {
      const { client, output } = openSession(options);
      const { message, approver } = options;
      const body = {
        ...(message !== undefined && { message }),
        ...(approver !== undefined && { approver: { id: approver } }),
      };
      await client.approvals.rejectTeamCreation(approvalId, body, { idempotencyKey: true });
      output.result({ id: approvalId, status: 'rejected' }, '');
      output.note('The request is rejected.');
    });
}
