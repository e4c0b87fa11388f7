import { type Kysely, sql } from 'kysely';

/** Jobs that act on many teams, with a result for each team. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- Action and progress of a job that acts on many teams; null for other jobs.
    alter table charter.jobs add column bulk jsonb;

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
      primary key (tenant_id, job_id, team_id),
      foreign key (tenant_id, job_id) references charter.jobs
    );
    create unique index bulk_teams_by_position on charter.bulk_teams (tenant_id, job_id, position);
    create index bulk_teams_by_outcome on charter.bulk_teams (tenant_id, job_id, outcome, position);
  `.execute(database);
}
