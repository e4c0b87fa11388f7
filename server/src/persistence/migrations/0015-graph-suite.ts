import { type Kysely, sql } from 'kysely';

/**
 * Tables of the Graph suite. Its copy of the directory is in the tables of the embedded suite (users, groups), which
 * have the indexes for search and filters.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Groups of the tenant, teams among them. A deleted one stays as a tombstone, because Graph may still show it.
    create table graph_suite.groups (
      tenant_id text not null,
      group_id text not null,
      marker text,
      display_name text not null,
      display_name_key text not null,
      mail_nickname_key text not null,
      is_team boolean not null,
      is_archived boolean not null default false,
      -- When Charter created it; null for other groups.
      created_at timestamptz,
      -- Latest change by Charter.
      changed_at timestamptz,
      -- Day of the latest activity in the usage report.
      active_on date,
      deleted_at timestamptz,
      primary key (tenant_id, group_id)
    );
    create index groups_by_name on graph_suite.groups (tenant_id, display_name_key) where is_team;
    create index groups_by_mail_nickname on graph_suite.groups (tenant_id, mail_nickname_key);

    -- What was asked of Graph under a marker, recorded before the call, and what came of it.
    create table graph_suite.effects (
      tenant_id text not null,
      kind text not null,
      -- Id of the team or channel that the effect is in; empty for a team.
      scope text not null,
      marker text not null,
      asked_at timestamptz not null,
      -- Path of a running teamsAsyncOperation, and when it may be polled next.
      operation text,
      poll_at timestamptz,
      effect_id text,
      result jsonb,
      primary key (tenant_id, kind, scope, marker)
    );

    -- Calls of the last window for each budget, in milliseconds of the epoch.
    create table graph_suite.pacing (
      tenant_id text not null,
      budget text not null,
      times double precision[] not null,
      paused_until double precision not null default 0,
      primary key (tenant_id, budget)
    );

    -- Where the next delta query of a collection begins.
    create table graph_suite.synchronisation (
      tenant_id text not null,
      collection text not null,
      link text,
      synchronised_at timestamptz,
      primary key (tenant_id, collection)
    );
  `.execute(db);
}
