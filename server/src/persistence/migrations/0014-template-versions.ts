import { type Kysely, sql } from 'kysely';

/** The history of templates. The present state of each template becomes its first version. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
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

    -- An earlier start forced row-level security, which hides the rows of all tenants from the owner.
    alter table charter.templates no force row level security;
    insert into charter.template_versions
      (tenant_id, template_id, revision, version, name, enabled, changed_paths, actor, created_at,
       manifest, manifest_format)
    select tenant_id, template_id, revision, version,
           catalog_template -> 'templateConfiguration' ->> 'name',
           (catalog_template -> 'templateConfiguration' ->> 'enabled')::boolean,
           '{}', '{"id": "charter", "kind": "system", "displayName": "Charter"}', updated_at,
           manifest, manifest_format
      from charter.templates;
    alter table charter.templates force row level security;
  `.execute(db);
}
