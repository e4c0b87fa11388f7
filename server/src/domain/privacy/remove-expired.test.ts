/** Tests retention on a real database: ended objects are deleted after their retention period, open objects stay. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type ApprovalWorld,
  approvalTemplate,
  codeOf,
  newCall,
  openApprovalWorld,
  person,
} from '../../../test/approval-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { getApproval } from '../../flows/approvals/read-approvals.ts';
import { JOB_DEFINITIONS, TRAIL_CODES } from '../../flows/definitions.ts';
import { getJob } from '../../flows/jobs/read-jobs.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { migrate } from '../../persistence/migrate.ts';
import { removeOldDeliveries } from '../webhooks/remove-old-deliveries.ts';
import { placeHold, removeHold } from './hold-person.ts';
import { EXPIRING_KINDS } from './ports.ts';
import { removeExpired, retentionOf } from './remove-expired.ts';

/** A time in the past, because the database compares with its own clock too. */
const START = new Date('2024-01-01T00:00:00Z');
const DAYS = 30;
const ADMIN = person('person-9', 'GLOBAL_ADMIN');
const NOTHING = { jobs: 0, approvals: 0, events: 0, notifications: 0, reviews: 0 };

describe('retention', () => {
  let world: ApprovalWorld;
  let owner: pg.Client;
  before(async () => {
    world = await openApprovalWorld(START);
    owner = new pg.Client(world.ownerUrl);
    await owner.connect();
    await world.node.storeTemplate(approvalTemplate('guarded', { approvalTeam: [{ id: 'person-2' }] }));
    await world.node.storeTemplate(approvalTemplate('plain', { requireApproval: false }));
  });
  after(async () => {
    await owner.end();
    await world.close();
  });

  const keep = (retention: Record<string, number>) => migrate(world.ownerUrl, { retention });
  const everyKind = (days: number) => ({
    ...{ jobs: days, approvals: days, events: days, notifications: days, reviews: days },
  });
  const deps = () => ({ store: world.node.store, clock: world.clock });
  const pass = (days: number) => world.clock.advance((days * DAY_MILLISECONDS) / 1000);
  const remove = (limit?: number) => removeExpired(deps(), TENANT, limit);
  const db = () => world.node.tenancy.for(TENANT);
  const settleMails = () => owner.query("update charter.notifications set mail_state = 'none'");
  const ask = (template = 'guarded') =>
    world.node.ask({ template: { id: template }, team: { name: `Room ${newId()}` } });

  /** A request that is rejected: a failed job, a decided approval, their events and notifications. */
  async function rejected(): Promise<{ job: string; approval: string }> {
    const job = await ask();
    const approval = job.data.approval?.id ?? '';
    await world.node.reject(person('person-2'), approval, { message: 'No' });
    await settleMails();
    return { job: job.id, approval };
  }

  async function rows(table: string): Promise<number> {
    const result = await owner.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return result.rows[0]?.count ?? -1;
  }
  async function counts(): Promise<typeof NOTHING> {
    return {
      jobs: await rows('charter.jobs'),
      approvals: await rows('charter.approvals'),
      events: await rows('charter.domain_events'),
      notifications: await rows('charter.notifications'),
      reviews: await rows('charter.reviews'),
    };
  }
  const jobOf = (id: string) => codeOf(getJob(world.node.deps, ADMIN, newCall(), { jobId: id }));
  const approvalOf = (id: string) =>
    codeOf(getApproval(world.node.deps, ADMIN, newCall(), { approvalId: id }));

  it('deletes nothing when no retention period is set', async () => {
    await keep({});
    const { job } = await rejected();
    pass(40_000 / 365);
    assert.deepEqual(await remove(), NOTHING);
    assert.equal(await jobOf(job), 'done');
  });

  it('deletes ended objects after their retention period, with an audit record in the same transaction', async () => {
    await keep(everyKind(DAYS));
    await remove();
    const before = await rows('charter.audit_records');
    const old = await rejected();
    pass(DAYS - 1);
    const recent = await rejected();
    assert.deepEqual(await remove(), NOTHING);
    pass(1.5);
    const removed = await remove();
    assert.equal(removed.jobs, 1);
    assert.equal(removed.approvals, 1);
    assert.ok(removed.events >= 2 && removed.notifications >= 1, JSON.stringify(removed));
    assert.deepEqual([await jobOf(old.job), await approvalOf(old.approval)], ['NotFound', 'NotFound']);
    assert.deepEqual([await jobOf(recent.job), await approvalOf(recent.approval)], ['done', 'done']);
    for (const table of ['approval_people', 'approval_decisions'])
      assert.equal(
        (await owner.query(`select from charter.${table} where approval_id = $1`, [old.approval])).rowCount,
        0,
      );
    assert.equal(
      (await owner.query('select from charter.job_words where job_id = $1', [old.job])).rowCount,
      0,
    );
    await world.node.store.in(TENANT).audit.seal();
    const { rows: records } = await owner.query(
      "select fields, target_id, trail from charter.audit_records where type = 'expired_data_removed' order by record_id",
    );
    const { fields, target_id, trail } = records.at(-1);
    assert.deepEqual(fields, {
      removedJobs: 1,
      removedApprovals: 1,
      removedEvents: removed.events,
      removedNotifications: removed.notifications,
      removedReviews: 0,
    });
    assert.deepEqual([target_id, trail], [TENANT, 'security']);
    assert.ok((await rows('charter.audit_records')) > before);
    assert.deepEqual(await remove(), NOTHING);
    assert.equal(await rows('charter.audit_records'), await rows('charter.audit_chain'));
  });

  it('keeps pending requests, their notifications, and open jobs, however old they are', async () => {
    await keep(everyKind(DAYS));
    const pending = await ask();
    const waiting = await ask('plain');
    await settleMails();
    pass(10 * DAYS);
    await remove();
    assert.equal(await jobOf(pending.id), 'done');
    assert.equal(await approvalOf(pending.data.approval?.id ?? ''), 'done');
    assert.equal(await jobOf(waiting.id), 'done');
    const { rowCount } = await owner.query(
      "select from charter.notifications where facts ->> 'approvalId' = $1",
      [pending.data.approval?.id],
    );
    assert.ok(rowCount);
    await world.node.expire();
    await settleMails();
    await remove();
    assert.equal(await approvalOf(pending.data.approval?.id ?? ''), 'done');
  });

  it('keeps a job that has left objects in the suite, and the job of a lifecycle', async () => {
    await keep(everyKind(DAYS));
    const left = await rejected();
    const archiving = await rejected();
    await owner.query(`update charter.jobs set leftovers = '[]' where job_id = $1`, [left.job]);
    await owner.query(
      `with governed as (
         insert into charter.governed_teams (tenant_id, team_id, created_at, due_at) values ($1, 'team-1', now(), now()))
       insert into charter.team_lifecycles (tenant_id, team_id, state, operation_id, revision, action)
       values ($1, 'team-1', 'expired', $2, 1, 'Archive')`,
      [TENANT, archiving.job],
    );
    await owner.query("update charter.jobs set team_id = 'team-1' where job_id = $1", [archiving.job]);
    pass(2 * DAYS);
    await remove();
    assert.deepEqual([await jobOf(left.job), await jobOf(archiving.job)], ['done', 'done']);
    await owner.query('update charter.jobs set leftovers = null');
    await owner.query('delete from charter.team_lifecycles');
    await remove();
    assert.deepEqual([await jobOf(left.job), await jobOf(archiving.job)], ['NotFound', 'NotFound']);
  });

  it('keeps an event until its fan-out has ended and its deliveries have been deleted', async () => {
    await keep(everyKind(DAYS));
    await rejected();
    const { rows: events } = await owner.query<{ event_id: string }>(
      'select event_id from charter.domain_events order by event_id desc limit 2',
    );
    const [waiting, delivered] = events.map(({ event_id }) => event_id);
    const hook = newId();
    const deliveryId = `${START.getTime().toString(16).padStart(12, '0')}${newId().replaceAll('-', '').slice(12)}`;
    await owner.query(
      `insert into charter.hooks (tenant_id, hook_id, name, active, events, url, templates, secrets, scope, creator,
                                  creator_id, created_at, updated_at)
       values ($1, $2, 'h', false, '{}', 'http://h.example', '{}', '[]', 'tenant', '{}', 'x', now(), now())`,
      [TENANT, hook],
    );
    await owner.query('insert into charter.hook_fan_outs (tenant_id, event_id) values ($1, $2)', [
      TENANT,
      waiting,
    ]);
    await owner.query(
      `insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, status, run, created_at)
       values ($1, $2, $3, $4, 'e', 'tenant', 'pending', 0, $5)`,
      [TENANT, hook, deliveryId, delivered, world.clock.now()],
    );
    const stored = async () =>
      (
        await owner.query('select from charter.domain_events where event_id = any($1)', [
          [waiting, delivered],
        ])
      ).rowCount;
    pass(2 * DAYS);
    await remove();
    assert.equal(await stored(), 2);
    await owner.query('delete from charter.hook_fan_outs');
    await owner.query("update charter.hook_deliveries set status = 'delivered'");
    await remove();
    assert.equal(await stored(), 1);
    assert.equal(await removeOldDeliveries(deps(), TENANT, DAYS), 1);
    await remove();
    assert.equal(await stored(), 0);
  });

  it('keeps objects that name a person under a legal hold', async () => {
    await keep(everyKind(DAYS));
    const { job, approval } = await rejected();
    pass(2 * DAYS);
    await placeHold(deps(), ADMIN, newCall(), { personId: 'ada', reason: 'Proceedings' });
    assert.deepEqual(await remove(), NOTHING);
    assert.deepEqual([await jobOf(job), await approvalOf(approval)], ['done', 'done']);
    await removeHold(deps(), ADMIN, newCall(), 'ada');
    assert.equal((await remove()).jobs, 1);
    assert.equal(await jobOf(job), 'NotFound');
  });

  it('deletes in batches, each with its record, and each kind by its own period', async () => {
    await keep({ jobs: DAYS });
    for (let number = 0; number < 5; number += 1) await rejected();
    const before = await counts();
    pass(2 * DAYS);
    const { rows: earlier } = await owner.query(
      "select from charter.audit_records where type = 'expired_data_removed'",
    );
    assert.deepEqual(await remove(2), { ...NOTHING, jobs: 5 });
    assert.deepEqual(await counts(), { ...before, jobs: before.jobs - 5 });
    const { rows: later } = await owner.query(
      "select from charter.audit_records where type = 'expired_data_removed'",
    );
    assert.equal(later.length - earlier.length, 3);
  });

  describe('of reviews', () => {
    after(() => keep(everyKind(DAYS)));
    const govern = (teamId: string) =>
      owner.query(
        `insert into charter.governed_teams (tenant_id, team_id, created_at, due_at) values ($1, $2, now(), now())
         on conflict do nothing`,
        [TENANT, teamId],
      );
    /** A review that began `daysAgo` days ago, and ended two weeks later. */
    async function review(
      teamId: string,
      daysAgo: number,
      { kind = 'guests', status = 'completed', of = 'guest', by = 'owner' } = {},
    ): Promise<string> {
      const id = newId();
      const started = new Date(world.clock.now().getTime() - daysAgo * DAY_MILLISECONDS);
      const isOpen = status === 'open';
      const ended = isOpen ? null : new Date(started.getTime() + 14 * DAY_MILLISECONDS);
      await owner.query('begin; set local session_replication_role = replica');
      await owner.query(
        `insert into charter.reviews
           (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered, request_id, created_at,
            deadline_at, completed_at, item_count, keep_count, remove_count, removed_count, attempt)
         values ($1, $2, $3, $4, $5, $2, 'Reviews', 'keep', 'r', $6, $6, $7, 1, 1, 0, 0, 0)`,
        [TENANT, id, teamId, kind, status, started, ended],
      );
      await owner.query(
        `insert into charter.review_items (tenant_id, review_id, user_id, role, decision, decided_by)
         values ($1, $2, $3, 'guest', 'keep', $4)`,
        [TENANT, id, of, by],
      );
      await owner.query('commit');
      return id;
    }
    const stored = async (): Promise<string[]> => {
      const found = await owner.query<{ review_id: string }>(
        'select review_id from charter.reviews order by created_at',
      );
      return found.rows.map(({ review_id }) => review_id);
    };
    const clear = () => owner.query('delete from charter.reviews');

    it('deletes ended reviews with their decisions, but not the latest of each kind of a governed team', async () => {
      await keep({ reviews: DAYS });
      await govern('reviewed');
      const old = await review('reviewed', 100);
      const latest = await review('reviewed', 90);
      const ofMembers = await review('reviewed', 80, { kind: 'members', status: 'cancelled' });
      const ofDeletedTeam = await review('deleted', 70);
      const recent = await review('deleted', 40);
      const open = await review('reviewed', 60, { status: 'open' });
      assert.deepEqual(await remove(), { ...NOTHING, reviews: 3 });
      assert.deepEqual(await stored(), [ofMembers, open, recent]);
      const { rowCount } = await owner.query('select from charter.review_items where review_id = any($1)', [
        [old, latest, ofDeletedTeam],
      ]);
      assert.equal(rowCount, 0);
      assert.deepEqual(await remove(), NOTHING);
      await clear();
    });

    it('keeps reviews about or decided by a person under a legal hold', async () => {
      await keep({ reviews: DAYS });
      const about = await review('deleted', 100, { of: 'ada' });
      const decided = await review('deleted', 95, { by: 'ada' });
      await review('deleted', 90);
      await placeHold(deps(), ADMIN, newCall(), { personId: 'ada', reason: 'Proceedings' });
      assert.equal((await remove()).reviews, 1);
      assert.deepEqual(await stored(), [about, decided]);
      await removeHold(deps(), ADMIN, newCall(), 'ada');
      assert.equal((await remove()).reviews, 2);
      await clear();
    });
  });

  it('does not change the team of a deleted job', async () => {
    await keep(everyKind(DAYS));
    const { id } = await ask('plain');
    const never = new AbortController().signal;
    const log = { info: () => undefined, warn: console.error, error: console.error };
    const { store, suite } = world.node;
    await runJob(
      { store, suite, definitions: JOB_DEFINITIONS, clock: world.clock, log },
      { tenantId: TENANT, jobId: id },
      { lost: never, stopping: never },
    );
    const team = (await store.in(TENANT).jobs.find(id))?.subjectId ?? '';
    const facts = await store.in(TENANT).teamFacts.of([team]);
    assert.equal(facts[0]?.templateId, 'plain');
    pass(2 * DAYS);
    assert.ok((await remove()).jobs >= 1);
    assert.equal(await jobOf(id), 'NotFound');
    assert.deepEqual(await store.in(TENANT).teamFacts.of([team]), facts);
    assert.ok(await suite.teams.find(TENANT, team));
  });

  it('lets only the owner of the database set periods, and does not let the service delete anything directly', async () => {
    for (const statement of [
      'update charter.retention set days = 1',
      "insert into charter.retention values ('jobs', 1)",
      'delete from charter.jobs',
      'delete from charter.approvals',
      'delete from charter.domain_events',
    ])
      await assert.rejects(sql.raw(statement).execute(db()), /permission denied/, statement);
    await keep(everyKind(DAYS));
    await rejected();
    const { privacy } = world.node.store.in(TENANT);
    await owner.query('update charter.jobs set created_at = now(), last_action_at = now()');
    assert.equal(await privacy.removeExpired('jobs', 10, new Date('2999-01-01')), 0);
    assert.equal(await world.node.store.in('another').privacy.removeExpired('events', 10, new Date()), 0);
  });
});

describe('the default retention period', () => {
  const all = Object.fromEntries(TRAIL_CODES.map((code, index) => [code, 30 + index]));
  const longest = 30 + TRAIL_CODES.length - 1;
  const trails = TRAIL_CODES.length;
  it('is the longest of the audit trails, and unlimited when a trail has no limit', () => {
    assert.deepEqual(retentionOf({}, {}, trails), {});
    assert.deepEqual(retentionOf({}, { teams: 30 }, trails), {});
    assert.deepEqual(retentionOf({ jobs: 5 }, { teams: 30 }, trails), { jobs: 5 });
    const same = Object.fromEntries(EXPIRING_KINDS.map((kind) => [kind, longest]));
    assert.deepEqual(retentionOf({}, all, trails), same);
    assert.deepEqual(retentionOf({ events: 7 }, all, trails), { ...same, events: 7 });
  });
});
