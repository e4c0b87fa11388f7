import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CharterClient, HookDelivery } from '@charter/sdk';
import { RUN_ID } from '../callers.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const URL_OF_HOOK = 'https://hooks.example.com/acceptance';
const hooks = body('POST', () => '/hooks');
const config = (values: object) => ({ events: ['team_created'], config: { url: URL_OF_HOOK, ...values } });

const change = body('PATCH', ({ hook }) => `/hooks/${hook}`);
const rotate = body('POST', ({ hook }) => `/hooks/${hook}/secret`);
const resend = body('POST', ({ hook }) => `/hooks/${hook}/redeliver`);

/** Waits until the delivery has ended after at least this number of attempts. */
async function ended(
  client: CharterClient,
  hook: string,
  id: string,
  attempts: number,
): Promise<HookDelivery> {
  for (const end = Date.now() + 30_000; ; ) {
    const delivery = await client.webhooks.getHookDelivery(hook, id);
    if (delivery.status !== 'pending' && delivery.attempts.length >= attempts) return delivery;
    assert.ok(Date.now() < end, `not delivered in time: ${JSON.stringify(delivery)}`);
    await sleep(25);
  }
}

/** Sends a test message of the webhook to a local receiver. `check` gets the delivery and the received ids. */
async function withReceiver(
  client: CharterClient,
  hook: string,
  check: (delivery: HookDelivery, received: readonly string[]) => Promise<void>,
): Promise<void> {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['x-charter-delivery']));
      response.writeHead(202).end('Thank you');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { port } = receiver.address() as AddressInfo;
    await client.webhooks.updateHook(hook, { active: true, config: { url: `http://127.0.0.1:${port}/` } });
    const test = await client.webhooks.testHook(hook);
    assert.deepEqual([test.event, test.status, test.attempts], ['hook_test', 'pending', []]);
    const delivery = await ended(client, hook, test.id, 1);
    assert.equal(delivery.status, 'delivered');
    assert.deepEqual(received, [test.id]);
    await check(delivery, received);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

