import { type Kysely, sql } from 'kysely';

/**
 * Adds the cause for which the people of a team were asked (docs/lifecycle.md). Null in rows of earlier releases:
 * nobody used the team.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charter.team_lifecycles
      add column cause text check (cause in ('end', 'renewal', 'inactivity'))`.execute(db);
}
