import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

export function define(command: Command): void {
  apiCommand(command, 'charter join-request withdraw 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<request>', 'id of the request')
    .action(async (requestId: string, options: SharedOptions) => {
      const { client, output } = openSession(options);
      const request = await client.joinRequests.withdrawJoinRequest(requestId, { idempotencyKey: true });
      output.result(request, request.status);
    });
}
