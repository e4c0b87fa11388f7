import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { RUN } from '../callers.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

const URL_OF_HOOK = 'https://hooks.example.com/acceptance';
const hooks = body('POST', () => '/hooks');
const config = (values: object) => ({ events: ['team_created'], config: { url: URL_OF_HOOK, ...values } });

export const WEBHOOK_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'createHook',
    caller: 'stranger',
    call: async (client) => {
      const events = ['team_created', 'team_provisioning_completed'] as const;
      const hook = await client.webhooks.createHook({
        name: `Hook ${RUN}`,
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
      hooks('no event', { ...config({}), events: [] }, 'events'),
      hooks('another verb', config({ verb: 'get' }), 'config.verb'),
      hooks('a plain address', config({ url: 'http://hooks.example.com/' }), 'config.url'),
      hooks('a private address', config({ url: 'https://10.0.0.1/' }), 'config.url'),
      hooks('a password in the address', config({ url: 'https://a:b@hooks.example.com/' }), 'config.url'),
      hooks('a short secret', config({ secret: 'x' }), 'config.secret'),
    ],
  },
  {
    operation: 'deleteHook',
    caller: 'owner',
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
      body('POST', () => '/hooks/signature')('no secret', { payload: {} }, 'secret'),
      body('POST', () => '/hooks/signature')(
        'a payload that is no object',
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
    bad: [query('/hooks/events', 'an option', 'colour=red', 'colour')],
  },
];
