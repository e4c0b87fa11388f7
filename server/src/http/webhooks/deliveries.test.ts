import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { CAUSE } from '../../../test/cause.ts';
import { rawEvent } from '../../../test/raw-event.ts';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { hookUpdated } from '../../domain/webhooks/hook-records.ts';
import type { DeliveryOutcome } from '../../domain/webhooks/ports.ts';
import { newId } from '../../kernel/ids.ts';

const MISSING = '/hooks/01a1fb81-e8b1-7367-a579-417a0b50c4d5';

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

async function create(as: Caller = 'sam', change: object = {}): Promise<string> {
  const config = { url: 'https://hooks.example.com/' };
  const { status, body } = await call(as, 'POST', '/hooks', { events: ['team_created'], config, ...change });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

async function test(hook: string, as: Caller = 'sam'): Promise<string> {
  const { status, body, headers } = await call(as, 'POST', `/hooks/${hook}/test`);
  assert.deepEqual([status, body.event, body.status, body.attempts], [201, 'hook_test', 'pending', []]);
  assert.equal(headers.get('location'), `/v1.0/hooks/${hook}/deliveries/${body.id}`);
  return body.id;
}

const deliveries = () => service.world.deps.store.in(TENANT).deliveries;

/**
 * Leases all due deliveries and settles them with this status, as a delivering node would. The service reads the
 * database's time, which may be ahead of this process, so everything that is due within a minute counts.
 */
async function attempt(
  status: DeliveryOutcome['status'],
  http: number | null = 200,
  dueIn = 0,
): Promise<void> {
  const now = new Date(Date.now() + 60_000);
  const lease = new Date(now.getTime() + 60_000);
  const limits = { limit: 100, perHook: 100, failingLimit: 100, lanes: [] };
  const taken = await deliveries().take({ now, leaseUntil: lease, ...limits });
  await deliveries().settle(
    taken.map(({ id, hook, run, leaseUntil }) => ({
      id,
      hookId: hook.id,
      run,
      leaseUntil,
      status,
      dueAt: status === 'pending' ? new Date(now.getTime() + dueIn) : null,
      endedAt: now,
      attempt: {
        time: now.toISOString(),
        status: http,
        durationMilliseconds: 12,
        response: http === null ? null : 'Thank you',
        error: status === 'delivered' ? null : 'The answer was no.',
      },
    })),
  );
}

const get = async (hook: string, id: string, as: Caller = 'sam') =>
  (await call(as, 'GET', `/hooks/${hook}/deliveries/${id}`)).body;

async function recordsOf(hookId: string): Promise<{ type: string; fields: Record<string, unknown> }[]> {
  const { rows } = await sql<{ type: string; fields: Record<string, unknown> }>`
    select type, fields from charter.audit_records
     where trail = 'webhooks' and target_id = ${hookId} and type <> 'hook_created' order by record_id`.execute(
    service.world.database.tenancy.for(TENANT),
  );
  return rows;
}

const RANGE = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };

for (const [method, verb, body] of [
  ['GET', '/deliveries', undefined],
  ['POST', '/test', undefined],
  ['POST', '/redeliver', RANGE],
] as const) {
  describe(`${method} /hooks/{hookId}${verb}`, () => {
    testRejections(() => service, {
      method,
      path: async () => `/hooks/${await create()}${verb}`,
      missing: `${MISSING}${verb}`,
      ...(body && { body }),
      denied: [],
      hidden: ['ida', 'olga', 'app', 'foreigner', 'foreign app'],
    });
  });
}

