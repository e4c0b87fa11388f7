import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { Intent, IntentStore } from '../engine/intents/ports.ts';
import { newId } from '../kernel/ids.ts';
import { intentStore } from './intents.ts';

const START = new Date('2026-03-01T08:00:00.000Z');
const afterLease = (seconds: number): Date => new Date(START.getTime() + 60_000 + seconds * 1000);
const LEASE = afterLease(0);

const anIntent = (tenantId: string): Omit<Intent, 'attempt'> => ({
  id: newId(),
  operation: 'create-channel',
  input: { team: { id: 't1' }, channel: { displayName: 'Plans' } },
  principal: {
    tenantId,
    kind: 'user',
    id: 'ann',
    displayName: 'Ann',
    roles: new Set(['AUTHENTICATED_USER', 'GLOBAL_ADMIN']),
  },
  context: { requestId: 'r1', operationId: 'o1', clientRequestId: 'c1' },
});

describe('operations in progress', () => {
  let database: TestDatabase;
  let tenantId: string;
  let store: IntentStore;

  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());
  beforeEach(() => {
    tenantId = newId();
    store = intentStore(database.tenancy.for(tenantId), tenantId);
  });

  it('are stored completely and returned with their first attempt', async () => {
    const intent = anIntent(tenantId);
    assert.deepEqual(await store.add(intent, LEASE, START), { ...intent, attempt: 1 });
    assert.deepEqual(await store.takeOverExpired(LEASE, afterLease(60), 10), [{ ...intent, attempt: 2 }]);
  });

  it('are not taken over before their lease ends', async () => {
    await store.add(anIntent(tenantId), LEASE, START);
    assert.deepEqual(await store.takeOverExpired(afterLease(-1), afterLease(60), 10), []);
    assert.equal((await store.takeOverExpired(afterLease(0), afterLease(60), 10)).length, 1);
    assert.deepEqual(await store.takeOverExpired(afterLease(1), afterLease(60), 10), []);
  });

  it('are taken over oldest first, up to the requested number', async () => {
    const intents = [anIntent(tenantId), anIntent(tenantId), anIntent(tenantId)];
    for (const [age, intent] of [2, 0, 1].map((age) => [age, intents[age]!] as const)) {
      await store.add(intent, LEASE, new Date(START.getTime() + age));
    }
    const first = await store.takeOverExpired(afterLease(1), afterLease(60), 2);
    assert.deepEqual(
      first.map(({ id }) => id),
      [intents[0]!.id, intents[1]!.id],
    );
    const second = await store.takeOverExpired(afterLease(1), afterLease(60), 2);
    assert.deepEqual(
      second.map(({ id }) => id),
      [intents[2]!.id],
    );
  });

  it('are leased only up to the requested number when the planner expects one row', async () => {
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query('delete from charter.suite_intents');
      await store.add(anIntent(tenantId), LEASE, START);
      // With statistics of one row, PostgreSQL joins the due rows in the inner loop, which runs for each row.
      await owner.query('analyze charter.suite_intents');
    } finally {
      await owner.end();
    }
    await store.add(anIntent(tenantId), LEASE, START);
    assert.equal((await store.takeOverExpired(afterLease(1), afterLease(60), 1)).length, 1);
    assert.equal((await store.takeOverExpired(afterLease(1), afterLease(60), 1)).length, 1);
  });

  it('are each taken over by one node when several nodes try at once', async () => {
    for (let count = 0; count < 20; count += 1) await store.add(anIntent(tenantId), LEASE, START);
    const nodes = [database.tenancy, database.anotherTenancy(), database.anotherTenancy()];
    const taken = await Promise.all(
      nodes.map((node) =>
        intentStore(node.for(tenantId), tenantId).takeOverExpired(afterLease(1), afterLease(60), 20),
      ),
    );
    const ids = taken.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const rest = await store.takeOverExpired(afterLease(1), afterLease(60), 20);
    assert.equal(ids.length + rest.length, 20);
  });

  it('are settled once, by the latest attempt only', async () => {
    const { id } = await store.add(anIntent(tenantId), LEASE, START);
    await store.takeOverExpired(afterLease(1), afterLease(60), 1);
    assert.equal(await store.remove(id, 1), false);
    assert.equal(await store.remove(id, 2), true);
    assert.equal(await store.remove(id, 2), false);
  });

  it('keep their input when a repeated call takes them over', async () => {
    const first = anIntent(tenantId);
    await store.add(first, LEASE, START);
    const repeated = { ...first, input: { changed: true }, context: { ...first.context, requestId: 'r2' } };
    assert.deepEqual(await store.add(repeated, afterLease(60), afterLease(1)), { ...first, attempt: 2 });
    assert.deepEqual(await store.takeOverExpired(afterLease(2), afterLease(120), 1), []);
    assert.equal(await store.remove(first.id, 1), false);
  });

  it('are postponed by the latest attempt only', async () => {
    const { id } = await store.add(anIntent(tenantId), LEASE, START);
    assert.equal(await store.postpone(id, 2, afterLease(600)), false);
    assert.equal(await store.postpone(id, 1, afterLease(600)), true);
    assert.deepEqual(await store.takeOverExpired(afterLease(599), afterLease(700), 1), []);
    assert.equal((await store.takeOverExpired(afterLease(600), afterLease(700), 1)).length, 1);
  });

  it('are postponed and settled individually', async () => {
    const [settled, postponed, other] = [anIntent(tenantId), anIntent(tenantId), anIntent(tenantId)];
    for (const intent of [settled, postponed, other]) await store.add(intent, LEASE, START);
    assert.equal(await store.remove(settled.id, 1), true);
    assert.equal(await store.postpone(postponed.id, 1, afterLease(600)), true);
    const due = await store.takeOverExpired(afterLease(1), afterLease(60), 10);
    assert.deepEqual(
      due.map(({ id }) => id),
      [other.id],
    );
  });

  it('are open until they are settled', async () => {
    const [open, settled, other] = [anIntent(tenantId), anIntent(tenantId), anIntent(tenantId)];
    for (const intent of [open, settled, other]) await store.add(intent, LEASE, START);
    await store.remove(settled.id, 1);
    assert.deepEqual(await store.open([open.id, settled.id, newId()]), [open.id]);
    assert.deepEqual(await store.open([open.id]), [open.id]);
    assert.deepEqual(await store.open([]), []);
  });

  it('are invisible to other tenants', async () => {
    const { id } = await store.add(anIntent(tenantId), LEASE, START);
    const other = newId();
    const others = intentStore(database.tenancy.for(other), other);
    assert.deepEqual(await others.takeOverExpired(afterLease(1), afterLease(60), 10), []);
    assert.deepEqual(await others.open([id]), []);
    assert.equal(await others.remove(id, 1), false);
    // Row-level security hides the rows, even from a query that names the tenant.
    const disguised = intentStore(database.tenancy.for(other), tenantId);
    assert.deepEqual(await disguised.takeOverExpired(afterLease(1), afterLease(60), 10), []);
    assert.equal(await store.remove(id, 1), true);
  });
});
