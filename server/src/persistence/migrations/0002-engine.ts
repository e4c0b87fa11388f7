import { type Kysely, sql } from 'kysely';

/** Jobs, intents, domain events, idempotency keys and rate limits: tables that any durable service needs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
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
      primary key (tenant_id, job_id)
    -- Each step updates the row: free space on the page allows heap-only tuple updates.
    ) with (fillfactor = 50);
    -- Finds the template that a team was made from.
    create index jobs_by_team on charter.jobs (tenant_id, team_id) where team_id is not null;
    create index jobs_by_name on charter.jobs (tenant_id, name_key) where name_key is not null;

    create table charter.reservations (
      tenant_id text not null,
      kind text not null,
      value text not null,
      job_id uuid not null,
      primary key (tenant_id, kind, value)
    );
    create index reservations_by_job on charter.reservations (tenant_id, job_id);

    create table charter.suite_intents (
      tenant_id text not null,
      intent_id uuid not null,
      operation text not null,
      input jsonb not null,
      principal jsonb not null,
      context jsonb not null,
      attempt integer not null default 1,
      lease_until timestamptz not null,
      created_at timestamptz not null,
      primary key (tenant_id, intent_id)
    );
    create index suite_intents_by_lease on charter.suite_intents (tenant_id, lease_until);

    create table charter.domain_events (
      tenant_id text not null,
      event_id uuid not null,
      type text not null,
      occurred_at timestamptz not null,
      actor jsonb not null,
      target jsonb not null,
      payload json not null,
      request_id text not null,
      primary key (tenant_id, event_id)
    );

    create table charter.idempotency_keys (
      tenant_id text not null,
      principal_id text not null,
      key text not null,
      fingerprint text not null,
      claimed_at timestamptz not null,
      claim_id uuid not null,
      status smallint,
      headers jsonb,
      body text,
      expires_at timestamptz not null,
      primary key (tenant_id, principal_id, key)
    );
    create index idempotency_keys_by_expiry on charter.idempotency_keys (tenant_id, expires_at);

    -- Unlogged: a crash loses at most one minute of counters.
    create unlogged table charter.rate_limits (
      tenant_id text not null,
      principal_id text not null,
      version bigint not null,
      calls text not null,
      updated_at timestamptz not null,
      primary key (tenant_id, principal_id)
    ) with (fillfactor = 50);
  `.execute(db);
}
