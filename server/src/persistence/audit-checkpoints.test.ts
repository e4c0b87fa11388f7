/** Checkpoints leave the database: which, when, where to, and signed by whom. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  byThumbprint,
  judgeSignature,
  readCheckpoint,
  readPublicKeys,
} from '../../../cli/src/audit/checkpoints.ts';
import { TestClock } from '../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { type CheckpointDeps, writeCheckpoint } from '../engine/audit/checkpoints.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import { auditStore, createAuditKeyStore } from './audit.ts';
import { openCheckpoints } from './audit-checkpoints.ts';
import { openSigningKey } from './audit-signing-key.ts';

const recordOf = (trail: 'teams' | 'security'): NewAuditRecord =>
  ({
    trail,
    type: trail === 'teams' ? 'team_updated' : 'call_refused',
    actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
    target: { type: 'team', id: 't', displayName: 'T' },
    requestId: 'r',
    fields: {},
  }) as NewAuditRecord;

describe('checkpoints', () => {
  let database: TestDatabase;
  let folder: string;
  let clock: TestClock;
  let written: string[];
  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-checkpoints-'));
    clock = new TestClock(new Date('2026-11-21T23:59:30Z'));
    written = [];
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keys = () => createAuditKeyStore(database.tenancy);
  const storeOf = (tenantId: string) => auditStore(database.tenancy.for(tenantId), tenantId);
  const directory = () => join(folder, 'deep/checkpoints');

  async function open(keyFile = 'key.pem'): Promise<CheckpointDeps> {
    const opened = await openCheckpoints(
      { keyFile: join(folder, keyFile), directory: directory() },
      { keys: keys(), clock, onWritten: (line) => void written.push(line) },
    );
    const store = { in: (tenantId: string) => ({ audit: storeOf(tenantId) }) };
    return { ...opened, clock, store: store as never };
  }
  const linesOf = async (name: string) =>
    (await readFile(join(directory(), name), 'utf8')).trimEnd().split('\n');

  it('should say where the chains of a tenant end, signed, in a file a day and in the log', async () => {
    const deps = await open();
    await storeOf('one').append([recordOf('teams'), recordOf('security'), recordOf('teams')], clock.now());
    assert.equal(await writeCheckpoint(deps, 'one'), true);
    clock.advance(60);
    await storeOf('one').append([recordOf('teams')], clock.now());
    assert.equal(await writeCheckpoint(deps, 'one'), true);
    const [first] = await linesOf('checkpoints-2026-11-21.ndjson');
    const [second] = await linesOf('checkpoints-2026-11-22.ndjson');
    assert.deepEqual(written, [first, second]);
    const heads = await storeOf('one').heads();
    const checkpoint = readCheckpoint(second ?? '');
    assert.deepEqual(checkpoint.heads, heads);
    assert.deepEqual([checkpoint.tenant, checkpoint.time], ['one', '2026-11-22T00:00:30.000Z']);
    assert.deepEqual(
      [readCheckpoint(first ?? '').heads.teams?.sequence, checkpoint.heads.teams?.sequence],
      [2, 3],
    );
    const published = byThumbprint(readPublicKeys(JSON.stringify({ keys: await keys().list() })));
    for (const line of written) assert.equal(judgeSignature(readCheckpoint(line), published), 'good');
    const forged = { ...checkpoint, tenant: 'two' };
    assert.equal(judgeSignature(forged, published), 'bad');
  });

  it('should not be written again when nothing was recorded since, by any node', async () => {
    const [one, other] = [await open(), await open('other.pem')];
    assert.equal(await writeCheckpoint(one, 'quiet'), false);
    await storeOf('quiet').append([recordOf('teams')], clock.now());
    assert.equal(await writeCheckpoint(one, 'quiet'), true);
    assert.equal(await writeCheckpoint(other, 'quiet'), false);
    assert.equal(await writeCheckpoint(one, 'quiet'), false);
    assert.equal(written.length, 1);
  });

  it('should be written when an earlier try could not be', async () => {
    const deps = await open();
    await storeOf('full').append([recordOf('teams')], clock.now());
    const full = { ...deps, sink: { write: () => Promise.reject(new Error('ENOSPC')) } };
    await assert.rejects(writeCheckpoint(full, 'full'), /ENOSPC/);
    assert.equal(await writeCheckpoint(deps, 'full'), true);
  });

  it('should have the public keys of all nodes published, beside them and in the database', async () => {
    const [one, other, again] = [await open(), await open('other.pem'), await open()];
    assert.equal(one.signer.keyId, again.signer.keyId);
    const nodes: unknown[] = [one.signer.keyId, other.signer.keyId];
    const listed = (await keys().list()).filter(({ kid }) => nodes.includes(kid));
    assert.equal(listed.length, 2);
    for (const key of listed)
      assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    assert.deepEqual(
      (await readdir(directory())).sort(),
      [one, other].map(({ signer }) => `public-key-${signer.keyId}.json`).sort(),
    );
  });

  it('should be signed with a key that only the service can read, made once', async () => {
    const path = join(folder, 'made/key.pem');
    const nodes = await Promise.all(Array.from({ length: 5 }, () => openSigningKey(path)));
    assert.equal(new Set(nodes.map(({ keyId }) => keyId)).size, 1);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.match(await readFile(path, 'utf8'), /^-----BEGIN PRIVATE KEY-----/);
  });

  it('should stop the start when key or folder cannot be used, and say what to do', async () => {
    await writeFile(join(folder, 'wrong.pem'), 'not a key');
    await assert.rejects(open('wrong.pem'), {
      code: 'ServiceUnavailable',
      message: /wrong\.pem, holds no private key.*openssl genpkey.*CHARTER_AUDIT_SIGNING_KEY/,
    });
    await writeFile(join(folder, 'deep'), 'a file where a folder should be');
    await assert.rejects(open(), { code: 'ServiceUnavailable', message: /CHARTER_AUDIT_CHECKPOINT_DIR/ });
  });
});
