import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    "charter approval comment 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'It is for Fabrikam.'",
  )
    .argument('<approval>', 'id of the approval')
    .requiredOption('--message <text>', 'comment for the requester and the approvers')
    .action(async (approvalId: string, { message, ...options }: Options) => {
      const { client, output } = openSession(options);
      await client.approvals.commentOnApproval(approvalId, { message }, { idempotencyKey: true });
      output.result({ id: approvalId }, '');
      output.note('The comment is sent.');
    });
}
