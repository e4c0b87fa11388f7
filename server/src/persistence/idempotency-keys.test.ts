import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { IdempotencyStore } from '../engine/idempotency/ports.ts';
import { newId } from '../kernel/ids.ts';
import { sql } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { idempotencyStore } from './idempotency-keys.ts';

const ANSWER = { status: 201, headers: { location: '/v1.0/jobs/1' }, body: '{"id":"1"}' };

describe('the store of idempotency keys', () => {
  let database: TestDatabase;
  let store: IdempotencyStore;
  let otherNode: IdempotencyStore;
  let now = Date.parse('2030-01-01T00:00:00Z');

  before(async () => {
    database = await createMigratedDatabase();
    const clock = { now: () => new Date(now) };
    store = idempotencyStore(database.tenancy, clock);
    otherNode = idempotencyStore(database.anotherTenancy(), clock);
  });
  after(() => database.drop());

  /**
   * Returns databases that call `before` ahead of each statement, and `after` once it has run, before its result is
   * returned.
   */
  const withStatements = ({
    before: onStatement = async () => undefined,
    after: onResult = async () => undefined,
  }: {
    before?: () => Promise<void>;
    after?: () => Promise<void>;
  }): TenantDatabases => ({
    for(tenantId) {
      const db = database.tenancy.for(tenantId);
      const executor = db.getExecutor();
      const executeQuery: typeof executor.executeQuery = async (...query) => {
        await onStatement();
        const result = await executor.executeQuery(...query);
        await onResult();
        return result as never;
      };
      const get = (target: object, name: string) =>
        name === 'executeQuery' ? executeQuery : Reflect.get(target, name).bind?.(target);
      const changed = new Proxy(executor, { get } as ProxyHandler<typeof executor>);
      return new Proxy(db, {
        get: (target, name) => (name === 'getExecutor' ? () => changed : Reflect.get(target, name)),
      });
    },
  });

  /** Returns a node whose statements run, but lose their results while `connection.isCut`. */
  const nodeOnConnection = () => {
    const connection = { isCut: false };
    const databases = withStatements({
      after: async () => {
        if (connection.isCut) throw new Error('The connection was lost.');
      },
    });
    return { connection, node: idempotencyStore(databases, { now: () => new Date(now) }) };
  };

  const claimed = async (key: string, fingerprint = 'f'): Promise<string> => {
    const claim = await store.claim('a', 'p', key, fingerprint);
    assert.equal(claim.outcome, 'claimed');
    return (claim as { claimId: string }).claimId;
  };

  it('grants the claim to one of many simultaneous requests', async () => {
    const key = newId();
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim('a', 'p', key, 'f')));
    assert.equal(claims.filter((claim) => claim.outcome === 'claimed').length, 1);
    assert.equal(claims.filter((claim) => claim.outcome === 'in-flight').length, 49);
  });

  it('lets another node take over the claims of a stopping node under the same id', async () => {
    const key = newId();
    const claimId = await claimed(key);
    assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    await store.releaseHeld();
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
  });

  it('lets the caller retry after a response that could not be stored', async () => {
    let isAway = false;
    const away: TenantDatabases = {
      for(tenantId) {
        if (isAway) throw new Error('The database is away.');
        return database.tenancy.for(tenantId);
      },
    };
    const node = idempotencyStore(away, { now: () => new Date(now) });
    const [failed, answered] = [newId(), newId()];
    const [one, two] = [await node.claim('a', 'p', failed, 'f'), await node.claim('a', 'p', answered, 'f')];
    assert.ok(one.outcome === 'claimed' && two.outcome === 'claimed');
    isAway = true;
    await node.release(one.claimId);
    await assert.rejects(node.settle('a', 'p', answered, two.claimId, ANSWER), /away/);
    isAway = false;
    assert.deepEqual(await node.claim('a', 'p', failed, 'f'), one);
    assert.equal((await node.claim('a', 'p', failed, 'f')).outcome, 'in-flight');
    assert.equal((await otherNode.claim('a', 'p', answered, 'f')).outcome, 'in-flight');
    await node.renew();
    assert.deepEqual(await otherNode.claim('a', 'p', answered, 'f'), two);
  });

  it('lets the caller retry after a claim whose commit was not acknowledged', async () => {
    const { node, connection } = nodeOnConnection();
    connection.isCut = true;
    const key = newId();
    await assert.rejects(node.claim('a', 'p', key, 'f'), /lost/);
    connection.isCut = false;
    assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    assert.equal((await node.claim('a', 'p', key, 'f')).outcome, 'claimed');
  });

  it('grants the claim to one of many simultaneous retries after an unacknowledged release', async () => {
    const { node, connection } = nodeOnConnection();
    const key = newId();
    const first = await node.claim('a', 'p', key, 'f');
    assert.ok(first.outcome === 'claimed');
    connection.isCut = true;
    await node.release(first.claimId);
    connection.isCut = false;
    const retries = await Promise.all(Array.from({ length: 10 }, () => node.claim('a', 'p', key, 'f')));
    assert.equal(retries.filter(({ outcome }) => outcome === 'claimed').length, 1);
  });

  it('grants the claim to one of two retries when the later one takes over the released claim first', async () => {
    const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isCut = false;
    let untilHeld = Number.POSITIVE_INFINITY;
    const node = idempotencyStore(
      withStatements({
        before: async () => {
          untilHeld -= 1;
          if (untilHeld !== 0) return;
          reached.resolve();
          await resumed.promise;
        },
        after: async () => {
          if (isCut) throw new Error('The connection was lost.');
        },
      }),
      { now: () => new Date(now) },
    );
    const key = newId();
    const first = await node.claim('a', 'p', key, 'f');
    assert.ok(first.outcome === 'claimed');
    isCut = true;
    await node.release(first.claimId);
    isCut = false;
    // The third statement takes over the released claim.
    untilHeld = 3;
    const earlier = node.claim('a', 'p', key, 'f');
    await reached.promise;
    assert.deepEqual(await node.claim('a', 'p', key, 'f'), first);
    resumed.resolve();
    assert.deepEqual(await earlier, { outcome: 'in-flight' });
  });

  it('ignores the release by a request that ends after its node has released all claims', async () => {
    const key = newId();
    const claimId = await claimed(key);
    await store.releaseHeld();
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
    await store.release(claimId);
    assert.equal((await store.claim('a', 'p', key, 'f')).outcome, 'in-flight');
  });

  it('does not release a claim that another node has taken over meanwhile', async () => {
    const { node, connection } = nodeOnConnection();
    const key = newId();
    const first = await node.claim('a', 'p', key, 'f');
    assert.ok(first.outcome === 'claimed');
    connection.isCut = true;
    await node.release(first.claimId);
    connection.isCut = false;
    now += 5_000;
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), first);
    assert.equal((await node.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    now += 5_000;
    await node.renew();
    assert.equal((await store.claim('a', 'p', key, 'f')).outcome, 'in-flight');
  });

  it('grants no claim while a response is being stored', async () => {
    const stored = Promise.withResolvers<void>();
    let isNext = false;
    const slow = withStatements({
      before: async () => {
        if (!isNext) return;
        isNext = false;
        await stored.promise;
      },
    });
    const node = idempotencyStore(slow, { now: () => new Date(now) });
    const key = newId();
    const first = await node.claim('a', 'p', key, 'f');
    assert.ok(first.outcome === 'claimed');
    isNext = true;
    const settled = node.settle('a', 'p', key, first.claimId, ANSWER);
    assert.equal((await node.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    stored.resolve();
    await settled;
    assert.deepEqual(await node.claim('a', 'p', key, 'f'), { outcome: 'answered', answer: ANSWER });
  });

  it('keeps a claim that is made during a renewal', async () => {
    const [written, renewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    const node = idempotencyStore(
      withStatements({
        after: async () => {
          if (!isFirst) return;
          isFirst = false;
          written.resolve();
          await renewed.promise;
        },
      }),
      { now: () => new Date(now) },
    );
    const key = newId();
    const claiming = node.claim('a', 'p', key, 'f');
    await written.promise;
    await node.renew();
    renewed.resolve();
    assert.equal((await claiming).outcome, 'claimed');
    assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
  });

  it('replays the first response to the same request and rejects another request', async () => {
    const key = newId();
    await store.settle('a', 'p', key, await claimed(key), ANSWER);
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), { outcome: 'answered', answer: ANSWER });
    assert.deepEqual(await store.claim('a', 'p', key, 'other'), { outcome: 'reused' });
  });

  it('separates keys by principal and tenant', async () => {
    const key = newId();
    await claimed(key);
    assert.equal((await store.claim('a', 'q', key, 'f')).outcome, 'claimed');
    assert.equal((await store.claim('b', 'p', key, 'f')).outcome, 'claimed');
  });

  it('replays to each principal its own response', async () => {
    const key = newId();
    for (const principal of ['p', 'q']) {
      const claim = await store.claim('a', principal, key, 'f');
      const { claimId } = claim as { claimId: string };
      await store.settle('a', principal, key, claimId, { ...ANSWER, body: principal });
    }
    for (const principal of ['p', 'q']) {
      const answer = { ...ANSWER, body: principal };
      assert.deepEqual(await store.claim('a', principal, key, 'f'), { outcome: 'answered', answer });
    }
  });

  it('does not renew a released key', async () => {
    const key = newId();
    const claimId = await claimed(key);
    await store.release(claimId);
    await store.renew();
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
  });

  it('does not renew a claim that another node has taken over', async () => {
    const key = newId();
    const claimId = await claimed(key);
    now += 13_000;
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
    now += 5_000;
    await store.renew();
    now += 8_000;
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
  });

  it('does not renew a later claim that another node makes at the time of a renewal', async () => {
    const key = newId();
    await claimed(key);
    now += 24 * 3600 * 1000;
    const later = await otherNode.claim('a', 'p', key, 'f');
    await store.renew();
    now += 5_000;
    await store.renew();
    now += 8_000;
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), later);
  });

  it('renews a claim again after a renewal whose commit was not acknowledged', async () => {
    const { node, connection } = nodeOnConnection();
    const key = newId();
    assert.equal((await node.claim('a', 'p', key, 'f')).outcome, 'claimed');
    now += 4_000;
    connection.isCut = true;
    await assert.rejects(node.renew(), /lost/);
    connection.isCut = false;
    now += 4_000;
    await node.renew();
    now += 11_000;
    assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
  });

  it('does not renew a claim that another node made after its own claim expired', async () => {
    const key = newId();
    await claimed(key);
    now += 24 * 3600 * 1000;
    const later = await otherNode.claim('a', 'p', key, 'f');
    assert.equal(later.outcome, 'claimed');
    now += 13_000;
    await store.renew();
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), later);
  });

  it('grants a released key to one caller under its first id', async () => {
    const key = newId();
    const first = await claimed(key);
    await store.release(first);
    const takers = await Promise.all([1, 2, 3].map(() => store.claim('a', 'p', key, 'f')));
    assert.deepEqual(
      takers.filter((claim) => claim.outcome === 'claimed'),
      [{ outcome: 'claimed', claimId: first }],
    );
  });

  it('keeps a claim as long as its node renews it', async () => {
    const key = newId();
    const first = await claimed(key);
    for (let renewal = 0; renewal < 10; renewal += 1) {
      now += 11_000;
      await store.renew();
      assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    }
    await store.settle('a', 'p', key, first, ANSWER);
    now += 60_000;
    await store.renew();
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'answered', answer: ANSWER });
  });

  it('takes over a dead node’s claim under its id, for the same request only', async () => {
    const key = newId();
    const first = await claimed(key);
    await otherNode.renew();
    now += 13_000;
    assert.equal((await otherNode.claim('a', 'p', key, 'other')).outcome, 'reused');
    const takers = await Promise.all([1, 2, 3].map(() => otherNode.claim('a', 'p', key, 'f')));
    assert.deepEqual(
      takers.filter((claim) => claim.outcome === 'claimed'),
      [{ outcome: 'claimed', claimId: first }],
    );
  });

  it('keeps a claim for exactly 12 seconds without a renewal', async () => {
    const key = newId();
    const claimId = await claimed(key);
    now += 12_000;
    assert.equal((await otherNode.claim('a', 'p', key, 'f')).outcome, 'in-flight');
    now += 1;
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
  });

  it('keeps the first response when the node that lost the claim settles it too', async () => {
    const key = newId();
    const claimId = await claimed(key);
    now += 13_000;
    assert.deepEqual(await otherNode.claim('a', 'p', key, 'f'), { outcome: 'claimed', claimId });
    await otherNode.settle('a', 'p', key, claimId, ANSWER);
    await store.settle('a', 'p', key, claimId, { ...ANSWER, body: 'late' });
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), { outcome: 'answered', answer: ANSWER });
  });

  it('does not change the claim of a later request when the first one ends after a day', async () => {
    const key = newId();
    const first = await claimed(key);
    now += 24 * 3600 * 1000;
    const second = await otherNode.claim('a', 'p', key, 'later');
    assert.equal(second.outcome, 'claimed');
    await store.release(first);
    assert.deepEqual(await store.claim('a', 'p', key, 'later'), { outcome: 'in-flight' });
    await store.settle('a', 'p', key, first, ANSWER);
    assert.deepEqual(await store.claim('a', 'p', key, 'later'), { outcome: 'in-flight' });
  });

  it('renews only the claims that its node holds', async () => {
    let statements = 0;
    let isAway = false;
    const databases: TenantDatabases = {
      for: (tenantId) => {
        statements += 1;
        if (isAway) throw new Error('The database is away.');
        return database.tenancy.for(tenantId);
      },
    };
    const node = idempotencyStore(databases, { now: () => new Date(now) });
    const renewals = async (): Promise<number> => {
      const before = statements;
      await node.renew();
      return statements - before;
    };
    const claim = async (key: string): Promise<string> =>
      ((await node.claim('a', 'p', key, 'f')) as { claimId: string }).claimId;
    const [settled, released, failed] = [newId(), newId(), newId()];
    const claimId = await claim(settled);
    assert.equal((await node.claim('a', 'p', settled, 'f')).outcome, 'in-flight');
    assert.equal(await renewals(), 1);
    await node.settle('a', 'p', settled, claimId, ANSWER);
    assert.equal((await node.claim('a', 'p', settled, 'f')).outcome, 'answered');
    assert.equal(await renewals(), 0);
    await node.release(await claim(released));
    assert.equal(await renewals(), 0);
    const failedClaim = await claim(failed);
    isAway = true;
    await node.release(failedClaim);
    isAway = false;
    // The next renewal releases this claim, once.
    assert.deepEqual([await renewals(), await renewals()], [1, 0]);
  });

  it('deletes more expired responses than one statement does', async () => {
    const rows = 20_001;
    await sql`
      insert into charter.idempotency_keys
             (tenant_id, principal_id, key, fingerprint, claim_id, claimed_at, expires_at)
      select 'many', 'p', n::text, 'f', gen_random_uuid(), ${new Date(now)}, ${new Date(now)}
        from generate_series(1, ${rows}::integer) n`.execute(database.tenancy.for('many'));
    assert.equal(await store.removeExpired('many'), rows);
  });

  it('lets the caller retry when the response expires and is deleted during the claim', async () => {
    const key = newId();
    await store.settle('a', 'p', key, await claimed(key), ANSWER);
    let untilDeletion = 2;
    const node = idempotencyStore(
      withStatements({
        before: async () => {
          untilDeletion -= 1;
          if (untilDeletion !== 0) return;
          now += 24 * 3600 * 1000;
          await store.removeExpired('a');
        },
      }),
      { now: () => new Date(now) },
    );
    assert.deepEqual(await node.claim('a', 'p', key, 'f'), { outcome: 'in-flight' });
    assert.equal((await node.claim('a', 'p', key, 'f')).outcome, 'claimed');
  });

  it('deletes a response after 24 hours', async () => {
    const key = newId();
    await store.settle('a', 'p', key, await claimed(key), ANSWER);
    now += 24 * 3600 * 1000 - 1;
    await store.removeExpired('a');
    assert.deepEqual(await store.claim('a', 'p', key, 'f'), { outcome: 'answered', answer: ANSWER });
    now += 1;
    assert.ok((await store.removeExpired('a')) >= 1);
    assert.equal(await store.removeExpired('a'), 0);
    await claimed(key, 'other');
  });
});
