import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page, PageQuery } from '../../kernel/page.ts';
import { mustReadCatalog } from './access.ts';
import type { StoredTemplate, TemplateStore, TemplateVersion } from './ports.ts';

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
  mustReadCatalog(principal);
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
  mustReadCatalog(principal);
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
  mustReadCatalog(principal);
  const { templates } = store.in(principal.tenantId);
  const found = await templates.findVersion(templateId, version);
  if (found !== undefined) return found;
  await findStoredTemplate(templates, templateId);
  throw notFound('version', version);
}
