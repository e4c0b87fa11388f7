import { type Kysely, sql } from 'kysely';

/** Changes of teams outside of Charter, and subscriptions to Microsoft Graph's notifications of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- What may have changed outside and was not compared and recorded yet: once for a team, once for each person in it.
    create table graph_suite.outside_changes (
      tenant_id text not null,
      team_id text not null,
      -- Id of a person in the team; empty for the team itself.
      subject text not null,
      change_id uuid not null,
      -- State before the change, for what the copy no longer has: NotedBefore (suites/graph/mirror/noted-changes.ts).
      before jsonb not null,
      noticed_at timestamptz not null,
      -- Time of the next comparison; during one, the end of its lease.
      due_at timestamptz not null,
      -- Fencing number: each further change and each change by Charter increments it.
      revision integer not null default 1,
      primary key (tenant_id, team_id, subject)
    );
    create index outside_changes_by_due on graph_suite.outside_changes (tenant_id, due_at);

    -- The team as its last event left it (ShownTeam); null until it was read once. And when it was read.
    alter table graph_suite.groups add column shown jsonb, add column looked_at timestamptz;
    create index groups_by_look on graph_suite.groups (tenant_id, looked_at nulls first)
      where is_team and deleted_at is null;

    -- When all pages of a collection were read for the first time: differences are changes only from then on.
    alter table graph_suite.synchronisation add column completed_at timestamptz;
    alter table graph_suite.synchronisation no force row level security;
    update graph_suite.synchronisation set completed_at = synchronised_at where is_round_over;
    alter table graph_suite.synchronisation force row level security;

    create table graph_suite.subscriptions (
      tenant_id text not null,
      resource text not null,
      -- Null until Graph has created it.
      subscription_id text,
      -- Encrypted; Graph repeats it in each notification.
      client_state text not null,
      notification_url text not null,
      expires_at timestamptz,
      -- When it is created, renewed or tried again; during a call, the end of its lease.
      renew_at timestamptz not null,
      primary key (tenant_id, resource)
    );

    -- A team that was made or changed outside is governed without a template or an attached policy.
    alter table charter.governed_teams add column is_noticed boolean not null default false;
  `.execute(db);
}