for (const [method, verb] of [
  ['GET', ''],
  ['POST', '/redeliver'],
] as const) {
  describe(`${method} /hooks/{hookId}/deliveries/{deliveryId}${verb}`, () => {
    testRejections(() => service, {
      method,
      path: async () => {
        const hook = await create();
        return `/hooks/${hook}/deliveries/${await test(hook)}${verb}`;
      },
      missing: `${MISSING}/deliveries/${newId()}${verb}`,
      denied: [],
      hidden: ['ida', 'olga', 'app', 'foreigner', 'foreign app'],
    });

    it('returns 404 for a delivery of another webhook', async () => {
      const [one, other] = [await create(), await create()];
      const id = await test(one);
      assertRejected(await call('sam', method, `/hooks/${other}/deliveries/${id}${verb}`), 404, 'NotFound');
      assertRejected(await call('sam', method, `/hooks/${one}/deliveries/1${verb}`), 404, 'NotFound');
    });
  });
}

describe('the deliveries of a webhook', () => {
  it('are listed newest first, filtered by status, in pages', async () => {
    const hook = await create();
    const ids: string[] = [];
    for (const status of ['delivered', 'failed', 'delivered', 'pending'] as const) {
      ids.unshift(await test(hook));
      if (status !== 'pending') await attempt(status);
    }
    const list = async (query = '') => (await call('sam', 'GET', `/hooks/${hook}/deliveries${query}`)).body;
    const idsOf = (page: { value: { id: string }[] }) => page.value.map(({ id }) => id);
    assert.deepEqual(idsOf(await list()), ids);
    assert.deepEqual(idsOf(await list('?status=delivered')), [ids[1], ids[3]]);
    const first = await list('?$top=3');
    assert.deepEqual(idsOf(first), ids.slice(0, 3));
    const next: string = first['@odata.nextLink'];
    assert.deepEqual(idsOf(await list(next.slice(next.indexOf('?')))), ids.slice(3));
    assert.equal((await list())['@odata.nextLink'], undefined);
    assertRejected(await call('sam', 'GET', `/hooks/${hook}/deliveries?status=lost`), 400, 'InvalidRequest', [
      'status',
    ]);
    assertRejected(
      await call('sam', 'GET', `/hooks/${hook}/deliveries?$skiptoken=x`),
      400,
      'InvalidRequest',
      ['$skiptoken'],
    );
  });

  it('show only the latest ten attempts in a list, and all twelve when read by id', async () => {
    const hook = await create();
    const id = await test(hook);
    for (let turn = 0; turn < 12; turn += 1) await attempt('pending', turn === 0 ? null : 500 + turn);
    const { attempts, status, nextAttemptDateTime, completedDateTime } = await get(hook, id);
    assert.deepEqual([status, completedDateTime, attempts.length], ['pending', undefined, 12]);
    assert.ok(Date.parse(nextAttemptDateTime) > 0);
    assert.deepEqual(attempts[0], {
      time: attempts[0].time,
      durationMilliseconds: 12,
      error: 'The answer was no.',
    });
    const [listed] = (await call('ivan', 'GET', `/hooks/${hook}/deliveries`)).body.value;
    assert.deepEqual(listed.attempts, attempts.slice(2));
    await attempt('delivered');
    const ended = await get(hook, id, 'ada');
    assert.deepEqual([ended.status, ended.nextAttemptDateTime], ['delivered', undefined]);
    assert.ok(Date.parse(ended.completedDateTime) > 0);
  });
});

describe('the message of a delivery', () => {
  it('is returned unchanged to callers who may read the webhook', async () => {
    const hook = await create();
    const id = await test(hook);
    const delivery = await get(hook, id);
    assert.equal(JSON.parse(delivery.body).tenant.id, TENANT);
    assert.equal((await get(hook, id, 'ada')).body, delivery.body);
    const [listed] = (await call('sam', 'GET', `/hooks/${hook}/deliveries`)).body.value;
    assert.ok(!('body' in listed));
  });

  it('is hidden after the webhook has lost the tenant scope', async () => {
    const hook = await create('ivan');
    const id = await test(hook, 'ivan');
    await sql`update charter.hook_deliveries set scope = 'tenant' where delivery_id = ${id}`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    assert.ok('body' in (await get(hook, id, 'ivan')));
    const { store, clock } = service.world.deps;
    const changed = { id: hook, name: 'Hook', url: 'https://hooks.example.com/', events: [] };
    await store.transaction(TENANT, async (unit) => {
      await unit.hooks.update(hook, { scope: 'personal' }, clock.now());
      await unit.audit.append([hookUpdated.record(changed, CAUSE)], clock.now());
    });
    assert.ok(!('body' in (await get(hook, id, 'ivan'))));
  });
});

