import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';

interface Options extends SharedOptions {
  message?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter join-request create 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --message "I plan the tunnel"',
  )
    .argument('<team>', 'id of the team')
    .option('--message <text>', 'words to the owners of the team')
    .action(async (teamId: string, { message, ...options }: Options) => {
      const { client, output } = openSession(options);
      const request = await client.joinRequests.createJoinRequest(
        teamId,
        { ...(message !== undefined && { message }) },
        { idempotencyKey: true },
      );
      output.result(request, request.id);
      output.note(`The owners of ${request.team.displayName} decide by ${request.expiresDateTime}.`);
    });
}
