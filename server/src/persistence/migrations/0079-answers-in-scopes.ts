import { type Kysely, sql } from 'kysely';

/** Lets the scope of a policy name answers (docs/policies.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- The whole scope, if it names answers. The column scope then is 'teams'.
    alter table charter.policies add column answered_scope json;
  `.execute(db);
}
