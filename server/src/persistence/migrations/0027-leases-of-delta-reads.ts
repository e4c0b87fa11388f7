import { type Kysely, sql } from 'kysely';

/** The lease of the worker that reads a collection by its delta query (suites/graph/mirror/delta-rounds.ts). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table graph_suite.synchronisation
      add column lease_id uuid,
      add column leased_until timestamptz,
      -- Whether another worker has asked for a read during the lease.
      add column is_read_again boolean not null default false
  `.execute(database);
}
