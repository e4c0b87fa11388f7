import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { DomainEvent, EventType } from '../domain/events/model.ts';
import type { HookRecord } from '../domain/webhooks/model.ts';
import type { DeliveryOutcome, NewDelivery, TakeOptions } from '../domain/webhooks/ports.ts';
import { newId } from '../kernel/ids.ts';
import { deliveryStore, WEBHOOKS_CHANNEL } from './deliveries.ts';
import { eventStore } from './events.ts';
import { hookStore } from './hooks.ts';

const AT = new Date('2026-11-21T08:00:00.000Z');
const later = (seconds: number): Date => new Date(AT.getTime() + seconds * 1000);
const ACTOR = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };

const hook = (change: Partial<HookRecord> = {}): HookRecord => ({
  id: newId(),
  name: 'CRM',
  description: null,
  active: true,
  events: ['team_created', 'team_updated'],
  url: 'https://crm.example/hook',
  templates: [],
  secrets: [{ sealed: 'sealed', expiresAt: null }],
  scope: 'tenant',
  standing: { roleFrom: 'token', inDirectory: false },
  creator: ACTOR,
  createdAt: AT,
  updatedAt: AT,
  failingSince: null,
  disabledReason: null,
  ...change,
});

const event = (change: Partial<DomainEvent> = {}): DomainEvent & { id: string } => ({
  id: newId(),
  type: 'team_created',
  actor: ACTOR,
  target: { type: 'team', id: 'team-1', displayName: 'North' },
  payload: { team: { id: 'team-1' } },
  requestId: 'r',
  ...change,
});

