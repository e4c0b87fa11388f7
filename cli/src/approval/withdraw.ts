import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message?: string;
}

export function define(command: Command): void {
  apiCommand(command, 'charter approval withdraw 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<approval>', 'id of the approval')
    .option('--message <text>', 'reason')
    .action(async (approvalId: string, { message, ...options }: Options) => {
      const { client, output } = openSession(options);
      const body = message === undefined ? undefined : { message };
      await client.approvals.cancelApproval(approvalId, body, { idempotencyKey: true });
      output.result({ id: approvalId, status: 'cancelled' }, '');
      output.note('The request is withdrawn.');
    });
}
