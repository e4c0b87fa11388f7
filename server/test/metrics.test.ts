/** The metrics of a running node. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { newId } from '../src/kernel/ids.ts';
import { type RunningService, serve } from '../src/main.ts';
import type { StartedQueue } from '../src/persistence/queue.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { type ConnectedStore, connectQueue, connectStore } from './store.ts';

const TENANT = 'contoso';

describe('the metrics of a node', () => {
  let database: TestDatabase;
  let folder: string;
  let queue: StartedQueue;
  let connected: ConnectedStore;
  let owner: pg.Client;
  const running: RunningService[] = [];

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    folder = await mkdtemp(join(tmpdir(), 'charter-metrics-'));
    queue = await connectQueue(database.serviceUrl);
    connected = connectStore(database.serviceUrl, queue.boss);
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
  });
  after(async () => {
    await Promise.all(running.map((node) => node.stop()));
    await owner.end();
    await queue.stop();
    await connected.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a node without workers, so that what a test queues stays queued. */
  async function start(environment: NodeJS.ProcessEnv = {}): Promise<() => Promise<string>> {
    const node = await serve(
      readConfig({
        DATABASE_URL: database.ownerUrl,
        PORT: '0',
        CHARTER_SERVICES: 'api',
        CHARTER_DATA_DIR: folder,
        CHARTER_SAMPLE_DATA: 'off',
        CHARTER_LOG_LEVEL: 'silent',
        ...environment,
      }),
    );
    running.push(node);
    return async () => {
      const response = await fetch(`${node.url}/metrics`);
      assert.equal(response.status, 200);
      return response.text();
    };
  }

  /** Returns the value of a metric with exactly these labels, in their order. */
  function valueIn(text: string, name: string): number {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    assert.ok(line, `${name} is missing`);
    return Number(line.slice(name.length + 1));
  }

  async function addJob(type: string, startAfter?: Date): Promise<void> {
    const id = newId();
    await connected.store.transaction(TENANT, async (unit) => {
      const requester = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };
      const job = { id, type, requester, requestId: 'r', request: {}, plan: null, steps: ['only'] };
      await unit.jobs.add({ ...job, log: [], subjectId: null }, new Date());
      await unit.queue.runJob({ tenantId: TENANT, jobId: id }, startAfter);
    });
  }

  it('show how many entries wait in each queue and since when the oldest is due, by type of job', async () => {
    const scrape = await start();
    await addJob('TeamArchive');
    await owner.query(`
      update pgboss.job set created_on = created_on - interval '90 seconds', start_after = start_after - interval '90 seconds'
       where name = 'run-job'`);
    await addJob('TeamArchive');
    await addJob('TeamProvisioning', new Date(Date.now() + 3_600_000));
    const text = await scrape();
    const jobs = (type: string, state: string) =>
      valueIn(text, `charter_queue_jobs{queue="run-job",type="${type}",state="${state}"}`);
    const age = (type: string) =>
      valueIn(text, `charter_queue_oldest_job_age_seconds{queue="run-job",type="${type}"}`);
    assert.equal(jobs('TeamArchive', 'due'), 2);
    assert.equal(jobs('TeamArchive', 'delayed'), 0);
    assert.equal(jobs('TeamProvisioning', 'due'), 0);
    assert.equal(jobs('TeamProvisioning', 'delayed'), 1);
    assert.ok(age('TeamArchive') >= 90 && age('TeamArchive') < 3_600, String(age('TeamArchive')));
    assert.equal(age('TeamProvisioning'), 0);
    assert.equal(age('TeamUnarchive'), 0);
    assert.equal(valueIn(text, 'charter_queue_jobs{queue="send-mail",state="due"}'), 0);
  });

  it('are shown without those of the database while it can not be read', async () => {
    const scrape = await start();
    await owner.query('alter table pgboss.job rename to hidden_job');
    try {
      const text = await scrape();
      assert.match(text, /^charter_build_info\{/m);
      assert.doesNotMatch(text, /^charter_queue_jobs\{/m);
    } finally {
      await owner.query('alter table pgboss.hidden_job rename to job');
    }
    assert.match(await scrape(), /^charter_queue_jobs\{/m);
  });

  it('satisfy promtool', async (t) => {
    if (spawnSync('promtool', ['--version']).error) return t.skip('needs promtool (package prometheus)');
    const scrape = await start();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await scrape(),
      encoding: 'utf8',
    });
    assert.equal(`${stdout}${stderr}`, '');
    assert.equal(status, 0);
  });
});
