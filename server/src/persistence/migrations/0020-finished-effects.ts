import { type Kysely, sql } from 'kysely';

/** An index for the removal of old finished effects. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index finished_effects_by_age on graph_suite.effects (tenant_id, asked_at) where result is not null;
  `.execute(db);
}
