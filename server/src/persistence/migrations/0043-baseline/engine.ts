import { sql } from 'kysely';

/** Intents, domain events, idempotency keys and rate limits: tables that any durable service needs. */
export const engine = sql`
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
`;
