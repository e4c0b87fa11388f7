/** Tests deliveries to receivers of all kinds, and how the list of deliveries shows their outcomes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  type Receiver,
  type Respond,
  respondWith,
  startRawServer,
  startReceiver,
} from '../../test/receiver.ts';
import { teamEvent } from '../../test/webhook-rows.ts';
import { type DeliveryNode, WebhookWorld } from '../../test/webhook-world.ts';
import type { Delivery, HookRecord } from '../domain/webhooks/model.ts';
import { RESPONSE_MILLISECONDS } from './sender.ts';

const ANSWER_TIME = 400;
const HOUR = 3600;

describe('a delivery to a receiver', () => {
  let world: WebhookWorld;
  let node: DeliveryNode;
  let receiver: Receiver;
  let random = 0.5;
  before(async () => {
    world = await WebhookWorld.open();
    node = await world.node({ responseMilliseconds: ANSWER_TIME, random: () => random });
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await world.close();
  });

  /** Sends one event to a new webhook once, then disables the webhook. */
  async function tryOnce(url: string): Promise<{ hook: HookRecord; delivery: Delivery }> {
    const hook = await world.hook(url);
    await world.happen([teamEvent()]);
    await world.deliver(node);
    const [delivery, ...others] = await world.store.deliveries.list({ hookId: hook.id, top: 5 });
    assert.ok(delivery);
    assert.deepEqual(others, []);
    const after = await world.readHook(hook.id);
    await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
    return { hook: after, delivery };
  }

  const waitOf = ({ nextAttemptDateTime }: Delivery): number | undefined =>
    nextAttemptDateTime === null
      ? undefined
      : (Date.parse(nextAttemptDateTime) - world.clock.now().getTime()) / 1000;

  const assertFailure = (
    { delivery, hook }: Awaited<ReturnType<typeof tryOnce>>,
    expected: { status: number | null; response: string | null; error: RegExp },
  ) => {
    assert.equal(delivery.status, 'pending');
    const [attempt, ...others] = delivery.attempts;
    assert.deepEqual(others, []);
    assert.ok(attempt);
    const { status, response, error, durationMilliseconds, time } = attempt;
    assert.deepEqual({ status, response }, { status: expected.status, response: expected.response });
    assert.match(error ?? '', expected.error);
    assert.equal(time, world.clock.now().toISOString());
    assert.ok(durationMilliseconds >= 0 && durationMilliseconds < ANSWER_TIME * 5);
    assert.ok(hook.failingSince);
    assert.equal(waitOf(delivery), 5);
  };

  describe('that accepts', () => {
    it('has exactly the payload as its body, and headers with the ids of webhook and delivery', async () => {
      const hook = await world.hook(receiver.url);
      const event = teamEvent({ payload: { z: 'é\u2028', team: { id: 'team-1' } } });
      await world.happen([event]);
      await world.deliver(node);
      const message = receiver.messages.at(-1);
      assert.equal(message?.body, JSON.stringify({ ...event.payload, tenant: { id: world.tenant } }));
      const [delivery] = await world.store.deliveries.list({ hookId: hook.id, top: 1 });
      const { headers } = message;
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['user-agent'], 'Charter-Webhook/1.2.3');
      assert.equal(headers['x-charter-webhook'], hook.id);
      assert.equal(headers['x-charter-hook'], hook.id);
      assert.equal(headers['x-charter-event'], 'team_created');
      assert.equal(headers['x-charter-delivery'], delivery?.id);
      assert.equal(headers['webhook-id'], delivery?.id);
      assert.equal(Number(headers['webhook-timestamp']), world.clock.seconds());
      await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
    });

    const successes: [string, Respond, string][] = [
      ['a 200 without a body', respondWith(200), ''],
      ['a 204', respondWith(204), ''],
      ['a 299 with text', respondWith(299, {}, 'Thank you.'), 'Thank you.'],
      ['a long body, of which it stores 1 KiB', respondWith(200, {}, 'x'.repeat(5000)), 'x'.repeat(1024)],
      [
        'a body that is not text',
        (response) => void response.end(Buffer.from([0, 255, 97])),
        '\ufffd\ufffda',
      ],
      [
        'a body that never ends',
        (response) => {
          const drip = setInterval(() => response.write('x'.repeat(512)), 10);
          response.once('close', () => clearInterval(drip));
        },
        'x'.repeat(1024),
      ],
      [
        'many headers',
        (response) => {
          for (let header = 0; header < 100; header += 1) response.setHeader(`x-${header}`, 'y'.repeat(100));
          response.end('ok');
        },
        'ok',
      ],
    ];
    for (const [name, answering, response] of successes) {
      it(`succeeds after ${name}`, async () => {
        receiver.answer(answering);
        const { delivery, hook } = await tryOnce(receiver.url);
        assert.equal(delivery.status, 'delivered');
        assert.equal(delivery.completedDateTime, world.clock.now().toISOString());
        assert.equal(delivery.nextAttemptDateTime, null);
        assert.equal(delivery.attempts[0]?.response, response);
        assert.equal(delivery.attempts[0]?.error, null);
        assert.equal(hook.failingSince, null);
      });
    }

    it('closes the connection when a long response does not end in time', async () => {
      let closed: Promise<unknown> | undefined;
      receiver.answer((response) => {
        closed = once(response, 'close');
        response.write('x'.repeat(2048));
      });
      const { delivery } = await tryOnce(receiver.url);
      assert.equal(delivery.status, 'delivered');
      await closed;
    });
  });

  describe('that fails', () => {
    const answers: [string, Respond, { status: number | null; response: string | null; error: RegExp }][] = [
      [
        'a 500',
        respondWith(500, {}, 'Oh\0 no.'),
        { status: 500, response: 'Oh\ufffd no.', error: /was 500/ },
      ],
      ['a 404', respondWith(404), { status: 404, response: '', error: /was 404/ }],
      [
        'a redirect',
        respondWith(302, { location: 'http://127.0.0.1:1/' }),
        { status: 302, response: '', error: /redirect \(302\), which is not followed/ },
      ],
      ['a redirect without Location', respondWith(308), { status: 308, response: '', error: /redirect/ }],
      [
        'a truncated body',
        (response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('Half of', () => response.destroy());
        },
        { status: 200, response: 'Half of', error: /closed before the response was complete/ },
      ],
      [
        'a closed connection',
        (response) => void response.destroy(),
        { status: null, response: null, error: /closed before the response was complete/ },
      ],
      [
        'no response in time',
        () => undefined,
        { status: null, response: null, error: /no complete answer within 0.4 s/ },
      ],
      [
        'headers without a body in time',
        (response) => void response.writeHead(200, { 'content-length': '9' }).write('Wait'),
        { status: 200, response: 'Wait', error: /no complete answer within 0.4 s/ },
      ],
      [
        'a body that comes too slowly',
        (response) => {
          const drip = setInterval(() => response.write('x'), ANSWER_TIME / 4);
          response.once('close', () => clearInterval(drip));
        },
        { status: 200, response: 'xxx', error: /no complete answer within 0.4 s/ },
      ],
      [
        'headers above the limit',
        (response) => {
          for (let header = 0; header < 100; header += 1) response.setHeader(`x-${header}`, 'y'.repeat(1000));
          response.end('ok');
        },
        { status: null, response: null, error: /headers are too large/ },
      ],
    ];
    for (const [name, answering, expected] of answers) {
      it(`is retried after ${name}`, async () => {
        receiver.answer(answering);
        assertFailure(await tryOnce(receiver.url), expected);
      });
    }

    const spoken: [string, (socket: Socket) => void, RegExp][] = [
      [
        'a response that is not HTTP',
        (socket) => void socket.end('220 mail.example ESMTP ready\r\n'),
        /not HTTP/,
      ],
      [
        'an endless response that is not HTTP',
        (socket) => void socket.write(Buffer.alloc(1 << 20, 7)),
        /not HTTP/,
      ],
      ['an invalid status line', (socket) => void socket.end('HTTP/1.1 abc OK\r\n\r\n'), /not HTTP/],
      [
        'a protocol switch',
        (socket) =>
          void socket.end('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
        /not HTTP|closed before|could not be sent/,
      ],
      ['truncated headers', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-le'), /closed before/],
      ['a connection closed without a response', (socket) => void socket.end(), /closed before/],
      ['a reset connection', (socket) => void socket.resetAndDestroy(), /closed before/],
      [
        'endless 100 Continue responses',
        (socket) => {
          const again = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20);
          socket.once('close', () => clearInterval(again));
        },
        /no complete answer|not HTTP|closed before/,
      ],
    ];
    for (const [name, handle, error] of spoken) {
      it(`is retried after ${name}`, async () => {
        const server = await startRawServer(handle);
        try {
          assertFailure(await tryOnce(server.url), { status: null, response: null, error });
        } finally {
          await server.close();
        }
      });
    }

    it('is retried after a refused connection', async () => {
      const server = await startRawServer(() => undefined);
      await server.close();
      const expected = { status: null, response: null, error: /connection was refused/ };
      assertFailure(await tryOnce(server.url), expected);
    });
  });

  describe('that responds with 429', () => {
    const retryAfters: [string, string | undefined, number][] = [
      ['in seconds', '120', 120],
      ['shorter than the backoff', '1', 5],
      ['as a date', new Date('2026-11-21T08:10:00Z').toUTCString(), 600],
      ['with a past date', 'Fri, 21 Nov 2025 08:00:00 GMT', 5],
      ['longer than a day', '999999999', 24 * HOUR],
      ['with a date in many years', 'Sat, 21 Nov 2099 08:00:00 GMT', 24 * HOUR],
      ['with an invalid value', 'soon', 5],
      ['with a negative number', '-30', 5],
      ['with a number of ten digits', '9999999999', 24 * HOUR],
      ['with leading zeros', '0000000120', 120],
      ['with a number of 400 digits', '9'.repeat(400), 24 * HOUR],
      ['with a fraction of a second', '1.5', 5],
      ['with an ISO 8601 date', '2026-11-21T09:00:00Z', 5],
      ['that is missing', undefined, 5],
    ];
    for (const [name, retryAfter, seconds] of retryAfters) {
      it(`is retried after ${seconds} s for a Retry-After ${name}`, async () => {
        receiver.answer(respondWith(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }));
        const { delivery } = await tryOnce(receiver.url);
        assert.deepEqual([delivery.status, delivery.attempts[0]?.status], ['pending', 429]);
        assert.equal(waitOf(delivery), seconds);
      });
    }
  });

  describe('that keeps failing', () => {
    /** Fails all attempts at one delivery. Returns the seconds from each attempt to the next. */
    async function pausesOf(jitter: number): Promise<number[]> {
      random = jitter;
      receiver.answer(respondWith(500));
      const before = receiver.messages.length;
      const hook = await world.hook(receiver.url);
      await world.happen([teamEvent()]);
      const pauses: number[] = [];
      for (;;) {
        await world.deliver(node);
        const [delivery] = await world.store.deliveries.list({ hookId: hook.id, top: 1 });
        assert.ok(delivery);
        assert.equal(delivery.attempts.length, pauses.length + 1);
        assert.equal(receiver.messages.length - before, pauses.length + 1);
        const wait = waitOf(delivery);
        if (wait === undefined) {
          assert.equal(delivery.status, 'failed');
          assert.equal(delivery.completedDateTime, world.clock.now().toISOString());
          break;
        }
        pauses.push(wait);
        // The delivery is not due one millisecond early.
        world.clock.advance(wait - 0.001);
        await world.deliver(node);
        assert.equal(receiver.messages.length - before, pauses.length);
        world.clock.advance(0.001);
      }
      const ids = new Set(receiver.messages.slice(before).map(({ headers }) => headers['webhook-id']));
      assert.equal(ids.size, 1);
      const times = receiver.messages.slice(before).map(({ headers }) => headers['webhook-timestamp']);
      assert.equal(new Set(times).size, 10);
      await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
      return pauses;
    }
    const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

    it('has ten attempts over about 75 hours', async () => {
      assert.deepEqual(await pausesOf(0.5), PAUSES);
      const hours = PAUSES.reduce((sum, pause) => sum + pause) / HOUR;
      assert.ok(hours > 74 && hours < 77, `${hours}`);
    });

    it('has a backoff with a jitter of 20 %', async () => {
      assert.deepEqual(
        await pausesOf(0),
        PAUSES.map((pause) => pause * 0.8),
      );
      assert.deepEqual(
        await pausesOf(1),
        PAUSES.map((pause) => Math.round(pause * 1.2 * 1000) / 1000),
      );
      random = 0.5;
    });

    it('disables the webhook after five days without a success, and notifies its creator', async () => {
      receiver.answer(respondWith(503));
      const creator = { id: 'olga', kind: 'user' as const, displayName: 'Olga' };
      const hook = await world.hook(receiver.url, { creator });
      for (let day = 0; day < 6; day += 1) {
        assert.equal((await world.readHook(hook.id)).active, true, `day ${day}`);
        await world.happen([teamEvent()]);
        await world.deliver(node);
        world.clock.advance(24 * HOUR);
      }
      const { active, disabledReason } = await world.readHook(hook.id);
      assert.deepEqual([active, disabledReason], [false, 'failing']);
      const sent = receiver.messages.length;
      await world.happen([teamEvent()]);
      await world.deliver(node);
      assert.equal(receiver.messages.length, sent);
      const query = { addresseeId: 'olga', unreadOnly: true, top: 5, after: undefined };
      const notifications = await world.store.notifications.list(query);
      assert.deepEqual(
        notifications.map(({ kind, facts }) => ({ kind, facts })),
        [
          {
            kind: 'webhook_disabled',
            facts: { hookId: hook.id, hookName: 'CRM', reason: 'failing' },
          },
        ],
      );
    });

    it('does not disable a webhook with a success within five days', async () => {
      const hook = await world.hook(receiver.url);
      for (let day = 0; day < 8; day += 1) {
        receiver.answer(respondWith(day === 4 ? 200 : 503));
        await world.happen([teamEvent()]);
        await world.deliver(node);
        world.clock.advance(24 * HOUR);
      }
      assert.equal((await world.readHook(hook.id)).active, true);
      await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
    });
  });

  it('disables the webhook after a 410, and its other deliveries are sent once it is enabled again', async () => {
    receiver.answer(respondWith(410, {}, 'Gone.'));
    const before = receiver.messages.length;
    const creator = { id: 'pia', kind: 'user' as const, displayName: 'Pia' };
    const hook = await world.hook(receiver.url, { creator });
    await world.happen(Array.from({ length: 20 }, () => teamEvent()));
    await world.deliver(node);
    const { active, disabledReason } = await world.readHook(hook.id);
    assert.deepEqual([active, disabledReason], [false, 'gone']);
    const first = await world.store.deliveries.list({ hookId: hook.id, top: 50 });
    const rejected = first.filter(({ status }) => status === 'failed');
    const sent = receiver.messages.length - before;
    assert.equal(rejected.length, sent);
    assert.ok(sent >= 1 && sent < 20, `${sent}`);
    assert.equal(rejected[0]?.attempts[0]?.response, 'Gone.');
    const query = { addresseeId: 'pia', unreadOnly: true, top: 5, after: undefined };
    assert.equal((await world.store.notifications.list(query)).length, 1);

    receiver.answer(respondWith(200));
    world.clock.advance(120);
    await world.deliver(node);
    assert.equal(receiver.messages.length - before, sent);
    await world.store.hooks.update(hook.id, { active: true, disabledReason: null }, world.clock.now());
    await world.deliver(node);
    const then = await world.store.deliveries.list({ hookId: hook.id, top: 50 });
    assert.equal(then.filter(({ status }) => status === 'delivered').length, 20 - sent);
    await world.store.hooks.update(hook.id, { active: false }, world.clock.now());
  });

  it('logs no problem', () => assert.deepEqual(node.problems, []));

  it('times out after fifteen seconds by default', () => assert.equal(RESPONSE_MILLISECONDS, 15_000));
});
