/**
 * One receiver never answers and has a long queue; other receivers must not wait for it. @timed: the requirement is a
 * latency.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../test/receiver.ts';
import { teamEvent } from '../../test/webhook-rows.ts';
import { WebhookWorld } from '../../test/webhook-world.ts';
import { systemClock } from '../kernel/clock.ts';
import { WEBHOOKS_CHANNEL } from '../persistence/deliveries.ts';
import { listen } from '../persistence/queue-database.ts';
import { type DeliveryWorker, startDeliveryWorker } from './worker.ts';

const BACKLOG = 10_000;
const OTHERS = 10;
const EVENTS = 150;
const PAUSE_MILLISECONDS = 20;
/** Limit of messages in flight to the hanging receiver; their outcomes are written when they time out. */
const MOST_ON_THEIR_WAY = 100;
/** Required p99 of the other receivers. */
const LIMIT_MILLISECONDS = 1_000;

describe('a receiver that hangs', () => {
  let world: WebhookWorld;
  let hanging: Receiver;
  let quick: Receiver;
  let worker: DeliveryWorker;
  const begun = new Map<string, number>();
  const latencies: number[] = [];

  before(async () => {
    world = await WebhookWorld.open();
    hanging = await startReceiver(() => undefined);
    quick = await startReceiver((response, { body }) => {
      const { team } = JSON.parse(body) as { team: { id: string } };
      latencies.push(performance.now() - (begun.get(team.id) as number));
      response.end();
    });
    await world.hook(hanging.url, { events: ['team_updated'] });
    for (let other = 0; other < OTHERS; other += 1) await world.hook(quick.url);
    const backlog = Array.from({ length: BACKLOG }, () => teamEvent({ type: 'team_updated' }));
    await world.happen(backlog, systemClock);
    const { deliverer } = world.node({ clock: systemClock });
    worker = await startDeliveryWorker({
      deliverer,
      listen: (ear) => listen(world.database.serviceUrl, WEBHOOKS_CHANNEL, ear),
      tenants: async () => [world.tenant],
      log: { info: () => undefined, error: console.error },
    });
    while ((await world.rows()).length < BACKLOG - MOST_ON_THEIR_WAY) await delay(100);
  });
  after(async () => {
    await worker.stop(100);
    await hanging.close();
    await quick.close();
    await world.close();
  });

  it(`does not delay other receivers, however long its queue`, async () => {
    for (let index = 0; index < EVENTS; index += 1) {
      const id = `team-${index}`;
      begun.set(id, performance.now());
      await world.happen([teamEvent({ payload: { team: { id } } })], systemClock);
      await delay(PAUSE_MILLISECONDS);
    }
    await quick.received(EVENTS * OTHERS);
    latencies.sort((a, b) => a - b);
    assert.equal(latencies.length, EVENTS * OTHERS);
    const p99 = latencies[Math.ceil(latencies.length * 0.99) - 1] as number;
    assert.ok(p99 <= LIMIT_MILLISECONDS, `p99 is ${p99} ms`);
    assert.ok(
      hanging.messages.length > 0 && hanging.messages.length < MOST_ON_THEIR_WAY,
      `${hanging.messages.length}`,
    );
    const rows = await world.rows();
    const waiting = rows.filter(({ status }) => status === 'pending').length;
    assert.ok(waiting >= BACKLOG - MOST_ON_THEIR_WAY, `${waiting}`);
  });
});
