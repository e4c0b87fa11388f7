import { isDeepStrictEqual } from 'node:util';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { actorOf, type Cause, causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store, UnitOfWork } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, conflict, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { assertCanEditCatalog } from './access.ts';
import { blobHashesOf } from './check-contents.ts';
import {
  type ApplyOutcome,
  applyOutcomeOf,
  type CheckManifestDeps,
  checkManifest,
  type ManifestInput,
  type ReadableManifest,
} from './check-manifest.ts';
import {
  documentOf,
  isJsonObject,
  type JsonObject,
  type ManifestSource,
  pathOf,
  setInSource,
} from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { VERSION_PATH } from './manifest.ts';
import type { CatalogTemplate } from './model.ts';
import type { StoredManifest, StoredTemplate, TemplateDraft, TemplateStore } from './ports.ts';
import { findStoredTemplate } from './read-templates.ts';
import { templateCreated, templateDeleted, templateUpdated } from './template-records.ts';
import { nextVersion } from './version.ts';

/** Says who changed the template last, or that it no longer exists. */
function latestChange(id: string, latest: StoredTemplate | undefined): Message {
  if (latest === undefined)
    return say('catalog.gone', "The template '{id}' does not exist any more.", { id });
  const { version } = latest.catalogTemplate.templateConfiguration;
  const { changedBy, changedAt } = latest;
  return say(
    'catalog.latestChange',
    "{name} changed the template '{id}' to version {version} on {time, date, utc} UTC.",
    {
      name: changedBy.displayName,
      id,
      version,
      time: changedAt.getTime(),
    },
  );
}

/** Returns the error of a write that was based on an older revision of the template. */
function templateRevisionOutdated(
  code: 'Conflict' | 'PreconditionFailed',
  templateId: string,
  latest: StoredTemplate | undefined,
): CharterError {
  const advice = say(
    'catalog.readAgain',
    'Read it again, then repeat your change on it. Nothing was changed.',
  );
  return new CharterError(code, sentences([latestChange(templateId, latest), advice]));
}

/** @throws PreconditionFailed when If-Match does not match the template's revision */
function assertRevision(
  templateId: string,
  latest: StoredTemplate | undefined,
  ifRevision: string | undefined,
): void {
  if (ifRevision === undefined || ifRevision === String(latest?.revision)) return;
  throw templateRevisionOutdated('PreconditionFailed', templateId, latest);
}

/** Returns the error of a write that lost a race: PreconditionFailed with If-Match, else Conflict. */
async function lostRace(
  templates: Pick<TemplateStore, 'findStored'>,
  templateId: string,
  ifRevision: string | undefined,
): Promise<CharterError> {
  const code = ifRevision === undefined ? 'Conflict' : 'PreconditionFailed';
  return templateRevisionOutdated(code, templateId, await templates.findStored(templateId));
}

const MAX_PATHS = 100;
/** Maximum length of a path, in UTF-16 code units: a manifest may have keys of any length. */
const LONGEST_PATH = 300;

