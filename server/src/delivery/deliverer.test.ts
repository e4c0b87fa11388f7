/** Nodes that deliver webhooks: a message is signed, sent by one node at a time, and never lost. */

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { type ReceivedMessage, type Receiver, respondWith, startReceiver } from '../../test/receiver.ts';
import { testSecrets } from '../../test/secrets.ts';
import { teamEvent } from '../../test/webhook-rows.ts';
import { type DeliveryNode, SECRET, WebhookWorld } from '../../test/webhook-world.ts';
import { secretContext } from '../domain/webhooks/hook-url.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import { generateHookSignature } from '../domain/webhooks/signature.ts';
import type { Suite } from '../engine/suite.ts';
import { systemClock } from '../kernel/clock.ts';

const idOf = ({ headers }: ReceivedMessage): string => String(headers['webhook-id']);
const events = (count: number) => Array.from({ length: count }, () => teamEvent());

describe('a node that delivers webhooks', () => {
  let world: WebhookWorld;
  let receiver: Receiver;
  let hook: HookRecord;
  const nodes: DeliveryNode[] = [];
  before(async () => {
    world = await WebhookWorld.open();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    hook = await world.hook(receiver.url);
  });
  afterEach(async () => {
    await world.store.hooks.remove(hook.id);
    await receiver.close();
    for (const { deliverer, problems } of nodes.splice(0)) {
      await deliverer.stop(5_000);
      assert.deepEqual(problems, []);
    }
  });
  after(() => world.close());

  const node = async (options: Parameters<WebhookWorld['node']>[0] = {}): Promise<DeliveryNode> => {
    const started = await world.node(options);
    nodes.push(started);
    return started;
  };
  const list = () => world.store.deliveries.list({ hookId: hook.id, top: 999 });
  const statuses = async () => Object.groupBy(await list(), ({ status }) => status);

  it('sends the signature of generateHookSignature and one that the Standard Webhooks package verifies', async () => {
    const secrets = [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'correcthorsebattery1',
      'Größe zählt \u{1f511}',
    ];
    const sender = await node({ clock: systemClock });
    for (const secret of secrets) {
      const one = await world.hook(`${receiver.url}?${secret.length}`, { secret });
      await world.happen([teamEvent({ payload: { team: { id: 'é \u2028 "' } } })]);
      await world.deliver(sender);
      const message = receiver.messages.findLast(({ headers }) => headers['x-charter-webhook'] === one.id);
      assert.ok(message);
      const payload = JSON.parse(message.body);
      const headers = message.headers as Record<string, string>;
      assert.equal(headers['x-charter-signature'], generateHookSignature({ secret, payload }));
      const isBase64 = !/[^\x20-\x7e]/.test(secret);
      const webhook = isBase64 ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
      assert.deepEqual(webhook.verify(message.body, headers), payload);
      await world.store.hooks.remove(one.id);
    }
  });

  it('signs with both secrets during a rotation, and then only with the new one', async () => {
    const [fresh, old] = ['whsec_Zm9yIHRoZSBuZXh0IHRlbiB0aG91c2FuZCB5ZWFycw==', SECRET];
    const seal = (secret: string) => testSecrets().seal(secret, secretContext(world.tenant, hook.id));
    const rotated = async (expiresAt: Date) => {
      const secrets = [
        { sealed: seal(fresh), expiresAt: null },
        { sealed: seal(old), expiresAt: expiresAt.toISOString() },
      ];
      await world.store.hooks.update(hook.id, { secrets }, world.clock.now());
      await world.happen([teamEvent()]);
      await world.deliver(await node({ clock: systemClock }));
      const message = receiver.messages.at(-1) as ReceivedMessage;
      const payload = JSON.parse(message.body);
      const plain = generateHookSignature({ secret: fresh, payload });
      assert.equal(message.headers['x-charter-signature'], plain);
      return (secret: string) => new Webhook(secret).verify(message.body, message.headers as never);
    };
    const during = await rotated(new Date(Date.now() + 60_000));
    assert.deepEqual(during(fresh), during(old));
    const after = await rotated(new Date(Date.now() - 1));
    assert.ok(after(fresh));
    assert.throws(() => after(old), /No matching signature/);
  });

  it('sends each message once, with several nodes and many messages', async () => {
    const several = [await node(), await node(), await node()];
    await world.happen(events(300));
    await Promise.all(several.map((one) => world.deliver(one)));
    // Polls again, because each node leaves some deliveries to the others in the first pass.
    for (const one of several) await world.deliver(one);
    assert.equal(receiver.messages.length, 300);
    assert.equal(new Set(receiver.messages.map(idOf)).size, 300);
    assert.equal((await statuses()).delivered?.length, 300);
  });

  it('discards the outcome of an attempt whose lease has expired', async () => {
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    const [slow, quick] = [await node(), await node()];
    await world.happen(events(1));
    const sending = world.deliver(slow);
    await receiver.received(1);
    await world.deliver(quick);
    assert.equal(receiver.messages.length, 1);
    world.clock.advance(59.999);
    await world.deliver(quick);
    assert.equal(receiver.messages.length, 1);

    world.clock.advance(0.001);
    receiver.answer(respondWith(500));
    await world.deliver(quick);
    assert.equal(receiver.messages.length, 2);
    const [first, second] = receiver.messages.map(idOf);
    assert.equal(first, second);
    const before = await list();
    held[0]?.end('late');
    await sending;
    assert.deepEqual(await list(), before);
    assert.deepEqual(
      before[0]?.attempts.map(({ status }) => status),
      [500],
    );
    receiver.answer(respondWith(200));
    world.clock.advance(60);
    await world.deliver(quick);
    assert.equal((await statuses()).delivered?.length, 1);
  });

  it('leaves only the unsettled deliveries to another node when its leases expire', async () => {
    const count = 40;
    const held: ServerResponse[] = [];
    const hanging = await startReceiver((response) => void held.push(response));
    const other = await world.hook(hanging.url);
    try {
      const [slow, quick] = [await node(), await node()];
      await world.happen(events(count));
      const sending = world.deliver(slow);
      await receiver.received(count);
      await hanging.received(3);
      // Outcomes are written in batches, a moment later.
      while (((await statuses()).delivered ?? []).length < count) await delay(5);
      const cutOff = hanging.messages.length;
      hanging.answer(respondWith(200));
      world.clock.advance(60);
      await world.deliver(quick);
      assert.equal(receiver.messages.length, count);
      assert.equal(hanging.messages.length, cutOff + count);
      assert.equal(new Set(hanging.messages.map(idOf)).size, count);
      for (const response of held) response.end('late');
      await sending;
      world.clock.advance(600);
      await world.deliver(quick);
      assert.equal(hanging.messages.length, cutOff + count);
      const deliveries = await world.store.deliveries.list({ hookId: other.id, top: 99 });
      assert.deepEqual(
        deliveries.map(({ status, attempts }) => [status, attempts.length]),
        Array(count).fill(['delivered', 1]),
      );
    } finally {
      await world.store.hooks.remove(other.id);
      await hanging.close();
    }
  });

  it('keeps deliveries pending while it sends them', async () => {
    receiver.answer(() => undefined);
    const sending = await node();
    await world.happen(events(40));
    const looked = sending.deliverer.look(world.tenant);
    await receiver.received(4);
    await looked;
    assert.equal((await statuses()).pending?.length, 40);
    await sending.deliverer.stop(20);
  });

  it('fans out an event once the suite is available again', async () => {
    const creator = { id: 'pia', kind: 'user' as const, displayName: 'Pia' };
    const personal = await world.hook(receiver.url, { scope: 'personal', creator });
    const down = new Proxy({} as Suite, {
      get() {
        throw new Error('The suite is down.');
      },
    });
    const without = await world.node({ suite: down });
    try {
      await world.happen(events(2));
      await world.deliver(without);
      assert.equal(without.problems.length, 1);
      assert.equal(receiver.messages.length, 0);
      await world.deliver(await node());
      assert.equal(receiver.messages.length, 2);
    } finally {
      await without.deliverer.stop(1_000);
      await world.store.hooks.remove(personal.id);
    }
  });

  it('waits for messages in flight when it stops, and releases the other leases', async () => {
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    const stopping = await node();
    await world.happen(events(10));
    const looked = stopping.deliverer.look(world.tenant);
    await receiver.received(4);
    await looked;
    const stopped = stopping.deliverer.stop(60_000);
    const successor = await node();
    receiver.answer(respondWith(200));
    for (let count = 0; count < 6; ) {
      await world.deliver(successor);
      count = receiver.messages.length - 4;
    }
    for (const response of held) response.end('done');
    await stopped;
    const delivered = (await statuses()).delivered ?? [];
    assert.equal(delivered.length, 10);
    assert.equal(delivered.filter(({ attempts }) => attempts[0]?.response === 'done').length, 4);
    assert.equal(receiver.messages.length, 10);
    assert.equal(stopping.deliverer.counts.succeeded, 4);
    await stopping.deliverer.look(world.tenant);
    assert.equal(stopping.deliverer.counts.sending, 0);
  });

  for (const end of ['stops', 'receives a failure']) {
    it(`releases the leases of messages that are queued for a fast receiver when the node ${end}`, async () => {
      const [count, quick, width] = [400, 150, 32];
      const held: ServerResponse[] = [];
      receiver.answer((response) => {
        if (receiver.messages.length <= quick) response.end();
        else held.push(response);
      });
      const first = await node();
      await world.happen(events(count));
      await first.deliverer.look(world.tenant);
      await receiver.received(quick + width);
      await first.deliverer.look(world.tenant);
      const now = world.clock.now().toISOString();
      const leased = async () =>
        ((await statuses()).pending ?? []).filter(({ nextAttemptDateTime }) => nextAttemptDateTime! > now);
      while (((await statuses()).delivered ?? []).length < quick) await delay(5);
      assert.ok((await leased()).length > width, 'No message waits.');

      receiver.answer(respondWith(200));
      const stopped = end === 'stops' ? first.deliverer.stop(60_000) : undefined;
      if (end !== 'stops') {
        held[0]!.statusCode = 500;
        held[0]!.end();
      }
      const successor = await node();
      while (((await statuses()).delivered ?? []).length < count - width) {
        await world.deliver(successor);
        await delay(5);
      }
      for (const response of held) response.end();
      await (stopped ?? first.deliverer.idle());
      assert.equal(receiver.messages.length, count);
      assert.equal(new Set(receiver.messages.map(idOf)).size, count);
      assert.equal((await statuses()).delivered?.length, end === 'stops' ? count : count - 1);
    });
  }

  it('releases the leases of messages in flight when the grace period ends, without counting an attempt', async () => {
    receiver.answer(() => undefined);
    const stopping = await node();
    await world.happen(events(3));
    const looked = stopping.deliverer.look(world.tenant);
    await receiver.received(3);
    await looked;
    await stopping.deliverer.stop(20);
    assert.deepEqual(
      (await list()).flatMap(({ attempts }) => attempts),
      [],
    );
    receiver.answer(respondWith(200));
    await world.deliver(await node());
    assert.equal((await statuses()).delivered?.length, 3);
    const ids = receiver.messages.map(idOf);
    assert.deepEqual(new Set(ids.slice(3)), new Set(ids.slice(0, 3)));
  });

  it('delivers every event after database connections have broken', async () => {
    const owner = new pg.Client(world.database.ownerUrl);
    await owner.connect();
    const interrupted = await world.node({ leaseMilliseconds: 20_000 });
    try {
      const outages: Promise<unknown>[] = [];
      receiver.answer((response, message) => {
        if (receiver.messages.length % 100 === 50 && outages.length < 5) {
          const ended = owner.query(
            `select pg_terminate_backend(pid, 5000) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and application_name = 'charter'`,
          );
          outages.push(ended);
        }
        respondWith(message.body.length > 0 ? 200 : 500)(response, message);
      });
      await world.happen(events(500));
      const deliveredCount = async (): Promise<number> => {
        const found = await statuses().catch(() => undefined);
        return found?.delivered?.length ?? 0;
      };
      for (let look = 0; look < 200 && (await deliveredCount()) < 500; look += 1) {
        await world.deliver(interrupted);
        world.clock.advance(21);
      }
      assert.equal(outages.length, 5);
      await Promise.all(outages);
      // In this turn the pools read the last messages of the ended sessions.
      await setImmediate();
      assert.ok(interrupted.problems.length > 0);
      const delivered = (await statuses()).delivered ?? [];
      assert.equal(delivered.length, 500);
      assert.equal(new Set(receiver.messages.map(idOf)).size, 500);
      assert.equal(new Set(delivered.map(({ eventId }) => eventId)).size, 500);
    } finally {
      await owner.end();
    }
  });

  it('delivers to a re-enabled webhook only the events recorded before it was disabled', async () => {
    const sender = await node();
    const other = await world.hook(receiver.url, { events: ['team_updated'] });
    const happened = (minutes: number) => {
      world.clock.advance(60 * minutes);
      return world.happen([teamEvent(), teamEvent({ type: 'team_updated' })]);
    };
    await happened(1);
    world.clock.advance(60);
    await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
    await world.store.hooks.update(other.id, { events: ['team_created', 'team_updated'] }, world.clock.now());
    await happened(1);
    await world.deliver(sender);
    const sentTo = (id: string) =>
      receiver.messages.filter(({ headers }) => headers['x-charter-webhook'] === id).length;
    assert.equal(sentTo(hook.id), 0);
    const stored = await world.store.deliveries.list({ hookId: hook.id, top: 9 });
    assert.deepEqual(
      stored.map(({ status }) => status),
      ['pending'],
    );
    await world.store.hooks.update(hook.id, { active: true }, world.clock.now());
    await world.deliver(sender);
    assert.equal(sentTo(hook.id), 1);
    await world.store.hooks.remove(other.id);
  });

  it('delivers only events recorded after the webhook was created, and none of another tenant', async () => {
    const other = await WebhookWorld.open();
    try {
      await other.hook(receiver.url);
      await world.happen(events(2));
      await world.deliver(await node());
      assert.equal(receiver.messages.length, 2);
      await world.happen([teamEvent({ type: 'team_archived' })]);
      await world.deliver(await node());
      assert.equal(receiver.messages.length, 2);
      const late = await world.hook(receiver.url);
      await world.deliver(await node());
      assert.equal(receiver.messages.length, 2);
      await world.store.hooks.remove(late.id);
    } finally {
      await other.close();
    }
  });
});