describe('the deliveries of webhooks', () => {
  let database: TestDatabase;
  let tenant = '';
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());
  beforeEach(() => {
    tenant = newId();
  });

  const db = () => database.tenancy.for(tenant);
  const deliveries = () => deliveryStore(db(), tenant);
  const hooks = () => hookStore(db(), tenant);
  const record = (...events: DomainEvent[]) => eventStore(db(), tenant).append(events, AT);

  async function addHook(change: Partial<HookRecord> = {}): Promise<HookRecord> {
    const added = hook(change);
    assert.equal(await hooks().add(added), true);
    return added;
  }

  /** A pending delivery of an event of its own. */
  async function addDelivery(of: HookRecord, change: Partial<NewDelivery> = {}): Promise<NewDelivery> {
    const happened = event();
    await record(happened);
    const delivery = {
      id: newId(),
      hookId: of.id,
      eventId: happened.id,
      event: happened.type,
      createdAt: AT,
      dueAt: AT,
      taken: false,
      ...change,
    };
    assert.deepEqual(await deliveries().add([delivery], [happened.id]), new Set([delivery.id]));
    return delivery;
  }

  const take = (change: Partial<TakeOptions> = {}) =>
    deliveries().take({
      now: AT,
      leaseUntil: later(60),
      most: 100,
      perHook: 10,
      perFailingHook: 2,
      lanes: [],
      ...change,
    });

  const outcome = (delivery: Pick<NewDelivery, 'id' | 'hookId'>, change: Partial<DeliveryOutcome> = {}) => ({
    id: delivery.id,
    hookId: delivery.hookId,
    run: 1,
    status: 'delivered' as const,
    dueAt: null,
    endedAt: later(1),
    attempt: {
      time: AT.toISOString(),
      status: 200,
      durationMilliseconds: 5,
      response: 'ok',
      error: null,
    },
    ...change,
  });
  const failure = (delivery: Pick<NewDelivery, 'id' | 'hookId'>, change: Partial<DeliveryOutcome> = {}) =>
    outcome(delivery, { status: 'pending', dueAt: later(5), ...change });

  const read = async (delivery: Pick<NewDelivery, 'id' | 'hookId'>) => {
    const found = await deliveries().find(delivery.hookId, delivery.id);
    assert.ok(found);
    return found;
  };

  it('should keep events that an active hook hears until their deliveries are made, and no others', async () => {
    await record(event());
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    await addHook({ active: false });
    const one = await addHook({ events: ['team_created'] });
    const heard = event({
      payload: { team: { id: 'é "\u{1f600}' }, z: 1, a: [1.5, null] },
      audience: ['olga'],
    });
    await record(heard, event({ type: 'team_archived' }));
    const [waiting, ...others] = await deliveries().listWaitingEvents(10);
    assert.deepEqual(others, []);
    assert.deepEqual(waiting, {
      id: heard.id,
      type: 'team_created',
      occurredAt: AT,
      body: JSON.stringify({ ...heard.payload, tenant: { id: tenant } }),
      actor: ACTOR,
      audience: ['olga'],
    });
    const delivery = { id: newId(), hookId: one.id, eventId: heard.id, event: heard.type, createdAt: AT };
    const rows = [{ ...delivery, dueAt: AT, taken: false }];
    assert.deepEqual(await deliveries().add(rows, [heard.id]), new Set([delivery.id]));
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    assert.deepEqual(await deliveries().add(rows, [heard.id]), new Set());
    const gone = [{ ...delivery, id: newId(), hookId: newId(), dueAt: AT, taken: false }];
    assert.deepEqual(await deliveries().add(gone, []), new Set());
  });

  it('should list waiting events oldest first, with the template their team was made from', async () => {
    await addHook();
    await database.tenancy
      .for(tenant)
      .insertInto('charter.jobs')
      .values({
        tenant_id: tenant,
        job_id: newId(),
        type: 'TeamProvisioning',
        status: 'completed',
        requester: JSON.stringify(ACTOR),
        request_id: 'r',
        request: JSON.stringify({ template: { id: 'deal-room' } }),
        steps: [],
        team_id: 'team-1',
        created_at: AT,
        last_action_at: AT,
      })
      .execute();
    const named = event({ payload: { team: { id: 'team-2' }, template: { id: 'project' } } });
    const made = event({ type: 'team_updated' });
    const without = event({ payload: { team: { id: 'team-3' } } });
    await record(named, made, without);
    const waiting = (await deliveries().listWaitingEvents(10)).map(({ id }) => id);
    assert.deepEqual(waiting, [named.id, made.id, without.id]);
    const facts = await deliveries().listFacts(waiting);
    assert.deepEqual(
      waiting.map((id) => facts.get(id)?.templateId),
      ['project', 'deal-room', undefined],
    );
    assert.equal(facts.get(made.id)?.teamId, 'team-1');
    assert.equal((await deliveries().listWaitingEvents(2)).length, 2);
  });

  it('should announce the tenant when an event commits that somebody hears, and nothing else', async () => {
    const ear = new pg.Client(database.ownerUrl);
    await ear.connect();
    const heard: string[] = [];
    ear.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await ear.query(`listen ${WEBHOOKS_CHANNEL}`);
    try {
      await record(event());
      await addHook();
      await record(event(), event());
      await ear.query('select');
      assert.deepEqual(heard, [tenant]);
    } finally {
      await ear.end();
    }
  });

  it('should be taken by one node, when they are due, oldest first, with all that is sent', async () => {
    const one = await addHook({ events: ['team_created'] });
    const second = await addDelivery(one, { dueAt: later(-10) });
    const first = await addDelivery(one, { dueAt: later(-20) });
    await addDelivery(one, { dueAt: later(1) });
    const nodes = await Promise.all([take({ most: 1 }), take({ most: 1 })]);
    const taken = [...nodes.flat(), ...(await take())];
    assert.deepEqual(taken.map(({ id }) => id).sort(), [first.id, second.id].sort());
    const [found] = taken.filter(({ id }) => id === first.id);
    assert.deepEqual(found, {
      id: first.id,
      hook: one,
      event: 'team_created',
      body: JSON.stringify({ team: { id: 'team-1' }, tenant: { id: tenant } }),
      run: 1,
      tries: 0,
    });
    assert.deepEqual(await take(), []);
    assert.equal((await read(first)).nextAttemptDateTime, later(60).toISOString());
    const again = await take({ now: later(60), leaseUntil: later(120) });
    assert.deepEqual(
      again.map(({ run }) => run),
      [1, 2, 2],
    );
  });

  it('should be taken at once by the node that makes them, as their first run', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one, { taken: true, dueAt: later(60) });
    assert.deepEqual(await take(), []);
    await deliveries().settle([outcome(delivery)]);
    assert.equal((await read(delivery)).status, 'delivered');
  });

  it('should leave each hook the places it has, and those of hooks that are off', async () => {
    const [busy, failing, off] = [
      await addHook(),
      await addHook({ failingSince: AT }),
      await addHook({ active: false }),
    ];
    for (const receiver of [busy, failing, off]) {
      const rows = Array.from({ length: 5 }, () => ({
        id: newId(),
        hookId: receiver.id,
        eventId: newId(),
        event: 'team_created' as const,
        createdAt: AT,
        dueAt: AT,
        taken: false,
        body: '{}',
      }));
      assert.equal((await deliveries().add(rows, [])).size, 5);
    }
    const count = (taken: Awaited<ReturnType<typeof take>>, of: HookRecord) =>
      taken.filter((delivery) => delivery.hook.id === of.id).length;
    const taken = await take({ perHook: 4, lanes: [{ hookId: busy.id, free: 3 }] });
    assert.deepEqual(
      [busy, failing, off].map((of) => count(taken, of)),
      [3, 2, 0],
    );
    assert.equal((await take({ most: 1 })).length, 1);
    assert.deepEqual(await take({ lanes: [busy, failing].map(({ id }) => ({ hookId: id, free: 0 })) }), []);
    await hooks().update(off.id, { active: true }, AT);
    assert.equal(count(await take(), off), 5);
  });

  it('should tell the story of each attempt, to the letter', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    const attempt = {
      time: AT.toISOString(),
      status: 500,
      durationMilliseconds: 17,
      response: '{"b":1,  "a":"\\u0000"}\n\u2028\ufffd',
      error: 'The answer was 500.',
    };
    await deliveries().settle([failure(delivery, { attempt })]);
    const waiting = await read(delivery);
    assert.deepEqual(waiting, {
      id: delivery.id,
      hookId: one.id,
      event: 'team_created',
      eventId: delivery.eventId,
      status: 'pending',
      createdDateTime: AT.toISOString(),
      nextAttemptDateTime: later(5).toISOString(),
      completedDateTime: null,
      attempts: [attempt],
    });
    const [second] = await take({ now: later(5) });
    assert.equal(second?.tries, 1);
    const success = outcome(delivery, { run: second.run, endedAt: later(6) });
    await deliveries().settle([success]);
    assert.deepEqual(await read(delivery), {
      ...waiting,
      status: 'delivered',
      nextAttemptDateTime: null,
      completedDateTime: later(6).toISOString(),
      attempts: [attempt, success.attempt],
    });
  });

  it('should keep the latest fifty attempts', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    for (let turn = 1; turn <= 52; turn += 1) {
      const [taken] = await take();
      const attempt = { ...outcome(delivery).attempt, durationMilliseconds: turn };
      await deliveries().settle([failure(delivery, { run: taken?.run ?? 0, dueAt: AT, attempt })]);
    }
    const { attempts } = await read(delivery);
    assert.deepEqual(
      attempts.map(({ durationMilliseconds }) => durationMilliseconds),
      Array.from({ length: 50 }, (_, index) => index + 3),
    );
  });

  it('should be written by the latest run alone, and once', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await take();
    await take({ now: later(60), leaseUntil: later(120) });
    await deliveries().settle([outcome(delivery, { run: 1 })]);
    await deliveries().giveBack([{ ...delivery, run: 1 }], later(61));
    assert.deepEqual((await read(delivery)).attempts, []);
    assert.equal((await read(delivery)).nextAttemptDateTime, later(120).toISOString());
    await deliveries().settle([failure(delivery, { run: 2 })]);
    await deliveries().settle([failure(delivery, { run: 2 })]);
    const [last] = await take({ now: later(5) });
    await deliveries().settle([outcome(delivery, { run: last?.run ?? 0 })]);
    await deliveries().settle([failure(delivery, { run: last?.run ?? 0 })]);
    const settled = await read(delivery);
    assert.deepEqual([settled.status, settled.attempts.length], ['delivered', 2]);
  });

  it('should be given back unsent, and be due again', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    const taken = await take();
    await deliveries().giveBack(
      taken.map(({ id, run }) => ({ id, run, hookId: one.id })),
      later(2),
    );
    assert.deepEqual(await take({ now: later(1) }), []);
    assert.deepEqual(
      (await take({ now: later(2) })).map(({ id, run, tries }) => [id, run, tries]),
      [[delivery.id, 2, 0]],
    );
  });

  it('should note since when a hook fails, until one succeeds', async () => {
    const [one, other] = [await addHook(), await addHook()];
    const failingSince = async (of: HookRecord) => (await hooks().find(of.id))?.failingSince;
    const made: NewDelivery[] = [];
    for (let turn = 0; turn < 4; turn += 1) made.push(await addDelivery(one));
    const [first, second, third, fourth] = made as [NewDelivery, NewDelivery, NewDelivery, NewDelivery];
    const untouched = await addDelivery(other);
    assert.equal((await take()).length, 5);
    await deliveries().settle([
      failure(first, { endedAt: later(3) }),
      failure(second, { endedAt: later(2) }),
    ]);
    assert.deepEqual(await failingSince(one), later(2));
    await deliveries().settle([failure(third, { endedAt: later(9) }), outcome(untouched)]);
    assert.deepEqual(await failingSince(one), later(2));
    assert.equal(await failingSince(other), null);
    await deliveries().settle([outcome(fourth)]);
    assert.equal(await failingSince(one), null);
    assert.deepEqual((await hooks().find(one.id))?.updatedAt, AT);
  });

  it('should say when the next one, or the next lease, is due', async () => {
    assert.equal(await deliveries().nextDue(), undefined);
    const one = await addHook();
    const off = await addHook({ active: false });
    await addDelivery(off, { dueAt: later(-5) });
    assert.equal(await deliveries().nextDue(), undefined);
    await addDelivery(one, { dueAt: later(30) });
    const delivery = await addDelivery(one);
    assert.deepEqual(await deliveries().nextDue(), AT);
    await take();
    assert.deepEqual(await deliveries().nextDue(), later(30));
    await deliveries().settle([outcome(delivery)]);
    assert.deepEqual(await deliveries().nextDue(), later(30));
  });

  it('should be listed newest first, by pages and by status', async () => {
    const [one, other] = [await addHook(), await addHook()];
    const made: NewDelivery[] = [];
    for (let turn = 0; turn < 3; turn += 1) made.push(await addDelivery(one));
    await addDelivery(other);
    await take();
    const [oldest, middle, newest] = made.map(({ id }) => id);
    await deliveries().settle([outcome(made[1] as NewDelivery)]);
    const list = async (change = {}) =>
      (await deliveries().list({ hookId: one.id, top: 10, ...change })).map(({ id }) => id);
    assert.deepEqual(await list(), [newest, middle, oldest]);
    assert.deepEqual(await list({ top: 1 }), [newest, middle]);
    assert.deepEqual(await list({ after: middle }), [oldest]);
    assert.deepEqual(await list({ status: 'delivered' }), [middle]);
    assert.deepEqual(await list({ status: 'failed' }), []);
    assert.equal(await deliveries().find(one.id, 'none'), undefined);
    assert.equal(await deliveries().find(other.id, oldest as string), undefined);
  });

  it('should be sent again when asked for, under the same id, and as often as the first time', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    const other = await addDelivery(one, { createdAt: later(10) });
    const pending = await addDelivery(one, { dueAt: later(1000) });
    await take();
    await deliveries().settle([
      outcome(delivery, { status: 'failed' }),
      outcome(other, { status: 'delivered' }),
    ]);
    assert.equal(await deliveries().redeliver(one.id, newId(), AT), false);
    assert.equal(await deliveries().redeliver(one.id, 'none', AT), false);
    assert.equal(await deliveries().redeliver(one.id, delivery.id, later(20)), true);
    // What the run before had to say comes too late.
    await deliveries().settle([failure(delivery, { run: 1 })]);
    const [again] = await take({ now: later(20) });
    assert.deepEqual([again?.id, again?.tries], [delivery.id, 0]);
    await deliveries().settle([outcome(delivery, { run: again?.run ?? 0 })]);
    assert.equal((await read(delivery)).attempts.length, 2);

    const range = (from: Date, until: Date, status?: 'delivered' | 'failed') =>
      deliveries().redeliverRange(
        { hookId: one.id, from, until, ...(status === undefined ? {} : { status }) },
        later(30),
      );
    assert.equal(await range(AT, later(20), 'failed'), 0);
    assert.equal(await range(later(10), later(20)), 1);
    assert.equal(await range(AT, later(10)), 1);
    assert.equal((await read(pending)).nextAttemptDateTime, later(1000).toISOString());
    assert.equal((await read(other)).status, 'pending');
  });

  it('should be removed when they are old, unless they are still to be sent, and with their hook', async () => {
    const one = await addHook();
    const idAt = (at: Date) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${newId().slice(-12)}`;
    };
    const old = await addDelivery(one, { id: idAt(later(-1)) });
    const pending = await addDelivery(one, { id: idAt(later(-1)), dueAt: later(1000) });
    const recent = await addDelivery(one, { id: idAt(AT) });
    await take();
    await deliveries().settle([outcome(old), outcome(recent)]);
    assert.equal(await deliveries().removeOld(AT, 0), 0);
    assert.equal(await deliveries().removeOld(AT, 10), 1);
    const left = (await deliveries().list({ hookId: one.id, top: 10 })).map(({ id }) => id);
    assert.deepEqual(left.sort(), [pending.id, recent.id].sort());
    assert.equal(await hooks().remove(one.id), true);
    assert.deepEqual(await deliveries().list({ hookId: one.id, top: 10 }), []);
  });

  it('should be of one tenant', async () => {
    const one = await addHook();
    const delivery = await addDelivery(one);
    await record(event());
    const owner = tenant;
    tenant = newId();
    assert.deepEqual(await take(), []);
    assert.deepEqual(await deliveries().listWaitingEvents(10), []);
    assert.equal(await deliveries().find(one.id, delivery.id), undefined);
    assert.equal(await deliveries().redeliver(one.id, delivery.id, AT), false);
    await deliveries().settle([outcome(delivery, { run: 0 })]);
    tenant = owner;
    assert.equal((await read(delivery)).status, 'pending');
    assert.equal((await take()).length, 1);
  });

  it('should find hooks by the events they subscribe to', async () => {
    const one = await addHook({ events: ['team_created', 'team_deleted'] });
    const other = await addHook({ events: ['team_archived'], templates: ['project'] });
    await addHook({ events: ['team_created'], active: false });
    const subscribed = async (...types: EventType[]) =>
      (await hooks().listSubscribed(types)).map(({ id }) => id);
    assert.deepEqual(await subscribed('team_deleted', 'team_updated'), [one.id]);
    assert.deepEqual((await subscribed('team_created', 'team_archived')).sort(), [one.id, other.id].sort());
    assert.deepEqual(await subscribed('team_updated'), []);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from charter.hooks where tenant_id = ${tenant}`.execute(db());
    assert.equal(rows[0]?.count, 3);
  });
});
