/**
 * Template manifests: a template as a file, JSON or YAML (docs/specification.md 5). Reading is pure and complete: every
 * mistake at once, each with its path and what to do; nothing unknown is lost.
 */
import {
  isJsonObject,
  type JsonObject,
  type ManifestFormat,
  type ManifestSource,
  parseManifestDocument,
  setInDocument,
  setInSource,
  writtenValue,
} from './document.ts';
import { readClonedTeam, readConfiguration, readNewTeam, readPublisher } from './manifest-configuration.ts';
import { Fields, type Findings } from './manifest-fields.ts';
import { readStructure } from './manifest-structure.ts';
import type { CatalogTemplate, ManifestProblem, TeamStructure, TemplateManifest } from './model.ts';
import { fileNameOf, pictureProblem, toDataUri } from './picture.ts';

const PICTURE_PATH = ['templateConfiguration', 'pictureUrl'] as const;
export const VERSION_PATH = ['templateConfiguration', 'version'] as const;

export interface ReadManifestOptions {
  /** Without it, a text that begins with `{` is JSON and any other is YAML. */
  format?: ManifestFormat | undefined;
  /** Files beside the manifest by name. A `pictureUrl` that names one of them is replaced by its content. */
  files?: Readonly<Record<string, Uint8Array>> | undefined;
}

export interface ManifestReading {
  /** The manifest in typed form; undefined when there are errors. */
  manifest: TemplateManifest | undefined;
  /** What was read, whole, with an embedded picture in place of its file name. Undefined when it does not parse. */
  source: ManifestSource | undefined;
  /** The data of `source`, with everything we do not know. */
  original: JsonObject | undefined;
  warnings: ManifestProblem[];
  errors: ManifestProblem[];
}

const pictureUrlOf = (document: JsonObject): unknown => {
  const configuration = document.templateConfiguration;
  return isJsonObject(configuration) ? configuration.pictureUrl : undefined;
};

/** The document with the picture file it names inside it; problems go to `findings`. */
function embedPicture(
  source: ManifestSource,
  document: JsonObject,
  files: ReadManifestOptions['files'],
  findings: Findings,
): { source: ManifestSource; document: JsonObject } {
  const url = pictureUrlOf(document);
  const name = typeof url === 'string' ? fileNameOf(url.trim()) : undefined;
  const bytes = name !== undefined && files && Object.hasOwn(files, name) ? files[name] : undefined;
  if (bytes === undefined) return { source, document };
  const problem = pictureProblem(bytes);
  if (problem !== undefined) {
    findings.errors.push({ path: PICTURE_PATH.join('.'), message: problem });
    return { source, document: setInDocument(document, PICTURE_PATH, null) };
  }
  const embedded = toDataUri(bytes);
  return {
    source: setInSource(source, PICTURE_PATH, embedded),
    document: setInDocument(document, PICTURE_PATH, embedded),
  };
}

function checkManifestVersion(fields: Fields): void {
  const version = fields.raw('manifestVersion');
  if (version === undefined) fields.warn('manifestVersion', "Is missing; '1.0' is assumed.");
  else if (!['1.0', '1', 1].includes(version as string | number)) {
    fields.error('manifestVersion', `'${writtenValue(version)}' is not supported. Write "1.0".`);
  }
}

function warnAboutContents(fields: Fields): void {
  const contents = fields.raw('contents');
  const isEmpty = contents === undefined || (isJsonObject(contents) && Object.keys(contents).length === 0);
  if (!isEmpty) fields.warn('contents', 'Not known here: kept in the manifest, without effect.');
}

const isEmptyStructure = (structure: TeamStructure): boolean =>
  structure.channels.length + structure.primaryChannelTabs.length + structure.installedApps.length === 0 &&
  Object.keys(structure.settings).length === 0;

/** A template either copies a team or brings its own structure; with both, the team to copy wins. */
function warnAboutTwoSources(
  fields: Fields,
  catalogTemplate: CatalogTemplate,
  structure: TeamStructure,
): void {
  const { teamId } = catalogTemplate.clonedTeam;
  if (teamId === null || isEmptyStructure(structure)) return;
  fields.warn(
    'initialization.structure',
    `Has no effect, since new teams are copied from the team '${teamId}'.`,
  );
}

function readFields(fields: Fields): TemplateManifest {
  checkManifestVersion(fields);
  fields.ignore('$schema');
  const publisher = readPublisher(fields.object('publisher'));
  const initialization = fields.object('initialization');
  const { structure, visibility } = readStructure(initialization.object('structure'));
  warnAboutContents(initialization);
  initialization.finish();
  const catalogTemplate: CatalogTemplate = {
    templateConfiguration: readConfiguration(fields.object('templateConfiguration'), publisher),
    clonedTeam: readClonedTeam(fields.object('clonedTeam')),
    newTeam: readNewTeam(fields.object('newTeam'), visibility),
  };
  warnAboutTwoSources(fields, catalogTemplate, structure);
  fields.finish();
  return { publisher, catalogTemplate, structure };
}

const unreadable = (errors: ManifestProblem[]): ManifestReading => ({
  manifest: undefined,
  source: undefined,
  original: undefined,
  warnings: [],
  errors,
});

/**
 * Reads a manifest's text, or the object parsed from one. Syntax of rules and conventions, and whether the
 * people it names exist, are asked of others (manifest-checks.ts).
 */
export function readManifest(input: string | JsonObject, options: ReadManifestOptions = {}): ManifestReading {
  const parsed = parseManifestDocument(input, options.format);
  if ('problems' in parsed) return unreadable(parsed.problems);
  const findings: Findings = { errors: [], warnings: [] };
  const { source, document } = embedPicture(parsed.source, parsed.document, options.files, findings);
  const manifest = readFields(new Fields(document, '', findings));
  return {
    manifest: findings.errors.length === 0 ? manifest : undefined,
    source,
    original: document,
    ...findings,
  };
}
