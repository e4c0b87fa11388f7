import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CharterError, invalidRequest } from '../../kernel/errors.ts';
import { mustEditCatalog } from './access.ts';
import { changedPaths } from './changed-paths.ts';
import { lostRace, templateChanged } from './concurrent-changes.ts';
import { isSameContent, type JsonObject, type ManifestSource, setInSource } from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { type ReadManifestOptions, readManifest, VERSION_PATH } from './manifest.ts';
import { checkReferences, checkRules, type ReferenceDeps } from './manifest-checks.ts';
import type { CatalogTemplate, TemplateManifest } from './model.ts';
import type { KeptManifest, TemplateDraft, TemplateStore } from './ports.ts';
import type { RuleEngine } from './rules.ts';
import { nextVersion } from './version.ts';
import { writeTemplate } from './write-template.ts';

interface ApplyTemplateDeps {
  store: Store;
  rules: Pick<RuleEngine, 'check'>;
  suite: ReferenceDeps;
  clock: Clock;
}

export interface ApplyTemplateInput extends ReadManifestOptions {
  /** The manifest's text, or the object parsed from one. */
  manifest: string | JsonObject;
  /** From If-Match: the template must still have this revision. */
  ifRevision?: string | undefined;
}

export interface AppliedTemplate {
  outcome: 'created' | 'updated' | 'unchanged';
  template: CatalogTemplate;
  warnings: ManifestProblem[];
}

const SOURCE_TEAM_PATH = ['clonedTeam', 'teamId'] as const;

interface CheckedManifest {
  manifest: TemplateManifest;
  source: ManifestSource;
  warnings: ManifestProblem[];
}

const refuse = (errors: readonly ManifestProblem[]): CharterError => {
  const details = errors.map(({ path, message }) => ({ target: path, code: 'InvalidManifest', message }));
  const places = errors.length === 1 ? 'one place' : `${errors.length} places`;
  return invalidRequest(`The manifest cannot be applied; correct ${places}. Nothing was changed.`, details);
};

function read(input: ApplyTemplateInput): CheckedManifest {
  const { manifest, source, warnings, errors } = readManifest(input.manifest, input);
  if (manifest === undefined || source === undefined) throw refuse(errors);
  return { manifest, source, warnings };
}

/**
 * Keeps the team that the template copies when the manifest gives only its name. Team ids differ between tenants,
 * so a shared manifest has none.
 */
async function withKnownSourceTeam(
  templates: TemplateStore,
  read: CheckedManifest,
): Promise<CheckedManifest> {
  const { catalogTemplate } = read.manifest;
  const { clonedTeam, templateConfiguration } = catalogTemplate;
  if (clonedTeam.teamId !== null || clonedTeam.teamName === null) return read;
  const known = (await templates.find(templateConfiguration.id))?.catalogTemplate.clonedTeam;
  if (known?.teamName !== clonedTeam.teamName || known.teamId === null) return read;
  const { teamId } = known;
  return {
    ...read,
    manifest: {
      ...read.manifest,
      catalogTemplate: { ...catalogTemplate, clonedTeam: { ...clonedTeam, teamId } },
    },
    source: setInSource(read.source, SOURCE_TEAM_PATH, teamId),
  };
}

async function check(
  deps: ApplyTemplateDeps,
  tenantId: string,
  read: CheckedManifest,
): Promise<CheckedManifest> {
  const [rules, references] = await Promise.all([
    checkRules(deps.rules, read.manifest),
    checkReferences(deps.suite, tenantId, read.manifest),
  ]);
  if (rules.errors.length > 0) throw refuse(rules.errors);
  return { ...read, warnings: [...read.warnings, ...rules.warnings, ...references] };
}

/** Sets the next version in the template and in its manifest. */
function draftOf({ manifest, source }: CheckedManifest, kept: KeptManifest | undefined): TemplateDraft {
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

/** @throws PreconditionFailed unless the template is at the revision of If-Match */
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
 * @throws Forbidden, InvalidRequest with every mistake of the manifest, PreconditionFailed, Conflict
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
  const checked = await check(deps, tenantId, await withKnownSourceTeam(templates, read(input)));
  const { id, version } = checked.manifest.catalogTemplate.templateConfiguration;
  const kept = await templates.findManifest(id);
  await mustBeUnchanged(templates, id, kept, input.ifRevision);
  const sameContent = kept !== undefined && isSameContent(kept.source, checked.source, VERSION_PATH);
  if (sameContent && nextVersion(kept.version, version) !== version) {
    return { outcome: 'unchanged', template: await unchanged(templates, id), warnings: checked.warnings };
  }
  const draft = draftOf(checked, kept);
  const changed = changedPaths(kept?.source, draft.source);
  const at = deps.clock.now();
  const revision = await deps.store.transaction(tenantId, (unit) =>
    writeTemplate(unit, principal, context, { draft, kept, changedPaths: changed, at }),
  );
  if (revision === undefined) throw await lostRace(templates, id, input.ifRevision);
  return {
    outcome: kept === undefined ? 'created' : 'updated',
    template: draft.catalogTemplate,
    warnings: checked.warnings,
  };
}
