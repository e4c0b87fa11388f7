import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  to: string;
  message?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter approval delegate 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --to ines.carvalho@meridian.example',
  )
    .argument('<approval>', 'id of the approval')
    .requiredOption('--to <person>', 'the deputy: id, user principal name or mail')
    .option('--message <text>', 'reason')
    .action(async (approvalId: string, { to, message, ...options }: Options) => {
      const { client, output } = openSession(options);
      const body = { deputy: { id: to }, ...(message !== undefined && { message }) };
      await client.approvals.delegateApproval(approvalId, body, { idempotencyKey: true });
      output.result({ id: approvalId, deputy: to }, '');
      output.note(`${to} decides in your place.`);
    });
}
