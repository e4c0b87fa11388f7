import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import { newId } from '../kernel/ids.ts';
import { auditLog } from './audit.ts';
import { migrate } from './migrate.ts';
import type { CharterTables } from './tables.ts';

const TENANT = 'contoso';

const record: NewAuditRecord = {
  trail: 'security',
  type: 'role_assigned',
  actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
  target: { type: 'principal', id: 'bob', displayName: 'Bob' },
  requestId: 'r',
  fields: { role: 'GLOBAL_ADMIN' },
};

describe('a change of state without an audit record', () => {
  let database: TestDatabase;
  let db: Kysely<CharterTables>;
  before(async () => {
    database = await createMigratedDatabase();
    db = database.tenancy.for(TENANT);
  });
  after(() => database.drop());

  const run = (statement: string, withRecord: 'before' | 'after' | 'none' | 'undone') =>
    db.transaction().execute(async (transaction) => {
      const append = () => auditLog(transaction, TENANT).append([record], new Date());
      if (withRecord === 'before') await append();
      await sql.raw(statement).execute(transaction);
      if (withRecord === 'after') await append();
      if (withRecord !== 'undone') return;
      await sql`savepoint here`.execute(transaction);
      await append();
      await sql`rollback to savepoint here`.execute(transaction);
    });

  const insertJob = (id: string, status = 'waiting') =>
    `insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, created_at, last_action_at)
     values ('${TENANT}', '${id}', 'TeamArchive', '${status}', '{}', 'r', '{}', '{}', now(), now())`;
  let job = '';
  beforeEach(async () => {
    job = newId();
    await run(insertJob(job), 'after');
  });

  const role = () =>
    `insert into charter.role_assignments (tenant_id, principal_id, role) values ('${TENANT}', '${newId()}', 'GLOBAL_ADMIN')`;
  const template = () =>
    `insert into charter.templates (tenant_id, template_id, revision, version, catalog_template, structure, manifest, manifest_format)
     values ('${TENANT}', '${newId()}', 1, '1.0', '{}', '{}', '{}', 'json')`;
  const app = () =>
    `insert into charter.apps (tenant_id, app_id, display_name) values ('${TENANT}', '${newId()}', 'x')`;
  const approval = () =>
    `insert into charter.approvals (tenant_id, approval_id, job_id, status, template, requester, request_id, request,
       stages, created_at, expires_at, reminded_at)
     values ('${TENANT}', '${newId()}', '${newId()}', 'pending', '{}', '{}', 'r', '{}', '[]', now(), now(), now())`;
  const decision = () =>
    `insert into charter.approval_decisions (tenant_id, approval_id, decision_id, stage, outcome, decider, decided_at)
     values ('${TENANT}', '${newId()}', '${newId()}', 0, 'approved', '{}', now())`;
  const stay = () =>
    `insert into charter.guest_stays (tenant_id, team_id, user_id, since, ends_at)
     values ('${TENANT}', '${newId()}', '${newId()}', now(), now())`;
  const review = () =>
    `with review as (
       insert into charter.reviews (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered,
         request_id, created_at, deadline_at, item_count, keep_count, remove_count, removed_count, attempt)
       values ('${TENANT}', '${newId()}', '${newId()}', 'guests', 'open', '${newId()}', 'p', 'keep', 'r', now(), now(),
         1, 0, 0, 0, 0)
       returning tenant_id, review_id)
     insert into charter.review_items (tenant_id, review_id, user_id, role)
     select tenant_id, review_id, 'gus', 'guest' from review`;
  const setStatus = (status: string) => () =>
    `update charter.jobs set status = '${status}' where job_id = '${job}'`;

  const guarded: [what: string, statement: () => string][] = [
    ['the assignment of a role', role],
    ['the removal of a role', () => `delete from charter.role_assignments where tenant_id = '${TENANT}'`],
    ['the creation of a template', template],
    ['the update of a template', () => 'update charter.templates set revision = revision + 1'],
    ['the deletion of a template', () => 'delete from charter.templates'],
    ['the registration of an app', app],
    ['the update of an app', () => 'update charter.apps set enabled = false'],
    ['the request of an approval', approval],
    ['the end of an approval', () => "update charter.approvals set status = 'rejected'"],
    ['the update of approval stages', () => `update charter.approvals set stages = '["${newId()}"]'`],
    ['the decision of an approver', decision],
    ['the creation of a job', () => insertJob(newId())],
    ['the completion of a job', setStatus('completed')],
    ['the failure of a job', setStatus('failed')],
    ['the pause of a job', setStatus('paused')],
    ['the end of a stay', stay],
    ['another end of a stay', () => "update charter.guest_stays set ends_at = ends_at + interval '1 day'"],
    [
      'the end of the stay of an inactive guest',
      () => 'update charter.guest_stays set inactive_ends_at = now()',
    ],
    ['the sponsor of a guest', () => `update charter.guest_stays set sponsor_id = '${newId()}'`],
    ['the start of a review', review],
    [
      'the decision of a review',
      () => `update charter.review_items set decision = 'keep', decided_by = '${newId()}'`,
    ],
    ['the end of a review', () => "update charter.reviews set status = 'completed'"],
  ];
  for (const [what, statement] of guarded) {
    it(`is rejected at the commit: ${what}`, async () => {
      for (const make of [role, template, app, approval, stay, review]) await run(make(), 'before');
      const text = statement();
      await assert.rejects(run(text, 'none'), /has no audit record/);
      await assert.rejects(run(text, 'undone'), /has no audit record/);
      await run(text, 'before');
    });
  }

  it('is rejected outside of a transaction', async () => {
    await assert.rejects(sql.raw(role()).execute(db), /has no audit record/);
  });

  it('is rejected when its record is in an earlier transaction of the connection', async () => {
    const single = new pg.Client(database.serviceUrl);
    await single.connect();
    try {
      await single.query(`begin; select set_config('charter.tenant_id', '${TENANT}', true)`);
      await single.query(role());
      await single.query("select set_config('charter.audited', 'yes', true)");
      await single.query('commit');
      await single.query(`begin; select set_config('charter.tenant_id', '${TENANT}', true)`);
      await single.query(role());
      await assert.rejects(single.query('commit'), /has no audit record/);
    } finally {
      await single.end();
    }
  });

  it('is accepted for the progress of jobs, stays and reviews, and for reminders', async () => {
    await run(approval(), 'before');
    await run('update charter.approvals set reminded_at = now(), revision = revision + 1', 'none');
    for (const status of ['active', 'delayed', 'active']) await run(setStatus(status)(), 'none');
    await run(stay(), 'before');
    await run('update charter.guest_stays set announced_end = ends_at, since = now()', 'none');
    await run(review(), 'before');
    await run("update charter.reviews set status = 'ending', due_at = now()", 'none');
    await run("update charter.review_items set outcome = 'kept'", 'none');
  });

  it('is accepted only from the owner of the database, even after another migration', async () => {
    await migrate(database.ownerUrl);
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query(role());
    } finally {
      await owner.end();
    }
    await assert.rejects(run(role(), 'none'), /has no audit record/);
  });
});
