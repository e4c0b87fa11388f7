import { sql } from 'kysely';

/** Installation secrets, tenants, apps, role assignments, the keys and sessions of the embedded issuer. */
export const identity = sql`
  -- Only the owner reads this table (installation-secrets.ts).
  create table charter.installation_secrets (
    name text primary key,
    value text not null,
    created_at timestamptz not null default now()
  );

  create table charter.tenants (
    tenant_id text primary key check (tenant_id <> ''),
    display_name text not null,
    created_at timestamptz not null default now(),
    -- Since when the suite gives no access to the organisation.
    access_lost_at timestamptz,
    -- Time of the latest notification to administrators.
    access_notified_at timestamptz
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
`;
