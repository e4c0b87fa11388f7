/**
 * The catalog in PostgreSQL. Listing is frequent and changes are rare, so each process caches catalogs and reads only
 * their stamp (stamps.ts).
 */

import type { ManifestSource } from '../domain/catalog/document.ts';
import { matchesLanguage } from '../domain/catalog/language.ts';
import type { ChannelTemplate } from '../domain/catalog/manifest-channel.ts';
import {
  type CatalogChannelTemplate,
  type CatalogTemplate,
  kindOfTemplate,
  type Template,
} from '../domain/catalog/model.ts';
import type {
  FoundTemplate,
  StoredManifest,
  StoredTemplate,
  TemplateStore,
  TemplateVersion,
} from '../domain/catalog/ports.ts';
import { boolean, columns, json, number, text, texts, time } from '../kernel/columns.ts';
import { toPage } from '../kernel/page.ts';
import { assigned, type Database, inserted, type Sql, sql, statements } from '../kernel/sql.ts';
import { cacheByStamp, changeWithStamp, freeze, readStamp } from './stamps.ts';

/** The templates of a tenant by kind, each sorted by name. */
interface Catalog {
  teams: readonly CatalogTemplate[];
  channels: readonly CatalogChannelTemplate[];
}

const NO_TEMPLATES: Catalog = Object.freeze({ teams: Object.freeze([]), channels: Object.freeze([]) });

const LISTED = columns<{ template: string; newChannel: string | null }>({
  template: text(sql`catalog_template::text`),
  newChannel: text(sql`case when kind = 'channel' then structure ->> 'channel' end`),
});

const cachedTemplates = cacheByStamp<Catalog>(32 * 1024 * 1024, async ({ tenant, all }) => {
  const rows = await all(LISTED)`select ${LISTED} from charter.templates where tenant_id = ${tenant}`;
  const teams: CatalogTemplate[] = [];
  const channels: CatalogChannelTemplate[] = [];
  for (const { template, newChannel } of rows) {
    const read = freeze(JSON.parse(template) as CatalogTemplate);
    if (newChannel === null) teams.push(read);
    else
      channels.push(
        freeze({
          templateConfiguration: read.templateConfiguration,
          newChannel: JSON.parse(newChannel) as ChannelTemplate,
        }),
      );
  }
  return {
    state: Object.freeze({ teams: teams.sort(byName), channels: channels.sort(byName) }),
    size: rows.reduce((sum, { template }) => sum + template.length, 0),
  };
});

type Named = Pick<CatalogTemplate, 'templateConfiguration'>;

