/** Tests the metrics of a running node. */
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
import { hookRecord } from './webhook-rows.ts';

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

  /** Starts a node without workers, so that entries stay in the queue. */
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

  async function addJob(type: string, startAfter?: Date, tenantId = TENANT): Promise<void> {
    const id = newId();
    await connected.store.transaction(tenantId, async (unit) => {
      const requester = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };
      const job = { id, type, requester, requestId: 'r', request: {}, plan: null, steps: ['only'] };
      await unit.jobs.add({ ...job, log: [], subjectId: null }, new Date());
      await unit.queue.runJob({ tenantId, jobId: id }, startAfter);
    });
  }

  it('show the number of waiting entries and the age of the oldest due one, by queue and type of job', async () => {
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

  it('omit the metrics of the database while the database is unavailable', async () => {
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

  it('add up the pending work of all tenants', async () => {
    for (const tenant of ['fabrikam', 'tailspin']) {
      await owner.query(`
        begin;
        select set_config('charter.tenant_id', '${tenant}', true);
        insert into charter.tenants (tenant_id, display_name) values ('${tenant}', 'x');
        insert into charter.notifications (tenant_id, addressee_id, notification_id, kind, facts, created_at, mail_due_at)
        values ('${tenant}', 'ada', '${newId()}', 'job_failed', '{}', now(), now() - interval '300 seconds');
        insert into charter.governed_teams (tenant_id, team_id, created_at, due_at)
        values ('${tenant}', 'late', now(), now() - interval '40 seconds'),
               ('${tenant}', 'later', now(), now() + interval '40 seconds');
        insert into charter.audit_pending (tenant_id, record_id) values ('${tenant}', '${newId()}');
        commit`);
      for (const active of [true, false]) {
        const hook = hookRecord({ active });
        await connected.store.in(tenant).hooks.add(hook);
        await owner.query(`
          begin;
          select set_config('charter.tenant_id', '${tenant}', true);
          insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, status, run, due_at, created_at)
          values ('${tenant}', '${hook.id}', '${newId()}', '${newId()}', 'team_created', 'tenant', 'pending', 0,
                  now() - interval '70 seconds', now());
          commit`);
      }
      await addJob('TeamArchive', undefined, tenant);
    }
    const text = await (await start())();
    const value = (name: string) => valueIn(text, name);
    const within = (name: string, least: number): void => {
      const age = value(name);
      assert.ok(age >= least && age < least + 200, `${name} ${age}`);
    };
    assert.equal(value('charter_jobs{status="waiting"}'), 2);
    assert.equal(value('charter_jobs{status="delayed"}'), 0);
    assert.equal(value('charter_mail_pending'), 2);
    within('charter_mail_oldest_due_age_seconds', 300);
    assert.equal(value('charter_policy_checks_due'), 2);
    within('charter_policy_checks_oldest_due_age_seconds', 40);
    assert.equal(value('charter_webhook_deliveries_pending'), 2);
    within('charter_webhook_deliveries_oldest_due_age_seconds', 70);
    assert.equal(value('charter_audit_records_unsealed'), 2);
    assert.equal(value('charter_approvals_pending'), 0);
    assert.equal(value('charter_approvals_oldest_pending_age_seconds'), 0);
  });

  it('have no labels with ids of tenants or objects, or with paths', async () => {
    const scrape = await start({ CHARTER_SERVICES: 'api,worker' });
    const text = await scrape();
    for (const match of text.matchAll(/^charter_\w+\{(.*)\} /gm)) {
      assert.doesNotMatch(match[1] ?? '', /fabrikam|tailspin|[0-9a-f]{8}-[0-9a-f]{4}|\/v1/, match[0]);
    }
    assert.match(text, /^charter_job_slots \d+$/m);
    assert.match(text, /^charter_audit_check_age_seconds \d/m);
  });

  it('pass the checks of promtool', async (t) => {
    if (spawnSync('promtool', ['--version']).error) return t.skip('needs promtool (package prometheus)');
    const scrape = await start({ CHARTER_SERVICES: 'api,worker' });
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await scrape(),
      encoding: 'utf8',
    });
    assert.equal(`${stdout}${stderr}`, '');
    assert.equal(status, 0);
  });
});
