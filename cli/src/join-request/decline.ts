import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter join-request decline 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --message "The team is full"',
  )
    .argument('<request>', 'id of the request')
    .option('--message <text>', 'words to the person')
    .action(async (requestId: string, { message, ...options }: Options) => {
      const { client, output } = openSession(options);
      const request = await client.joinRequests.declineJoinRequest(
        requestId,
        { ...(message !== undefined && { message }) },
        { idempotencyKey: true },
      );
      output.result(request, request.status);
    });
}
