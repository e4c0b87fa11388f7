import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TestClock } from '../../test/clock.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../test/team-world.ts';
import type { AuditRecord } from '../engine/audit/model.ts';
import type { RejectedCall } from '../engine/audit/rejected-calls.ts';
import type { Store } from '../engine/store.ts';
import { CharterError, hidden, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { RejectedCallLog, type RejectedCallsOptions, rejectedCallOf } from './rejected-calls.ts';

describe('an error of a call', () => {
  const MIA = { tenantId: TENANT, id: 'mia', kind: 'user', displayName: 'Mia' } as const;
  const APP = { tenantId: TENANT, id: 'payroll', kind: 'app', displayName: 'Payroll' } as const;
  const request = (principal: object | null = MIA, operation: 'deleteTeam' | 'none' = 'deleteTeam') =>
    ({
      principal,
      routeOptions: { config: operation === 'none' ? {} : { operation } },
      id: 'r1',
      method: 'DELETE',
      url: '/v1.0/teams/one?secret=1',
      clientAddress: '192.0.2.1',
    }) as never;
  const forbidden = new CharterError('Forbidden', 'Only owners.');

  it('is recorded in the security trail when the call is forbidden', () => {
    assert.deepEqual(rejectedCallOf(forbidden, request(), 403), {
      tenantId: TENANT,
      actor: { id: 'mia', kind: 'user', displayName: 'Mia' },
      requestId: 'r1',
      operation: 'deleteTeam',
      method: 'DELETE',
      path: '/v1.0/teams/one',
      status: 403,
      errorCode: 'Forbidden',
      reason: 'Only owners.',
      clientAddress: '192.0.2.1',
    });
  });

  it('is recorded when it hides an object, but not when the object is missing', () => {
    assert.equal(rejectedCallOf(hidden('team', 'one'), request(), 404)?.actor.id, 'mia');
    assert.equal(rejectedCallOf(notFound('team', 'one'), request(), 404), undefined);
  });

  it('is recorded for the app whose credentials are wrong', () => {
    const error = new CharterError('Unauthenticated', 'The secret is wrong.', { caller: APP });
    assert.equal(rejectedCallOf(error, request(null), 401)?.actor.id, 'payroll');
  });

  it('is not recorded for an unknown caller or without an operation', () => {
    assert.equal(rejectedCallOf(forbidden, request(null), 403), undefined);
    assert.equal(rejectedCallOf(forbidden, request(MIA, 'none'), 403), undefined);
  });
});

describe('rejected calls', () => {
  let world: TeamWorld;
  let clock: TestClock;
  let warnings: object[];
  /** Id of a unique caller, so that each test finds its own records. */
  let who: string;
  before(async () => {
    world = await createTeamWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
    warnings = [];
    who = newId();
  });

  const open = (options: Partial<RejectedCallsOptions> = {}) =>
    new RejectedCallLog({
      store: world.deps.store,
      clock,
      log: { warn: (details) => void warnings.push(details) },
      ...options,
    });

  /** Returns a store whose writes fail while `isAway` is set. */
  function losableStore() {
    const { store } = world.deps;
    const database: { isAway: boolean; store: Store } = {
      isAway: false,
      store: {
        in: (tenantId) => store.in(tenantId),
        transaction: (tenantId, work) =>
          database.isAway ? Promise.reject(new Error('away')) : store.transaction(tenantId, work),
      },
    };
    return database;
  }

  const call = (change: Partial<RejectedCall> = {}): RejectedCall => ({
    tenantId: TENANT,
    actor: { id: who, kind: 'user', displayName: 'Mia' },
    requestId: newId(),
    operation: 'deleteTeam',
    method: 'DELETE',
    path: '/v1.0/teams/one',
    status: 403,
    errorCode: 'Forbidden',
    reason: 'Only owners.',
    clientAddress: '127.0.0.1',
    ...change,
  });

  async function recorded(actor = who, tenantId = TENANT): Promise<AuditRecord[]> {
    const { audit } = world.deps.store.in(tenantId);
    await audit.seal();
    const conditions = [{ field: 'actor/id', operator: 'eq', value: actor } as const];
    return audit.list({ trail: 'security', conditions, order: 'sequence asc', top: 999 });
  }
  const counts = async () => (await recorded()).map(({ fields }) => fields.count);

  it('that arrive during a write are recorded later, with the time of the first of them', async () => {
    const { store } = world.deps;
    let duringWrite: (() => void) | undefined;
    const transaction: Store['transaction'] = (tenantId, work) => {
      duringWrite?.();
      duringWrite = undefined;
      return store.transaction(tenantId, work);
    };
    const log = open({ store: { ...store, transaction } });
    log.record(call());
    duringWrite = () => {
      clock.advance(60);
      log.record(call());
      clock.advance(1);
      log.record(call());
    };
    await log.write(true);
    await log.write(true);
    assert.deepEqual(
      (await recorded()).map(({ time, fields }) => [time, fields.count]),
      [
        ['2026-11-21T08:00:00.000Z', 1],
        ['2026-11-21T08:01:00.000Z', 2],
      ],
    );
  });

  it('are recorded with caller, operation, reason and time', async () => {
    const log = open();
    log.record(call({ requestId: 'first' }));
    clock.advance(0.5);
    log.record(call({ requestId: 'second' }));
    await log.write();
    const [record, ...others] = await recorded();
    assert.deepEqual(others, []);
    const { id: _id, sequence: _sequence, hash: _hash, sealed: _sealed, ...said } = record!;
    assert.deepEqual(said, {
      time: '2026-11-21T08:00:00.000Z',
      type: 'call_refused',
      actor: { id: who, kind: 'user', displayName: 'Mia' },
      target: { type: 'operation', id: 'deleteTeam', displayName: 'DELETE /v1.0/teams/one' },
      requestId: 'first',
      outcome: 'denied',
      fields: {
        operation: 'deleteTeam',
        method: 'DELETE',
        path: '/v1.0/teams/one',
        status: 403,
        errorCode: 'Forbidden',
        reason: 'Only owners.',
        clientAddress: '127.0.0.1',
        count: 2,
        lastTime: '2026-11-21T08:00:00.500Z',
      },
    });
  });

  it('share one record per minute when they are equal', async () => {
    const log = open();
    log.record(call());
    await log.write();
    for (let second = 0; second < 59; second += 1) {
      log.record(call());
      clock.advance(1);
      await log.write();
    }
    assert.deepEqual(await counts(), [1]);
    clock.advance(1);
    await log.write();
    assert.deepEqual(await counts(), [1, 59]);
    const [, second] = await recorded();
    assert.equal(second?.time, '2026-11-21T08:00:00.000Z');
    assert.equal(second?.fields.lastTime, '2026-11-21T08:00:58.000Z');
    log.record(call({ path: '/v1.0/teams/two' }));
    log.record(call({ status: 404, errorCode: 'NotFound' }));
    log.record(call({ clientAddress: '192.0.2.1' }));
    await log.write();
    assert.deepEqual(await counts(), [1, 59, 1, 1, 1]);
  });

  it('do not count against the limit after a minute without equal calls', async () => {
    const log = open({ limits: { principal: 1, tenant: 1 } });
    log.record(call());
    await log.write();
    clock.advance(61);
    await log.write();
    log.record(call({ path: '/v1.0/teams/other' }));
    await log.write();
    assert.deepEqual(await dropped(), []);
    assert.deepEqual(await counts(), [1, 1]);
  });

  const reject = (log: RejectedCallLog, count: number, change: Partial<RejectedCall> = {}) => {
    for (let index = 0; index < count; index += 1)
      log.record(call({ path: `/v1.0/teams/${index}`, ...change }));
  };
  const dropped = async (actor = who, tenantId = TENANT) =>
    (await recorded(actor, tenantId)).filter(({ type }) => type === 'refusals_dropped');

  it('are only counted beyond the limit of their caller, while those of others are recorded', async () => {
    const log = open({ limits: { principal: 10, tenant: 50 } });
    const other = newId();
    reject(log, 25);
    reject(log, 5, { actor: { id: other, kind: 'user', displayName: 'Noa' } });
    await log.write();
    assert.equal((await recorded()).length, 11);
    const [record] = await dropped();
    assert.deepEqual(
      [record?.actor, record?.fields, record?.outcome],
      [{ id: who, kind: 'user', displayName: 'Mia' }, { count: 15 }, 'failure'],
    );
    assert.equal((await recorded(other)).length, 5);
    assert.deepEqual(await dropped(other), []);
    await log.write();
    assert.equal((await dropped()).length, 1);
  });

  it('are only counted beyond the limit of their tenant, while those of others are recorded', async () => {
    const log = open({ limits: { principal: 10, tenant: 15 } });
    const second = newId();
    const another = newId();
    reject(log, 10);
    reject(log, 10, { actor: { id: second, kind: 'app', displayName: 'App' } });
    reject(log, 10, { tenantId: another });
    await log.write();
    assert.deepEqual(
      (await dropped(second)).map(({ fields }) => fields),
      [{ count: 5 }],
    );
    assert.deepEqual(await dropped(), []);
    assert.equal((await recorded(who, another)).length, 10);
    assert.deepEqual(await dropped(who, another), []);
  });

  it('share one count a minute for all callers beyond the hundredth', async () => {
    const log = open({ limits: { principal: 1, tenant: 1 } });
    const tenantId = newId();
    reject(log, 1, { tenantId });
    for (let second = 0; second < 59; second += 1) {
      reject(log, 1, { tenantId, actor: { id: 'flood', kind: 'user', displayName: '' }, path: `/${second}` });
      await log.write();
      clock.advance(1);
    }
    const counts = async (actor: string) =>
      (await dropped(actor, tenantId)).map(({ fields }) => fields.count);
    assert.deepEqual(await counts('flood'), [1]);
    clock.advance(1);
    for (let index = 0; index < 120; index += 1) {
      reject(log, 1, { tenantId, actor: { id: `p${index}`, kind: 'user', displayName: '' } });
    }
    await log.write();
    assert.deepEqual(await counts('flood'), [1, 58]);
    assert.deepEqual(await counts('p98'), [1]);
    assert.deepEqual(await counts('p99'), []);
    assert.deepEqual(await counts('charter'), [21]);
  });

  it('stay in memory while the database is unreachable, and are written once when it is back', async () => {
    const database = losableStore();
    database.isAway = true;
    const log = open({ store: database.store });
    log.record(call());
    await log.write();
    log.record(call());
    assert.equal(warnings.length, 1);
    assert.deepEqual(await counts(), []);
    database.isAway = false;
    await log.write();
    await log.write();
    assert.deepEqual(await counts(), [2]);
    assert.deepEqual(await dropped(), []);
  });

  it('beyond the limit are counted once when the database is back', async () => {
    const database = losableStore();
    database.isAway = true;
    const log = open({ store: database.store, limits: { principal: 1, tenant: 1 } });
    reject(log, 4);
    await log.write();
    database.isAway = false;
    reject(log, 1, { path: '/v1.0/teams/later' });
    await log.write();
    await log.write(true);
    assert.deepEqual(
      (await dropped()).map(({ fields }) => fields.count),
      [4],
    );
  });

  it('beyond the limit are counted by the next write, even right after other calls were recorded', async () => {
    const log = open({ limits: { principal: 1, tenant: 1 } });
    reject(log, 1);
    await log.write();
    reject(log, 2);
    await log.write();
    assert.deepEqual(
      (await dropped()).map(({ fields }) => fields.count),
      [1],
    );
  });

  it('stop counting against the limits exactly a minute after their record', async () => {
    const log = open({ limits: { principal: 1, tenant: 1 } });
    log.record(call());
    await log.write();
    clock.advance(60);
    await log.write();
    log.record(call({ path: '/v1.0/teams/other' }));
    await log.write();
    assert.deepEqual(await dropped(), []);
    assert.deepEqual(await counts(), [1, 1]);
  });

  it('cause no further write while no new call is rejected', async () => {
    let writes = 0;
    const { store } = world.deps;
    const transaction: Store['transaction'] = (tenantId, work) => {
      writes += 1;
      return store.transaction(tenantId, work);
    };
    const log = open({ store: { ...store, transaction } });
    log.record(call());
    for (let write = 0; write < 3; write += 1) await log.write();
    await log.stop();
    assert.equal(writes, 1);
  });

  it('beyond the limit are counted at the end of their minute, even when an earlier write fails', async () => {
    const database = losableStore();
    const log = open({ store: database.store, limits: { principal: 1, tenant: 2 } });
    reject(log, 2);
    await log.write();
    clock.advance(30);
    reject(log, 1, { path: '/v1.0/teams/beyond' });
    reject(log, 1, { actor: { id: newId(), kind: 'user', displayName: 'Noa' } });
    database.isAway = true;
    await log.write();
    database.isAway = false;
    await log.write();
    const droppedCounts = async () => (await dropped()).map(({ fields }) => fields.count);
    assert.deepEqual(await droppedCounts(), [1]);
    clock.advance(30);
    await log.write();
    assert.deepEqual(await droppedCounts(), [1, 1]);
  });

  it('are written by one transaction at a time', async () => {
    const { store } = world.deps;
    let running = 0;
    let most = 0;
    const transaction: Store['transaction'] = async (tenantId, work) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await store.transaction(tenantId, work);
      } finally {
        running -= 1;
      }
    };
    const log = open({ store: { ...store, transaction } });
    log.record(call());
    const first = log.write(true);
    log.record(call({ path: '/v1.0/teams/two' }));
    await Promise.all([first, log.write(true), log.write(true)]);
    assert.equal(most, 1);
    assert.deepEqual(await counts(), [1, 1]);
  });

  it('are written by a timer until the node stops', async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    let writes = 0;
    const log = open({
      store: {
        ...world.deps.store,
        transaction: async () => {
          writes += 1;
          return undefined as never;
        },
      },
    });
    log.start();
    log.record(call());
    mock.timers.tick(60_000);
    await setImmediate();
    assert.equal(writes, 1);
    await log.stop();
    log.record(call({ path: '/v1.0/teams/later' }));
    mock.timers.tick(60_000);
    await setImmediate();
    assert.equal(writes, 1);
  });

  it('are all written when the node stops', async () => {
    const log = open();
    log.start();
    log.record(call());
    await log.write();
    log.record(call());
    await log.stop();
    assert.deepEqual(await counts(), [1, 1]);
  });
});
