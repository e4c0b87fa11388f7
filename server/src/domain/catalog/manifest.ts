/**
 * Template manifests: templates as JSON or YAML files (docs/specification.md, section 5). Reading reports every mistake
 * at once and preserves unknown keys.
 */

import type { Static } from 'typebox';
import { v5 } from 'uuid';
import { say } from '../../kernel/messages.ts';
import { GENERAL } from '../channels/name.ts';
import { nameKey } from '../names/key.ts';
import {
  isJsonObject,
  type JsonObject,
  type ManifestFormat,
  type ManifestSource,
  parseManifestDocument,
  setInDocument,
  setInSource,
} from './document.ts';
import { includesTabItem, noContentsOf, type TemplateContents } from './manifest-contents.ts';
import { type Findings, readBySchema, ValuePath } from './manifest-reader.ts';
import { Manifest } from './manifest-schema.ts';
import type { ReferringTabs } from './manifest-structure.ts';
import type { TeamContents, TeamStructure, TemplateManifest } from './model.ts';
import { fileNameOf, pictureProblem, toDataUri } from './picture.ts';

const PICTURE_PATH = ['templateConfiguration', 'pictureUrl'] as const;
export const VERSION_PATH = ['templateConfiguration', 'version'] as const;

export interface ReadManifestOptions {
  /** Default: JSON for a text that begins with `{`, else YAML. */
  format?: ManifestFormat | undefined;
  /** Files sent with the manifest, by name. A `pictureUrl` that names one is replaced with its content. */
  files?: Readonly<Record<string, Uint8Array>> | undefined;
}

export interface ManifestReading extends Findings {
  /** Undefined when there are errors. */
  manifest?: TemplateManifest | undefined;
  /** The whole text, with the picture embedded. Undefined when it does not parse. */
  source?: ManifestSource;
  /** The parsed `source`, including unknown keys. */
  original?: JsonObject;
}

const pictureUrlOf = (document: JsonObject): unknown => {
  const configuration = document.templateConfiguration;
  return isJsonObject(configuration) ? configuration.pictureUrl : undefined;
};

/** Replaces the name of a picture file with the file's content. */
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
    findings.errors.push({ path: PICTURE_PATH.join('.'), ...problem });
    return { source, document: setInDocument(document, PICTURE_PATH, null) };
  }
  const embedded = toDataUri(bytes);
  return {
    source: setInSource(source, PICTURE_PATH, embedded),
    document: setInDocument(document, PICTURE_PATH, embedded),
  };
}

/** Namespace of derived ids. Changing it would give every manifest without an id a new template. */
const ID_NAMESPACE = '0b6e7f3e-5b0f-4e0f-9a3c-6c2f1d6a9e57';

/** Derives the id from publisher, name and language, so that applying a file again finds the same template. */
function deriveId({ publisher, templateConfiguration }: ReadFields, place: ValuePath): string {
  const { name, language } = templateConfiguration;
  const id = v5([publisher.id ?? publisher.name ?? '', name, language].join('\n'), ID_NAMESPACE);
  place.warn(
    say(
      'manifest.idDerived',
      "Is missing; '{id}' is used. Write it into the file, so that the template can be renamed.",
      { id },
    ),
  );
  return id;
}

