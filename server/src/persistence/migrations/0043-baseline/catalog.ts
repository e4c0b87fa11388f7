import { sql } from 'kysely';

/** The template catalog, and the history of its templates. */
export const catalog = sql`
  create table charter.templates (
    tenant_id text not null,
    template_id text not null,
    -- For optimistic locking: each write increments it.
    revision integer not null,
    version text not null,
    -- The template in typed form: read by the catalog and by provisioning.
    catalog_template jsonb not null,
    structure jsonb not null,
    -- The manifest as text: keeps key order, comments and unknown keys.
    manifest text not null,
    manifest_format text not null check (manifest_format in ('json', 'yaml')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (tenant_id, template_id)
  );

  -- A new random value after each change of a tenant's catalog: invalidates caches.
  create table charter.template_stamps (
    tenant_id text primary key,
    stamp uuid not null
  );

  create table charter.template_versions (
    tenant_id text not null,
    template_id text not null,
    -- Revision of the template that wrote this version.
    revision integer not null,
    version text not null,
    name text not null,
    enabled boolean not null,
    -- Places where the manifest differs from that of the version before; empty for the first version.
    changed_paths text[] not null,
    actor jsonb not null,
    created_at timestamptz not null,
    manifest text not null,
    manifest_format text not null check (manifest_format in ('json', 'yaml')),
    primary key (tenant_id, template_id, revision),
    unique (tenant_id, template_id, version),
    foreign key (tenant_id, template_id) references charter.templates on delete cascade
  );
`;
