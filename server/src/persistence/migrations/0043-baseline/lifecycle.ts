import { sql } from 'kysely';

/** The lifecycle of teams, and its runs (docs/lifecycle.md). */
export const lifecycle = sql`
  -- The lifecycle state of a governed team; a team without a row is active.
  create table charter.team_lifecycles (
    tenant_id text not null,
    team_id text not null,
    state text not null check (state in ('active', 'inactive', 'expired')),
    -- For optimistic locking: each write increments it.
    revision integer not null default 1,
    -- The facts and the announced action at the time the owners were asked.
    last_activity_at timestamptz,
    asked_at timestamptz,
    expires_at timestamptz,
    action text check (action in ('None', 'Archive', 'Delete')),
    -- The team does not count as inactive before this time.
    renewed_at timestamptz,
    expired_at timestamptz,
    -- The job that archives the team, or the intent to delete it.
    operation_id uuid,
    primary key (tenant_id, team_id),
    foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
  );
  -- For the list of teams that a run has found unused.
  create index team_lifecycles_by_state on charter.team_lifecycles (tenant_id, state) include (team_id);

  create table charter.lifecycle_runs (
    tenant_id text not null,
    run_id uuid not null,
    status text not null check (status in ('waiting', 'active', 'completed', 'failed')),
    -- The scheduled hour; null for a run that an administrator started.
    scheduled_for timestamptz,
    requester json not null,
    request_id text not null,
    -- Fencing number: each try increments it.
    attempt integer not null default 0,
    lease_until timestamptz,
    -- Start of the latest try; decisions are made as of this time.
    decided_at timestamptz,
    governed_teams integer,
    cap integer,
    -- Number of actions begun, at most the cap.
    acted integer not null default 0,
    error text,
    created_at timestamptz not null,
    started_at timestamptz,
    completed_at timestamptz,
    primary key (tenant_id, run_id)
  );
  create unique index lifecycle_runs_by_schedule on charter.lifecycle_runs (tenant_id, scheduled_for)
    where scheduled_for is not null;
  -- At most one run of a tenant is under way.
  create unique index lifecycle_runs_under_way on charter.lifecycle_runs (tenant_id)
    where status in ('waiting', 'active');

  -- The outcome for each team that the run changed or tried to change.
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
`;
