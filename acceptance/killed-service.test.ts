/**
 * Kills two API nodes and two workers with SIGKILL again and again under load. Afterwards, the nodes complete every
 * job by themselves, every change is recorded once, in its transaction, and the audit chains verify.
 * `npm run test:chaos -- --kills 500 --hour` spreads the kills over an hour.
 * @long
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { Verifier } from '../cli/src/audit/verify-files.ts';
import { auditLineOf, auditSourceOf, type FlatRecord } from '../sdk/src/audit/cloud-event.ts';
import type { AuditRecord } from '../server/src/engine/audit/model.ts';
import type { AuditStore } from '../server/src/engine/audit/ports.ts';
import { TRAIL_CODES } from '../server/src/flows/definitions.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import { compareAudit, compareSealedRecords } from '../server/test/audit-comparison.ts';
import type { EmbeddedSuiteTables } from '../server/test/embedded-suite-tables.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/postgres.ts';
import { type Node as ServiceNode, startNode as startInProcess } from '../server/test/provisioning-world.ts';
import { finishElsewhere } from '../server/test/recovery.ts';
import { TEST_SECRET_KEY } from '../server/test/secrets.ts';
import { compareSuite } from '../server/test/suite-comparison.ts';
import { ConcurrentCallers } from './crowd.ts';
import { KilledService } from './killed-service.ts';
import { CALL_PREFIX, MEMBERS } from './mutations.ts';
import { GIVEN_URL } from './service.ts';

/** `npm run test:chaos` sets more kills. */
const KILLS = Number(process.env.CHARTER_TEST_SERVICE_KILLS ?? 3);
/** Minutes over which the kills are spread. With 0, a kill follows the one before after some calls. */
const MINUTES = Number(process.env.CHARTER_TEST_SERVICE_MINUTES ?? 0);
/** Six callers with this pause make about 40 calls a second. During a long run, that leaves time for restarts. */
const PAUSE_MILLISECONDS = MINUTES > 0 ? 100 : 0;
/** Time after the load within which the nodes complete all jobs, leases of killed workers included. */
const COMPLETION_MILLISECONDS = 180_000;
const POLL_MILLISECONDS = 500;
/** Largest growth of the nodes' memory from the first to the last fifth of many kills. */
const MEMORY_GROWTH = 1.3;
/** Number of kills from which growth of the memory can be measured. */
const MANY_KILLS = 100;
const TENANT = '4d657269-6469-4a6e-8000-000000000000';

/** Record types for which the comparison must detect missing and duplicate records. */
const RECORDED = [
  'team_provisioning_requested',
  'team_created',
  'team_creation_approval_requested',
  'team_creation_approved',
  'team_creation_rejected',
  'team_creation_approval_cancelled',
  'team_creation_approval_delegated',
  'team_updated',
  'team_member_added',
  'team_channel_created',
  'team_channel_tab_created',
  'team_archive_requested',
  'team_unarchive_requested',
  'team_deleted',
  'template_updated',
  'hook_created',
  'hook_deleted',
  'policy_created',
  'policy_updated',
  'policy_attached',
  'policy_detached',
  'policy_deleted',
];

/** Selects the last record of a target. */
const A_RECORD = `select * from charter.audit_records r where tenant_id = $1 and type = $2 and target_id = $3
  order by occurred_at desc, record_id desc limit 1`;
const REMOVE_RECORD = `with one as (${A_RECORD})
  delete from charter.audit_records r using one where (r.tenant_id, r.record_id) = (one.tenant_id, one.record_id)`;
const REPEAT_RECORD = `insert into charter.audit_records
  select tenant_id, gen_random_uuid(), trail, type, occurred_at, actor_id, actor_kind, actor_name, target_type,
         target_id, target_name, request_id, outcome, fields from (${A_RECORD}) one`;

/**
 * Waits until every job has ended or is paused, at most COMPLETION_MILLISECONDS. Returns `<id> <status>` of the jobs
 * that are left.
 */
