import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { type StayOptions, stayOf, stayOptions } from '../member/describe.ts';

interface Options extends SharedOptions, StayOptions {
  message?: string;
}

export function define(command: Command): void {
  const defined = apiCommand(command, 'charter join-request accept 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<request>', 'id of the request')
    .option('--message <text>', 'words to the person');
  for (const option of stayOptions()) defined.addOption(option);
  defined.action(async (requestId: string, options: Options) => {
    const { client, output } = openSession(options);
    const { message } = options;
    const request = await client.joinRequests.acceptJoinRequest(
      requestId,
      { ...(message !== undefined && { message }), ...stayOf(options) },
      { idempotencyKey: true },
    );
    output.result(request, request.status);
    output.note(`${request.person.displayName} is a member of ${request.team.displayName}.`);
  });
}
