import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { mustReadCatalog } from './access.ts';
import { convertSource, type ManifestFormat, type ManifestSource } from './document.ts';

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
  mustReadCatalog(principal);
  const kept = await deps.store.in(principal.tenantId).templates.findManifest(templateId);
  if (kept === undefined) throw notFound('template', templateId);
  return convertSource(kept.source, format ?? kept.source.format);
}
