/** Measures the latency of webhook deliveries beside a receiver that never answers and has a long queue. */
import { setTimeout as delay } from 'node:timers/promises';
import { startDeliveryWorker } from '../server/src/delivery/deliverer.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { WEBHOOKS_CHANNEL } from '../server/src/persistence/deliveries.ts';
import { listen } from '../server/src/persistence/queue-database.ts';
import { startReceiver } from '../server/test/receiver.ts';
import { teamEvent } from '../server/test/webhook-rows.ts';
import { WebhookWorld } from '../server/test/webhook-world.ts';
import { type Measurement, median, percentile } from './measurement.ts';

const BACKLOG = 10_000;
const OTHERS = 10;
const EVENTS = 150;
const PAUSE_MILLISECONDS = 20;
/** Upper bound of the number of messages in flight to the hanging receiver. */
const IN_FLIGHT = 100;

/** Returns the latencies from each event to its arrival for each of the other webhooks, in milliseconds. */
async function latenciesOf(world: WebhookWorld): Promise<number[]> {
  const begun = new Map<string, number>();
  const latencies: number[] = [];
  const hanging = await startReceiver(() => undefined);
  const quick = await startReceiver((response, { body }) => {
    const { team } = JSON.parse(body) as { team: { id: string } };
    latencies.push(performance.now() - (begun.get(team.id) as number));
    response.end();
  });
  await world.hook(hanging.url, { events: ['team_updated'] });
  for (let other = 0; other < OTHERS; other += 1) await world.hook(quick.url);
  const backlog = Array.from({ length: BACKLOG }, () => teamEvent({ type: 'team_updated' }));
  await world.happen(backlog, systemClock);
  const { deliverer } = await world.node({ clock: systemClock });
  const worker = await startDeliveryWorker({
    deliverer,
    listen: (listener) => listen(world.database.serviceUrl, WEBHOOKS_CHANNEL, listener),
    tenants: async () => [world.tenant],
    log: { info: () => undefined, error: console.error },
  });
  while ((await world.rows()).length < BACKLOG - IN_FLIGHT) await delay(100);
  for (let index = 0; index < EVENTS; index += 1) {
    const id = `team-${index}`;
    begun.set(id, performance.now());
    await world.happen([teamEvent({ payload: { team: { id } } })], systemClock);
    await delay(PAUSE_MILLISECONDS);
  }
  await quick.received(EVENTS * OTHERS);
  await worker.stop(100);
  await hanging.close();
  await quick.close();
  return latencies;
}

export async function measureHangingReceiver(): Promise<Measurement[]> {
  const world = await WebhookWorld.open();
  try {
    const latencies = await latenciesOf(world);
    return [
      {
        name: 'webhook latency p99 beside a receiver that hangs',
        value: percentile(latencies, 99),
        limit: 1_000,
        comparison: 'atMost',
        unit: 'ms',
        detail: { messages: latencies.length, p50: median(latencies), longest: percentile(latencies, 100) },
      },
    ];
  } finally {
    await world.close();
  }
}
