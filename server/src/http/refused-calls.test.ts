import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../test/clock.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../test/team-world.ts';
import type { AuditRecord } from '../engine/audit/model.ts';
import type { RefusedCall } from '../engine/audit/refused-calls.ts';
import type { Store } from '../engine/store.ts';
import { newId } from '../kernel/ids.ts';
import { RefusedCallLog } from './refused-calls.ts';

describe('refused calls', () => {
  let world: TeamWorld;
  let clock: TestClock;
  let warnings: object[];
  /** Whoever is refused, so that each test finds its own. */
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

  const open = (options: { most?: number; store?: Store } = {}) =>
    new RefusedCallLog({
      store: world.deps.store,
      clock,
      log: { warn: (details) => void warnings.push(details) },
      ...options,
    });

  const call = (change: Partial<RefusedCall> = {}): RefusedCall => ({
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

  async function recorded(actor = who): Promise<AuditRecord[]> {
    const { audit } = world.deps.store.in(TENANT);
    await audit.seal();
    const conditions = [{ field: 'actor/id', operator: 'eq', value: actor } as const];
    return audit.list({ trail: 'security', conditions, order: 'sequence asc', top: 999 });
  }
  const counts = async () => (await recorded()).map(({ fields }) => fields.count);

  it('should be told of with who, what, why and when', async () => {
    const log = open();
    log.note(call({ requestId: 'first' }));
    clock.advance(0.5);
    log.note(call({ requestId: 'second' }));
    await log.write();
    const [record, ...others] = await recorded();
    assert.deepEqual(others, []);
    const { id: _id, sequence: _sequence, hash: _hash, ...said } = record!;
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

  it('should be told of together while they go on, and alone when they differ', async () => {
    const log = open();
    log.note(call());
    await log.write();
    for (let second = 0; second < 59; second += 1) {
      log.note(call());
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
    log.note(call({ path: '/v1.0/teams/two' }));
    log.note(call({ status: 404, errorCode: 'NotFound' }));
    log.note(call({ clientAddress: '192.0.2.1' }));
    await log.write();
    assert.deepEqual(await counts(), [1, 59, 1, 1, 1]);
  });

  it('should be forgotten after a quiet minute, so that the next one is told of at once', async () => {
    const log = open({ most: 1 });
    log.note(call());
    await log.write();
    clock.advance(61);
    await log.write();
    log.note(call({ path: '/v1.0/teams/other' }));
    await log.write();
    assert.deepEqual(await counts(), [1, 1]);
  });

  it('should be counted when they are too many, and the trail says how many were', async () => {
    const log = open({ most: 10 });
    for (let index = 0; index < 25; index += 1) log.note(call({ path: `/v1.0/teams/${index}` }));
    await log.write();
    assert.equal((await recorded()).length, 10);
    const dropped = (await recorded('charter')).filter(({ type }) => type === 'refusals_dropped');
    const { fields, outcome } = dropped.at(-1)!;
    assert.deepEqual([fields, outcome], [{ count: 15 }, 'failure']);
    await log.write();
    const after = (await recorded('charter')).filter(({ type }) => type === 'refusals_dropped');
    assert.equal(after.length, dropped.length);
  });

  it('should be kept while the database is away, and written once when it is back', async () => {
    let away = true;
    const { store } = world.deps;
    const failing: Store = {
      in: (tenantId) => store.in(tenantId),
      transaction: (tenantId, work) =>
        away ? Promise.reject(new Error('away')) : store.transaction(tenantId, work),
    };
    const log = open({ store: failing });
    log.note(call());
    await log.write();
    log.note(call());
    assert.equal(warnings.length, 1);
    assert.deepEqual(await counts(), []);
    away = false;
    await log.write();
    await log.write();
    assert.deepEqual(await counts(), [2]);
  });

  it('should all be written when the node stops', async () => {
    const log = open();
    log.start();
    log.note(call());
    await log.write();
    log.note(call());
    await log.stop();
    assert.deepEqual(await counts(), [1, 1]);
  });
});
