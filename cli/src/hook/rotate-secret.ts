import { type Command, InvalidArgumentError } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { wholeNumber } from '../values.ts';
import { KEEP_SECRET } from './describe.ts';

interface Options extends SharedOptions {
  overlap?: number;
  secret?: string;
}

function hours(text: string): number {
  const value = wholeNumber(text);
  if (value > 168) throw new InvalidArgumentError('Give at most 168 hours, which is a week.');
  return value;
}

export function define(command: Command): void {
  apiCommand(command, 'charter hook rotate-secret 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --overlap 48')
    .argument('<hook>', 'id of the webhook')
    .option(
      '--overlap <hours>',
      'how long messages are signed with the old secret too, 1 to 168, or 0 to end all earlier secrets at once (default: 24)',
      hours,
    )
    .option('--secret <text>', 'new secret (default: a random one)')
    .action(async (hookId: string, options: Options) => {
      const { client, output } = openSession(options);
      const { overlap, secret } = options;
      const hook = await client.webhooks.rotateHookSecret(
        hookId,
        { ...(overlap !== undefined && { overlapHours: overlap }), ...(secret !== undefined && { secret }) },
        { idempotencyKey: true },
      );
      output.result(hook, hook.config.secret ?? '');
      output.note(KEEP_SECRET);
    });
}