export const WEBHOOK_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'createHook',
    caller: 'stranger',
    call: async (client) => {
      const events = ['team_created', 'team_provisioning_completed'] as const;
      const hook = await client.webhooks.createHook({
        name: `Hook ${RUN_ID}`,
        events: [...events],
        config: { verb: 'post', url: URL_OF_HOOK, content_type: 'json', secret: 'kept-between-us' },
      });
      assert.deepEqual(hook.config, {
        verb: 'post',
        url: URL_OF_HOOK,
        content_type: 'json',
        secret: 'kept-between-us',
      });
      assert.deepEqual([hook.active, hook.events, hook.scope], [true, events, 'personal']);
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      hooks('an unknown field', { ...config({}), colour: 'red' }, 'colour'),
      hooks('an unknown field of config', config({ insecure: true }), 'config.insecure'),
      hooks('an unknown event', { ...config({}), events: ['team_exploded'] }, 'events[0]'),
      hooks('an empty list of events', { ...config({}), events: [] }, 'events'),
      hooks('an unsupported HTTP method', config({ verb: 'get' }), 'config.verb'),
      hooks('an address without TLS', config({ url: 'http://hooks.example.com/' }), 'config.url'),
      hooks('a private address', config({ url: 'https://10.0.0.1/' }), 'config.url'),
      hooks('a password in the address', config({ url: 'https://a:b@hooks.example.com/' }), 'config.url'),
      hooks('an empty secret', config({ secret: '' }), 'config.secret'),
    ],
  },
  {
    operation: 'deleteHook',
    caller: 'owner',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const deleted = await client.webhooks.deleteHook(hook);
      assert.equal(deleted.id, hook);
      assert.equal(deleted.config.secret, undefined);
      await assert.rejects(client.webhooks.deleteHook(hook), { status: 404, code: 'NotFound' });
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('DELETE', (id) => `/hooks/${id}`, 'hookId')],
  },
  {
    operation: 'generateHookSignature',
    caller: 'stranger',
    call: async (client) => {
      const payload = { tenant: { id: 'meridian' }, team: { id: '1' } };
      const { signature } = await client.webhooks.generateHookSignature({ secret: 'shared', payload });
      const expected = createHmac('sha256', 'shared').update(JSON.stringify(payload)).digest('hex');
      assert.equal(signature, expected);
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      body('POST', () => '/hooks/signature')('a missing secret', { payload: {} }, 'secret'),
      body('POST', () => '/hooks/signature')(
        'a payload that is not an object',
        { secret: 's', payload: 'x' },
        'payload',
      ),
    ],
  },
  {
    operation: 'getHooksEvents',
    caller: 'stranger',
    call: async (client) => {
      const { value, '@odata.count': count } = await client.webhooks.getHooksEvents();
      assert.equal(count, value.length);
      const codes = value.map(({ code }) => code);
      for (const code of [
        'team_created',
        'team_provisioning_completed',
        'team_creation_approval_requested',
        'team_creation_approved',
        'team_creation_rejected',
      ]) {
        assert.ok(codes.includes(code), code);
      }
      assert.ok(value.every(({ schema }) => schema.type === 'object'));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [query('/hooks/events', 'an unknown option', 'colour=red', 'colour')],
  },
  {
    operation: 'getHooks',
    caller: 'owner',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const ids: string[] = [];
      for await (const { id, config, creator } of client.webhooks.list({ $top: 2 })) {
        assert.equal(config.secret, undefined);
        assert.equal(creator.displayName, 'Ruben de Wit');
        ids.push(id);
      }
      assert.ok(ids.includes(hook));
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/hooks', 'a page size of 0', '$top=0', '$top'),
      query('/hooks', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
    ],
  },
  {
    operation: 'getHook',
    caller: 'integrator',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const found = await client.webhooks.getHook(hook);
      assert.deepEqual([found.id, found.active, found.config.secret], [hook, true, undefined]);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/hooks/${id}`, 'hookId')],
  },
  {
    operation: 'updateHook',
    caller: 'owner',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const change = { name: 'Another', events: ['team_deleted' as const], filter: { templates: ['one'] } };
      const updated = await client.webhooks.updateHook(hook, { ...change, active: false });
      assert.deepEqual([updated.active, updated.disabledReason], [false, undefined]);
      assert.deepEqual([updated.name, updated.events, updated.filter], Object.values(change));
      assert.deepEqual(await client.webhooks.getHook(hook), updated);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      change('an unknown field', { scope: 'tenant' }, 'scope'),
      change('a new secret without a rotation', { config: { secret: 'long enough' } }, 'config.secret'),
      change('a private address', { config: { url: 'https://192.168.1.1/' } }, 'config.url'),
      change('an empty list of events', { events: [] }, 'events'),
    ],
  },
  {
    operation: 'rotateHookSecret',
    caller: 'owner',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const made = await client.webhooks.rotateHookSecret(hook);
      assert.match(made.config.secret ?? '', /^whsec_/);
      const chosen = await client.webhooks.rotateHookSecret(hook, {
        overlapHours: 0,
        secret: 'a new secret',
      });
      assert.equal(chosen.config.secret, 'a new secret');
      assert.equal((await client.webhooks.getHook(hook)).config.secret, undefined);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      rotate('an overlap of more than a week', { overlapHours: 169 }, 'overlapHours'),
      rotate('a secret that is not Base64', { secret: 'whsec_?' }, 'secret'),
    ],
  },
  {
    operation: 'getHookDeliveries',
    caller: 'owner',
    needs: ['hook'],
    call: async (client, { hook }) => {
      const { value, '@odata.count': count } = await client.webhooks.getHookDeliveries(hook);
      assert.deepEqual([value, count], [[], 0]);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      {
        what: 'an unknown status',
        request: ({ hook }) => ({ path: `/v1.0/hooks/${hook}/deliveries?status=lost` }),
        target: 'status',
      },
    ],
  },
  {
    operation: 'testHook',
    caller: 'owner',
    needs: ['hook'],
    call: (client, { hook }) => withReceiver(client, hook, async () => undefined),
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/hooks/${id}/test`, 'hookId')],
  },
  {
    operation: 'getHookDelivery',
    caller: 'admin',
    needs: ['hook'],
    call: (client, { hook }) =>
      withReceiver(client, hook, async (delivery) => {
        const [attempt] = delivery.attempts;
        assert.deepEqual([attempt?.status, attempt?.response, attempt?.error], [202, 'Thank you', undefined]);
        assert.ok(attempt !== undefined && attempt.durationMilliseconds >= 0);
        const sent = attempt.requestHeaders?.find(({ name }) => name === 'webhook-id');
        assert.equal(sent?.value, delivery.id);
      }),
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/hooks/${id}/deliveries/${id}`, 'deliveryId')],
  },
  {
    operation: 'redeliverHookDelivery',
    caller: 'owner',
    needs: ['hook'],
    call: (client, { hook }) =>
      withReceiver(client, hook, async ({ id }, received) => {
        await client.webhooks.redeliverHookDelivery(hook, id);
        const again = await ended(client, hook, id, 2);
        assert.deepEqual([again.status, again.id], ['delivered', id]);
        assert.deepEqual(received, [id, id]);
      }),
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/hooks/${id}/deliveries/${id}/redeliver`, 'deliveryId')],
  },
  {
    operation: 'redeliverHookDeliveries',
    caller: 'owner',
    needs: ['hook'],
    call: (client, { hook }) =>
      withReceiver(client, hook, async ({ id }, received) => {
        const range = { from: '2026-01-01T00:00:00Z', until: '2126-01-01T00:00:00Z' };
        assert.equal(await client.webhooks.redeliverHookDeliveries(hook, { ...range, status: 'failed' }), 0);
        assert.equal(await client.webhooks.redeliverHookDeliveries(hook, range), 1);
        await ended(client, hook, id, 2);
        assert.deepEqual(received, [id, id]);
      }),
    forbidden: null,
    foreign: 'hidden',
    bad: [
      resend('a missing end', { from: '2026-01-01T00:00:00Z' }, 'until'),
      resend('a date without a time', { from: '2026-01-01', until: '2026-01-02T00:00:00Z' }, 'from'),
      resend(
        'an end before the start',
        { from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' },
        'until',
      ),
    ],
  },
];
