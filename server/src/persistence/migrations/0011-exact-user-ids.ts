import { type Kysely, sql } from 'kysely';

/** Allows capitals in ids of people: OIDC subjects are case-sensitive (OpenID Connect Core 1.0, section 8). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table embedded_suite.users
      drop constraint users_user_id_check,
      drop constraint users_manager_id_check
  `.execute(database);
}
