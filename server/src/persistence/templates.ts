/**
 * The catalog in PostgreSQL. Listing is frequent and changes are rare, so each process caches catalogs and reads only
 * their stamp: a random value that each change replaces in its transaction. Equal stamps mean equal catalogs.
 */
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { matchesLanguage } from '../domain/catalog/language.ts';
import type { CatalogTemplate } from '../domain/catalog/model.ts';
import type { FoundTemplate, KeptManifest, TemplateDraft, TemplateStore } from '../domain/catalog/ports.ts';
import { changeStamped, freeze, readStamp } from './stamps.ts';
import { type Statements, statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

interface Catalog {
  stamp: string;
  templates: readonly CatalogTemplate[];
  /** Length of its JSON, as a measure of memory. */
  size: number;
}

const NO_TEMPLATES: readonly CatalogTemplate[] = Object.freeze([]);

/** Catalogs by tenant. One that exceeds the cache is read each time. */
const catalogs = new LRUCache<string, Catalog>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ size }) => Math.max(size, 1),
});

/** Reads under way by stamp, so that concurrent calls after a change share one read. */
const readsUnderWay = new Map<string, Promise<Catalog>>();

const readTemplate = (json: string): CatalogTemplate => freeze(JSON.parse(json) as CatalogTemplate);

/** Stamp and templates in one statement, and so from one snapshot. */
const READ_CATALOG = `
  select stamp, templates.catalog_template::text as json
    from charter.template_stamps left join charter.templates using (tenant_id)
   where tenant_id = $1`;

async function readCatalog({ all }: Statements, expected: string): Promise<Catalog> {
  const rows = await all<{ stamp: string; json: string | null }>(READ_CATALOG);
  const texts = rows.map(({ json }) => json).filter((json) => json !== null);
  const templates = texts.map(readTemplate);
  templates.sort(byName);
  return {
    stamp: rows[0]?.stamp ?? expected,
    templates: Object.freeze(templates),
    size: texts.reduce((sum, { length }) => sum + length, 0),
  };
}

function byName(left: CatalogTemplate, right: CatalogTemplate): number {
  const [a, b] = [left.templateConfiguration, right.templateConfiguration];
  return compareText(a.name, b.name) || compareText(a.id, b.id);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Shares a read of the same state that is under way. */
function readOnce(run: Statements, stamp: string): Promise<Catalog> {
  let read = readsUnderWay.get(stamp);
  if (read === undefined) {
    read = readCatalog(run, stamp).finally(() => readsUnderWay.delete(stamp));
    readsUnderWay.set(stamp, read);
  }
  return read;
}

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

  const currentTemplates = async (): Promise<readonly CatalogTemplate[]> => {
    const stamp = await readStamp(run, 'charter.template_stamps');
    if (stamp === undefined) return NO_TEMPLATES;
    const known = catalogs.get(tenantId);
    if (known?.stamp === stamp) return known.templates;
    const catalog = await (db.isTransaction ? readCatalog(run, stamp) : readOnce(run, stamp));
    catalogs.set(tenantId, catalog);
    return catalog.templates;
  };

  const list: TemplateStore['list'] = async ({ language } = {}) => {
    const templates = await currentTemplates();
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
