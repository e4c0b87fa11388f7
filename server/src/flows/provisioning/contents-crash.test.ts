/**
 * Kills the worker of a team with large files several times, at random statements. The files must be complete in the
 * end, byte for byte, and no stored piece may be sent again. CHARTER_TEST_CONTENT_SEEDS names other seeds.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Dice } from '../../../test/dice.ts';
import { type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { CHUNK_BYTES } from '../../domain/catalog/blob-ports.ts';
import { newId } from '../../kernel/ids.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
const SEEDS = (process.env.CHARTER_TEST_CONTENT_SEEDS ?? '1,2,3,4,5,6').split(',').map(Number);
const KILLS = 4;
/** Bytes of a piece of the embedded suite. */
const PIECE_BYTES = 512 * 1024;
const SIZES = [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 17];

const piecesOf = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + Math.ceil(size / PIECE_BYTES), 0);

describe('large files whose worker is killed', () => {
  let node: FilledNode;

  const runChild = async (jobId: string, point?: number): Promise<string[]> => {
    const parameters = [CRASHING_WORKER, node.database.serviceUrl, TENANT, jobId, '0'];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return code === 0 ? (JSON.parse(output) as string[]) : [];
  };

  /** Stores the bytes as a file of templates. Returns its source. */
  async function store(bytes: Buffer): Promise<string> {
    const { blobs } = node.store.in(TENANT);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const at = new Date();
    const blobId = await blobs.begin(at);
    for (let place = 0; place * CHUNK_BYTES < bytes.length; place += 1)
      await blobs.append(blobId, place, bytes.subarray(place * CHUNK_BYTES, (place + 1) * CHUNK_BYTES));
    if (!(await blobs.finish(blobId, { sha256, size: bytes.length }, at))) await blobs.discard(blobId);
    return `blob:${sha256}`;
  }

  /** Returns the number of stored pieces of all files. */
  async function storedPieces(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from embedded_suite.file_chunks`.execute(
      node.suiteTenancy.for(TENANT),
    );
    return rows[0]?.count ?? 0;
  }

  before(async () => {
    node = await startFilledNode();
  });
  after(() => node.close());

  for (const seed of SEEDS) {
    it(`are completed from the stored pieces, not from the start (seed ${seed})`, async () => {
      const dice = new Dice(seed);
      const files = new Map<string, Buffer>();
      for (let count = 3 + dice.below(3); files.size < count; ) {
        const bytes = Buffer.alloc(SIZES[dice.below(SIZES.length)] as number);
        for (let index = 0; index < bytes.length; index += 1) bytes[index] = dice.below(256);
        files.set(`${['A', 'B/C', 'D'][dice.below(3)]}/${files.size}.bin`, bytes);
      }
      const sources = [];
      for (const [path, bytes] of files) sources.push({ path, source: await store(bytes) });
      const id = `large-${seed}`;
      await node.storeTemplate({
        manifestVersion: '1.0',
        templateConfiguration: { id, name: id, version: '1.0', language: 'en', enabled: true },
        newTeam: { addRequesterAsTeamOwner: true },
        initialization: {
          structure: {},
          contents: { channels: [{ files: sources, plans: [{ name: 'Plan', buckets: [{ name: 'B' }] }] }] },
        },
      });
      const before = await storedPieces();
      const { id: jobId } = await node.request({ template: { id }, team: { name: `Large ${newId()}` } });
      const sizes = [...files.values()].map(({ length }) => length);
      for (let kill = 0; kill < KILLS; kill += 1) await runChild(jobId, dice.below(12 + 8 * piecesOf(sizes)));
      const stored = (await storedPieces()) - before;
      const statements = await runChild(jobId);
      const job = await node.store.in(TENANT).jobs.find(jobId);
      assert.equal(job?.status, 'completed', job?.log.at(-1));
      const sent = statements.filter((statement) =>
        statement.includes('insert into embedded_suite.file_chunks'),
      );
      assert.ok(sent.length <= piecesOf(sizes) - stored, `${sent.length} pieces after ${stored}`);
      assert.equal((await storedPieces()) - before, piecesOf(sizes));

      const teamId = job?.subjectId ?? '';
      const channel = { teamId, channelId: (await node.suite.channels.primary(TENANT, teamId)).id };
      const { contents } = node.suite;
      const found: string[] = [];
      for (const path of ['', 'A', 'B', 'B/C', 'D']) {
        const page = await contents.list(TENANT, channel, { path, top: 100 }).catch(() => ({ items: [] }));
        for (const item of page.items.filter(({ file }) => file !== null)) {
          const parts: Uint8Array[] = [];
          for await (const part of (await contents.open(TENANT, channel, item.path)).bytes) parts.push(part);
          assert.ok(Buffer.concat(parts).equals(files.get(item.path) as Buffer), item.path);
          found.push(item.path);
        }
      }
      assert.deepEqual(found.toSorted(), [...files.keys()].toSorted());
      assert.equal((await contents.listPlans(TENANT, channel)).length, 1);
    });
  }
});
