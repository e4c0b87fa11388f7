import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createUnprivilegedOwner, type UnprivilegedOwner } from '../../../test/unprivileged-owner.ts';
import { newId } from '../../kernel/ids.ts';
import { createMigrator, migrate } from '../migrate.ts';

const TENANT = 'fabrikam';
const SUITE_TEAM = `
  insert into embedded_suite.teams
    (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
  values ($1, $2, $3, '19:x', 'https://example.com', 'private', $2, '{}', now())`;
const JOB = `
  insert into charter.jobs
    (tenant_id, job_id, type, status, requester, request_id, request, plan, steps, team_id, created_at, last_action_at)
  values ($1, $2, 'TeamProvisioning', $3, '{}', 'r', '{}', $4, '{}', $5, now(), now())`;
const DELETED = `
  insert into charter.domain_events (tenant_id, event_id, type, occurred_at, actor, target, payload, request_id)
  values ($1, $2, 'team_deleted', now(), '{}', $3, '{}', 'r')`;

/** As the migrations before it left an installation whose owner is no superuser, with rows confined to tenants. */
describe('the migration to policies', () => {
  let database: UnprivilegedOwner;
  before(async () => {
    database = await createUnprivilegedOwner();
  });
  after(() => database.drop());

  async function migrateUntil(name: string): Promise<void> {
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
    await pool.query('create schema charter; create schema embedded_suite');
    const { error } = await createMigrator(db).migrateTo(name);
    if (error) throw error;
    for (const table of ['charter.jobs', 'charter.domain_events', 'embedded_suite.teams']) {
      await pool.query(`alter table ${table} enable row level security`);
      await pool.query(`alter table ${table} force row level security`);
    }
    await db.destroy();
  }

  it('should find the teams that Charter has made, and the names of all', async () => {
    const { superuser } = database;
    await migrateUntil('0006-webhooks');
    await superuser.query(SUITE_TEAM, [TENANT, 'made', 'ＨＡＲＢＯＵＲ  Plans']);
    const plan = (name: string): string => JSON.stringify({ name, template: { id: 'project' } });
    await superuser.query(JOB, [TENANT, newId(), 'completed', plan('Harbour'), 'made']);
    await superuser.query(JOB, [TENANT, newId(), 'completed', plan('Gone'), 'gone']);
    await superuser.query(JOB, [TENANT, newId(), 'paused', plan('Straße'), null]);
    await superuser.query(DELETED, [TENANT, newId(), JSON.stringify({ type: 'team', id: 'gone' })]);
    await migrate(database.ownerUrl);
    const governed = await superuser.query(
      'select tenant_id, team_id, template_id from charter.governed_teams',
    );
    assert.deepEqual(governed.rows, [{ tenant_id: TENANT, team_id: 'made', template_id: 'project' }]);
    const teams = await superuser.query('select display_name_key from embedded_suite.teams');
    assert.deepEqual(teams.rows, [{ display_name_key: 'harbour plans' }]);
    const jobs = await superuser.query('select name_key from charter.jobs where name_key is not null');
    assert.deepEqual(jobs.rows, [{ name_key: 'strasse' }]);
    const { rows } = await superuser.query(
      `select count(*)::int as confined from pg_class where relforcerowsecurity
          and oid = any (array['charter.jobs', 'charter.domain_events', 'embedded_suite.teams',
                               'charter.policies', 'charter.governed_teams']::regclass[])`,
    );
    assert.deepEqual(rows, [{ confined: 5 }]);
  });
});
