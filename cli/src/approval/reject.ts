import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { decideEach } from './decide-each.ts';

interface Options extends SharedOptions {
  message?: string;
  approver?: string;
}

export function define(command: Command): void {
  apiCommand(command, "charter approval reject 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message 'Not now'")
    .argument('<approval...>', 'ids of the approvals')
    .option('--message <text>', 'message to the requester')
    .option('--approver <person>', 'the person who decides, when an app calls for somebody')
    .action(async (approvalIds: string[], options: Options) => {
      const session = openSession(options);
      const { client, output } = session;
      const { message, approver } = options;
      const body = {
        ...(message !== undefined && { message }),
        ...(approver !== undefined && { approver: { id: approver } }),
      };
      const reject = (id: string) => client.approvals.rejectTeamCreation(id, body, { idempotencyKey: true });
      const [approvalId = ''] = approvalIds;
      if (approvalIds.length > 1) {
        return decideEach(session, approvalIds, async (id) => {
          await reject(id);
          return 'rejected';
        });
      }
      await reject(approvalId);
      output.result({ id: approvalId, status: 'rejected' }, '');
      output.note('The request is rejected.');
    });
}
