import { type Kysely, sql } from 'kysely';

/** Roles that end at a time. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Null: the role does not end.
    alter table charter.role_assignments add column expires_at timestamptz;
    create index role_assignments_that_end on charter.role_assignments (tenant_id, expires_at)
      where expires_at is not null;
  `.execute(db);
}
