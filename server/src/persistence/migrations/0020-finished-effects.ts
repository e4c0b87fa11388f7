import { type Kysely, sql } from 'kysely';

/** Finished effects are removed by age. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index finished_effects_by_age on graph_suite.effects (tenant_id, asked_at) where result is not null;
  `.execute(db);
}
