import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message?: string;
  approver?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter approval withdraw-question 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<approval>', 'id of the approval')
    .option('--message <text>', 'comment')
    .option('--approver <person>', 'the person who asked, when an app calls for somebody')
    .action(async (approvalId: string, { message, approver, ...options }: Options) => {
      const { client, output } = openSession(options);
      const body = {
        ...(message !== undefined && { message }),
        ...(approver !== undefined && { approver: { id: approver } }),
      };
      await client.approvals.withdrawQuestion(approvalId, body, { idempotencyKey: true });
      output.result({ id: approvalId }, '');
      output.note('The question is withdrawn.');
    });
}
