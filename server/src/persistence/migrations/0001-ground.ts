import { type Kysely, sql } from 'kysely';

/**
 * Every table of the schema `charter` starts its primary key with tenant_id and is confined by forced
 * row-level security. Exceptions, which hold no tenant's data: `signing_keys` and `issuer_sessions` of the
 * embedded issuer.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table charter.tenants (
      tenant_id text primary key check (tenant_id <> ''),
      display_name text not null,
      created_at timestamptz not null default now()
    );

    create table charter.apps (
      tenant_id text not null,
      app_id text not null,
      display_name text not null,
      secret_hash text not null,
      roles text[] not null default '{}',
      enabled boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (tenant_id, app_id)
    );
    create unique index apps_by_app_id on charter.apps (app_id);

    create table charter.role_assignments (
      tenant_id text not null,
      principal_id text not null,
      role text not null,
      created_at timestamptz not null default now(),
      primary key (tenant_id, principal_id, role)
    );

    create table charter.templates (
      tenant_id text not null,
      template_id text not null,
      -- Counts the writes of the row; a save names the one it read.
      revision integer not null,
      version text not null,
      -- The template in typed form, as it is shown and as teams are built from it.
      catalog_template jsonb not null,
      structure jsonb not null,
      -- The manifest as it was written: text, so that key order, comments and unknown keys stay.
      manifest text not null,
      manifest_format text not null check (manifest_format in ('json', 'yaml')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (tenant_id, template_id)
    );

    -- One random value per state of a tenant's catalog: who has read that state need not read it again.
    create table charter.template_stamps (
      tenant_id text primary key,
      stamp uuid not null
    );

    create table charter.jobs (
      tenant_id text not null,
      job_id uuid not null,
      type text not null,
      status text not null,
      progress smallint not null default 0 check (progress between 0 and 100),
      log text[] not null default '{}',
      requester jsonb not null,
      request_id text not null,
      -- As json, which keeps what callers sent to the letter; jsonb refuses some of it and reorders the rest.
      request json not null,
      plan json,
      -- Names of the steps in order, and an entry for each that is done.
      steps text[] not null,
      ledger jsonb not null default '[]',
      approval_id uuid,
      team_id text,
      error jsonb,
      -- Fences writers: each run of the job has the next number.
      attempt integer not null default 0,
      -- Runs since the last step that was done.
      tries integer not null default 0,
      created_at timestamptz not null,
      last_action_at timestamptz not null,
      primary key (tenant_id, job_id)
    -- A job is rewritten at each step: the free space keeps its versions on one page, without new index entries.
    ) with (fillfactor = 50);

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

    -- Counters only: losing them in a crash forgets a minute of calls, so they need no write-ahead log.
    create unlogged table charter.rate_limits (
      tenant_id text not null,
      principal_id text not null,
      version bigint not null,
      calls text not null,
      updated_at timestamptz not null,
      primary key (tenant_id, principal_id)
    ) with (fillfactor = 50);

    create table charter.signing_keys (
      key_id text primary key,
      private_jwk jsonb not null,
      created_at timestamptz not null default now()
    );

    create table charter.issuer_sessions (
      kind text not null,
      id text not null,
      grant_id text,
      uid text,
      payload jsonb not null,
      expires_at timestamptz,
      primary key (kind, id)
    );
    create index issuer_sessions_by_grant on charter.issuer_sessions (grant_id);
    create index issuer_sessions_by_uid on charter.issuer_sessions (kind, uid);
  `.execute(db);
}
