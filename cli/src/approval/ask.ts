import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message: string;
  approver?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    "charter approval ask 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Which customer is it for?'",
  )
    .argument('<approval>', 'id of the approval')
    .requiredOption('--message <text>', 'question to the requester')
    .option('--approver <person>', 'the person who asks, when an app calls for somebody')
    .action(async (approvalId: string, { message, approver, ...options }: Options) => {
      const { client, output } = openSession(options);
      const body = { message, ...(approver !== undefined && { approver: { id: approver } }) };
      await client.approvals.askRequester(approvalId, body, { idempotencyKey: true });
      output.result({ id: approvalId }, '');
      output.note('The requester is asked. The request waits for the answer.');
    });
}
