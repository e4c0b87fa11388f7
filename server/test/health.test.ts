/** Tests the health of a node: its listener, its readiness, its start without a database, and its drain. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openWhenAvailable } from '../src/composition/await-database.ts';
import { readConfig } from '../src/config.ts';
import { type RunningService, serve } from '../src/main.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';

interface Answer {
  status: number;
  headers: Headers;
  body: { status: string; reason?: string; checks?: Record<string, string> };
}

describe('a node', () => {
  let database: TestDatabase;
  let folder: string;
  const running: RunningService[] = [];

  before(async () => {
    database = await createMigratedDatabase();
    folder = await mkdtemp(join(tmpdir(), 'charter-health-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((node) => node.stop()));
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const settings = (environment: NodeJS.ProcessEnv = {}) =>
    readConfig({
      DATABASE_URL: database.ownerUrl,
      PORT: '0',
      CHARTER_HEALTH_PORT: '0',
      CHARTER_DATA_DIR: folder,
      CHARTER_SAMPLE_DATA: 'off',
      CHARTER_LOG_LEVEL: 'silent',
      ...environment,
    });

  async function start(environment?: NodeJS.ProcessEnv): Promise<RunningService> {
    const node = await serve(settings(environment));
    running.push(node);
    return node;
  }

  async function page(address: string | number | undefined, path: string): Promise<Answer> {
    const base = typeof address === 'number' ? `http://127.0.0.1:${address}` : address;
    const response = await fetch(base + path);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }

  it('serves health and metrics pages, and no API, as a worker', async () => {
    const { url, healthPort } = await start({ CHARTER_SERVICES: 'worker' });
    assert.equal(url, undefined);
    assert.equal((await page(healthPort, '/livez')).body.status, 'ok');
    const ready = await page(healthPort, '/readyz');
    assert.equal(ready.status, 200);
    assert.deepEqual(ready.body, {
      status: 'ready',
      checks: { database: 'ok', queue: 'ok', suite: 'ok', checkpoints: 'ok' },
    });
    const at = `http://127.0.0.1:${healthPort}`;
    const metrics = await fetch(`${at}/metrics`);
    assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/);
    const text = await metrics.text();
    for (const name of [
      'charter_database_connections',
      'charter_webhook_attempts_total',
      'process_open_fds',
    ]) {
      assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'));
    }
    assert.equal((await fetch(`${at}/v1.0/teams`)).status, 404);
    assert.equal((await fetch(`${at}/readyz`, { method: 'POST' })).status, 405);
  });

  it('serves the same health pages on the port of the API', async () => {
    const { url, healthPort } = await start({ CHARTER_SERVICES: 'api' });
    for (const path of ['/livez', '/readyz']) {
      assert.deepEqual((await page(url, path)).body, (await page(healthPort, path)).body);
    }
    assert.match(await (await fetch(`${url}/metrics`)).text(), /charter_http_request_duration_seconds/);
  });

  it('names the setting of a port that is in use', async () => {
    const { healthPort } = await start({ CHARTER_SERVICES: 'worker' });
    await assert.rejects(serve(settings({ CHARTER_HEALTH_PORT: String(healthPort) })), {
      message: `Port ${healthPort} of 127.0.0.1 is in use. Stop the process that listens on it, or set CHARTER_HEALTH_PORT to another port.`,
    });
  });

  it('is not ready while PostgreSQL has no disk space', async (t) => {
    const administrator = new pg.Client(database.ownerUrl);
    await administrator.connect();
    t.after(() => administrator.end());
    const { rows } = await administrator.query<{ own: string }>(
      `select current_setting('is_superuser') as own`,
    );
    if (rows[0]?.own !== 'on') return t.skip('needs a superuser, who may replace a function of PostgreSQL');
    const { url, healthPort } = await start();
    // PostgreSQL raises this error itself when its disk is full. Here, the function that needs space raises it.
    await administrator.query(`
      set allow_system_table_mods = on;
      alter function pg_catalog.pg_export_snapshot() rename to export_snapshot;
      create function pg_catalog.pg_export_snapshot() returns text language plpgsql as
        $$ begin raise 'could not write to file: No space left on device' using errcode = 'disk_full'; end $$`);
    for (const address of [url, healthPort]) {
      const { status, body } = await page(address, '/readyz');
      assert.equal(status, 503);
      assert.equal(body.status, 'not ready');
      assert.equal(body.reason, 'PostgreSQL has no disk space left.');
      assert.equal(body.checks?.database, 'unavailable');
      assert.equal((await page(address, '/livez')).status, 200);
    }
    await administrator.query(`
      drop function pg_catalog.pg_export_snapshot();
      alter function pg_catalog.export_snapshot() rename to pg_export_snapshot`);
    assert.equal((await page(healthPort, '/readyz')).status, 200);
  });

  it('is not ready as a worker that cannot write checkpoints, and stays ready if it also serves the API', async () => {
    const checkpoints = join(folder, 'checkpoints');
    const where = { CHARTER_AUDIT_CHECKPOINT_DIR: checkpoints };
    const worker = await start({ ...where, CHARTER_SERVICES: 'worker' });
    const both = await start({ ...where, CHARTER_SERVICES: 'api,worker' });
    await rename(checkpoints, `${checkpoints}-away`);
    const sentence = "The folder for audit checkpoints can't be written.";
    const { status, body } = await page(worker.healthPort, '/readyz');
    assert.deepEqual([status, body.reason, body.checks?.checkpoints], [503, sentence, 'unavailable']);
    const other = await page(both.healthPort, '/readyz');
    assert.deepEqual([other.status, other.body.checks?.checkpoints], [200, sentence]);
    await rename(`${checkpoints}-away`, checkpoints);
    assert.equal((await page(worker.healthPort, '/readyz')).status, 200);
  });

  it('is alive and not ready while it waits for PostgreSQL, and then starts', async () => {
    const gate = await databaseGate(new URL(database.ownerUrl));
    const url = new URL(database.ownerUrl);
    url.host = `127.0.0.1:${gate.port}`;
    url.searchParams.delete('host');
    const health = await freePort();
    await gate.refuse();
    const started = serve(settings({ DATABASE_URL: url.href, CHARTER_HEALTH_PORT: String(health) }));
    const readyz = async (): Promise<Answer | undefined> => page(health, '/readyz').catch(() => undefined);
    const until = async (reason: RegExp): Promise<Answer> => {
      for (;;) {
        const answer = await readyz();
        if (reason.test(answer?.body.reason ?? '')) return answer as Answer;
        await delay(20);
      }
    };
    const refused = await until(/ECONNREFUSED/);
    assert.deepEqual([refused.status, refused.body.status], [503, 'starting']);
    assert.doesNotMatch(refused.body.reason ?? '', /127\.0\.0\.1/);
    assert.equal((await page(health, '/livez')).status, 200);
    await gate.isStarting();
    assert.equal((await until(/PostgreSQL is starting\./)).status, 503);
    gate.forward();
    running.push(await started);
    assert.equal((await readyz())?.status, 200);
    await running.pop()?.stop();
    await gate.close();
  });

  it('logs at every fifth attempt that it waits for PostgreSQL, and stops at a signal', async () => {
    const lines: string[] = [];
    const stop = new AbortController();
    let pauses = 0;
    const failure = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    const opening = openWhenAvailable(() => Promise.reject(failure), {
      log: { warn: (_details: unknown, line?: string) => void lines.push(line ?? '') } as never,
      onWait: () => undefined,
      stopping: stop.signal,
      pause: async () => {
        pauses += 1;
        if (pauses === 11) stop.abort();
      },
    });
    await assert.rejects(opening, failure);
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^PostgreSQL is starting\. The node waits for it/);
  });

  it('does not wait for a PostgreSQL that rejects the password', async () => {
    const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
    const waits: string[] = [];
    const opening = openWhenAvailable(() => Promise.reject(wrong), {
      log: { warn: () => undefined },
      onWait: (reason) => waits.push(reason),
      stopping: new AbortController().signal,
    });
    await assert.rejects(opening, wrong);
    assert.deepEqual(waits, []);
  });

  it('drains: becomes unready at once, completes open requests, closes their connections, and exits', async () => {
    const node = await start({ CHARTER_SERVICES: 'api' });
    const drained = Promise.withResolvers<void>();
    const before = await page(node.url, '/v1.0/teams');
    assert.deepEqual([before.status, before.headers.get('connection')], [401, 'keep-alive']);
    const stopped = node.stop(drained.promise);
    for (const address of [node.url, node.healthPort]) {
      const { status, body } = await page(address, '/readyz');
      assert.deepEqual([status, body.status, body.reason], [503, 'stopping', 'The node is stopping.']);
      assert.equal((await page(address, '/livez')).status, 200);
    }
    const during = await page(node.url, '/v1.0/teams');
    assert.deepEqual([during.status, during.headers.get('connection')], [401, 'close']);
    drained.resolve();
    await stopped;
    running.length = 0;
    await assert.rejects(fetch(`${node.url}/livez`));
    await assert.rejects(fetch(`http://127.0.0.1:${node.healthPort}/livez`));
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** PostgreSQL's message while it starts: SQLSTATE 57P03 (PostgreSQL manual, "Message Formats": ErrorResponse). */
const STARTING = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
})();

/** A gate in front of PostgreSQL. Its port is closed, responds as a starting server does, or forwards connections. */
async function databaseGate(target: URL) {
  let isOpen = false;
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!isOpen) {
      socket.once('data', () => socket.end(STARTING));
      return;
    }
    const behind = connect(Number(target.port), target.hostname);
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  const port = await freePort();
  return {
    port,
    async refuse() {
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    async isStarting() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    forward() {
      isOpen = true;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
