import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { forbidden, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { Page, PageQuery } from '../../kernel/page.ts';
import { assertCanReadCatalog } from './access.ts';
import { type AudienceDeps, templatesFor } from './audience.ts';
import { convertSource, type ManifestFormat, type ManifestSource } from './document.ts';
import { isLanguageRange } from './language.ts';
import type { CatalogTemplate } from './model.ts';
import type { StoredTemplate, TemplateStore, TemplateVersion } from './ports.ts';

/** The default language (docs/specification.md, section 2). */
const DEFAULT_LANGUAGE_RANGE = 'en';

interface ListTemplatesInput {
  /** Language range: `en` finds `en-US` too, `*` finds every language. */
  language?: string | undefined;
}

/** @throws InvalidRequest at `language` */
function parseLanguageRange(language: string): string {
  if (isLanguageRange(language)) return language;
  throw invalidField(
    'language',
    say('catalog.language', "'{language}' is not a language such as 'en' or 'en-US', nor '*' for all.", {
      language,
    }),
  );
}

/**
 * Returns the tenant's templates of teams, enabled or not, by name; by default only those in English.
 * @throws Forbidden, InvalidRequest at `language`
 */
export async function listTemplates(
  deps: { store: Pick<Store, 'in'> },
  principal: Principal,
  { language = DEFAULT_LANGUAGE_RANGE }: ListTemplatesInput,
): Promise<readonly CatalogTemplate[]> {
  assertCanReadCatalog(principal);
  return deps.store.in(principal.tenantId).templates.list({ language: parseLanguageRange(language) });
}

/**
 * Returns the enabled templates whose audience includes the calling user, by name; by default in every language.
 * @throws Forbidden for an app, InvalidRequest at `language`
 */
export async function listMyTemplates(
  deps: AudienceDeps,
  principal: Principal,
  { language = '*' }: ListTemplatesInput,
): Promise<CatalogTemplate[]> {
  if (principal.kind !== 'user') {
    throw forbidden(
      say('catalog.peopleOnly', 'Only a person has templates of their own. An app lists the whole catalog.'),
    );
  }
  const { tenantId, id } = principal;
  const filter = { language: parseLanguageRange(language) };
  const [templates, profile] = await Promise.all([
    deps.store.in(tenantId).templates.listEnabled(filter),
    deps.suite.users.profile(tenantId, id),
  ]);
  return templatesFor(deps.rules, templates, profile, principal);
}

type ReadDeps = { store: Pick<Store, 'in'> };

/** @throws NotFound */
export async function findStoredTemplate(
  templates: Pick<TemplateStore, 'findStored'>,
  templateId: string,
): Promise<StoredTemplate> {
  const found = await templates.findStored(templateId);
  if (found === undefined) throw notFound('template', templateId);
  return found;
}

/** @throws Forbidden, NotFound */
export async function getTemplate(
  { store }: ReadDeps,
  principal: Principal,
  { templateId }: { templateId: string },
): Promise<StoredTemplate> {
  assertCanReadCatalog(principal);
  return findStoredTemplate(store.in(principal.tenantId).templates, templateId);
}

/**
 * Lists the versions of a template, the newest first.
 * @throws Forbidden, NotFound
 */
export async function listTemplateVersions(
  { store }: ReadDeps,
  principal: Principal,
  { templateId, ...page }: PageQuery & { templateId: string },
): Promise<Page<TemplateVersion>> {
  assertCanReadCatalog(principal);
  const { templates } = store.in(principal.tenantId);
  const versions = await templates.listVersions(templateId, page);
  // Every template has a version, so an empty page means an unknown template or a cursor past the last version.
  if (versions.items.length === 0) await findStoredTemplate(templates, templateId);
  return versions;
}

/**
 * Returns a version with the manifest that was applied.
 * @throws Forbidden, NotFound for the template or the version
 */
export async function getTemplateVersion(
  { store }: ReadDeps,
  principal: Principal,
  { templateId, version }: { templateId: string; version: string },
) {
  assertCanReadCatalog(principal);
  const { templates } = store.in(principal.tenantId);
  const found = await templates.findVersion(templateId, version);
  if (found !== undefined) return found;
  await findStoredTemplate(templates, templateId);
  throw notFound('version', version);
}

interface ExportTemplateInput {
  templateId: string;
  /** Default: the format in which the manifest was applied. A conversion loses YAML comments. */
  format?: ManifestFormat | undefined;
}

/**
 * Returns the manifest as it was applied, with its current version and its picture embedded. Applying it again, here
 * or elsewhere, gives the same template.
 * @throws Forbidden, NotFound
 */
export async function exportTemplate(
  deps: { store: Pick<Store, 'in'> },
  principal: Principal,
  { templateId, format }: ExportTemplateInput,
): Promise<ManifestSource> {
  assertCanReadCatalog(principal);
  const stored = await deps.store.in(principal.tenantId).templates.findManifest(templateId);
  if (stored === undefined) throw notFound('template', templateId);
  return convertSource(stored.source, format ?? stored.source.format);
}
