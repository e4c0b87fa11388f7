import { type Kysely, sql } from 'kysely';

/** Channels of teams as Charter knows them. Differences from Graph's channels are changes by others. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table graph_suite.known_channels (
      tenant_id text not null,
      team_id text not null,
      -- The channels by id as their last events left them: KnownChannel (suites/graph/mirror/known-channels.ts). Null until
      -- they were read once.
      channels jsonb,
      read_at timestamptz,
      -- Last change by Charter: Graph may still show the state before it.
      changed_at timestamptz,
      primary key (tenant_id, team_id)
    );
  `.execute(db);
}
