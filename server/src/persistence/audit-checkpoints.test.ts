/** Tests checkpoints outside of the database: their content, order, destination and signature. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  byThumbprint,
  type Checkpoint,
  judgeSignature,
  parseSignedLine,
  readPublicKeys,
} from '../../../cli/src/audit/checkpoints.ts';
import { TestClock } from '../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { testSecrets } from '../../test/secrets.ts';
import type { CheckpointSink } from '../engine/audit/chain-observer.ts';
import { CheckpointWriter } from '../engine/audit/checkpoints.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import type { AuditStore } from '../engine/audit/ports.ts';
import { auditStore, createAuditKeyStore } from './audit.ts';
import { openCheckpoints } from './audit-checkpoints.ts';
import { openSigningKey } from './audit-signing-key.ts';

const readCheckpoint = (line: string): Checkpoint => parseSignedLine(line) as Checkpoint;

const recordOf = (trail: 'teams' | 'security'): NewAuditRecord =>
  ({
    trail,
    type: trail === 'teams' ? 'team_updated' : 'call_refused',
    actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
    target: { type: 'team', id: 't', displayName: 'T' },
    requestId: 'r',
    fields: {},
  }) as NewAuditRecord;

interface Change {
  node?: string;
  sink?: CheckpointSink;
  audit?: Partial<AuditStore>;
  retention?: Record<string, number>;
}

describe('checkpoints', () => {
  let database: TestDatabase;
  let folder: string;
  let clock: TestClock;
  let written: string[];
  let observed: string[];
  let failures: string[];
  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'charter-checkpoints-'));
    clock = new TestClock(new Date('2026-11-21T23:59:30Z'));
    written = [];
    observed = [];
    failures = [];
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keys = () => createAuditKeyStore(database.tenancy);
  const storeOf = (tenantId: string) => auditStore(database.tenancy.for(tenantId), tenantId, testSecrets());
  const directory = (node = '') => join(folder, `deep${node}/checkpoints`);

  const open = (node = '') =>
    openCheckpoints(
      {
        keyFile: join(folder, `key${node}.pem`),
        directory: directory(node),
        memoryFile: join(folder, `memory${node}.json`),
      },
      {
        keys: keys(),
        clock,
        onWritten: (line) => void (line.includes('"observed"') ? observed : written).push(line),
      },
    );

  /** Opens a node that writes checkpoints of one tenant. `node` names its key, folder and memory file. */
  async function start(tenantId: string, { node = '', ...change }: Change = {}): Promise<CheckpointWriter> {
    const opened = await open(node);
    const store = { in: (id: string) => ({ audit: { ...storeOf(id), ...change.audit } }) };
    return new CheckpointWriter({
      ...opened,
      ...(change.sink && { sink: change.sink }),
      clock,
      store: store as never,
      tenants: async () => [tenantId],
      retention: change.retention ?? {},
      report: (error) => void failures.push((error as Error).message),
    });
  }
  const record = (tenantId: string, trail: 'teams' | 'security' = 'teams') =>
    storeOf(tenantId).append([recordOf(trail)], clock.now());
  const linesOf = async (name: string) =>
    (await readFile(join(directory(), name), 'utf8')).trimEnd().split('\n');
  const numbers = () => written.map((line) => readCheckpoint(line).number);

  it("sign the heads of a tenant's chains, in a daily file and in the log", async () => {
    const node = await start('one', { retention: { teams: 730 } });
    await record('one');
    await record('one', 'security');
    await record('one');
    await node.writeAll();
    clock.advance(60);
    await record('one');
    await node.writeAll();
    const [first] = await linesOf('checkpoints-2026-11-21.ndjson');
    const [second] = await linesOf('checkpoints-2026-11-22.ndjson');
    assert.deepEqual(written, [first, second]);
    const heads = await storeOf('one').heads();
    const checkpoint = readCheckpoint(second ?? '');
    const { signature: _, keyId: __, ...said } = checkpoint;
    assert.deepEqual(said, {
      tenant: 'one',
      number: 2,
      previous: hash('sha256', first ?? ''),
      time: '2026-11-22T00:00:30.000Z',
      heads,
      retention: { teams: 730 },
      watchedSince: '2026-11-21T23:59:30.000Z',
      gap: {
        since: '1970-01-01T00:00:00.000Z',
        until: '2026-11-21T23:59:30.000Z',
        reason: 'node_started',
      },
    });
    const published = byThumbprint(readPublicKeys(JSON.stringify({ keys: await keys().list() })));
    for (const line of written) assert.equal(judgeSignature(readCheckpoint(line), published), 'good');
    assert.equal(judgeSignature({ ...checkpoint, tenant: 'two' }, published), 'bad');
    assert.deepEqual(failures, []);
  });

  it('are written by one node after new records, and each hour', async () => {
    const [one, other] = [await start('quiet'), await start('quiet', { node: '2' })];
    await one.writeAll();
    assert.deepEqual(numbers(), []);
    await record('quiet');
    await one.writeAll();
    await other.writeAll();
    await one.writeAll();
    assert.deepEqual(numbers(), [1]);
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(60);
      await other.writeAll();
      await one.writeAll();
    }
    assert.deepEqual(numbers(), [1, 2]);
    assert.equal(readCheckpoint(written[1] as string).gap, undefined);
  });

  it('make another node write one signed observation of the heads to its folder', async () => {
    const [one, other] = [await start('seen'), await start('seen', { node: '2' })];
    await record('seen');
    await one.writeAll();
    for (let minute = 0; minute < 3; minute += 1) {
      await other.writeAll();
      clock.advance(60);
    }
    const { keyId } = (await open('2')).signer;
    assert.deepEqual(
      observed.map((line) => {
        const { signature, ...observation } = JSON.parse(line);
        return { ...observation, isSigned: signature.length === 86 };
      }),
      [
        {
          heads: await storeOf('seen').heads(),
          keyId,
          observed: '2026-11-21T23:59:30.000Z',
          tenant: 'seen',
          isSigned: true,
        },
      ],
    );
    const files = await readdir(directory('2'));
    assert.ok(files.includes('checkpoints-2026-11-21.ndjson'));
  });

  it('come in addition to observations after sealing, which each tenant gets at most once in ten seconds', async () => {
    const node = await start('sealed');
    const seal = async () => {
      await record('sealed');
      await storeOf('sealed').seal();
      await node.observer.addSealed('sealed');
    };
    const sequences = () => observed.map((line) => JSON.parse(line).heads.teams.sequence);
    await seal();
    assert.deepEqual(sequences(), [1]);
    await seal();
    clock.advance(9);
    await node.observer.observeSealed();
    assert.deepEqual(sequences(), [1]);
    clock.advance(1);
    await node.observer.observeSealed();
    await node.observer.observeSealed();
    assert.deepEqual(sequences(), [1, 2]);
    await node.writeAll();
    assert.deepEqual([sequences(), numbers()], [[1, 2], [1]]);
  });

  it('come with observations, which are retried until the database responds', async () => {
    let isDown = true;
    const heads = () => (isDown ? Promise.reject(new Error('down')) : storeOf('down').heads());
    const node = await start('down', { audit: { heads } });
    await record('down');
    await storeOf('down').seal();
    await node.observer.addSealed('down');
    assert.deepEqual([observed, failures], [[], ['down']]);
    isDown = false;
    clock.advance(10);
    await node.observer.observeSealed();
    assert.equal(observed.length, 1);
  });

  it('have unique numbers when nodes write concurrently', async () => {
    const nodes = await Promise.all(
      [1, 2, 3, 4].map((number) => start('race', { node: String(number), retention: { teams: number } })),
    );
    for (let round = 1; round <= 10; round += 1) {
      await record('race');
      await Promise.all(nodes.map((node) => node.writeAll()));
      clock.advance(60);
    }
    const distinct = new Set(written);
    assert.deepEqual(
      [...distinct].map((line) => readCheckpoint(line).number).sort((one, other) => one - other),
      Array.from(distinct, (_, index) => index + 1),
    );
    assert.deepEqual(readCheckpoint([...distinct].at(-1) as string).heads, await storeOf('race').heads());
    assert.deepEqual(failures, []);
  });

  it('repeat the same line after failed writes, and sign the gap with its reason', async () => {
    let isFull = true;
    const { sink } = await open();
    const full = {
      write: (line: string, time: Date) =>
        isFull ? Promise.reject(new Error('ENOSPC')) : sink.write(line, time),
    };
    const node = await start('full', { sink: full });
    await record('full');
    const since = clock.now().toISOString();
    for (let minute = 0; minute < 10; minute += 1) {
      await node.writeAll();
      clock.advance(60);
      await record('full');
    }
    assert.deepEqual(written, []);
    isFull = false;
    await node.writeAll();
    assert.deepEqual(numbers(), [1, 2]);
    assert.deepEqual(readCheckpoint(written.at(-1) ?? '').gap, {
      since,
      until: clock.now().toISOString(),
      reason: 'folder_error',
    });
  });

  it('are written by another node when the first dies before it writes', async () => {
    const dying = await start('dead', {
      node: 'a',
      sink: { write: () => Promise.reject(new Error('killed')) },
    });
    await record('dead');
    await dying.writeAll();
    assert.deepEqual(written, []);
    await (await start('dead', { node: 'b' })).writeAll();
    assert.deepEqual(numbers(), [1]);
    const { keyId } = readCheckpoint(written.at(-1) ?? '');
    assert.equal(keyId, (await open('a')).signer.keyId);
    clock.advance(60);
    await record('dead');
    await (await start('dead', { node: 'b' })).writeAll();
    assert.deepEqual(numbers(), [1, 2]);
  });

  it('repeat the same line when a node dies before it marks the line as written', async () => {
    const audit = { markWritten: () => Promise.reject(new Error('killed')) };
    await record('recorded');
    await (await start('recorded', { audit })).writeAll();
    clock.advance(60);
    await (await start('recorded')).writeAll();
    assert.deepEqual(numbers(), [1, 1]);
    assert.equal(written[0], written[1]);
    await record('recorded');
    await (await start('recorded')).writeAll();
    assert.deepEqual(numbers(), [1, 1, 2]);
  });

  it('sign the gap that a stopped node left only when the gap is long', async () => {
    await record('restarted');
    await (await start('restarted')).writeAll();
    clock.advance(80);
    await record('restarted');
    await (await start('restarted')).writeAll();
    assert.equal(readCheckpoint(written[1] as string).gap, undefined);
    const since = clock.now().toISOString();
    clock.advance(3000);
    await record('restarted');
    await (await start('restarted')).writeAll();
    const until = clock.now().toISOString();
    assert.deepEqual(readCheckpoint(written[2] as string).gap, { since, until, reason: 'node_started' });
  });

  it('sign no gap for a tenant that is new, or was missing from the list of tenants', async () => {
    let tenants: string[] = [];
    const store = { in: (id: string) => ({ audit: storeOf(id) }) };
    const report = (error: unknown) => void failures.push((error as Error).message);
    const list = async () => tenants;
    const opened = await open();
    const node = new CheckpointWriter({
      ...opened,
      clock,
      store: store as never,
      tenants: list,
      retention: {},
      report,
    });
    await node.writeAll();
    clock.advance(3000);
    await node.writeAll();
    clock.advance(60);
    tenants = ['new'];
    await record('new');
    await node.writeAll();
    tenants = [];
    clock.advance(60);
    await record('new');
    await node.writeAll();
    assert.deepEqual(
      written.map((line) => [readCheckpoint(line).number, readCheckpoint(line).gap]),
      [
        [1, undefined],
        [2, undefined],
      ],
    );
    assert.deepEqual(failures, []);
  });

  it('are checked for the other tenants while one is slow, in rounds that do not overlap', async () => {
    const released = Promise.withResolvers<void>();
    const checked: string[] = [];
    const store = {
      in: (id: string) => {
        const seal = async (): Promise<number> => {
          if (id === 'slow') await released.promise;
          checked.push(id);
          if (checked.length === 2) released.resolve();
          return 0;
        };
        return { audit: { ...storeOf(id), seal } };
      },
    };
    let keeping = 0;
    const opened = await open();
    const node = new CheckpointWriter({
      ...opened,
      memory: {
        ...opened.memory,
        async keep(lines) {
          keeping += 1;
          assert.equal(keeping, 1);
          await opened.memory.keep(lines);
          keeping -= 1;
        },
      },
      clock,
      store: store as never,
      tenants: async () => ['slow', 'second', 'third'],
      retention: {},
      report: (error) => void failures.push((error as Error).message),
    });
    for (const id of ['slow', 'second', 'third']) await record(id);
    for (const id of ['slow', 'second', 'third']) await storeOf(id).seal();
    // The rounds of a timer, and the last one of a stopping node.
    await Promise.all([node.writeAll(), node.writeAll()]);
    assert.deepEqual(checked.slice(0, 3).toSorted(), ['second', 'slow', 'third']);
    assert.equal(checked.indexOf('slow'), 2);
    assert.equal(checked.length, 6);
    assert.deepEqual(failures, []);
  });

  it('show a gap in their numbers when the database has claimed a number that no node signed', async () => {
    const node = await start('planted');
    await record('planted');
    await node.writeAll();
    await storeOf('planted').claimCheckpoint(7, 'planted');
    await record('planted');
    await node.writeAll();
    assert.deepEqual(numbers(), [1, 8]);
    const swallowed = await start('swallowed', { audit: { claimCheckpoint: async () => false } });
    await record('swallowed');
    await swallowed.writeAll();
    assert.deepEqual(failures, ['The database did not keep checkpoint 1.']);
  });

  it('are published with the public keys of all nodes, in the folder and in the database', async () => {
    const [one, other, again] = [await open(), await open('2'), await open()];
    assert.equal(one.signer.keyId, again.signer.keyId);
    const nodes: unknown[] = [one.signer.keyId, other.signer.keyId];
    const listed = (await keys().list()).filter(({ kid }) => nodes.includes(kid));
    assert.equal(listed.length, 2);
    for (const key of listed)
      assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    assert.deepEqual(
      [...(await readdir(directory())), ...(await readdir(directory('2')))],
      [one, other].map(({ signer }) => `public-key-${signer.keyId}.json`),
    );
  });

  it('are signed with a key that is created once and that only the service can read', async () => {
    const path = join(folder, 'made/key.pem');
    const nodes = await Promise.all(Array.from({ length: 5 }, () => openSigningKey(path)));
    assert.equal(new Set(nodes.map(({ keyId }) => keyId)).size, 1);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.match(await readFile(path, 'utf8'), /^-----BEGIN PRIVATE KEY-----/);
  });

  it('prevent the start, and name a remedy, when the key, folder or memory is unusable', async () => {
    await writeFile(join(folder, 'keywrong.pem'), 'not a key');
    await assert.rejects(open('wrong'), {
      code: 'ServiceUnavailable',
      message: /wrong\.pem, holds no private key.*openssl genpkey.*CHARTER_AUDIT_SIGNING_KEY/,
    });
    await writeFile(join(folder, 'memory.json'), 'not JSON');
    await assert.rejects(open(), { code: 'ServiceUnavailable', message: /memory\.json, can't be read/ });
    await rm(join(folder, 'memory.json'));
    await rm(join(folder, 'deep'), { recursive: true });
    await writeFile(join(folder, 'deep'), 'a file where a folder should be');
    await assert.rejects(open(), { code: 'ServiceUnavailable', message: /CHARTER_AUDIT_CHECKPOINT_DIR/ });
  });
});
