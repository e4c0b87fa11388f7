import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { collect, limitOption, pagesFor } from '../collections.ts';
import { showDeliveries, showDelivery } from './describe.ts';

const STATUSES = ['pending', 'delivered', 'failed'] as const;

interface Options extends SharedOptions {
  status?: (typeof STATUSES)[number];
  limit: number;
}

export function define(command: Command): void {
  apiCommand(command, 'charter hook deliveries 0199c2d4-91b7-7b5e-9f0c-3a1f3f6f2c10 --status failed')
    .argument('<hook>', 'id of the webhook')
    .argument('[delivery]', 'id of one delivery, to see each attempt')
    .addOption(new Option('--status <status>', 'only those in this state').choices(STATUSES))
    .addOption(limitOption('deliveries, newest first,', 100))
    .action(
      async (hookId: string, deliveryId: string | undefined, { status, limit, ...options }: Options) => {
        const { client, output } = openSession(options);
        if (deliveryId !== undefined) {
          showDelivery(output, await client.webhooks.getHookDelivery(hookId, deliveryId));
          return;
        }
        const query = { ...pagesFor(limit), ...(status && { status }) };
        showDeliveries(output, await collect(client.webhooks.deliveries(hookId, query), limit));
      },
    );
}
