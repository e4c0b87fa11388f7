import type { Principal } from '../../engine/principal.ts';
import { notFound } from '../../kernel/errors.ts';
import { mustReadCatalog } from './access.ts';
import { convertSource, type ManifestFormat, type ManifestSource } from './document.ts';
import type { CatalogStore } from './ports.ts';

export interface ExportTemplateInput {
  templateId: string;
  /** Without it, the format the manifest was applied in. Only then do YAML comments survive. */
  format?: ManifestFormat | undefined;
}

/**
 * The template as a manifest: what was applied, whole, with what the catalog changed since (its version, an
 * embedded picture). Applied again, here or elsewhere, it is the same template.
 * @throws Forbidden, NotFound
 */
export async function exportTemplate(
  deps: { store: CatalogStore },
  principal: Principal,
  { templateId, format }: ExportTemplateInput,
): Promise<ManifestSource> {
  mustReadCatalog(principal);
  const kept = await deps.store.in(principal.tenantId).templates.findManifest(templateId);
  if (kept === undefined) throw notFound('template', templateId);
  return convertSource(kept.source, format ?? kept.source.format);
}