const shorten = (path: string): string =>
  path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH - 1).toWellFormed()}…`;

/** Compares objects by key. Lists count as one value: their items have no identity. */
function collect(before: JsonObject, after: JsonObject, parent: string, found: string[]): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = pathOf(parent, key);
    const [old, now] = [before[key], after[key]];
    if (path === VERSION_PATH.join('.') || isDeepStrictEqual(old, now)) continue;
    if (isJsonObject(old) && isJsonObject(now)) collect(old, now, path, found);
    else found.push(shorten(path));
  }
}

/**
 * Returns the paths of the first hundred values that were added, changed or removed, in the order of the manifests.
 * Leaves out the version, which each change raises. Returns none for a new template.
 */
function changedPaths(before: ManifestSource | undefined, after: ManifestSource): string[] {
  if (before === undefined) return [];
  const found: string[] = [];
  collect(documentOf(before), documentOf(after), '', found);
  return found.slice(0, MAX_PATHS);
}

interface TemplateWrite {
  draft: TemplateDraft;
  /** The template that the draft replaces; undefined for a new one. */
  previous: { version: string; revision: number } | undefined;
  changedPaths: readonly string[];
  at: Date;
}

function recordOf({ draft, previous }: TemplateWrite, cause: Cause): NewAuditRecord {
  const template = draft.catalogTemplate.templateConfiguration;
  const { enabled } = template;
  return previous === undefined
    ? templateCreated.record(template, cause, { enabled })
    : templateUpdated.record(template, cause, { enabled, previousVersion: previous.version });
}

/**
 * Writes a template with its version and its audit record, in the caller's transaction. Returns the new revision, or
 * undefined, without writing, if another call has changed the template.
 */
async function writeTemplate(
  unit: UnitOfWork,
  principal: Principal,
  context: RequestContext,
  write: TemplateWrite,
): Promise<number | undefined> {
  const { draft, previous, changedPaths, at } = write;
  const change = { actor: actorOf(principal), at, changedPaths };
  const revision = await unit.templates.save(draft, previous?.revision, change);
  if (revision === undefined) return undefined;
  await unit.audit.append([recordOf(write, causeOf(principal, context))], at);
  const { id } = draft.catalogTemplate.templateConfiguration;
  if (!(await unit.blobs.hold({ type: 'template', id }, blobHashesOf(draft.structure.contents), at))) {
    throw conflict(
      say('catalog.fileGone', 'A file of the template was deleted a moment ago. Upload its files again.'),
    );
  }
  // Existing teams get the template's permanent members too.
  if (previous !== undefined) await unit.governedTeams.makeDue({ templateIds: [id] }, at);
  return revision;
}

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

const reject = (errors: readonly ManifestProblem[]): CharterError => {
  const details = errors.map(({ path, message }) => ({ target: path, code: 'InvalidManifest', message }));
  const places = errors.length === 1 ? 'one place' : `${errors.length} places`;
  return invalidRequest(
    say('catalog.notApplied', 'The manifest cannot be applied; correct {places}. Nothing was changed.', {
      places,
    }),
    details,
  );
};

/** Returns the draft to write. An update raises the version in both the template and its manifest. */
function draftOf({ manifest, source, previous }: ReadableManifest): TemplateDraft {
  const { catalogTemplate, structure } = manifest;
  const { templateConfiguration } = catalogTemplate;
  const proposed = templateConfiguration.version;
  const version = previous === undefined ? proposed : nextVersion(previous.version, proposed);
  return {
    catalogTemplate: { ...catalogTemplate, templateConfiguration: { ...templateConfiguration, version } },
    structure,
    source: version === proposed ? source : setInSource(source, VERSION_PATH, version),
  };
}

/** @throws PreconditionFailed when If-Match does not match the template's revision */
async function assertUnchanged(
  templates: TemplateStore,
  templateId: string,
  previous: StoredManifest | undefined,
  ifRevision: string | undefined,
): Promise<void> {
  if (ifRevision === undefined || ifRevision === String(previous?.revision)) return;
  throw await lostRace(templates, templateId, ifRevision);
}

async function unchanged(templates: TemplateStore, templateId: string): Promise<CatalogTemplate> {
  const template = await templates.find(templateId);
  if (template === undefined) throw templateRevisionOutdated('Conflict', templateId, undefined);
  return template.catalogTemplate;
}

/**
 * Creates or updates the template with the manifest's id. Applying the same content again, in either format, changes
 * nothing. Changed content gets a higher version (version.ts). Writes nothing when it throws.
 * @throws Forbidden, InvalidRequest with the mistakes that checkManifest finds, PreconditionFailed, Conflict
 */
export async function applyTemplate(
  deps: ApplyTemplateDeps,
  principal: Principal,
  context: RequestContext,
  input: ApplyTemplateInput,
): Promise<AppliedTemplate> {
  assertCanEditCatalog(principal);
  const { tenantId } = principal;
  const { templates } = deps.store.in(tenantId);
  const { readable, errors, warnings } = await checkManifest(deps, tenantId, input);
  if (readable === undefined || errors.length > 0) throw reject(errors);
  const { previous } = readable;
  const { id } = readable.manifest.catalogTemplate.templateConfiguration;
  await assertUnchanged(templates, id, previous, input.ifRevision);
  const outcome = applyOutcomeOf(readable);
  if (outcome === 'unchanged') return { outcome, template: await unchanged(templates, id), warnings };
  const draft = draftOf(readable);
  const changed = changedPaths(previous?.source, draft.source);
  const at = deps.clock.now();
  const revision = await deps.store.transaction(tenantId, (unit) =>
    writeTemplate(unit, principal, context, { draft, previous, changedPaths: changed, at }),
  );
  if (revision === undefined) throw await lostRace(templates, id, input.ifRevision);
  return { outcome, template: draft.catalogTemplate, warnings };
}

interface UpdateTemplateInput {
  templateId: string;
  /** From If-Match: the template must still have this revision. */
  ifRevision?: string | undefined;
  enabled: boolean;
}

const BUSY = say('catalog.busy', 'Others change this template at the same moment. Try again.');

const ENABLED_PATH = ['templateConfiguration', 'enabled'] as const;

/** Sets `enabled` and the next version, in the template and in its manifest. */
function enabledDraft(
  { catalogTemplate, structure, source }: StoredTemplate,
  enabled: boolean,
): TemplateDraft {
  const { templateConfiguration } = catalogTemplate;
  const version = nextVersion(templateConfiguration.version, templateConfiguration.version);
  return {
    catalogTemplate: {
      ...catalogTemplate,
      templateConfiguration: { ...templateConfiguration, enabled, version },
    },
    structure,
    source: setInSource(setInSource(source, ENABLED_PATH, enabled), VERSION_PATH, version),
  };
}

/**
 * Enables or disables a template, as if its manifest were applied with `enabled` changed. Writes nothing when nothing
 * changes. Returns the resulting template.
 * @throws Forbidden, NotFound, PreconditionFailed, Conflict
 */
export async function updateTemplate(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { templateId, ifRevision, enabled }: UpdateTemplateInput,
): Promise<StoredTemplate> {
  assertCanEditCatalog(principal);
  const { tenantId } = principal;
  const { templates } = store.in(tenantId);
  const write = async (): Promise<StoredTemplate | undefined> => {
    const stored = await findStoredTemplate(templates, templateId);
    assertRevision(templateId, stored, ifRevision);
    const { version, enabled: present } = stored.catalogTemplate.templateConfiguration;
    if (present === enabled) return stored;
    const draft = enabledDraft(stored, enabled);
    const previous = { version, revision: stored.revision };
    const changed = changedPaths(stored.source, draft.source);
    const at = clock.now();
    const revision = await store.transaction(tenantId, (unit) =>
      writeTemplate(unit, principal, context, { draft, previous, changedPaths: changed, at }),
    );
    if (revision === undefined) return undefined;
    return { ...stored, ...draft, revision, changedAt: at, changedBy: actorOf(principal) };
  };
  return retryConflicts(write, BUSY);
}

/**
 * Deletes a template with its versions. Teams created from it remain, and pending jobs continue with their own plan
 * (docs/templates.md).
 * @throws Forbidden, NotFound, PreconditionFailed, Conflict
 */
export async function deleteTemplate(
  { store, clock }: { store: Store; clock: Clock },
  principal: Principal,
  context: RequestContext,
  { templateId, ifRevision }: Omit<UpdateTemplateInput, 'enabled'>,
): Promise<void> {
  assertCanEditCatalog(principal);
  const { tenantId } = principal;
  const remove = async (): Promise<true | undefined> => {
    const stored = await findStoredTemplate(store.in(tenantId).templates, templateId);
    assertRevision(templateId, stored, ifRevision);
    const template = stored.catalogTemplate.templateConfiguration;
    return store.transaction(tenantId, async (unit) => {
      if (!(await unit.templates.delete(templateId, stored.revision))) return undefined;
      await unit.blobs.hold({ type: 'template', id: templateId }, [], clock.now());
      const record = templateDeleted.record(template, causeOf(principal, context));
      await unit.audit.append([record], clock.now());
      return true;
    });
  };
  await retryConflicts(remove, BUSY);
}
