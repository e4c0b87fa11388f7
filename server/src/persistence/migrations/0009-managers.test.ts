import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { up } from './0009-managers.ts';

let database: TestDatabase;
let owner: Kysely<never>;
before(async () => {
  database = await createMigratedDatabase();
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  owner = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
});
after(async () => {
  await owner.destroy();
  await database.drop();
});

/** A template as it was kept before. */
const keep = (id: string, approval: object) => {
  const template = JSON.stringify({ templateConfiguration: { id, approval } });
  return sql`
    insert into charter.templates
      (tenant_id, template_id, revision, version, catalog_template, structure, manifest, manifest_format)
    values ('contoso', ${id}, 1, '1.0', ${template}, '{}', '', 'json')`.execute(owner);
};

test('templates that an earlier release kept have every stage whole', async () => {
  await sql`alter table embedded_suite.users drop column manager_id`.execute(owner);
  const first = { approvers: [{ id: 'a', name: null }], require: 'all' };
  const second = { approvers: [{ id: 'b', name: 'B' }], require: 'any' };
  await keep('older', { requireApproval: false, approvalTeam: [] });
  await keep('staged', { requireApproval: true, approvalTeam: [], stages: [first, second] });
  await owner.transaction().execute((transaction) => up(transaction));
  const { rows } = await sql`
    select template_id as id, catalog_template #> '{templateConfiguration,approval}' as approval
      from charter.templates order by template_id`.execute(owner);
  assert.deepEqual(rows, [
    { id: 'older', approval: { requireApproval: false, approvalTeam: [], stages: [] } },
    {
      id: 'staged',
      approval: {
        requireApproval: true,
        approvalTeam: [],
        stages: [
          { ...first, manager: false },
          { ...second, manager: false },
        ],
      },
    },
  ]);
  const visible = await sql<{ count: number }>`select count(*)::int from charter.templates`.execute(
    database.tenancy.for('fabrikam'),
  );
  assert.equal(visible.rows[0]?.count, 0);
});
