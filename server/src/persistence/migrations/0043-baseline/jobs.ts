import { sql } from 'kysely';

/** Jobs, the names that they have reserved, and the results of those that act on many teams. */
export const jobs = sql`
  -- Row-level security prevents the use of an index on a JSON member: outcome and failed step are columns.
  create function charter.job_outcome(status text, code text) returns text
  language sql immutable parallel safe as $$
    select case when status = 'completed' then 'completed'
                when status <> 'failed' then 'open'
                when code in ('ApprovalRejected', 'ApprovalExpired') then 'rejected'
                when code in ('ApprovalCancelled', 'Cancelled') then 'withdrawn'
                else 'failed' end
  $$;

  create table charter.jobs (
    tenant_id text not null,
    job_id uuid not null,
    type text not null,
    status text not null,
    progress smallint not null default 0 check (progress between 0 and 100),
    log text[] not null default '{}',
    requester jsonb not null,
    request_id text not null,
    -- json keeps the text that the caller sent; jsonb reorders members and rejects NUL characters.
    request json not null,
    plan json,
    -- Names of the steps in order; the ledger has an entry for each one that is done.
    steps text[] not null,
    ledger jsonb not null default '[]',
    approval_id uuid,
    team_id text,
    -- The name of the team that the job makes, in the form names are compared in (domain/names/key.ts).
    name_key text collate "C",
    error jsonb,
    -- Fencing number: each run of the job increments it.
    attempt integer not null default 0,
    -- Runs since the last completed step.
    tries integer not null default 0,
    created_at timestamptz not null,
    last_action_at timestamptz not null,
    requester_id text generated always as (requester ->> 'id') stored,
    -- Name of the team that the job makes or changes.
    team_name text,
    template_id text,
    -- As the template was called at the time of the request.
    template_name text,
    cancellation jsonb,
    -- The latest call that cancelled or retried the job.
    operation_id uuid,
    outcome text not null generated always as (charter.job_outcome(status, error ->> 'code')) stored,
    failed_step text generated always as (
      case when charter.job_outcome(status, error ->> 'code') = 'failed' then error ->> 'step' end) stored,
    -- The turn of the job among those of its requester (persistence/job-turns.ts). Null until it is queued first.
    turn integer,
    -- Codes and parameters of messages, which are said in the reader's language later
    -- (docs/adr/0026-messages.md), by the position of the line in the log, from 1.
    log_messages jsonb not null default '{}',
    -- Why the job waits, until when, and whether the suite asked for it. Holds while it is delayed.
    wait jsonb,
    -- Action and progress of a job that acts on many teams; null for other jobs.
    bulk jsonb,
    -- What the unfinished step has made (engine/jobs/model.ts, left).
    leftovers jsonb,
    primary key (tenant_id, job_id)
  -- Each step updates the row: free space on the page allows heap-only tuple updates.
  ) with (fillfactor = 50);
  -- Finds the template that a team was made from.
  create index jobs_by_team on charter.jobs (tenant_id, team_id) where team_id is not null;
  create index jobs_by_name on charter.jobs (tenant_id, name_key) where name_key is not null;
  -- Newest first, one index for each filter: a list reads only rows of its most selective filter.
  create index jobs_by_time on charter.jobs (tenant_id, created_at, job_id);
  create index jobs_by_requester on charter.jobs (tenant_id, requester_id, created_at, job_id);
  create index jobs_by_template on charter.jobs (tenant_id, template_id, created_at, job_id)
   where template_id is not null;
  create index jobs_by_status on charter.jobs (tenant_id, status, created_at, job_id);
  create index jobs_by_type on charter.jobs (tenant_id, type, created_at, job_id);
  create index jobs_by_outcome on charter.jobs (tenant_id, outcome, created_at, job_id);
  create index jobs_by_failed_step on charter.jobs (tenant_id, failed_step, created_at, job_id)
   where failed_step is not null;
  create index jobs_by_turn on charter.jobs (tenant_id, turn)
   where turn is not null and status in ('waiting', 'active');
  create index jobs_by_turn_of_requester on charter.jobs (tenant_id, requester_id, turn)
   where turn is not null and status in ('waiting', 'active', 'delayed');

  create table charter.reservations (
    tenant_id text not null,
    kind text not null,
    value text not null,
    job_id uuid not null,
    primary key (tenant_id, kind, value)
  );
  create index reservations_by_job on charter.reservations (tenant_id, job_id);

  -- Results of a job that acts on many teams.
  create table charter.bulk_teams (
    tenant_id text not null,
    job_id uuid not null,
    team_id text not null,
    position integer not null,
    -- Null while the name is not known, for example because the requester can't see the team.
    team_name text,
    outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'skipped', 'failed')),
    -- The change of the suite that has begun. A later try repeats it under the same marker.
    begun json,
    tries integer not null default 0,
    -- Earliest time of the next try.
    due_at timestamptz,
    -- Reason of a skipped team, or the error's code.
    code text,
    message text,
    ended_at timestamptz,
    -- Of a failed team's message, which is said in the reader's language later.
    message_code text,
    message_parameters jsonb,
    primary key (tenant_id, job_id, team_id),
    foreign key (tenant_id, job_id) references charter.jobs
  );
  create unique index bulk_teams_by_position on charter.bulk_teams (tenant_id, job_id, position);
  create index bulk_teams_by_outcome on charter.bulk_teams (tenant_id, job_id, outcome, position);

  -- The endings of the words of a name: a text that begins one of them is in a word. Row-level security allows no index
  -- on an expression.
  create function charter.word_endings(name text) returns setof text
  language sql immutable parallel safe as $$
    select distinct substr(word, place) collate "C"
      from regexp_split_to_table(left(lower(name), 256), '[[:space:]]+') word, generate_series(1, length(word)) place
  $$;

  create table charter.job_words (
    tenant_id text not null,
    ending text collate "C" not null,
    job_id uuid not null,
    primary key (tenant_id, ending, job_id)
  );

  create function charter.index_job() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from charter.job_words
       where tenant_id = old.tenant_id and job_id = old.job_id
         and ending in (select charter.word_endings(old.team_name));
    end if;
    insert into charter.job_words (tenant_id, ending, job_id)
    select new.tenant_id, ending, new.job_id from charter.word_endings(new.team_name) ending;
    return null;
  end
  $$;
  create trigger index_new_job after insert on charter.jobs
    for each row when (new.team_name is not null) execute function charter.index_job();
  create trigger index_renamed_job after update of team_name on charter.jobs
    for each row when (new.team_name is distinct from old.team_name) execute function charter.index_job();
`;