function byName(left: Named, right: Named): number {
  const [a, b] = [left.templateConfiguration, right.templateConfiguration];
  return compareText(a.name, b.name) || compareText(a.id, b.id);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const SOURCE = json<ManifestSource>(sql`json_build_object('format', t.manifest_format, 'text', t.manifest)`);

const TEMPLATE = columns<Template>({ catalogTemplate: json(), structure: json(), revision: number() }, 't');

const FOUND = columns<Required<FoundTemplate>>({
  ...TEMPLATE.members,
  policyStamp: text(sql`(select stamp from charter.policy_stamps where tenant_id = t.tenant_id)`),
});

const MANIFEST = columns<StoredManifest>({ source: SOURCE, version: text(), revision: number() }, 't');

const STORED = columns<StoredTemplate>({
  ...TEMPLATE.members,
  source: SOURCE,
  createdAt: time('t.created_at'),
  changedAt: time('v.created_at'),
  changedBy: json('v.actor'),
});

/** Columns of `charter.template_versions t`. */
const VERSION = columns<TemplateVersion>(
  {
    version: text(),
    revision: number(),
    name: text(),
    enabled: boolean(),
    changedPaths: texts(),
    changedAt: time('created_at'),
    changedBy: json('actor'),
  },
  't',
);

const VERSION_WITH_SOURCE = columns<TemplateVersion & { source: ManifestSource }>({
  ...VERSION.members,
  source: SOURCE,
});

export function templateStore(db: Database, tenantId: string): TemplateStore {
  const run = statements(db, tenantId);
  const { tenant, all, first } = run;

  const readCatalog = async (): Promise<Catalog> => {
    const stamp = await readStamp(run, 'charter.template_stamps');
    return stamp === undefined ? NO_TEMPLATES : cachedTemplates(db, tenantId, stamp);
  };

  const list: TemplateStore['list'] = async ({ language } = {}) => {
    const { teams: templates } = await readCatalog();
    if (language === undefined) return templates;
    return templates.filter(({ templateConfiguration }) =>
      matchesLanguage(language, templateConfiguration.language),
    );
  };

  const isIt = (templateId: string): Sql => sql`t.tenant_id = ${tenant} and t.template_id = ${templateId}`;

  return {
    /** Includes the policies' stamp, which saves provisioning a round trip. */
    find: (templateId) => first(FOUND)`select ${FOUND} from charter.templates t where ${isIt(templateId)}`,

    findManifest: (templateId) =>
      first(MANIFEST)`select ${MANIFEST} from charter.templates t where ${isIt(templateId)}`,

    findStored: (templateId) => first(STORED)`
      select ${STORED}
        from charter.templates t
        join charter.template_versions v
          on v.tenant_id = ${tenant} and v.template_id = t.template_id and v.revision = t.revision
       where ${isIt(templateId)}`,

    findVersion: (templateId, version) => first(VERSION_WITH_SOURCE)`
      select ${VERSION_WITH_SOURCE} from charter.template_versions t
       where ${isIt(templateId)} and t.version = ${version}`,

    async listVersions(templateId, { top, after }) {
      const found = await all(VERSION)`
        select ${VERSION} from charter.template_versions t
         where ${isIt(templateId)} ${after === undefined ? sql`` : sql`and revision < ${after}::integer`}
         order by revision desc limit ${top + 1}`;
      return toPage(found, top, ({ revision }) => String(revision));
    },

    list,

    listChannelTemplates: async () => (await readCatalog()).channels,

    listEnabled: async (filter) =>
      (await list(filter)).filter(({ templateConfiguration }) => templateConfiguration.enabled),

    /** Writes the template and its version. */
    save: ({ catalogTemplate, structure, source }, ifRevision, { actor, at, changedPaths }) =>
      changeWithStamp(db, 'charter.template_stamps', tenantId, ({ first }) => {
        const { id, version, name, enabled } = catalogTemplate.templateConfiguration;
        const manifest = { manifest: sql.val(source.text), manifest_format: source.format };
        const kind = kindOfTemplate(structure);
        const row = { version, kind, catalog_template: catalogTemplate, structure, ...manifest };
        const saved =
          ifRevision === undefined
            ? sql`
              insert into charter.templates ${inserted({ tenant_id: tenant, template_id: id, ...row, revision: 1 })}
              on conflict (tenant_id, template_id) do nothing`
            : sql`
              update charter.templates t set ${assigned(row)}, revision = revision + 1, updated_at = now()
               where ${isIt(id)} and revision = ${ifRevision}`;
        return first(number())`
          with saved as (${saved} returning revision)
          insert into charter.template_versions
            (tenant_id, template_id, revision, version, name, enabled, changed_paths, actor, created_at, manifest,
             manifest_format)
          select ${tenant}, ${id}, revision, ${version}, ${name}, ${enabled}::boolean, ${changedPaths}::text[],
                 ${actor}::jsonb, ${at}::timestamptz, ${manifest.manifest}, ${source.format}
            from saved
          returning revision`;
      }),

    delete: (templateId, ifRevision) =>
      changeWithStamp(db, 'charter.template_stamps', tenantId, async ({ write }) => {
        const deleted = await write`
          delete from charter.templates t where ${isIt(templateId)} and revision = ${ifRevision}`;
        return deleted === 1;
      }),
  };
}