describe('a test message', () => {
  it('is sent and recorded once when the call is repeated with its idempotency key', async () => {
    const hook = await create();
    const headers = { 'idempotency-key': newId() };
    const first = await call('sam', 'POST', `/hooks/${hook}/test`, undefined, headers);
    const again = await call('sam', 'POST', `/hooks/${hook}/test`, undefined, headers);
    assert.deepEqual(again.body, first.body);
    assert.equal((await call('sam', 'GET', `/hooks/${hook}/deliveries`)).body.value.length, 1);
    assert.deepEqual(
      (await recordsOf(hook)).map(({ type, fields }) => [type, fields.deliveryId]),
      [['hook_test_requested', first.body.id]],
    );
  });

  it('is rejected for a disabled webhook', async () => {
    const hook = await create('sam', { active: false });
    assertRejected(await call('sam', 'POST', `/hooks/${hook}/test`), 409, 'Conflict');
    assert.deepEqual(await recordsOf(hook), []);
  });
});

describe('a redelivery', () => {
  it('keeps the id and the earlier attempts of the delivery, and is recorded', async () => {
    const hook = await create();
    const id = await test(hook);
    await attempt('failed', 500);
    const { status, body } = await call('sam', 'POST', `/hooks/${hook}/deliveries/${id}/redeliver`);
    assert.deepEqual([status, body.id, body.status, body.attempts.length], [202, id, 'pending', 1]);
    await attempt('delivered');
    const { attempts } = await get(hook, id);
    assert.deepEqual(
      attempts.map((one: { status: number }) => one.status),
      [500, 200],
    );
    const records = await recordsOf(hook);
    assert.deepEqual(
      records.map(({ type }) => type),
      ['hook_test_requested', 'hook_redelivery_requested'],
    );
    assert.deepEqual([records[1]?.fields.deliveryId, records[1]?.fields.deliveryCount], [id, 1]);
  });

  it('includes the settled deliveries of a time range', async () => {
    const hook = await create();
    const other = await create();
    const [delivered, failed] = [await test(hook), await test(hook)];
    await test(other);
    await attempt('delivered');
    await call('sam', 'POST', `/hooks/${hook}/deliveries/${failed}/redeliver`);
    await attempt('failed', 500);
    const pending = await test(hook);
    const send = async (range: object) =>
      (await call('sam', 'POST', `/hooks/${hook}/redeliver`, range)).body.count;
    assert.equal(await send({ ...RANGE, from: '2119-01-01T00:00:00Z' }), 0);
    const { createdDateTime } = await get(hook, delivered);
    // The range excludes its end.
    assert.equal(await send({ from: RANGE.from, until: createdDateTime }), 0);
    assert.equal(await send({ ...RANGE, status: 'failed' }), 1);
    assert.equal(await send({ ...RANGE, status: null }), 1);
    assert.equal(await send(RANGE), 0);
    for (const id of [delivered, failed, pending]) assert.equal((await get(hook, id)).status, 'pending');
    const counts = (await recordsOf(hook))
      .filter(({ type }) => type === 'hook_redelivery_requested')
      .map(({ fields }) => fields.deliveryCount);
    assert.deepEqual(counts, [1, 1, 1]);
  });

  it('sends pending deliveries at once, before their next attempt is due', async () => {
    const hook = await create();
    const retried = await test(hook);
    await attempt('pending', 500, 3_600_000);
    assert.ok((await get(hook, retried)).nextAttemptDateTime > new Date().toISOString());
    await test(hook);
    const range = { ...RANGE, status: 'pending' };
    const { body } = await call('sam', 'POST', `/hooks/${hook}/redeliver`, range);
    assert.equal(body.count, 1);
    await attempt('delivered');
    assert.equal((await get(hook, retried)).status, 'delivered');
  });

  for (const [what, range, target] of [
    ['without a start of the range', { until: RANGE.until }, 'from'],
    ['without an end of the range', { from: RANGE.from }, 'until'],
    ['with an empty range', { from: RANGE.from, until: RANGE.from }, 'until'],
    ['with a leap second', { from: RANGE.from, until: '2016-12-31T23:59:60Z' }, 'until'],
    ['with a time that is not a date', { from: 'yesterday', until: RANGE.until }, 'from'],
    ['with an unknown status', { ...RANGE, status: 'late' }, 'status'],
  ] as const) {
    it(`is rejected ${what}`, async () => {
      const answer = await call('sam', 'POST', `/hooks/${await create()}/redeliver`, range);
      assertRejected(answer, 400, 'InvalidRequest', [target]);
    });
  }

  it('is rejected for a creator who lacks the role for the tenant scope of the webhook', async () => {
    const hook = await create('sam');
    const id = await test(hook);
    await service.world.deps.store.transaction(TENANT, async (unit) => {
      await unit.hooks.update(hook, { scope: 'tenant' }, new Date());
      const actor = { id: 'sam-id', kind: 'user' as const, displayName: 'Sam' };
      const target = { type: 'hook' as const, id: hook, displayName: 'x' };
      const record = {
        trail: 'webhooks',
        type: 'hook_updated',
        actor,
        target,
        requestId: 'r',
        fields: {},
      } as const;
      await unit.audit.append([record], new Date());
    });
    const path = `/hooks/${hook}/deliveries/${id}/redeliver`;
    assertRejected(await call('sam', 'POST', path), 403, 'Forbidden');
    assertRejected(await call('sam', 'POST', `/hooks/${hook}/redeliver`, RANGE), 403, 'Forbidden');
    assert.equal((await call('ivan', 'POST', path)).status, 202);
    const createdAt = new Date();
    const [sent, failing] = [newId(), newId()];
    const made = {
      hookId: hook,
      eventId: newId(),
      event: 'team_created',
      createdAt,
      scope: 'tenant',
    } as const;
    await deliveries().addTest({ ...made, id: sent }, '{}');
    await attempt('delivered');
    await deliveries().addTest({ ...made, id: failing }, '{}');
    await attempt('pending', 500);
    // A change by the creator, who lacks the role, limits the webhook to the creator's own events.
    assert.equal((await call('sam', 'PATCH', `/hooks/${hook}`, {})).body.scope, 'personal');
    assert.equal((await call('sam', 'POST', path)).status, 202);
    const { status, attempts } = await get(hook, failing);
    assert.equal(status, 'failed');
    assert.match(attempts.at(-1).error, /no longer receives the events of the whole tenant/);
    for (const id of [sent, failing]) {
      const one = `/hooks/${hook}/deliveries/${id}/redeliver`;
      assertRejected(await call('sam', 'POST', one), 403, 'Forbidden');
      assertRejected(await call('ivan', 'POST', one), 403, 'Forbidden');
    }
    await attempt('delivered');
    assert.equal((await call('sam', 'POST', `/hooks/${hook}/redeliver`, RANGE)).body.count, 1);
    // A fan-out that read the webhook before the change still adds a delivery, but it is not sent.
    const late = newId();
    const event = rawEvent({ type: 'team_created' });
    const { events } = service.world.deps.store.in(TENANT);
    await events.append([event], new Date());
    const now = new Date();
    const leased = await deliveries().leaseEvents({
      now,
      leaseUntil: new Date(now.getTime() + 1),
      limit: 1000,
    });
    await deliveries().add([{ ...made, id: late, eventId: event.id }], leased);
    assert.deepEqual(
      (({ status, nextAttemptDateTime }) => [status, nextAttemptDateTime])(await get(hook, late)),
      ['failed', undefined],
    );
  });
});
