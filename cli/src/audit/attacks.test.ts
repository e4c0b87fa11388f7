/**
 * Attacks by someone who writes to the database while a node signs, in some tests also to the checkpoint folder.
 * `charter audit verify` must detect each attack, unless it has no effect or the gap that it leaves is signed.
 * Attacks that keep checkpoints from being written are in rejected-checkpoints.test.ts.
 * @long
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { newId } from '../../../server/src/kernel/ids.ts';
import { AttackedTrails } from '../../../server/test/attacked-trails.ts';

describe('charter audit verify', () => {
  let trails: AttackedTrails;
  before(async () => {
    trails = await AttackedTrails.open();
  });
  after(() => trails.close());
  beforeEach(() => trails.begin());
  afterEach(() => trails.end());

  it('finds no fault in unchanged trails', async () => {
    const { code, stderr } = await trails.verify('--through', trails.clock.now().toISOString());
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Every record is as it was written, proven by checkpoints through 2026-11-21T08:05/);
    assert.doesNotMatch(stderr, /gap/);
  });

  it('detects records that were hidden from checkpoints and then removed from the chain', async () => {
    await trails.attacker.query(
      'create policy hidden on charter.audit_pending as restrictive for select using (false)',
    );
    await trails.minutes(30);
    await trails.attacker.query('drop policy hidden on charter.audit_pending');
    await trails.minutes(1);
    await trails.unseal(5);
    await trails.minutes(1);
    await trails.assertFound(/is not what the checkpoint of .* has signed/);
  });

  it('detects records that were hidden from checkpoints and changed before they were signed', async () => {
    await trails.attacker.query(
      'create policy hidden on charter.audit_pending as restrictive for select using (false)',
    );
    await trails.minutes(30);
    await trails.attacker.query(
      `update charter.audit_records set actor_id = 'nobody'
        where tenant_id = $1 and record_id in (select record_id from charter.audit_pending)`,
      [trails.tenant],
    );
    await trails.attacker.query('drop policy hidden on charter.audit_pending');
    await trails.minutes(1);
    await trails.assertFound(
      /Record 6 .* and \d+ behind it have times that are not within 3 minutes .* no gap is signed/,
    );
  });

  it('detects checkpoints in the database that no node wrote', async () => {
    const { rows } = await trails.attacker.query(
      'select line from charter.audit_checkpoints where tenant_id = $1',
      [trails.tenant],
    );
    for (let number = 6; number < 10; number += 1) {
      const planted = { ...JSON.parse(rows[0].line), number };
      const text = `{${Object.entries(planted)
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
        .join(',')}}`;
      await trails.attacker.query(
        'insert into charter.audit_checkpoints values ($1, $2, $3, now()) on conflict do nothing',
        [trails.tenant, number, text],
      );
      await trails.minutes(1);
    }
    await trails.attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [
      trails.tenant,
    ]);
    await trails.minutes(1);
    await trails.assertFound(/Checkpoints? \d+.* missing/);
  });

  it('reports a signed gap when the table of new records was hidden from one check', async () => {
    await trails.attacker.query(`alter table charter.audit_pending rename to audit_pending_hidden`);
    trails.clock.advance(60);
    await trails.node.writeAll();
    await trails.attacker.query('alter table charter.audit_pending_hidden rename to audit_pending');
    trails.clock.advance(60);
    await trails.node.writeAll();
    await trails.assertFound(/Between 2026-11-21T08:05:00.000Z and 2026-11-21T08:07:00.000Z no node checked/);
  });

  it("reports the gap of a second node's start, and stops reporting it an hour later", async () => {
    const other = await trails.start('other', join(trails.folder, 'checkpoints'));
    for (let minute = 0; minute < 20; minute += 1) {
      trails.clock.advance(60);
      await trails.node.writeAll();
    }
    await other.writeAll();
    await trails.assertFound(/Between .* no node checked .* The node started\./);
    for (let minute = 0; minute < 60; minute += 1) {
      trails.clock.advance(60);
      await trails.node.writeAll();
    }
    const { code, stderr } = await trails.verify();
    assert.equal(code, 0, stderr);
  });

  it('finds no fault after the tenant was removed from the list and its checkpoints from the database', async () => {
    const listed = trails.tenant;
    trails.tenant = 'nobody';
    await trails.attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [listed]);
    trails.clock.advance(60);
    await trails.node.writeAll();
    trails.tenant = listed;
    await trails.minutes(2);
    assert.equal((await trails.verify()).code, 0);
  });

  it('detects a forged pruning that no retention allows', async () => {
    const { rows } = await trails.attacker.query(
      `select encode(hash, 'hex') as hash from charter.audit_chain where tenant_id = $1 and sequence = 3`,
      [trails.tenant],
    );
    const fields = {
      prunedThroughSequence: 3,
      prunedThroughHash: rows[0].hash,
      prunedCount: 3,
      prunedBefore: new Date(trails.clock.now().getTime() - 1000).toISOString(),
    };
    await trails.attacker.query(
      `with cut as (delete from charter.audit_chain
                     where tenant_id = $1 and sequence <= 3 returning tenant_id, record_id)
       delete from charter.audit_records r using cut c
        where (r.tenant_id, r.record_id) = (c.tenant_id, c.record_id)`,
      [trails.tenant],
    );
    const id = newId();
    await trails.attacker.query(
      `with forged as (
         insert into charter.audit_records
         values ($1, $2::text::uuid, 'teams', 'audit_records_pruned', $3, 'charter', 'system', 'Charter', 'trail', 'teams',
                 'teams', $2::text, 'success', $4)
         returning tenant_id, record_id)
       insert into charter.audit_pending select tenant_id, record_id from forged`,
      [trails.tenant, id, trails.clock.now(), JSON.stringify(fields)],
    );
    await trails.minutes(2);
    await trails.assertFound(/no checkpoint of that day has signed a retention that allows it/);
  });

  for (const restarted of [false, true]) {
    const when = restarted ? 'before the node restarted' : 'while the node ran';
    it(`detects that the last records and their checkpoints were removed ${when}`, async () => {
      await trails.cutTail(3);
      await trails.cutCheckpoints(3);
      if (restarted) trails.node = await trails.start();
      await trails.minutes(1);
      await trails.assertFound(/Checkpoints 4 to 5 of .* are missing/);
    });
  }

  it("detects with the auditor's key that all checkpoints were signed again with another key", async () => {
    const [name] = (await readdir(trails.checkpoints)).filter((file) => file.startsWith('public-key-'));
    const key = join(trails.folder, 'auditors-key.json');
    await writeFile(key, await readFile(join(trails.checkpoints, name ?? '')));
    await rm(trails.checkpoints, { recursive: true });
    await trails.attacker.query('delete from charter.audit_checkpoints where tenant_id = $1', [
      trails.tenant,
    ]);
    await trails.unseal(0);
    await trails.store(trails.tenant).seal();
    await (await trails.start('stranger')).writeAll();
    const trusting = await trails.verify('--accept-gap');
    assert.equal(trusting.code, 0, trusting.stderr);
    assert.match(trusting.stderr, /whoever writes to it can replace both/);
    const { code, stderr } = await trails.verify('--public-key', key, '--accept-gap');
    assert.equal(code, 1);
    assert.match(stderr, /not among the public keys/);
  });

  it('detects a stored checkpoint that is disguised as a log line', async () => {
    await trails.cutTail(4);
    const [name] = (await readdir(trails.checkpoints)).filter((file) => file.endsWith('.ndjson'));
    const path = join(trails.checkpoints, name ?? '');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const hidden = (lines.at(-1) ?? '').replace('{', '{"level":30,');
    await writeFile(path, [...lines.slice(0, -1), hidden, ''].join('\n'));
    await trails.assertFound(/Line 5 of .* is not a checkpoint/);
  });
});
