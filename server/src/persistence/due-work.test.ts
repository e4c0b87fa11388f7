import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { type DueWork, tenantsWithDueWork } from './due-work.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const SLOT = new Date('2026-03-01T02:00:00Z');
const EARLIER = '2026-03-01T11:00:00Z';
const LATER = '2026-03-01T13:00:00Z';
const ID = '0190a1b2-0000-7000-8000-000000000001';
const OTHER_ID = '0190a1b2-0000-7000-8000-000000000002';

/** Inserts an item of work that is due at a time. Without a time, every item is due. */
const ITEMS: Record<DueWork, { insert: (tenant: string, time: string) => string; hasTime: boolean }> = {
  intents: {
    insert: (tenant, time) => `
      insert into charter.suite_intents (tenant_id, intent_id, operation, input, principal, context, lease_until, created_at)
      values ('${tenant}', '${ID}', 'x', '{}', '{}', '{}', '${time}', '${EARLIER}')`,
    hasTime: true,
  },
  mail: {
    insert: (tenant, time) => `
      insert into charter.notifications (tenant_id, addressee_id, notification_id, kind, facts, created_at, mail_due_at)
      values ('${tenant}', 'ada', '${ID}', 'x', '{}', '${EARLIER}', '${time}')`,
    hasTime: true,
  },
  approvals: {
    insert: (tenant, time) => approval(tenant, ID, { expires: time, reminded: LATER }),
    hasTime: true,
  },
  reminders: {
    insert: (tenant, time) => approval(tenant, OTHER_ID, { expires: LATER, reminded: time }),
    hasTime: true,
  },
  second_approvals: {
    insert: (tenant, time) => `
      insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, created_at,
                                last_action_at, second_approval)
      values ('${tenant}', '${ID}', 'RoleChange', 'paused', '{}', 'r', '{}', '{only}', '${EARLIER}', '${EARLIER}',
              '{"expires": "${time}"}')`,
    hasTime: true,
  },
  ownerless_teams: {
    insert: (tenant) =>
      `insert into directory.ownerless_teams (tenant_id, team_id) values ('${tenant}', 'one')`,
    hasTime: false,
  },
  erasures: {
    insert: (tenant) => `
      insert into charter.erasures (tenant_id, person_id, erasure_id, request_id, requested_at)
      values ('${tenant}', 'ada', '${ID}', 'r', '${EARLIER}')`,
    hasTime: false,
  },
  roles: {
    insert: (tenant, time) => `
      insert into charter.role_assignments (tenant_id, principal_id, role, expires_at)
      values ('${tenant}', 'ada', 'GLOBAL_ADMIN', '${time}')`,
    hasTime: true,
  },
  policy_checks: {
    insert: (tenant, time) => `
      insert into charter.governed_teams (tenant_id, team_id, created_at, due_at)
      values ('${tenant}', 'one', '${EARLIER}', '${time}')`,
    hasTime: true,
  },
  deliveries: {
    insert: (tenant) =>
      `insert into charter.hook_fan_outs (tenant_id, event_id) values ('${tenant}', '${ID}')`,
    hasTime: false,
  },
  guests_and_reviews: {
    insert: (tenant, time) => `
      insert into charter.guest_stays (tenant_id, team_id, user_id, since, due_at)
      values ('${tenant}', 'one', 'gus', '${EARLIER}', '${time}')`,
    hasTime: true,
  },
  join_requests: {
    insert: (tenant, time) => `
      with team as (
        insert into directory.teams
          (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
        values ('${tenant}', 'joined', 'Joined', 'joined', 'https://teams.example/joined', 'public', 'joined', '{}',
                '${EARLIER}')),
      person as (
        insert into directory.users (tenant_id, user_id, display_name, user_principal_name, user_type, account_enabled)
        values ('${tenant}', 'joe', 'Joe', 'joe@${tenant}.example', 'Member', true))
      insert into charter.join_requests
        (tenant_id, request_id, team_id, team_name, person_id, status, created_at, expires_at, due_at)
      values ('${tenant}', '${ID}', 'joined', 'Joined', 'joe', 'pending', '${EARLIER}', '${time}', '${time}')`,
    hasTime: true,
  },
  lifecycle_runs: {
    insert: (tenant, time) => `
      insert into charter.lifecycle_runs (tenant_id, run_id, status, lease_until, requester, request_id, created_at)
      values ('${tenant}', '${ID}', 'active', '${time}', '{}', 'r', '${EARLIER}')`,
    hasTime: true,
  },
};

const approval = (
  tenant: string,
  id: string,
  { expires, reminded }: { expires: string; reminded: string },
): string => `
  insert into charter.approvals (tenant_id, approval_id, job_id, status, template, requester, request_id, request, stages,
                                 created_at, expires_at, reminded_at)
  values ('${tenant}', '${id}', '${id}', 'pending', '{}', '{}', 'r', '{}', '[]', '${EARLIER}', '${expires}', '${reminded}')`;

describe('tenants with due work', () => {
  let database: TestDatabase;
  let owner: pg.Client;

  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    // More tenants than PostgreSQL fetches at once for a loop.
    await owner.query(`
      insert into charter.tenants (tenant_id, display_name)
      select 'idle-' || n, 'Idle ' || lpad(n::text, 3, '0') from generate_series(1, 100) n
      union all values ('due', 'Idle 050a'), ('last', 'Zoo'), ('later', 'Idle 051a')`);
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  for (const [work, { insert, hasTime }] of Object.entries(ITEMS) as [DueWork, (typeof ITEMS)[DueWork]][]) {
    it(`are listed without the idle tenants, for the work ${work}`, async () => {
      await owner.query(insert('due', EARLIER));
      await owner.query(insert('last', EARLIER));
      if (hasTime) await owner.query(insert('later', LATER));
      assert.deepEqual(await tenantsWithDueWork(database.tenancy, work, AT), ['due', 'last']);
    });
  }

  it('include tenants whose pending deliveries are due later', async () => {
    await owner.query(`
      insert into charter.hook_deliveries (tenant_id, hook_id, delivery_id, event_id, event, scope, status, run, due_at,
                                           created_at)
      values ('later', '${ID}', '${ID}', '${ID}', 'team_updated', 'tenant', 'pending', 0, '${LATER}', '${EARLIER}')`);
    assert.deepEqual(await tenantsWithDueWork(database.tenancy, 'deliveries', AT), ['due', 'later', 'last']);
  });

  it('include tenants without a lifecycle run for the current slot, and new tenants only in its first hour', async () => {
    const addRun = (tenant: string, scheduled: string) => `
      insert into charter.lifecycle_runs (tenant_id, run_id, status, scheduled_for, requester, request_id, created_at)
      values ('${tenant}', gen_random_uuid(), 'completed', '${scheduled}', '{}', 'r', '${EARLIER}')`;
    await owner.query(addRun('idle-1', '2026-02-28T02:00:00Z'));
    await owner.query(addRun('idle-2', SLOT.toISOString()));
    const found = (at: Date) => tenantsWithDueWork(database.tenancy, 'lifecycle_runs', at, SLOT);
    assert.deepEqual(await found(AT), ['idle-1', 'due', 'last']);
    const soon = await found(new Date(SLOT.getTime() + 60_000));
    assert.equal(soon.length, 102);
    assert.ok(!soon.includes('idle-2'));
  });

  it('cannot be listed for an unknown kind of work', async () => {
    await assert.rejects(tenantsWithDueWork(database.tenancy, 'holidays' as DueWork, AT), /case not found/);
  });
});
