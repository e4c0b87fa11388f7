/**
 * Attacks by someone who writes to the database while a node signs, in some tests also to the checkpoint folder.
 * `charter audit verify` must detect each attack, unless it has no effect or the gap that it leaves is signed.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { CheckpointWriter } from '../../../server/src/engine/audit/checkpoints.ts';
import { newId } from '../../../server/src/kernel/ids.ts';
import { auditStore, createAuditKeyStore } from '../../../server/src/persistence/audit.ts';
import { openCheckpoints } from '../../../server/src/persistence/audit-checkpoints.ts';
import { TestClock } from '../../../server/test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../server/test/database.ts';
import { exportLines } from '../../../server/test/sample-trails.ts';
import { charter } from '../run-charter.ts';

describe('an attack on the audit trails', () => {
  let database: TestDatabase;
  let attacker: pg.Client;
  let clock: TestClock;
  let folder: string;
  let tenant: string;
  let node: CheckpointWriter;
  before(async () => {
    database = await createMigratedDatabase();
    attacker = new pg.Client(database.ownerUrl);
    await attacker.connect();
  });
  after(async () => {
    await attacker.end();
    await database.drop();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-attack-'));
    clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
    tenant = newId();
    node = await start();
    await node.writeAll();
    await minutes(5);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const store = (tenantId: string) => auditStore(database.tenancy.for(tenantId), tenantId);
  const checkpoints = () => join(folder, 'checkpoints');

  async function start(name = 'node', directory = checkpoints()): Promise<CheckpointWriter> {
    const places = {
      keyFile: join(folder, name, 'key.pem'),
      memoryFile: join(folder, name, 'memory.json'),
      directory,
    };
    const keys = createAuditKeyStore(database.tenancy);
    return new CheckpointWriter({
      ...(await openCheckpoints(places, { keys, clock, onWritten: () => undefined })),
      store: { in: (tenantId: string) => ({ audit: store(tenantId) }) } as never,
      tenants: async () => [tenant],
      retention: {},
      clock,
      report: () => undefined,
    });
  }

  /** Appends a record each minute, signed a moment later. */
  async function minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) {
      clock.advance(59);
      const actor = { id: 'ada', kind: 'user', displayName: 'Ada' } as const;
      const target = { type: 'team', id: 't', displayName: 'T' } as const;
      await store(tenant).append(
        [{ trail: 'teams', type: 'team_updated', actor, target, requestId: 'r', fields: {} }],
        clock.now(),
      );
      clock.advance(1);
      await node.writeAll();
    }
  }

  async function verify(...args: string[]) {
    const exported = join(folder, 'audit.ndjson');
    await store(tenant).seal();
    const lines = await exportLines(store(tenant), tenant, 'teams');
    await writeFile(exported, lines.map((line) => `${line}\n`).join(''));
    return charter(['audit', 'verify', exported, '--checkpoints', checkpoints(), ...args]);
  }

  /** Moves the records after this sequence number from the chain back to the pending ones, and changes their actor. */
  async function unseal(after: number): Promise<void> {
    await attacker.query(
      `with unsealed as (delete from charter.audit_chain
                          where tenant_id = $1 and sequence > $2 returning tenant_id, record_id),
            pending as (insert into charter.audit_pending select tenant_id, record_id from unsealed)
       update charter.audit_records r set actor_id = 'nobody' from unsealed u
        where (r.tenant_id, r.record_id) = (u.tenant_id, u.record_id)`,
      [tenant, after],
    );
  }

  async function cutTail(after: number): Promise<void> {
    await attacker.query(
      `with cut as (delete from charter.audit_chain
                     where tenant_id = $1 and sequence > $2 returning tenant_id, record_id)
       delete from charter.audit_records r using cut c
        where (r.tenant_id, r.record_id) = (c.tenant_id, c.record_id)`,
      [tenant, after],
    );
  }

  /** Truncates the checkpoint file to `count` lines. In the database, only the last of them remains. */
  async function cutCheckpoints(count: number): Promise<void> {
    const [name] = (await readdir(checkpoints())).filter((file) => file.endsWith('.ndjson'));
    const path = join(checkpoints(), name ?? '');
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, count);
    await writeFile(path, lines.map((line) => `${line}\n`).join(''));
    await attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [tenant]);
    await attacker.query('insert into charter.audit_checkpoints values ($1, $2, $3, now())', [
      tenant,
      count,
      lines.at(-1),
    ]);
  }

  async function assertFound(says: RegExp): Promise<void> {
    const { code, stderr } = await verify();
    assert.equal(code, 1, stderr);
    assert.match(stderr, says);
  }

  it('is not reported when there is none', async () => {
    const { code, stderr } = await verify('--through', clock.now().toISOString());
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Every record is as it was written, proven by checkpoints through 2026-11-21T08:05/);
    assert.doesNotMatch(stderr, /gap/);
  });

  it('is detected when records were hidden from checkpoints and changed meanwhile', async () => {
    await attacker.query(
      'create policy hidden on charter.audit_pending as restrictive for select using (false)',
    );
    await minutes(30);
    await attacker.query('drop policy hidden on charter.audit_pending');
    await minutes(1);
    await unseal(5);
    await minutes(1);
    await assertFound(/is not what the checkpoint of .* has signed/);
  });

  it('is detected when records were hidden from checkpoints and changed before signing', async () => {
    await attacker.query(
      'create policy hidden on charter.audit_pending as restrictive for select using (false)',
    );
    await minutes(30);
    await attacker.query(
      `update charter.audit_records set actor_id = 'nobody'
        where tenant_id = $1 and record_id in (select record_id from charter.audit_pending)`,
      [tenant],
    );
    await attacker.query('drop policy hidden on charter.audit_pending');
    await minutes(1);
    await assertFound(
      /Record 6 .* and \d+ behind it have times that are not within 3 minutes .* no gap is signed/,
    );
  });

  it('is detected when the database names checkpoints that no node wrote', async () => {
    const { rows } = await attacker.query('select line from charter.audit_checkpoints where tenant_id = $1', [
      tenant,
    ]);
    for (let number = 6; number < 10; number += 1) {
      const planted = { ...JSON.parse(rows[0].line), number };
      const text = `{${Object.entries(planted)
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
        .join(',')}}`;
      await attacker.query(
        'insert into charter.audit_checkpoints values ($1, $2, $3, now()) on conflict do nothing',
        [tenant, number, text],
      );
      await minutes(1);
    }
    await attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [tenant]);
    await minutes(1);
    await assertFound(/Checkpoints? \d+.* missing/);
  });

  /** Makes the database reject the tenant's checkpoints until the returned function is called. */
  async function rejectCheckpoints(): Promise<() => Promise<unknown>> {
    await attacker.query(
      `create or replace function charter.reject() returns trigger language plpgsql as
         $$ begin raise exception 'The disk was replaced.'; end $$`,
    );
    await attacker.query(
      `create trigger reject before insert on charter.audit_checkpoints
         for each row when (new.tenant_id = '${tenant}') execute function charter.reject()`,
    );
    return () => attacker.query('drop trigger reject on charter.audit_checkpoints');
  }

  for (const seconds of [60, 120, 200, 400]) {
    it(`is detected when a record was removed while checkpoints were rejected for ${seconds} seconds`, async () => {
      const allow = await rejectCheckpoints();
      await minutes(1);
      await cutTail(5);
      for (let passed = 60; passed < seconds; passed += 60) {
        clock.advance(60);
        await node.writeAll();
      }
      await allow();
      await minutes(2);
      await assertFound(/Record 6 .* is not what the observation of 2026-11-21T08:06.* has signed/);
      assert.equal((await verify('--accept-gap')).code, 1);
    });
  }

  it('leaves a signed gap of a fixed reason, which only an auditor can accept', async () => {
    const allow = await rejectCheckpoints();
    await minutes(2);
    await allow();
    await minutes(1);
    const since = '2026-11-21T08:05:00.000Z';
    const unaccepted = await verify();
    assert.equal(unaccepted.code, 1);
    assert.match(
      unaccepted.stderr,
      /not proven\.\nBetween 2026-11-21T08:05:00.000Z and 2026-11-21T08:08:00.000Z no node checked.* The database failed, or rejected the checkpoint\./,
    );
    assert.doesNotMatch(unaccepted.stderr, /disk/);
    assert.equal((await verify('--accept-gap', '2026-11-21T08:00:00Z')).code, 1);
    for (const times of [[], [since]]) {
      const { code, stderr } = await verify('--accept-gap', ...times);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Accepted gap: Between 2026-11-21T08:05/);
    }
  });

  it('leaves a signed gap when it hides the records until it has removed them', async () => {
    await attacker.query(`alter table charter.audit_pending rename to audit_pending_hidden`);
    clock.advance(60);
    await node.writeAll();
    await attacker.query('alter table charter.audit_pending_hidden rename to audit_pending');
    clock.advance(60);
    await node.writeAll();
    await assertFound(/Between 2026-11-21T08:05:00.000Z and 2026-11-21T08:07:00.000Z no node checked/);
  });

  it('leaves no gap after a start while another node checks', async () => {
    const other = await start('other', join(folder, 'checkpoints'));
    for (let minute = 0; minute < 20; minute += 1) {
      clock.advance(60);
      await node.writeAll();
    }
    await other.writeAll();
    await assertFound(/Between .* no node checked .* The node started\./);
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(60);
      await node.writeAll();
    }
    const { code, stderr } = await verify();
    assert.equal(code, 0, stderr);
  });

  it('has no effect when it removes the tenant from the list and its checkpoints from the database', async () => {
    const listed = tenant;
    tenant = 'nobody';
    await attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [listed]);
    clock.advance(60);
    await node.writeAll();
    tenant = listed;
    await minutes(2);
    assert.equal((await verify()).code, 0);
  });

  it('is detected when a pruning was forged without a retention', async () => {
    const { rows } = await attacker.query(
      `select encode(hash, 'hex') as hash from charter.audit_chain where tenant_id = $1 and sequence = 3`,
      [tenant],
    );
    const fields = {
      prunedThroughSequence: 3,
      prunedThroughHash: rows[0].hash,
      prunedCount: 3,
      prunedBefore: new Date(clock.now().getTime() - 1000).toISOString(),
    };
    await attacker.query(
      `with cut as (delete from charter.audit_chain
                     where tenant_id = $1 and sequence <= 3 returning tenant_id, record_id)
       delete from charter.audit_records r using cut c
        where (r.tenant_id, r.record_id) = (c.tenant_id, c.record_id)`,
      [tenant],
    );
    const id = newId();
    await attacker.query(
      `with forged as (
         insert into charter.audit_records
         values ($1, $2::text::uuid, 'teams', 'audit_records_pruned', $3, 'charter', 'system', 'Charter', 'trail', 'teams',
                 'teams', $2::text, 'success', $4)
         returning tenant_id, record_id)
       insert into charter.audit_pending select tenant_id, record_id from forged`,
      [tenant, id, clock.now(), JSON.stringify(fields)],
    );
    await minutes(2);
    await assertFound(/no checkpoint of that day has signed a retention that allows it/);
  });

  for (const restarted of [false, true]) {
    const when = restarted ? 'by a node that starts again' : 'by the node that runs';
    it(`is detected ${when} when the end was removed together with its checkpoints`, async () => {
      await cutTail(3);
      await cutCheckpoints(3);
      if (restarted) node = await start();
      await minutes(1);
      await assertFound(/Checkpoints 4 to 5 of .* are missing/);
    });
  }

  it("is detected by the auditor's key when all checkpoints were signed again with another", async () => {
    const [name] = (await readdir(checkpoints())).filter((file) => file.startsWith('public-key-'));
    const key = join(folder, 'auditors-key.json');
    await writeFile(key, await readFile(join(checkpoints(), name ?? '')));
    await rm(checkpoints(), { recursive: true });
    await attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [tenant]);
    await unseal(0);
    await store(tenant).seal();
    await (await start('stranger')).writeAll();
    const trusting = await verify('--accept-gap');
    assert.equal(trusting.code, 0, trusting.stderr);
    assert.match(trusting.stderr, /whoever writes to it can replace both/);
    const { code, stderr } = await verify('--public-key', key, '--accept-gap');
    assert.equal(code, 1);
    assert.match(stderr, /not among the public keys/);
  });

  it('is detected when a line of the folder is disguised as a log line', async () => {
    await cutTail(4);
    const [name] = (await readdir(checkpoints())).filter((file) => file.endsWith('.ndjson'));
    const path = join(checkpoints(), name ?? '');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const hidden = (lines.at(-1) ?? '').replace('{', '{"level":30,');
    await writeFile(path, [...lines.slice(0, -1), hidden, ''].join('\n'));
    await assertFound(/Line 5 of .* is not a checkpoint/);
  });
});
