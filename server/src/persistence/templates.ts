/**
 * The catalog in PostgreSQL. Listing is frequent and changes are rare, so each process caches catalogs and reads only
 * their stamp (stamps.ts).
 */
import type { Kysely } from 'kysely';
import { matchesLanguage } from '../domain/catalog/language.ts';
import type { CatalogTemplate } from '../domain/catalog/model.ts';
import type {
  FoundTemplate,
  KeptManifest,
  StoredTemplate,
  TemplateChange,
  TemplateDraft,
  TemplateStore,
  TemplateVersion,
} from '../domain/catalog/ports.ts';
import { toPage } from '../kernel/page.ts';
import { cacheByStamp, changeStamped, freeze, readStamp } from './stamps.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const NO_TEMPLATES: readonly CatalogTemplate[] = Object.freeze([]);

const LIST = 'select catalog_template::text as json from charter.templates where tenant_id = $1';

const cachedTemplates = cacheByStamp<readonly CatalogTemplate[]>(32 * 1024 * 1024, async ({ all }) => {
  const rows = await all<{ json: string }>(LIST);
  const templates = rows.map(({ json }) => freeze(JSON.parse(json) as CatalogTemplate));
  return {
    state: Object.freeze(templates.sort(byName)),
    size: rows.reduce((sum, { json }) => sum + json.length, 0),
  };
});

function byName(left: CatalogTemplate, right: CatalogTemplate): number {
  const [a, b] = [left.templateConfiguration, right.templateConfiguration];
  return compareText(a.name, b.name) || compareText(a.id, b.id);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Adds a version with the revision that the CTE `saved` returns. */
const WITH_VERSION = `
  insert into charter.template_versions
    (tenant_id, template_id, revision, version, name, enabled, changed_paths, actor, created_at,
     manifest, manifest_format)
  select $1, $2, revision, $3, $8, $9::boolean, $10::text[], $11::jsonb, $12::timestamptz, $6, $7 from saved
  returning revision`;

const INSERT = `
  with saved as (
    insert into charter.templates
      (tenant_id, template_id, version, catalog_template, structure, manifest, manifest_format, revision)
    values ($1, $2, $3, $4, $5, $6, $7, 1)
    on conflict (tenant_id, template_id) do nothing
    returning revision
  )${WITH_VERSION}`;

const UPDATE = `
  with saved as (
    update charter.templates
       set version = $3, catalog_template = $4, structure = $5, manifest = $6, manifest_format = $7,
           revision = revision + 1, updated_at = now()
     where tenant_id = $1 and template_id = $2 and revision = $13
    returning revision
  )${WITH_VERSION}`;

/** Returns the values of `$2` to `$12` in INSERT and UPDATE. */
const valuesOf = (
  { catalogTemplate, structure, source }: TemplateDraft,
  { actor, at, changedPaths }: TemplateChange,
): unknown[] => {
  const { id, version, name, enabled } = catalogTemplate.templateConfiguration;
  const { text, format } = source;
  return [id, version, catalogTemplate, structure, text, format, name, enabled, changedPaths, actor, at];
};

const DELETE = 'delete from charter.templates where tenant_id = $1 and template_id = $2 and revision = $3';

/** Includes the policies' stamp, which saves provisioning a round trip. */
const FIND = `
  select catalog_template as "catalogTemplate", structure, revision,
         (select stamp from charter.policy_stamps where tenant_id = $1) as "policyStamp"
    from charter.templates where tenant_id = $1 and template_id = $2`;

const FIND_MANIFEST = `
  select json_build_object('format', manifest_format, 'text', manifest) as source, version, revision
    from charter.templates where tenant_id = $1 and template_id = $2`;

const FIND_STORED = `
  select t.catalog_template as "catalogTemplate", t.structure, t.revision, t.created_at as "createdAt",
         json_build_object('format', t.manifest_format, 'text', t.manifest) as source,
         v.created_at as "changedAt", v.actor as "changedBy"
    from charter.templates t
    join charter.template_versions v
      on v.tenant_id = $1 and v.template_id = t.template_id and v.revision = t.revision
   where t.tenant_id = $1 and t.template_id = $2`;

const VERSION = `
  version, revision, name, enabled, changed_paths as "changedPaths", created_at as "changedAt",
  actor as "changedBy"`;

const LIST_VERSIONS = `
  select ${VERSION} from charter.template_versions
   where tenant_id = $1 and template_id = $2 and ($3::integer is null or revision < $3)
   order by revision desc limit $4`;

const FIND_VERSION = `
  select ${VERSION}, json_build_object('format', manifest_format, 'text', manifest) as source
    from charter.template_versions where tenant_id = $1 and template_id = $2 and version = $3`;

export function templateStore(db: Kysely<CharterTables>, tenantId: string): TemplateStore {
  const run = statements(db, tenantId);

  const list: TemplateStore['list'] = async ({ language } = {}) => {
    const stamp = await readStamp(run, 'charter.template_stamps');
    const templates = stamp === undefined ? NO_TEMPLATES : await cachedTemplates(db, tenantId, stamp);
    if (language === undefined) return templates;
    return templates.filter(({ templateConfiguration }) =>
      matchesLanguage(language, templateConfiguration.language),
    );
  };

  return {
    find: (templateId) => run.first<FoundTemplate>(FIND, templateId),
    findManifest: (templateId) => run.first<KeptManifest>(FIND_MANIFEST, templateId),
    findStored: (templateId) => run.first<StoredTemplate>(FIND_STORED, templateId),
    findVersion: (templateId, version) => run.first(FIND_VERSION, templateId, version),
    async listVersions(templateId, { top, after }) {
      const found = await run.all<TemplateVersion>(LIST_VERSIONS, templateId, after, top + 1);
      return toPage(found, top, ({ revision }) => String(revision));
    },
    list,
    listEnabled: async (filter) =>
      (await list(filter)).filter(({ templateConfiguration }) => templateConfiguration.enabled),
    save: (draft, ifRevision, change) =>
      changeStamped(db, 'charter.template_stamps', tenantId, async ({ first }) => {
        const saved = await (ifRevision === undefined
          ? first<{ revision: number }>(INSERT, ...valuesOf(draft, change))
          : first<{ revision: number }>(UPDATE, ...valuesOf(draft, change), ifRevision));
        return saved?.revision;
      }),
    delete: (templateId, ifRevision) =>
      changeStamped(
        db,
        'charter.template_stamps',
        tenantId,
        async ({ write }) => (await write(DELETE, templateId, ifRevision)) === 1,
      ),
  };
}
