import { sql } from 'kysely';

/** Policies and governed teams (docs/policies.md). */
export const policies = sql`
  create table charter.policies (
    tenant_id text not null,
    policy_id uuid not null,
    -- For optimistic locking: each write increments it.
    version integer not null default 1,
    name text not null,
    description text,
    kind text not null,
    enabled boolean not null,
    scope text not null check (scope in ('tenant', 'templates', 'teams')),
    template_ids text[] not null default '{}',
    -- json keeps the text that was sent.
    settings json not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Whether the policy rejects and changes, or only reports what it would reject or change.
    mode text not null default 'enforce' check (mode in ('enforce', 'report')),
    primary key (tenant_id, policy_id)
  );

  -- A new random value after each change of a tenant's policies: invalidates caches.
  create table charter.policy_stamps (
    tenant_id text primary key,
    stamp uuid not null
  );

  -- Teams that Charter made, teams with a policy, and teams that others made or changed.
  create table charter.governed_teams (
    tenant_id text not null,
    team_id text not null,
    template_id text,
    created_at timestamptz not null,
    -- Time of the next comparison with the policies; during one, the end of its lease.
    due_at timestamptz not null,
    -- Others made or changed the team: it is governed without a template or an attached policy.
    is_noticed boolean not null default false,
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
`;
