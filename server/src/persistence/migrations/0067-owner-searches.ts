import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of searches for owners of teams that have too few who can act, and of the requests to people
 * (docs/owners.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- At most one for a team. The check of the governed team takes the steps under the lease of that team.
    create table charter.owner_searches (
      tenant_id text not null,
      team_id text not null,
      search_id uuid not null,
      policy_id uuid not null,
      state text not null check (state in ('searching', 'exhausted', 'reported', 'exceeded')),
      owner_count integer not null,
      -- The smallest or, in the state exceeded, the largest number of owners.
      broken_limit integer not null,
      started_at timestamptz not null,
      -- Time of the next step.
      due_at timestamptz,
      -- For optimistic locking: each write increments it.
      revision integer not null default 1,
      primary key (tenant_id, team_id),
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );

    -- The requests of a search stay until the team's next search begins.
    create table charter.owner_requests (
      tenant_id text not null,
      request_id uuid not null,
      team_id text not null,
      search_id uuid not null,
      person_id text not null,
      source text not null,
      status text not null check (
        status in ('pending', 'accepted', 'appointed', 'declined', 'expired', 'withdrawn', 'failed')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      reminded_at timestamptz,
      resolved_at timestamptz,
      primary key (tenant_id, request_id),
      foreign key (tenant_id, team_id) references charter.governed_teams on delete cascade
    );
    create index owner_requests_by_search on charter.owner_requests (tenant_id, search_id, request_id);
    create index owner_requests_by_person on charter.owner_requests (tenant_id, person_id, request_id);
    create index owner_requests_by_team on charter.owner_requests (tenant_id, team_id);
  `.execute(db);
}