/** Returns a valid HTML id, derived from the template's id. */
const domIdOf = (id: string): string => `template-${id.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;

const isEmptyStructure = (structure: TeamStructure): boolean =>
  structure.channels.length + structure.primaryChannelTabs.length + structure.installedApps.length === 0 &&
  Object.keys(structure.settings).length === 0;

/** Warns about a template that both copies a team and has a structure: the copied team takes precedence. */
function warnAboutTwoSources(teamId: string | null, structure: TeamStructure, place: ValuePath): void {
  if (teamId === null || isEmptyStructure(structure)) return;
  place.warn(
    say('manifest.copied', "Has no effect, since new teams are copied from the team '{team}'.", {
      team: teamId,
    }),
  );
}

/** Warns about keys of a channel template that only templates of teams use. */
function warnAboutUnusedKeys(
  { newChannel, clonedTeam, templateConfiguration, initialization }: ReadFields,
  place: ValuePath,
): void {
  const unused = say('manifest.notForChannels', 'Has no effect in a channel template.');
  const { structure, contents, steps } = initialization;
  if (clonedTeam.teamId !== null) place.at('clonedTeam').warn(unused);
  if (!isEmptyStructure(structure.structure) || contents !== undefined || steps.length > 0)
    place.at('initialization').warn(unused);
  const { owners, members } = templateConfiguration.permanentMembership;
  if (newChannel?.membershipType !== 'standard' || owners.length + members.length === 0) return;
  place
    .at('templateConfiguration')
    .at('permanentMembership')
    .warn(say('manifest.standardPeople', 'Has no effect: a standard channel has the members of its team.'));
}

/** Adds to the contents the tabs that show them. Reports tabs whose contents are missing, and unknown channels. */
function joinContents(
  contents: TemplateContents | undefined,
  structure: TeamStructure | undefined,
  referringTabs: readonly ReferringTabs[],
  place: ValuePath,
): TeamContents | undefined {
  const isOf = (name: string) => (entry: { channel: string }) => nameKey(entry.channel) === nameKey(name);
  const isPrimary = isOf(GENERAL);
  for (const [channelIndex, { channel, tabs }] of referringTabs.entries()) {
    const found = {
      // Tabs of the primary channel can show the contents of the team's site.
      ...(isPrimary({ channel }) && contents),
      ...contents?.channels.find(isOf(channel)),
    };
    for (const { index, contents: shown } of tabs.filter((tab) => !includesTabItem(found, tab.contents)))
      place
        .at('structure')
        .at('channels')
        .at(channelIndex)
        .at('tabs')
        .at(index)
        .at('contents')
        .error(
          say('manifest.tabContentsMissing', "The contents of the channel have no {kind} '{name}'.", {
            kind: Object.keys(shown)[0] ?? '',
            name: Object.values(shown)[0] ?? '',
          }),
        );
  }
  if (contents === undefined) return undefined;
  const names = [GENERAL, ...(structure?.channels ?? []).map(({ displayName }) => displayName)].map(nameKey);
  for (const [index, { channel }] of contents.channels.entries())
    if (structure !== undefined && !names.includes(nameKey(channel)))
      place
        .at('contents')
        .at('channels')
        .at(index)
        .at('channel')
        .error(
          say('manifest.contentsChannel', "The template has no channel '{name}'. Add it to the structure.", {
            name: channel,
          }),
        );
  const hasTabs = referringTabs.some((entry) => isPrimary(entry) && entry.tabs.length > 0);
  const primary = hasTabs && !contents.channels.some(isPrimary) ? [noContentsOf(GENERAL)] : [];
  return {
    ...contents,
    channels: [...contents.channels, ...primary].map((entry) => ({
      ...entry,
      tabs: referringTabs
        .filter(isOf(entry.channel))
        .flatMap(({ tabs }) => tabs.map(({ index: _, ...tab }) => tab)),
    })),
  };
}

type ReadFields = Static<typeof Manifest>;

function readFields(document: JsonObject, place: ValuePath): TemplateManifest {
  const fields = readBySchema(Manifest, document, place);
  const { publisher, templateConfiguration, clonedTeam, newTeam, initialization } = fields;
  const { structure, visibility, referringTabs } = initialization.structure;
  const id = templateConfiguration.id || deriveId(fields, place.at('templateConfiguration').at('id'));
  const domId = templateConfiguration.domId || domIdOf(id);
  const stated = isJsonObject(document.newTeam) ? document.newTeam.teamPrivacy : undefined;
  const takesOver = visibility !== undefined && (stated ?? '') === '';
  const at = place.at('initialization');
  warnAboutTwoSources(clonedTeam.teamId, structure, at.at('structure'));
  if (fields.newChannel !== undefined) warnAboutUnusedKeys(fields, place);
  // The channels of the team to copy are known only when it is copied.
  const known = clonedTeam.teamId === null ? structure : undefined;
  const contents = joinContents(initialization.contents, known, referringTabs, at);
  return {
    publisher,
    catalogTemplate: {
      templateConfiguration: { ...templateConfiguration, id, domId },
      clonedTeam,
      newTeam: takesOver ? { ...newTeam, teamPrivacy: visibility } : newTeam,
    },
    structure: {
      ...structure,
      ...(contents && { contents }),
      ...(initialization.steps.length > 0 && { steps: initialization.steps }),
      ...(fields.newChannel && { channel: fields.newChannel }),
    },
  };
}

/** Reads a manifest. Its rules and references are checked separately (manifest-checks.ts). */
export function readManifest(input: string | JsonObject, options: ReadManifestOptions = {}): ManifestReading {
  const parsed = parseManifestDocument(input, options.format);
  if ('problems' in parsed) return { warnings: [], errors: parsed.problems };
  const findings: Findings = { errors: [], warnings: [] };
  const { source, document } = embedPicture(parsed.source, parsed.document, options.files, findings);
  const manifest = readFields(document, new ValuePath('', findings));
  return {
    manifest: findings.errors.length === 0 ? manifest : undefined,
    source,
    original: document,
    ...findings,
  };
}