async function incompleteJobs(databaseUrl: string): Promise<string[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const latest = Date.now() + COMPLETION_MILLISECONDS;
  try {
    for (;;) {
      const { rows } = await pool.query<{ job: string }>(
        `select job_id || ' ' || status as job from charter.jobs
          where tenant_id = $1 and status not in ('completed', 'failed', 'paused')`,
        [TENANT],
      );
      if (rows.length === 0 || Date.now() > latest) return rows.map(({ job }) => job);
      await delay(POLL_MILLISECONDS);
    }
  } finally {
    await pool.end();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Returns the records of a trail in order. */
async function readAll(audit: AuditStore, trail: string): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (;;) {
    const last = records.at(-1);
    const after = last === undefined ? {} : { after: { sequence: last.sequence } };
    const page = await audit.list({ trail, conditions: [], order: 'sequence asc', top: 500, ...after });
    records.push(...page.slice(0, 500));
    if (page.length <= 500) return records;
  }
}

const MADE_BY_CALLS = { prefix: CALL_PREFIX, memberIds: MEMBERS.map(({ id }) => id) };

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

describe(`a service that is killed ${KILLS} times under load`, { skip }, () => {
  let database: TestDatabase;
  let folder: string;
  let node: ServiceNode;
  let crowd: ConcurrentCallers;
  let missedAmidKills: string[];
  let incomplete: string[];
  let residentMebibytes: readonly number[];

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'charter-killed-'));
    const service = await KilledService.start(database.connectionString, folder, TEST_SECRET_KEY);
    try {
      crowd = await ConcurrentCallers.gather(service, PAUSE_MILLISECONDS);
      await crowd.work(async (passed) => {
        const begun = Date.now();
        for (let round = 0; service.kills < KILLS; round += 1) {
          await passed(8 + ((round * 7) % 23));
          const dueAt = begun + (MINUTES * 60_000 * service.kills) / KILLS;
          await delay(Math.max(0, dueAt - Date.now()));
          await service.killAndRestart(round);
        }
        await passed(30);
      });
      missedAmidKills = crowd.neverDone();
      incomplete = await incompleteJobs(database.connectionString);
      await crowd.workInTurn();
      residentMebibytes = service.residentMebibytes;
    } finally {
      await service.stop();
    }
    node = await startInProcess(await serviceUrl(database.connectionString));
    await finishElsewhere(node, TENANT);
  });
  after(async () => {
    await node?.close();
    await rm(folder, { recursive: true, force: true });
    await database?.drop();
  });

  it('makes every kind of change, and fails only calls that a kill interrupts', () => {
    assert.deepEqual(crowd.failures, []);
    assert.deepEqual(crowd.neverDone(), []);
    // The calls between the kills are random. Few kills leave time for only about half of the mutations.
    const mostMissed = KILLS > 10 ? 0 : crowd.mutations.length / 2;
    assert.ok(missedAmidKills.length <= mostMissed, missedAmidKills.join());
  });

  it('ends or pauses every job without help from an operator', () => {
    assert.deepEqual(incomplete, []);
  });

  it('lets memory grow by at most 30 %', { skip: KILLS < MANY_KILLS && 'runs with many kills' }, (t) => {
    const fifth = Math.floor(residentMebibytes.length / 5);
    const first = median(residentMebibytes.slice(0, fifth));
    const last = median(residentMebibytes.slice(-fifth));
    t.diagnostic(`median resident memory: ${first.toFixed(0)} MiB at first, ${last.toFixed(0)} MiB at last`);
    assert.ok(last <= first * MEMORY_GROWTH, `${first} ${last}`);
  });

  it('has one audit record for each change, in the same transaction, and chains without gaps', async () => {
    assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
  });

  it('has one audit record for each object that calls created in the suite', async () => {
    assert.deepEqual(await compareSuite(node.suiteTenancy.for(TENANT), TENANT, MADE_BY_CALLS), []);
  });

  it('has an audit record for every acknowledged change', async () => {
    const { audit } = node.store.in(TENANT);
    const recorded = new Set<string>();
    for (const trail of TRAIL_CODES) {
      for (const { type, target } of await readAll(audit, trail)) recorded.add(`${type} ${target.id}`);
    }
    assert.deepEqual(
      crowd.acknowledged.filter((change) => !recorded.has(change)),
      [],
    );
    assert.ok(crowd.acknowledged.length > 20, `${crowd.acknowledged.length}`);
  });

  it('has audit chains that pass verification', async () => {
    const { audit } = node.store.in(TENANT);
    const verifier = new Verifier();
    for (const trail of TRAIL_CODES) {
      const lines = (await readAll(audit, trail)).map(({ fields, ...common }) =>
        auditLineOf(auditSourceOf(TENANT, trail), { ...fields, ...common } as unknown as FlatRecord),
      );
      await verifier.read([Buffer.from(lines.map((line) => `${line}\n`).join(''))], trail);
    }
    const { faults, chains } = verifier.end();
    assert.deepEqual(faults, []);
    assert.ok(chains.reduce((sum, { records }) => sum + records, 0) > crowd.acknowledged.length);
  });

  // With many records this test is slow, and shows nothing new.
  const tooMany = KILLS > 10 && 'runs with few kills';
  it('passes a comparison that reports each lost or duplicated audit record', {
    skip: tooMany,
  }, async () => {
    const pool = new Pool({ connectionString: database.connectionString, max: 1 });
    const owner = new Kysely<CharterTables & EmbeddedSuiteTables>({ dialect: new PostgresDialect({ pool }) });
    const compare = async (): Promise<string[]> => [
      ...(await compareSealedRecords(owner as never, TENANT)),
      ...(await compareSuite(owner as never, TENANT, MADE_BY_CALLS)),
    ];
    try {
      assert.deepEqual(await compare(), []);
      for (const type of RECORDED) {
        // The last target of a type is used, because earlier ones may have been deleted.
        const acknowledged = crowd.acknowledged.findLast((one) => one.startsWith(`${type} `));
        const target = acknowledged?.slice(`${type} `.length);
        for (const change of [REMOVE_RECORD, REPEAT_RECORD]) {
          await pool.query('begin');
          const { rowCount } = await pool.query(change, [TENANT, type, target]);
          const found = await compare();
          await pool.query('rollback');
          assert.equal(rowCount, 1, type);
          // A duplicate belongs to no chain, which is itself a fault. Another comparison must detect it as well.
          const seen = found.filter((fault) => !fault.startsWith('records without one place'));
          assert.ok(seen.length > 0, `${type}: ${change}`);
        }
      }
    } finally {
      await owner.destroy();
    }
  });
});
