import { type Kysely, sql } from 'kysely';
import { nameKey } from '../../domain/names/key.ts';

/** An owner who is no superuser sees no tenant's rows; the next start confines it again (migrate.ts). */
const SEE_ALL_ROWS = ['charter.jobs', 'charter.domain_events', 'embedded_suite.teams'] as const;

async function fillNameKeys(db: Kysely<never>): Promise<void> {
  const teams = await sql<{ tenant_id: string; team_id: string; display_name: string }>`
    select tenant_id, team_id, display_name from embedded_suite.teams`.execute(db);
  for (const { tenant_id, team_id, display_name } of teams.rows) {
    await sql`update embedded_suite.teams set display_name_key = ${nameKey(display_name)}
               where tenant_id = ${tenant_id} and team_id = ${team_id}`.execute(db);
  }
  const jobs = await sql<{ tenant_id: string; job_id: string; name: string }>`
    select tenant_id, job_id, plan->>'name' as name from charter.jobs
     where status not in ('completed', 'failed') and plan->>'name' is not null`.execute(db);
  for (const { tenant_id, job_id, name } of jobs.rows) {
    await sql`update charter.jobs set name_key = ${nameKey(name)}
               where tenant_id = ${tenant_id} and job_id = ${job_id}`.execute(db);
  }
}

/** Policies, and the teams that Charter looks after (docs/policies.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    lock table ${sql.join(SEE_ALL_ROWS.map((table) => sql.table(table)))} in access exclusive mode;
    ${sql.join(
      SEE_ALL_ROWS.map((table) => sql`alter table ${sql.table(table)} no force row level security`),
      sql`; `,
    )}`.execute(db);
  await sql`
    create table charter.policies (
      tenant_id text not null,
      policy_id uuid not null,
      -- Counts the writes of the row; a save names the one it read.
      version integer not null default 1,
      name text not null,
      description text,
      kind text not null,
      enabled boolean not null,
      scope text not null check (scope in ('tenant', 'templates', 'teams')),
      template_ids text[] not null default '{}',
      -- As json, which keeps what was written to the letter.
      settings json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (tenant_id, policy_id)
    );

    -- One random value per state of a tenant's policies: who has read that state need not read it again.
    create table charter.policy_stamps (
      tenant_id text primary key,
      stamp uuid not null
    );

    -- Teams that Charter made, and others that were given a policy.
    create table charter.governed_teams (
      tenant_id text not null,
      team_id text not null,
      template_id text,
      created_at timestamptz not null,
      -- When the team is to be compared with its policies next; while a node does it, the end of its lease.
      due_at timestamptz not null,
      primary key (tenant_id, team_id)
    );
    create index governed_teams_by_due on charter.governed_teams (tenant_id, due_at);
    create index governed_teams_by_template on charter.governed_teams (tenant_id, template_id)
      where template_id is not null;

    create table charter.policy_teams (
      tenant_id text not null,
      policy_id uuid not null,
      team_id text not null,
      attached_at timestamptz not null,
      primary key (tenant_id, policy_id, team_id),
      foreign key (tenant_id, policy_id) references charter.policies on delete cascade,
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );
    create index policy_teams_by_team on charter.policy_teams (tenant_id, team_id);

    -- Teams that were made before there was this table.
    insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
    select distinct on (made.tenant_id, made.team_id)
           made.tenant_id, made.team_id, made.plan->'template'->>'id', made.created_at, now()
      from charter.jobs made
     where made.type = 'TeamProvisioning' and made.team_id is not null
       and not exists (
         select from charter.domain_events gone
          where gone.tenant_id = made.tenant_id and gone.type = 'team_deleted'
            and gone.target->>'id' = made.team_id)
     order by made.tenant_id, made.team_id, made.created_at;

    -- What a team's name is compared by (domain/names/key.ts): of the team that a job makes…
    alter table charter.jobs add column name_key text collate "C";
    create index jobs_by_name on charter.jobs (tenant_id, name_key) where name_key is not null;
    -- … and of the teams there are.
    alter table embedded_suite.teams add column display_name_key text collate "C";
    create index teams_by_name on embedded_suite.teams (tenant_id, display_name_key);
  `.execute(db);
  await fillNameKeys(db);
}
