import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CharterError, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { mustEditCatalog } from './access.ts';
import { changedPaths } from './changed-paths.ts';
import {
  type ApplyOutcome,
  type CheckManifestDeps,
  checkManifest,
  type ManifestInput,
  outcomeOf,
  type ReadableManifest,
} from './check-manifest.ts';
import { lostRace, templateChanged } from './concurrent-changes.ts';
import { setInSource } from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { VERSION_PATH } from './manifest.ts';
import type { CatalogTemplate } from './model.ts';
import type { KeptManifest, TemplateDraft, TemplateStore } from './ports.ts';
import { nextVersion } from './version.ts';
import { writeTemplate } from './write-template.ts';

interface ApplyTemplateDeps extends CheckManifestDeps {
  store: Store;
  clock: Clock;
}

export interface ApplyTemplateInput extends ManifestInput {
  /** From If-Match: the template must still have this revision. */
  ifRevision?: string | undefined;
}

export interface AppliedTemplate {
  outcome: ApplyOutcome;
  template: CatalogTemplate;
  warnings: ManifestProblem[];
}

const refuse = (errors: readonly ManifestProblem[]): CharterError => {
  const details = errors.map(({ path, message }) => ({ target: path, code: 'InvalidManifest', message }));
  const places = errors.length === 1 ? 'one place' : `${errors.length} places`;
  return invalidRequest(
    say('catalog.notApplied', 'The manifest cannot be applied; correct {places}. Nothing was changed.', {
      places,
    }),
    details,
  );
};

/** Returns the draft to write. For a stored template, its version and that of its manifest are raised. */
function draftOf({ manifest, source, kept }: ReadableManifest): TemplateDraft {
  const { catalogTemplate, structure } = manifest;
  const { templateConfiguration } = catalogTemplate;
  const proposed = templateConfiguration.version;
  const version = kept === undefined ? proposed : nextVersion(kept.version, proposed);
  return {
    catalogTemplate: { ...catalogTemplate, templateConfiguration: { ...templateConfiguration, version } },
    structure,
    source: version === proposed ? source : setInSource(source, VERSION_PATH, version),
  };
}

/** @throws PreconditionFailed when If-Match names another revision than the template's */
async function mustBeUnchanged(
  templates: TemplateStore,
  templateId: string,
  kept: KeptManifest | undefined,
  ifRevision: string | undefined,
): Promise<void> {
  if (ifRevision === undefined || ifRevision === String(kept?.revision)) return;
  throw await lostRace(templates, templateId, ifRevision);
}

async function unchanged(templates: TemplateStore, templateId: string): Promise<CatalogTemplate> {
  const template = await templates.find(templateId);
  if (template === undefined) throw templateChanged('Conflict', templateId, undefined);
  return template.catalogTemplate;
}

/**
 * Creates or updates the template with the manifest's id. Content that is already applied changes nothing, in either
 * format. Changed content gets a higher version (version.ts). Writes nothing when it throws.
 * @throws Forbidden, InvalidRequest with the mistakes that checkManifest finds, PreconditionFailed, Conflict
 */
export async function applyTemplate(
  deps: ApplyTemplateDeps,
  principal: Principal,
  context: RequestContext,
  input: ApplyTemplateInput,
): Promise<AppliedTemplate> {
  mustEditCatalog(principal);
  const { tenantId } = principal;
  const { templates } = deps.store.in(tenantId);
  const { readable, errors, warnings } = await checkManifest(deps, tenantId, input);
  if (readable === undefined || errors.length > 0) throw refuse(errors);
  const { kept } = readable;
  const { id } = readable.manifest.catalogTemplate.templateConfiguration;
  await mustBeUnchanged(templates, id, kept, input.ifRevision);
  const outcome = outcomeOf(readable);
  if (outcome === 'unchanged') return { outcome, template: await unchanged(templates, id), warnings };
  const draft = draftOf(readable);
  const changed = changedPaths(kept?.source, draft.source);
  const at = deps.clock.now();
  const revision = await deps.store.transaction(tenantId, (unit) =>
    writeTemplate(unit, principal, context, { draft, kept, changedPaths: changed, at }),
  );
  if (revision === undefined) throw await lostRace(templates, id, input.ifRevision);
  return { outcome, template: draft.catalogTemplate, warnings };
}
