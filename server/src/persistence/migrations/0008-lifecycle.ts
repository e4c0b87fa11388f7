import { type Kysely, sql } from 'kysely';

/** The lifecycle of teams, its runs, and when something happened in a team of the embedded suite (docs/lifecycle.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Null in the rows there are: what is not known is no activity.
    alter table embedded_suite.teams add column changed_at timestamptz;
    alter table embedded_suite.team_members add column added_at timestamptz;
    alter table embedded_suite.channel_members add column added_at timestamptz;
    alter table embedded_suite.tabs add column created_at timestamptz;
    create index messages_by_time on embedded_suite.messages (tenant_id, team_id, created_at);

    -- Where a governed team is in its lifecycle; none: active since ever.
    create table charter.team_lifecycles (
      tenant_id text not null,
      team_id text not null,
      state text not null check (state in ('active', 'inactive', 'expired')),
      -- Counts the writes of the row; a write names the one it read.
      revision integer not null default 1,
      -- What was known, and what was announced, when people were asked.
      last_activity_at timestamptz,
      asked_at timestamptz,
      expires_at timestamptz,
      action text check (action in ('None', 'Archive', 'Delete')),
      -- Before this, nobody counts a team as inactive.
      renewed_at timestamptz,
      expired_at timestamptz,
      -- The job that archives the team, or the intent to delete it.
      operation_id uuid,
      primary key (tenant_id, team_id),
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );

    create table charter.lifecycle_runs (
      tenant_id text not null,
      run_id uuid not null,
      status text not null check (status in ('waiting', 'active', 'completed', 'failed')),
      -- The hour it is for; null when somebody asked for it.
      scheduled_for timestamptz,
      requester json not null,
      request_id text not null,
      -- Fences writers: each try has the next number.
      attempt integer not null default 0,
      lease_until timestamptz,
      -- The time that decisions are for: when the latest try began.
      decided_at timestamptz,
      governed_teams integer,
      cap integer,
      -- Actions begun, at most the cap.
      acted integer not null default 0,
      error text,
      created_at timestamptz not null,
      started_at timestamptz,
      completed_at timestamptz,
      primary key (tenant_id, run_id)
    );
    create unique index lifecycle_runs_by_schedule on charter.lifecycle_runs (tenant_id, scheduled_for)
      where scheduled_for is not null;
    -- One at a time.
    create unique index lifecycle_runs_under_way on charter.lifecycle_runs (tenant_id)
      where status in ('waiting', 'active');

    -- What became of the teams that did not stay as they were.
    create table charter.lifecycle_run_teams (
      tenant_id text not null,
      run_id uuid not null,
      team_id text not null,
      decision text not null,
      outcome text not null check (
        outcome in ('asked', 'archived', 'deleted', 'expired', 'reset', 'left', 'blocked', 'failed')),
      details json not null,
      primary key (tenant_id, run_id, team_id),
      foreign key (tenant_id, run_id) references charter.lifecycle_runs on delete cascade
    );
  `.execute(db);
}
