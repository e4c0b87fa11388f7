/** Checks a manifest before it is applied: its form, its rules, and the people, labels and teams that it names. */
import type { Store } from '../../engine/store.ts';
import { say } from '../../kernel/messages.ts';
import { UNKNOWN_FUTURE_VALUE } from '../../kernel/schema.ts';
import { checkContents } from './check-contents.ts';
import {
  documentOf,
  isJsonObject,
  isSameContent,
  type JsonObject,
  type ManifestSource,
  parseManifestDocument,
  setInSource,
} from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { type ReadManifestOptions, readManifest, VERSION_PATH } from './manifest.ts';
import { checkApps, checkReferences, checkRules, type ReferenceDeps } from './manifest-checks.ts';
import type { Findings } from './manifest-reader.ts';
import { checkSteps } from './manifest-steps.ts';
import { kindOfTemplate, type TemplateManifest } from './model.ts';
import type { StoredManifest, TemplateStore } from './ports.ts';
import type { RuleEngine } from './rules.ts';
import { type ContentLimits, DEFAULT_CONTENT_LIMITS } from './store-blob.ts';
import { nextVersion } from './version.ts';

export interface CheckManifestDeps {
  store: Pick<Store, 'in'>;
  rules: Pick<RuleEngine, 'check'>;
  suite: ReferenceDeps;
  /** Default: DEFAULT_CONTENT_LIMITS. */
  contentLimits?: ContentLimits;
}

export interface ManifestInput extends ReadManifestOptions {
  /** The manifest's text, or the object parsed from one. */
  manifest: string | JsonObject;
}

/** A manifest without structural errors. Its rules may have errors. */
export interface ReadableManifest {
  manifest: TemplateManifest;
  source: ManifestSource;
  /** The stored manifest of the template with this id; undefined for a new template. */
  previous: StoredManifest | undefined;
}

/** The effect of applying a manifest on the template with its id. */
export const APPLY_OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type ApplyOutcome = (typeof APPLY_OUTCOMES)[number];

const PRIVACY_PATH = ['newTeam', 'teamPrivacy'] as const;

/**
 * Replaces `unknownFutureValue` with the stored privacy of the template, so that a template can be sent back as it was
 * read.
 */
async function withStoredPrivacy(templates: TemplateStore, input: ManifestInput): Promise<ManifestInput> {
  const { manifest } = input;
  if (typeof manifest === 'string' && !manifest.includes(UNKNOWN_FUTURE_VALUE)) return input;
  const parsed = parseManifestDocument(manifest, input.format);
  if ('problems' in parsed) return input;
  const { templateConfiguration: configuration, newTeam } = parsed.document;
  if (!isJsonObject(newTeam) || newTeam.teamPrivacy !== UNKNOWN_FUTURE_VALUE) return input;
  const id = isJsonObject(configuration) ? configuration.id : undefined;
  const stored = typeof id === 'string' ? await templates.find(id) : undefined;
  if (stored === undefined) return input;
  const { format, text } = setInSource(
    parsed.source,
    PRIVACY_PATH,
    stored.catalogTemplate.newTeam.teamPrivacy,
  );
  return { ...input, manifest: text, format };
}

const SOURCE_TEAM_PATH = ['clonedTeam', 'teamId'] as const;

type Read = Pick<ReadableManifest, 'manifest' | 'source'>;

/**
 * Adds the stored id of the team to copy when the manifest names the same team without its id. Team ids differ between
 * tenants, so a shared manifest has none.
 */
async function withKnownSourceTeam(templates: TemplateStore, read: Read): Promise<Read> {
  const { catalogTemplate } = read.manifest;
  const { clonedTeam, templateConfiguration } = catalogTemplate;
  if (clonedTeam.teamId !== null || clonedTeam.teamName === null) return read;
  const known = (await templates.find(templateConfiguration.id))?.catalogTemplate.clonedTeam;
  if (known?.teamName !== clonedTeam.teamName || known.teamId === null) return read;
  const { teamId } = known;
  return {
    manifest: {
      ...read.manifest,
      catalogTemplate: { ...catalogTemplate, clonedTeam: { ...clonedTeam, teamId } },
    },
    source: setInSource(read.source, SOURCE_TEAM_PATH, teamId),
  };
}

/** Reports a manifest that would turn a template of teams into a channel template, or the other way round. */
function findOtherKind(
  { structure, catalogTemplate }: TemplateManifest,
  previous: StoredManifest | undefined,
): ManifestProblem[] {
  if (previous === undefined) return [];
  const wasForChannels = isJsonObject(documentOf(previous.source).newChannel);
  if (wasForChannels === (kindOfTemplate(structure) === 'channel')) return [];
  const { id } = catalogTemplate.templateConfiguration;
  const message = wasForChannels
    ? say(
        'manifest.wasForChannels',
        "The template '{id}' makes channels and has no 'newChannel' here. Give this template another id.",
        { id },
      )
    : say('manifest.wasForTeams', "The template '{id}' makes teams. Give the channel template another id.", {
        id,
      });
  return [{ path: 'newChannel', ...message }];
}

/**
 * Reads and checks a manifest, and returns its errors and warnings. If the manifest has structural errors, `readable`
 * is undefined, and rules and references are not checked.
 */
export async function checkManifest(
  { store, rules, suite, contentLimits = DEFAULT_CONTENT_LIMITS }: CheckManifestDeps,
  tenantId: string,
  input: ManifestInput,
): Promise<Findings & { readable: ReadableManifest | undefined }> {
  const { templates } = store.in(tenantId);
  const sent = await withStoredPrivacy(templates, input);
  const { manifest, source, errors, warnings } = readManifest(sent.manifest, sent);
  if (manifest === undefined || source === undefined) return { readable: undefined, errors, warnings };
  const known = await withKnownSourceTeam(templates, { manifest, source });
  const { structure } = manifest;
  const contents = await checkContents(store, tenantId, structure.contents, contentLimits);
  const sized = { ...structure, ...(contents.contents && { contents: contents.contents }) };
  const read = { ...known, manifest: { ...known.manifest, structure: sized } };
  const [ofRules, ofApps, ofReferences, ofSteps, previous] = await Promise.all([
    checkRules(rules, tenantId, read, contents.rendered),
    checkApps(suite, tenantId, read.source),
    checkReferences(suite, tenantId, read.manifest),
    checkSteps({ store, suite }, tenantId, structure.steps),
    templates.findManifest(read.manifest.catalogTemplate.templateConfiguration.id),
  ]);
  return {
    readable: { ...read, previous },
    errors: [...findOtherKind(read.manifest, previous), ...contents.errors, ...ofRules.errors, ...ofApps],
    warnings: [...warnings, ...ofRules.warnings, ...ofReferences, ...ofSteps],
  };
}

/** Returns the outcome of applying the manifest. A version raised by hand counts as a change too. */
export function applyOutcomeOf({ manifest, source, previous }: ReadableManifest): ApplyOutcome {
  if (previous === undefined) return 'created';
  const { version } = manifest.catalogTemplate.templateConfiguration;
  const isRaised = nextVersion(previous.version, version) === version;
  return isRaised || !isSameContent(previous.source, source, VERSION_PATH) ? 'updated' : 'unchanged';
}
