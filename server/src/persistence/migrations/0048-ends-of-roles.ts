import { type Kysely, sql } from 'kysely';

/** Adds an optional expiry to role assignments. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Null: the role does not end.
    alter table charter.role_assignments add column expires_at timestamptz;
    create index role_assignments_that_end on charter.role_assignments (tenant_id, expires_at)
      where expires_at is not null;
  `.execute(db);
}
