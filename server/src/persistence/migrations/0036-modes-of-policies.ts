import { type Kysely, sql } from 'kysely';

/** Policies that report what they would reject or change. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table charter.policies
      add column mode text not null default 'enforce' check (mode in ('enforce', 'report'))
  `.execute(database);
}
