import { type Kysely, sql } from 'kysely';

/** Items that a full read of a delta query has returned, so that the items it omits can be removed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table graph_suite.synchronisation
      -- Whether the last page of a round was read.
      add column is_round_over boolean not null default false,
      -- When a round began that replaces a place that Graph has forgotten; null otherwise.
      add column round_began_at timestamptz;
    alter table graph_suite.synchronisation no force row level security;
    update graph_suite.synchronisation set is_round_over = true where link ilike '%deltatoken%';
    alter table graph_suite.synchronisation force row level security;

    -- Objects that such a round has shown, and who is in them.
    create table graph_suite.round_objects (
      tenant_id text not null,
      kind text not null check (kind in ('users', 'groups', 'members', 'owners')),
      object_id text not null,
      -- Member or owner of a group; empty for the object itself.
      related_id text not null,
      primary key (tenant_id, kind, object_id, related_id)
    );
  `.execute(db);
}
