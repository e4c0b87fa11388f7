import { setTimeout as sleep } from 'node:timers/promises';
import type { CharterClient, HookDelivery } from '@charter/sdk';
import type { Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { seconds } from '../values.ts';
import { showDelivery } from './describe.ts';

interface Options extends SharedOptions {
  timeout: number;
}

const LOOK_MILLISECONDS = 1000;

/** Returns the delivery after its first attempt, or its last state at the time limit. */
async function firstAttempt(
  client: CharterClient,
  sent: HookDelivery,
  timeout: number,
): Promise<HookDelivery> {
  let delivery = sent;
  for (const end = Date.now() + timeout * 1000; delivery.attempts.length === 0 && Date.now() < end; ) {
    await sleep(LOOK_MILLISECONDS);
    delivery = await client.webhooks.getHookDelivery(sent.hookId, sent.id);
  }
  return delivery;
}

export function define(command: Command): void {
  apiCommand(command, 'charter hook test 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10')
    .argument('<hook>', 'id of the webhook')
    .option('--timeout <seconds>', 'how long to wait for the first attempt', seconds, 20)
    .action(async (hookId: string, options: Options) => {
      const { client, output } = openSession(options);
      const sent = await client.webhooks.testHook(hookId, { idempotencyKey: true });
      const delivery = await firstAttempt(client, sent, options.timeout);
      showDelivery(output, delivery);
      if (delivery.status === 'delivered') return;
      const attempt = delivery.attempts.at(-1);
      throw attempt === undefined
        ? new CommandFailure(EXIT.stillRunning, `The test was not sent within ${options.timeout} seconds.`)
        : new CommandFailure(EXIT.rejected, `The test was not received. ${attempt.error}`);
    });
}
