import { type Kysely, sql } from 'kysely';

/** A number that grows when answers of Graph about a team become outdated (suites/graph/mirror/shared-reads.ts). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table graph_suite.groups add column revision integer not null default 0`.execute(database);
}
