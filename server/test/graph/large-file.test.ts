/**
 * Tests a file of 200 MB from the upload to a team, with the embedded suite and with the stand-in for Microsoft Graph.
 * The worker is killed during the upload, and no process holds the file in memory.
 * @long
 */
import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CALLERS } from '../../../acceptance/callers.ts';
import {
  createFilledDatabase,
  GIVEN_URL,
  RAISED_LIMITS,
  type Service,
  startNode,
} from '../../../acceptance/service.ts';
import { issueToken } from '../../../acceptance/tokens.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { createMigratedDatabase } from '../database.ts';
import { TokenIssuer } from '../token-issuer.ts';
import { treeOf } from './drives.ts';
import { type GraphStandIn, startGraphStandIn } from './stand-in.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 200 * MEGABYTE + 7;
const PART_BYTES = 64 * 1024;
/** Shares of the file, from 0 to 1, after which the worker is killed. */
const KILLS_AT = [0.15, 0.4, 0.65, 0.9];
/**
 * Maximum growth of a process, below the size of the file. A worker of Microsoft Graph grows by about 140 MB, because
 * the memory of several ranges is not collected yet.
 */
const MAX_GROWTH = 180 * MEGABYTE;
const END_MILLISECONDS = 240_000;

/** Settings with which an operator allows such a file. */
const SETTINGS = {
  ...RAISED_LIMITS,
  CHARTER_FILE_MAX_BYTES: String(SIZE),
  CHARTER_TEMPLATE_FILES_MAX_BYTES: String(SIZE),
  CHARTER_LOG_LEVEL: 'error',
  CHARTER_SECRET_KEY: 'database',
};

/** Yields bytes that can't be compressed, the same at each call. */
function* content(): Generator<Uint8Array> {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  const zeros = Buffer.alloc(PART_BYTES);
  for (let at = 0; at < SIZE; at += PART_BYTES)
    yield cipher.update(zeros.subarray(0, Math.min(PART_BYTES, SIZE - at)));
}

async function hashOf(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of bytes) hash.update(part);
  return hash.digest('hex');
}

/** Resident memory of the process, in bytes; 0 for a process that has ended. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Measures how far the memory of a process grows while it works. */
class Memory {
  readonly #pid: number | undefined;
  readonly #before: number;
  #most: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ pid }: Service) {
    this.#pid = pid;
    this.#before = memoryOf(pid);
    this.#most = this.#before;
    this.#timer = setInterval(() => this.#measure(), 20).unref();
  }

  #measure(): void {
    this.#most = Math.max(this.#most, memoryOf(this.#pid));
  }

  /** Returns the growth in bytes. */
  end(): number {
    clearInterval(this.#timer);
    this.#measure();
    return this.#most - this.#before;
  }
}

/** A suite under test. */
interface Stage {
  environment: Record<string, string>;
  token(api: Service): Promise<string>;
  /** Returns the bytes that the suite has received so far. */
  received(): Promise<number>;
  /** Asserts that the suite has the file once, and that no byte was sent twice. */
  assertOnce(teamId: string): Promise<void>;
  close(): Promise<void>;
}

