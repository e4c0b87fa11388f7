/**
 * The catalog in PostgreSQL. Listing is frequent and changes are rare, so each process caches catalogs and reads only
 * their stamp: a random value that each change replaces in its transaction. Equal stamps mean equal catalogs.
 */
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ManifestFormat } from '../domain/catalog/document.ts';
import { matchesLanguage } from '../domain/catalog/language.ts';
import type { CatalogTemplate, TeamStructure } from '../domain/catalog/model.ts';
import type { FoundTemplate, KeptManifest, TemplateDraft, TemplateStore } from '../domain/catalog/ports.ts';
import { changeStamped, freeze, readStamp } from './stamps.ts';
import type { CharterTables } from './tables.ts';

type Database = Kysely<CharterTables>;

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

/** Reads stamp and templates in one statement, and so from one snapshot. */
async function readCatalog(db: Database, tenantId: string, expected: string): Promise<Catalog> {
  const rows = await db
    .selectFrom('charter.template_stamps as stamps')
    .leftJoin('charter.templates as templates', 'templates.tenant_id', 'stamps.tenant_id')
    .select(['stamps.stamp', sql<string | null>`templates.catalog_template::text`.as('json')])
    .where('stamps.tenant_id', '=', tenantId)
    .execute();
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

async function currentTemplates(db: Database, tenantId: string): Promise<readonly CatalogTemplate[]> {
  const stamp = await readStamp(db, 'charter.template_stamps', tenantId);
  if (stamp === undefined) return NO_TEMPLATES;
  const known = catalogs.get(tenantId);
  if (known?.stamp === stamp) return known.templates;
  const catalog = await readOnce(db, tenantId, stamp);
  catalogs.set(tenantId, catalog);
  return catalog.templates;
}

/** Shares a read of the same state that is under way, except within a transaction. */
function readOnce(db: Database, tenantId: string, stamp: string): Promise<Catalog> {
  if (db.isTransaction) return readCatalog(db, tenantId, stamp);
  let read = readsUnderWay.get(stamp);
  if (read === undefined) {
    read = readCatalog(db, tenantId, stamp).finally(() => readsUnderWay.delete(stamp));
    readsUnderWay.set(stamp, read);
  }
  return read;
}

const columnsOf = ({ catalogTemplate, structure, source }: TemplateDraft) => ({
  version: catalogTemplate.templateConfiguration.version,
  catalog_template: JSON.stringify(catalogTemplate),
  structure: JSON.stringify(structure),
  manifest: source.text,
  manifest_format: source.format,
});

async function insert(db: Database, tenantId: string, draft: TemplateDraft): Promise<number | undefined> {
  const row = await db
    .insertInto('charter.templates')
    .values({
      tenant_id: tenantId,
      template_id: draft.catalogTemplate.templateConfiguration.id,
      revision: 1,
      ...columnsOf(draft),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'template_id']).doNothing())
    .returning('revision')
    .executeTakeFirst();
  return row?.revision;
}

async function update(
  db: Database,
  tenantId: string,
  draft: TemplateDraft,
  ifRevision: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('charter.templates')
    .set({ revision: ifRevision + 1, updated_at: sql<Date>`now()`, ...columnsOf(draft) })
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', draft.catalogTemplate.templateConfiguration.id)
    .where('revision', '=', ifRevision)
    .returning('revision')
    .executeTakeFirst();
  return row?.revision;
}

async function find(db: Database, tenantId: string, templateId: string): Promise<FoundTemplate | undefined> {
  const row = await db
    .selectFrom('charter.templates')
    .select(['revision', 'catalog_template', 'structure'])
    // Provisioning needs the policies' stamp too, and saves a round trip.
    .select((expression) =>
      expression
        .selectFrom('charter.policy_stamps')
        .select('stamp')
        .where('charter.policy_stamps.tenant_id', '=', tenantId)
        .as('policy_stamp'),
    )
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return (
    row && {
      catalogTemplate: row.catalog_template as CatalogTemplate,
      structure: row.structure as TeamStructure,
      revision: row.revision,
      policyStamp: row.policy_stamp,
    }
  );
}

async function findManifest(
  db: Database,
  tenantId: string,
  templateId: string,
): Promise<KeptManifest | undefined> {
  const row = await db
    .selectFrom('charter.templates')
    .select(['revision', 'version', 'manifest', 'manifest_format'])
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return (
    row && {
      source: { format: row.manifest_format as ManifestFormat, text: row.manifest },
      version: row.version,
      revision: row.revision,
    }
  );
}

export function templateStore(db: Database, tenantId: string): TemplateStore {
  const change = <T>(work: (transaction: Database) => Promise<T>): Promise<T> =>
    changeStamped(db, 'charter.template_stamps', tenantId, work);
  const list: TemplateStore['list'] = async ({ language } = {}) => {
    const templates = await currentTemplates(db, tenantId);
    if (language === undefined) return templates;
    return templates.filter(({ templateConfiguration }) =>
      matchesLanguage(language, templateConfiguration.language),
    );
  };
  return {
    find: (templateId) => find(db, tenantId, templateId),
    findManifest: (templateId) => findManifest(db, tenantId, templateId),
    list,
    listEnabled: async (filter) =>
      (await list(filter)).filter(({ templateConfiguration }) => templateConfiguration.enabled),
    save: (draft, ifRevision) =>
      change((transaction) =>
        ifRevision === undefined
          ? insert(transaction, tenantId, draft)
          : update(transaction, tenantId, draft, ifRevision),
      ),
    delete: (templateId) =>
      change(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('charter.templates')
          .where('tenant_id', '=', tenantId)
          .where('template_id', '=', templateId)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}
