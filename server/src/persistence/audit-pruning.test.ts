/** Tests retention: expired records are removed and the removal is recorded. The remaining records stay verifiable. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Verifier } from '../../../cli/src/audit/verify-files.ts';
import { auditLineOf, auditSourceOf, type FlatRecord } from '../../../sdk/src/audit/cloud-event.ts';
import { TestClock } from '../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { testSecrets } from '../../test/secrets.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import type { AuditStore } from '../engine/audit/ports.ts';
import { pruneRecords } from '../engine/audit/prune-records.ts';
import { TRAILS } from '../flows/definitions.ts';
import { newId } from '../kernel/ids.ts';
import { auditStore } from './audit.ts';
import { migrate } from './migrate.ts';

const DAY = 24 * 60 * 60;
/** A time in the past, so that the database's own clock is always later. */
const START = new Date('2024-01-01T00:00:00Z');

const recordOf = (trail: string, index: number) =>
  ({
    trail,
    type: trail === 'teams' ? 'team_updated' : 'call_refused',
    actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
    target: { type: 'team', id: `team-${index}`, displayName: 'North' },
    requestId: `r-${index}`,
    fields: {},
  }) as NewAuditRecord;

describe('retention of audit records', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase();
    await migrate(database.ownerUrl, { auditRetention: { teams: 30 } });
  });
  after(() => database.drop());

  const storeOf = (tenantId: string): AuditStore =>
    auditStore(database.tenancy.for(tenantId), tenantId, testSecrets());
  const day = (number: number): Date => new Date(START.getTime() + number * DAY * 1000);

  /** Adds a record per day in each of two trails. */
  async function fill(tenantId: string, days: number): Promise<AuditStore> {
    const audit = storeOf(tenantId);
    for (let index = 0; index < days; index += 1) {
      await audit.append([recordOf('teams', index), recordOf('security', index)], day(index));
    }
    await audit.seal();
    return audit;
  }

  /** Prunes as of the given day. */
  const pruneAt = (tenantId: string, now: number): Promise<number> => {
    const store = { in: (id: string) => ({ audit: storeOf(id) }) };
    return pruneRecords({ store: store as never, clock: new TestClock(day(now)), trails: TRAILS }, tenantId);
  };

  const listed = (audit: AuditStore, trail: string) =>
    audit.list({ trail, conditions: [], order: 'sequence asc', top: 999 });

  async function verify(tenantId: string) {
    const verifier = new Verifier();
    for (const trail of ['teams', 'security'] as const) {
      const records = await listed(storeOf(tenantId), trail);
      const lines = records.map(({ fields, ...common }) =>
        auditLineOf(auditSourceOf(tenantId, trail), { ...fields, ...common } as unknown as FlatRecord),
      );
      await verifier.read([Buffer.from(lines.map((line) => `${line}\n`).join(''))], trail);
    }
    return verifier.end();
  }

  it('removes expired records, records the removal, and leaves the rest verifiable', async () => {
    const audit = await fill('simple', 50);
    const before = await listed(audit, 'teams');
    assert.equal(await pruneAt('simple', 50), 20);
    await audit.seal();
    const records = await listed(audit, 'teams');
    assert.deepEqual(
      records.map(({ sequence }) => sequence),
      Array.from({ length: 31 }, (_, index) => 21 + index),
    );
    const { type, time, actor, target, fields, outcome } = records.at(-1)!;
    assert.deepEqual(
      { type, time, actor, target, outcome, fields },
      {
        type: 'audit_records_pruned',
        time: day(50).toISOString(),
        actor: { id: 'charter', kind: 'system', displayName: 'Charter' },
        target: { type: 'trail', id: 'teams', displayName: 'teams' },
        outcome: 'success',
        fields: {
          prunedThroughSequence: 20,
          prunedThroughHash: before[19]?.hash,
          prunedCount: 20,
          prunedBefore: day(20).toISOString(),
        },
      },
    );
    assert.equal((await listed(audit, 'security')).length, 50);
    const { faults, chains } = await verify('simple');
    assert.deepEqual(faults, []);
    assert.equal(chains[0]?.pruning?.throughSequence, 20);
  });

  it('continues daily, and records nothing on a day without expired records', async () => {
    const audit = await fill('daily', 40);
    assert.equal(await pruneAt('daily', 40), 10);
    assert.equal(await pruneAt('daily', 40), 0);
    assert.equal(await pruneAt('daily', 41), 1);
    assert.equal(await pruneAt('daily', 45), 4);
    await audit.seal();
    const records = await listed(audit, 'teams');
    assert.equal(records[0]?.sequence, 16);
    assert.equal(records.filter(({ type }) => type === 'audit_records_pruned').length, 3);
    assert.deepEqual((await verify('daily')).faults, []);
  });

  it('keeps the last record of a chain, so that the chain continues', async () => {
    const audit = await fill('old', 5);
    assert.equal(await pruneAt('old', 400), 4);
    await audit.seal();
    assert.deepEqual(
      (await listed(audit, 'teams')).map(({ sequence }) => sequence),
      [5, 6],
    );
    assert.equal(await pruneAt('old', 800), 1);
    await audit.append([recordOf('teams', 9)], day(800));
    await audit.seal();
    assert.deepEqual(
      (await listed(audit, 'teams')).map(({ sequence }) => sequence),
      [6, 7, 8],
    );
    assert.deepEqual((await verify('old')).faults, []);
  });

  it('stops at the first unexpired record', async () => {
    const audit = storeOf('late');
    for (const [index, at] of [0, 1, 45, 2, 3, 46].entries()) {
      await audit.append([recordOf('teams', index)], day(at));
      await audit.seal();
    }
    assert.equal(await pruneAt('late', 50), 2);
    await audit.seal();
    assert.deepEqual(
      (await listed(audit, 'teams')).map(({ sequence }) => sequence),
      [3, 4, 5, 6, 7],
    );
  });

  it('leaves a removal record, and `verify` detects a change of that record', async () => {
    const audit = await fill('touched', 50);
    await pruneAt('touched', 50);
    await audit.seal();
    const records = await listed(audit, 'teams');
    const lines = records.map(({ fields, ...common }) => {
      const touched =
        common.type === 'audit_records_pruned' ? { ...fields, prunedThroughSequence: 19 } : fields;
      return auditLineOf(auditSourceOf('touched', 'teams'), {
        ...touched,
        ...common,
      } as unknown as FlatRecord);
    });
    const verifier = new Verifier();
    await verifier.read([Buffer.from(lines.join('\n'))], 'teams');
    assert.equal(verifier.end().faultCount, 2);
  });

  it('accepts the retention from the owner only, and the time from the database only', async () => {
    await fill('safe', 5);
    const db = database.tenancy.for('safe');
    for (const statement of [
      "insert into charter.audit_retention values ('security', 1)",
      "update charter.audit_retention set days = 1 where trail = 'teams'",
    ]) {
      await assert.rejects(sql.raw(statement).execute(db), /permission denied/);
    }
    // Current records stay, even when the caller passes a time in the future.
    const audit = storeOf('hurried');
    await audit.append([recordOf('teams', 1), recordOf('teams', 2)], new Date());
    await audit.seal();
    assert.equal(await audit.prune('teams', 10, newId(), new Date('2999-01-01')), 0);
    assert.equal(await storeOf('safe').prune('security', 10, newId(), day(4000)), 0);
  });

  it("leaves other tenants' records unchanged", async () => {
    const ours = await fill('ours', 40);
    const theirs = await fill('theirs', 40);
    await pruneAt('ours', 50);
    await ours.seal();
    assert.equal((await listed(theirs, 'teams')).length, 40);
    assert.equal((await listed(ours, 'teams'))[0]?.sequence, 21);
  });

  it('applies the retention of the last start', async () => {
    const days = async () => {
      const { rows } = await sql<{ trail: string; days: number }>`
        select trail, days from charter.audit_retention order by trail`.execute(database.tenancy.for('x'));
      return rows;
    };
    assert.deepEqual(await days(), [{ trail: 'teams', days: 30 }]);
    await migrate(database.ownerUrl);
    assert.deepEqual(await days(), [{ trail: 'teams', days: 30 }]);
    await migrate(database.ownerUrl, { auditRetention: { security: 365, teams: 60 } });
    assert.deepEqual(await days(), [
      { trail: 'security', days: 365 },
      { trail: 'teams', days: 60 },
    ]);
    await migrate(database.ownerUrl, { auditRetention: {} });
    assert.deepEqual(await days(), []);
  });
});
