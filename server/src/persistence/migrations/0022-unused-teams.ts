import { type Kysely, sql } from 'kysely';

/** An index for the list of teams that a lifecycle run has found unused. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index team_lifecycles_by_state on charter.team_lifecycles (tenant_id, state) include (team_id);
  `.execute(db);
}