async function openEmbedded(): Promise<Stage> {
  const database = await createFilledDatabase();
  const client = new pg.Client(database.connectionString);
  await client.connect();
  const environment = { ...SETTINGS, DATABASE_URL: database.connectionString };
  const stored = async (): Promise<{ files: number; bytes: number }> => {
    const { rows } = await client.query(`
      select (select count(*)::int from embedded_suite.files where not is_folder) as files,
             (select coalesce(sum(length(bytes)), 0)::float8 from embedded_suite.file_chunks) as bytes`);
    return rows[0];
  };
  return {
    environment,
    token: (api) => issueToken(api, { user: CALLERS.admin.name }),
    received: async () => {
      const { rows } = await client.query(
        'select coalesce(max(stored), 0)::float8 as bytes from embedded_suite.files',
      );
      return rows[0].bytes;
    },
    assertOnce: async () => assert.deepEqual(await stored(), { files: 1, bytes: SIZE }),
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

async function openGraph(): Promise<Stage> {
  const database = await createMigratedDatabase();
  const issuer = await TokenIssuer.start('/entra');
  const standIn: GraphStandIn = await startGraphStandIn({
    clock: systemClock,
    // Slow enough that the worker can be killed between two ranges.
    latencyMilliseconds: 100,
    isPlain: true,
    tenants: [{ displayName: 'Contoso', defaultDomain: 'contoso.example' }],
  });
  const tenant = standIn.tenants[0]!;
  const address = 'ada@contoso.example';
  const user = { displayName: 'Ada', userPrincipalName: address, mail: address };
  const { id } = tenant.addUser(user, systemClock.now());
  const roles = permissionsFor().map(({ name }) => name);
  standIn.registrations.push({ clientId: 'charter', tenantId: tenant.id, roles, secret: 'secret' });
  const ranges = () => standIn.calls.all.filter(({ route }) => route === 'PUT /uploads/{secret}');
  return {
    environment: {
      ...SETTINGS,
      DATABASE_URL: database.ownerUrl,
      CHARTER_OIDC_ISSUER: issuer.issuer,
      CHARTER_OIDC_AUDIENCE: 'charter',
      CHARTER_OIDC_TENANT: tenant.id,
      CHARTER_FIRST_ADMINISTRATOR: id,
      CHARTER_SUITE: 'graph',
      CHARTER_GRAPH_TENANT: tenant.id,
      CHARTER_GRAPH_CLIENT_ID: 'charter',
      CHARTER_GRAPH_CLIENT_SECRET: 'secret',
      CHARTER_GRAPH_URL: standIn.url,
      CHARTER_GRAPH_AUTHORITY: standIn.authorityUrl,
    },
    token: () =>
      issuer.sign({
        iss: issuer.issuer,
        aud: 'charter',
        exp: Math.floor(Date.now() / 1000) + 3_600,
        sub: id,
        scp: 'all',
      }),
    received: async () =>
      Math.max(0, ...[...standIn.storage.sessions.values()].map(({ length }) => length)) ||
      (standIn.storage.begun.length > 0 ? SIZE : 0),
    async assertOnce(teamId) {
      assert.equal(standIn.storage.begun.length, 1, 'the upload was not begun again');
      const accepted = ranges().filter(({ status = 0 }) => status >= 200 && status < 300);
      const sizes = accepted.map(({ path }) => {
        const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(path)?.map(Number) ?? [];
        return (last ?? 0) - (first ?? 0) + 1;
      });
      assert.equal(
        sizes.reduce((sum, size) => sum + size, 0),
        SIZE,
        'no range was stored twice',
      );
      const team = tenant.groups.get(teamId)!.team!;
      const tree = treeOf(tenant, teamId, team.primaryChannelId);
      assert.deepEqual([...tree.keys()].toSorted(), ['Films', 'Films/Introduction.mp4']);
    },
    async close() {
      await standIn.stop();
      await issuer.stop();
      await database.drop();
    },
  };
}

const SUITES = { 'the embedded suite': openEmbedded, 'Microsoft Graph': openGraph };

describe('a file of 200 MB', { skip: GIVEN_URL !== undefined && 'needs a service of its own' }, () => {
  for (const [name, open] of Object.entries(SUITES)) {
    describe(`with ${name}`, () => {
      let stage: Stage;
      let folder: string;
      let api: Service;
      let worker: Service | undefined;

      const startWorker = () =>
        startNode({
          environment: { ...stage.environment, CHARTER_DATA_DIR: folder },
          args: ['--services=worker'],
        });

      before(async () => {
        stage = await open();
        folder = await mkdtemp(join(tmpdir(), 'charter-large-file-'));
        const environment = { ...stage.environment, CHARTER_DATA_DIR: folder };
        api = await startNode({ environment, args: ['--services=api'] });
      });
      after(async () => {
        await worker?.stop('SIGKILL');
        await api?.stop();
        await stage?.close();
        await rm(folder, { recursive: true, force: true });
      });

      async function call(method: string, path: string, body?: object): Promise<Response> {
        const response = await fetch(`${api.url}/v1.0${path}`, {
          method,
          headers: {
            authorization: `Bearer ${await stage.token(api)}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        return response;
      }
      // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
      const json = async (method: string, path: string, body?: object): Promise<any> =>
        (await call(method, path, body)).json();
      const report = (context: TestContext, what: string, growth: number): void => {
        context.diagnostic(`${what}: ${Math.round(growth / MEGABYTE)} MB`);
        assert.ok(growth < MAX_GROWTH, `${what} grew by ${growth} bytes`);
      };

      it('is stored and sent once although workers are killed, and no process holds the file in memory', async (context) => {
        const sha256 = await hashOf(content());
        const ofUpload = new Memory(api);
        const stored = await fetch(`${api.url}/v1.0/catalog/blobs/${sha256}`, {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${await stage.token(api)}`,
            'content-type': 'application/octet-stream',
          },
          body: ReadableStream.from(content()),
          duplex: 'half',
        } as RequestInit);
        const { size } = (await stored.json()) as { size?: number };
        assert.deepEqual([stored.status, size], [200, SIZE]);
        report(context, 'memory of the API for the upload', ofUpload.end());

        await json('POST', '/catalog/templates', {
          manifest: {
            manifestVersion: '1.0',
            publisher: { name: 'Fabrikam' },
            templateConfiguration: {
              id: 'film',
              name: 'Film',
              version: '1.0',
              language: 'en',
              enabled: true,
            },
            newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
            initialization: {
              structure: {},
              contents: {
                channels: [{ files: [{ path: 'Films/Introduction.mp4', source: `blob:${sha256}` }] }],
              },
            },
          },
        });
        worker = await startWorker();
        let ofWorker = new Memory(worker);
        const growths: number[] = [];
        let job = await json('POST', '/teams/provisioning', {
          template: { id: 'film' },
          team: { name: 'Films' },
        });
        const kills: number[] = [];
        const end = AbortSignal.timeout(END_MILLISECONDS);
        while (!['completed', 'failed'].includes(job.status)) {
          const received = await stage.received();
          const next = KILLS_AT[kills.length];
          if (next !== undefined && received >= next * SIZE && received < SIZE) {
            await worker.stop('SIGKILL');
            growths.push(ofWorker.end());
            kills.push(Math.round(received / MEGABYTE));
            worker = await startWorker();
            ofWorker = new Memory(worker);
          }
          await delay(10, undefined, { signal: end });
          job = await json('GET', `/jobs/${job.id}`);
        }
        assert.equal(job.status, 'completed', JSON.stringify(job.error ?? job.log));
        growths.push(ofWorker.end());
        context.diagnostic(`killed after ${kills.join(', ')} MB`);
        assert.ok(kills.length >= 3, `${kills.length} kills`);
        report(context, 'most memory of a worker', Math.max(...growths));

        const [team] = (await json('GET', '/teams')).value.filter(
          ({ displayName }: { displayName: string }) => displayName === 'Films',
        );
        await stage.assertOnce(team.id);
        const channel = await json('GET', `/teams/${team.id}/channels/primary`);
        const files = `/teams/${team.id}/channels/${channel.id}/files`;
        const ofDownload = new Memory(api);
        const sent = await call('GET', `${files}/${encodeURIComponent('Films/Introduction.mp4')}/content`);
        assert.equal(await hashOf(sent.body as ReadableStream<Uint8Array>), sha256);
        report(context, 'memory of the API for the download', ofDownload.end());
      });
    });
  }
});
