/**
 * The catalog in PostgreSQL. Listing is frequent and changes are rare, so each process caches catalogs and reads only
 * their stamp (stamps.ts).
 */
import type { Kysely } from 'kysely';
import { matchesLanguage } from '../domain/catalog/language.ts';
import type { CatalogTemplate } from '../domain/catalog/model.ts';
import type { FoundTemplate, KeptManifest, TemplateDraft, TemplateStore } from '../domain/catalog/ports.ts';
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

const INSERT = `
  insert into charter.templates
    (tenant_id, template_id, version, catalog_template, structure, manifest, manifest_format, revision)
  values ($1, $2, $3, $4, $5, $6, $7, 1)
  on conflict (tenant_id, template_id) do nothing
  returning revision`;

const UPDATE = `
  update charter.templates
     set version = $3, catalog_template = $4, structure = $5, manifest = $6, manifest_format = $7,
         revision = revision + 1, updated_at = now()
   where tenant_id = $1 and template_id = $2 and revision = $8
  returning revision`;

/** Returns the values of `$2` to `$7` in INSERT and UPDATE. */
const valuesOf = ({ catalogTemplate, structure, source }: TemplateDraft): unknown[] => [
  catalogTemplate.templateConfiguration.id,
  catalogTemplate.templateConfiguration.version,
  catalogTemplate,
  structure,
  source.text,
  source.format,
];

/** Includes the policies' stamp, which saves provisioning a round trip. */
const FIND = `
  select catalog_template as "catalogTemplate", structure, revision,
         (select stamp from charter.policy_stamps where tenant_id = $1) as "policyStamp"
    from charter.templates where tenant_id = $1 and template_id = $2`;

const FIND_MANIFEST = `
  select json_build_object('format', manifest_format, 'text', manifest) as source, version, revision
    from charter.templates where tenant_id = $1 and template_id = $2`;

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
    list,
    listEnabled: async (filter) =>
      (await list(filter)).filter(({ templateConfiguration }) => templateConfiguration.enabled),
    save: (draft, ifRevision) =>
      changeStamped(db, 'charter.template_stamps', tenantId, async ({ first }) => {
        const saved = await (ifRevision === undefined
          ? first<{ revision: number }>(INSERT, ...valuesOf(draft))
          : first<{ revision: number }>(UPDATE, ...valuesOf(draft), ifRevision));
        return saved?.revision;
      }),
  };
}
