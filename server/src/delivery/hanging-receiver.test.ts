/**
 * One receiver never responds and has a long queue; other receivers must not wait for it. `npm run bench --
 * hanging-receiver` measures their latency.
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
import { type DeliveryWorker, startDeliveryWorker } from './deliverer.ts';
import { LANE_LIMITS } from './lanes.ts';

const BACKLOG = 2_000;
const OTHERS = 10;
const EVENTS = 150;
/** Far longer than the test, so that no attempt at the hanging receiver ends. */
const RESPONSE_MILLISECONDS = 3_600_000;

describe('a receiver that hangs', () => {
  let world: WebhookWorld;
  let hanging: Receiver;
  let quick: Receiver;
  let worker: DeliveryWorker;

  before(async () => {
    world = await WebhookWorld.open();
    hanging = await startReceiver(() => undefined);
    quick = await startReceiver();
    await world.hook(hanging.url, { events: ['team_updated'] });
    for (let other = 0; other < OTHERS; other += 1) await world.hook(quick.url);
    const backlog = Array.from({ length: BACKLOG }, () => teamEvent({ type: 'team_updated' }));
    await world.happen(backlog, systemClock);
    const { deliverer } = await world.node({
      clock: systemClock,
      responseMilliseconds: RESPONSE_MILLISECONDS,
    });
    worker = await startDeliveryWorker({
      deliverer,
      listen: (listener) => listen(world.database.serviceUrl, WEBHOOKS_CHANNEL, listener),
      tenants: async () => [world.tenant],
      log: { info: () => undefined, error: console.error },
    });
    await hanging.received(LANE_LIMITS.narrowWidth);
  });
  after(async () => {
    await worker.stop(100);
    await hanging.close();
    await quick.close();
    await world.close();
  });

  it('delays no other receiver, however long its queue', async () => {
    for (let index = 0; index < EVENTS; index += 1) {
      await world.happen([teamEvent({ payload: { team: { id: `team-${index}` } } })], systemClock);
    }
    await quick.received(EVENTS * OTHERS);
    assert.equal(hanging.messages.length, LANE_LIMITS.narrowWidth);
    const waiting = async () => (await world.rows()).filter(({ status }) => status === 'pending');
    while ((await waiting()).length < BACKLOG) await delay(100);
  });
});
