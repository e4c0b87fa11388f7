import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { testSecrets } from '../../test/secrets.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import { auditLog, auditStore } from './audit.ts';
import { type AuditSealer, startAuditSealer } from './audit-sealer.ts';
import { createStore } from './unit-of-work.ts';

const RECORD: NewAuditRecord = {
  trail: 'teams',
  type: 'team_updated',
  actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
  target: { type: 'team', id: 't', displayName: 'T' },
  requestId: 'r',
  fields: {},
};

describe('sealing after a commit', () => {
  let database: TestDatabase;
  let sealer: AuditSealer;
  let warned: PromiseWithResolvers<object>;
  before(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(() => sealer.stop());
  after(() => database.drop());

  function start(): void {
    warned = Promise.withResolvers();
    sealer = startAuditSealer(database.tenancy, testSecrets(), {
      warn: (details) => warned.resolve(details),
    });
  }
  const write = (tenantId: string) =>
    auditLog(database.tenancy.for(tenantId), tenantId, () => sealer.schedule(tenantId)).append(
      [RECORD],
      new Date(),
    );

  /** Resolves when no record of the tenant is pending. */
  async function sealed(tenantId: string): Promise<void> {
    const db = database.tenancy.for(tenantId);
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from charter.audit_pending where tenant_id = ${tenantId}`.execute(db);
      if (rows[0]?.waiting === 0) return;
      await delay(5);
    }
  }

  it('runs automatically for every tenant with new records', async () => {
    start();
    await Promise.all(['one', 'two', 'three'].map(write));
    await Promise.all(['one', 'two', 'three'].map(sealed));
    const heads = await auditStore(database.tenancy.for('two'), 'two', testSecrets()).heads();
    assert.equal(heads.teams?.sequence, 1);
  });

  it('notifies its listeners of the tenant whose records were sealed', async () => {
    start();
    const first = Promise.withResolvers<string>();
    const notified: string[] = [];
    const forget = sealer.onSealed((tenantId) => {
      notified.push(tenantId);
      first.resolve(tenantId);
    });
    await write('listened');
    assert.equal(await first.promise, 'listened');
    forget();
    await write('unheard');
    await sealer.stop();
    assert.deepEqual(notified, ['listened']);
  });

  it('seals pending records when the node stops', async () => {
    start();
    await write('stopping');
    await sealer.stop();
    const heads = await auditStore(database.tenancy.for('stopping'), 'stopping', testSecrets()).heads();
    assert.equal(heads.teams?.sequence, 1);
  });

  it('is requested after a commit, and not after a rollback', async () => {
    start();
    const recorded: string[] = [];
    const store = createStore({
      databases: database.tenancy,
      boss: {} as never,
      secrets: testSecrets(),
      onRecorded: (tenantId) => void recorded.push(tenantId),
    });
    await store.transaction('committed', async (unit) => {
      await unit.audit.append([RECORD], new Date());
      assert.deepEqual(recorded, []);
    });
    await store.in('alone').audit.append([RECORD], new Date());
    const undone = store.transaction('undone', async (unit) => {
      await unit.audit.append([RECORD], new Date());
      throw new Error('no');
    });
    await assert.rejects(undone, /no/);
    await store.transaction('nothing', async () => undefined);
    assert.deepEqual(recorded, ['committed', 'alone']);
  });

  it('retries after a failure and logs it', async () => {
    start();
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query('alter table charter.audit_chain add constraint broken check (false) not valid');
      await write('failing');
      const { tenantId, err } = (await warned.promise) as { tenantId: string; err: Error };
      assert.equal(tenantId, 'failing');
      assert.match(err.message, /broken/);
    } finally {
      await owner.query('alter table charter.audit_chain drop constraint broken');
      await owner.end();
    }
    await sealed('failing');
  });
});
