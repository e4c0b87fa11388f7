import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const;

interface Options extends SharedOptions {
  from?: string;
  until?: string;
  status?: (typeof STATUSES)[number];
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter hook redeliver 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 0199c2d4-93a1-7c1f-8a52-6a0c1be3a7f4
charter hook redeliver 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --from 2026-11-20T08:00:00Z --status failed`,
  )
    .argument('<hook>', 'id of the webhook')
    .argument('[delivery]', 'id of one delivery')
    .option('--from <time>', 'redeliver all deliveries since this time (RFC 3339)')
    .option('--until <time>', 'and before this time (default: now)')
    .addOption(
      new Option(
        '--status <status>',
        'only those with this status; pending: send now those that wait',
      ).choices(STATUSES),
    )
    .action(async (hookId: string, deliveryId: string | undefined, options: Options) => {
      const { from, until, status } = options;
      if ((deliveryId === undefined) === (from === undefined)) {
        throw usage('Give a delivery, or a range with --from.');
      }
      const { client, output } = openSession(options);
      if (deliveryId !== undefined) {
        const key = { idempotencyKey: true } as const;
        const delivery = await client.webhooks.redeliverHookDelivery(hookId, deliveryId, key);
        output.result(delivery, delivery.id);
        return;
      }
      const range = { from: from as string, until: until ?? new Date().toISOString() };
      const count = await client.webhooks.redeliverHookDeliveries(
        hookId,
        { ...range, ...(status && { status }) },
        { idempotencyKey: true },
      );
      output.result({ count }, String(count));
      output.note(`${count === 1 ? '1 message is' : `${count} messages are`} redelivered.`);
    });
}
