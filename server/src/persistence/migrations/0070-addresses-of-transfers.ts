import { type Kysely, sql } from 'kysely';

/** Adds the encrypted address of a running upload or copy (suites/graph/effects/transfers.ts). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table graph_suite.effects add column sealed_address text`.execute(db);
}
