import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, invalidRequest } from '../../kernel/errors.ts';
import { mustEditCatalog } from './access.ts';
import { isSameContent, type JsonObject, type ManifestSource, setInSource } from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { type ReadManifestOptions, readManifest, VERSION_PATH } from './manifest.ts';
import { checkReferences, checkRules, type ReferenceDeps } from './manifest-checks.ts';
import type { CatalogTemplate, TemplateManifest } from './model.ts';
import type { KeptManifest, TemplateDraft, TemplateStore } from './ports.ts';
import type { RuleEngine } from './rules.ts';
import { templateCreated, templateUpdated } from './template-records.ts';
import { nextVersion } from './version.ts';

interface ApplyTemplateDeps {
  store: Store;
  rules: Pick<RuleEngine, 'check'>;
  suite: ReferenceDeps;
  clock: Clock;
}

export interface ApplyTemplateInput extends ReadManifestOptions {
  /** The manifest's text, or the object parsed from one. */
  manifest: string | JsonObject;
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

const conflict = (templateId: string): CharterError =>
  new CharterError(
    'Conflict',
    `Somebody else changed the template '${templateId}' at the same moment. Read it again, then apply your manifest to it.`,
  );

async function unchanged(templates: TemplateStore, templateId: string): Promise<CatalogTemplate> {
  const template = await templates.find(templateId);
  if (template === undefined) throw conflict(templateId);
  return template.catalogTemplate;
}

function recordOf(
  principal: Principal,
  { requestId }: RequestContext,
  { catalogTemplate }: TemplateDraft,
  kept: KeptManifest | undefined,
): NewAuditRecord {
  const { id, name, version, enabled } = catalogTemplate.templateConfiguration;
  const fields = { templateId: id, templateName: name, version, previousVersion: kept?.version, enabled };
  const target = { type: 'template', id, displayName: name };
  const definition = kept === undefined ? templateCreated : templateUpdated;
  return definition.record({ actor: actorOf(principal), target, requestId, fields });
}

/**
 * Creates or updates the template with the manifest's id. Content that is already applied changes nothing, in either
 * format. Changed content gets a higher version (version.ts). Writes nothing when it throws.
 * @throws Forbidden, InvalidRequest with every mistake of the manifest, Conflict
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
  const sameContent = kept !== undefined && isSameContent(kept.source, checked.source, VERSION_PATH);
  if (sameContent && nextVersion(kept.version, version) !== version) {
    return { outcome: 'unchanged', template: await unchanged(templates, id), warnings: checked.warnings };
  }
  const draft = draftOf(checked, kept);
  await deps.store.transaction(tenantId, async (unit) => {
    if ((await unit.templates.save(draft, kept?.revision)) === undefined) throw conflict(id);
    const at = deps.clock.now();
    await unit.audit.append([recordOf(principal, context, draft, kept)], at);
    // Existing teams get the template's permanent members too.
    if (kept !== undefined) await unit.policies.makeDue({ templateIds: [id] }, at);
  });
  return {
    outcome: kept === undefined ? 'created' : 'updated',
    template: draft.catalogTemplate,
    warnings: checked.warnings,
  };
}
