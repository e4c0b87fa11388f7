/**
 * Prepares the folders, files and plans of a new team: evaluates rules, omits parts that the suite does not support or
 * whose channel is missing, and adds the contents of the team to copy (source-contents.ts).
 */
import type { BlueprintStructure, TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { readText } from '../../domain/catalog/check-contents.ts';
import { findPathConflicts, mapTexts } from '../../domain/catalog/manifest-contents.ts';
import { hasRule } from '../../domain/catalog/manifest-values.ts';
import type { TeamContents } from '../../domain/catalog/model.ts';
import type { RuleEngine, RuleFailure, RuleFailureListener, RuleScope } from '../../domain/catalog/rules.ts';
import { GENERAL } from '../../domain/channels/name.ts';
import { findPathFault } from '../../domain/contents/path.ts';
import type { SuiteContents } from '../../domain/contents/suite.ts';
import { nameKey } from '../../domain/names/key.ts';
import { TEAMS_LIMITS } from '../../domain/teams/limits.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { assertRendered, oneLine, storable } from './conventions.ts';
import type { PreparedChannel, PreparedContents } from './prepared-contents.ts';
import { copySourceContents } from './source-contents.ts';
import { inQuotes, type Omission } from './unsupported.ts';

interface Preparing {
  suite: Suite;
  /** Lists the contents of the team to copy (default: the suite). */
  sourceListings?: Pick<SuiteContents, 'list' | 'listPlans'> | undefined;
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;
  store: Pick<Store, 'in'>;
}

/** Paths of texts that may have several lines. */
const MULTI_LINE = /\.(?:notes|announcements\[\d+\])$/;

const failureOf = (message: Message): RuleFailure => ({ kind: 'error', repeated: false, ...message });

/** Returns why paths and announcements that rules have returned can't be used. */
function faultsOf({ channels }: TeamContents): (readonly [path: string, RuleFailure])[] {
  return channels.flatMap(({ channel, folders, files, announcements }) => {
    const faults = [...folders, ...files].flatMap(({ path }) => {
      const fault = findPathFault(path);
      return fault === undefined ? [] : [[`contents.${channel}`, failureOf(fault)] as const];
    });
    const conflicts = findPathConflicts(folders, files).map(({ path }) => {
      const message = say('contents.pathTwice', "Two files or folders would have the path '{path}'.", {
        path,
      });
      return [`contents.${channel}`, failureOf(message)] as const;
    });
    const most = TEAMS_LIMITS.messageBytes;
    const long = announcements
      .filter((text) => Buffer.byteLength(text) > most)
      .map(() => {
        const message = say('suite.messageBytes', 'A message has at most {most} bytes. Shorten it.', {
          most,
        });
        return [`contents.${channel}`, failureOf(message)] as const;
      });
    return [...faults, ...conflicts, ...long];
  });
}

/**
 * Evaluates the rules in paths, in names, and in files with `rendered`. @throws PolicyViolation for each text that
 * failed
 */
async function renderContents(
  { rules, store }: Preparing,
  tenantId: string,
  { template }: TeamBlueprint,
  contents: TeamContents,
  scope: RuleScope,
): Promise<PreparedChannel[]> {
  const sources: Record<string, string> = {};
  mapTexts(contents, (text, path) => {
    if (hasRule(text)) sources[path] = text;
    return text;
  });
  const placeOf = (channel: number, file: number) =>
    `initialization.contents.channels[${channel}].files[${file}].source`;
  for (const [channel, { files }] of contents.channels.entries())
    for (const [index, file] of files.entries())
      if (file.rendered) sources[placeOf(channel, index)] = (await readText(store, tenantId, file)) ?? '';
  const outcomes =
    Object.keys(sources).length === 0 ? {} : await rules.renderConventions(tenantId, sources, scope);
  const about = { tenantId, template };
  assertRendered(
    rules,
    about,
    Object.entries(outcomes).flatMap(([path, outcome]) =>
      'failure' in outcome ? [[path, outcome.failure] as const] : [],
    ),
  );
  const texts = new Map(
    Object.entries(outcomes).map(([path, outcome]) => [path, 'text' in outcome ? outcome.text : '']),
  );
  const filled = mapTexts(contents, (text, path) => {
    const rendered = texts.get(path);
    if (rendered === undefined) return text;
    return MULTI_LINE.test(path) ? storable(rendered) : oneLine(rendered);
  });
  assertRendered(rules, about, faultsOf(filled));
  return filled.channels.map((channel, channelIndex) => ({
    ...channel,
    index: null,
    copies: [],
    announcements: channel.announcements.filter((text) => text !== ''),
    files: channel.files.map((file, index) => {
      const text = texts.get(placeOf(channelIndex, index));
      return text === undefined ? file : { ...file, text: text.toWellFormed() };
    }),
  }));
}

/** Omits parts that the suite does not support, and the contents of channels that the team does not get. */
function omitUnsupportedContents(
  capabilities: SuiteCapabilities,
  { lists, pages, notebooks, pinnedMessages }: TeamContents,
  channels: readonly PreparedChannel[],
  structure: BlueprintStructure,
): { channels: PreparedChannel[]; omissions: Omission[] } {
  const omissions: Omission[] = [];
  const omit = (feature: Omission['feature'], message: Message) => omissions.push({ feature, ...message });
  const names = structure.channels.map(({ displayName }) => nameKey(displayName));
  const indexOf = (name: string): number | null | undefined => {
    if (nameKey(name) === nameKey(GENERAL)) return null;
    const index = names.indexOf(nameKey(name));
    return index < 0 ? undefined : index;
  };
  const placed = channels.flatMap((channel) => {
    const index = indexOf(channel.channel);
    return index === undefined ? [] : [{ ...channel, index }];
  });
  const missing = channels.filter(({ channel }) => indexOf(channel) === undefined);
  if (missing.length > 0)
    omit(
      'contents',
      say('omissions.contentsChannels', 'The team has no channels for these contents: {channels}.', {
        channels: inQuotes(missing.map(({ channel }) => channel)),
      }),
    );
  const files = placed.reduce((sum, channel) => sum + channel.folders.length + channel.files.length, 0);
  if (!capabilities.files && files > 0)
    omit(
      'files',
      say(
        'omissions.files',
        '{count, plural, one {# folder or file is} other {# folders and files are}} not created: the suite lets the service create none.',
        { count: files },
      ),
    );
  const plans = placed.flatMap((channel) => channel.plans);
  if (!capabilities.plans && plans.length > 0)
    omit(
      'plans',
      say(
        'omissions.plans',
        'These plans are not created, because the suite lets the service create none: {plans}.',
        {
          plans: inQuotes(plans.map(({ name }) => name)),
        },
      ),
    );
  if (!capabilities.lists && lists.length > 0)
    omit(
      'lists',
      say(
        'omissions.lists',
        'These lists are not created, because the suite lets the service create none: {lists}.',
        {
          lists: inQuotes(lists),
        },
      ),
    );
  if (!capabilities.pages && pages.length > 0)
    omit(
      'pages',
      say(
        'omissions.pages',
        'These pages are not created, because the suite lets the service create none: {pages}.',
        {
          pages: inQuotes(pages),
        },
      ),
    );
  if (!capabilities.notebooks && notebooks.length > 0)
    omit(
      'notebooks',
      say(
        'omissions.notebooks',
        'These notebooks are not created, because the suite lets the service create none: {notebooks}.',
        { notebooks: inQuotes(notebooks) },
      ),
    );
  if (!capabilities.pinnedMessages && pinnedMessages.length > 0)
    omit(
      'pinnedMessages',
      say(
        'omissions.pinnedMessages',
        'These messages are neither posted nor pinned, because the suite lets the service pin none: {messages}.',
        { messages: inQuotes(pinnedMessages) },
      ),
    );
  const isOpen = ({ index }: PreparedChannel): boolean =>
    index === null || structure.channels[index]?.membershipType === 'standard';
  const announcements = placed.reduce((sum, channel) => sum + channel.announcements.length, 0);
  const closed = placed.filter((channel) => channel.announcements.length > 0 && !isOpen(channel));
  if (!capabilities.messages && announcements > 0)
    omit(
      'announcements',
      say(
        'omissions.announcements',
        '{count, plural, one {# announcement is} other {# announcements are}} not posted: the suite lets no application post messages, and no service account is connected.',
        { count: announcements },
      ),
    );
  else if (closed.length > 0)
    omit(
      'announcements',
      say(
        'omissions.closedAnnouncements',
        'Announcements are posted in standard channels only, and left out of these channels: {channels}.',
        { channels: inQuotes(closed.map(({ channel }) => channel)) },
      ),
    );
  const tabs = placed.flatMap((channel) => channel.tabs);
  if (!capabilities.tabs && tabs.length > 0)
    omit(
      'tabs',
      say(
        'omissions.tabs',
        'These tabs are not created, because the cloud of the organisation has none: {tabs}.',
        { tabs: inQuotes(tabs.map(({ displayName }) => displayName)) },
      ),
    );
  const isShown = ({ contents }: (typeof tabs)[number]): boolean =>
    capabilities.tabs && ('plan' in contents ? capabilities.plans : capabilities.files);
  const built = placed.map((channel) => ({
    ...channel,
    folders: capabilities.files ? channel.folders : [],
    files: capabilities.files ? channel.files : [],
    plans: capabilities.plans ? channel.plans : [],
    announcements: capabilities.messages && isOpen(channel) ? channel.announcements : [],
    tabs: channel.tabs.filter(isShown),
  }));
  return {
    channels: built.filter(({ folders, files, plans, announcements: texts }) =>
      [folders, files, plans, texts].some(({ length }) => length > 0),
    ),
    omissions,
  };
}

const NOTHING: TeamContents = { channels: [], lists: [], pages: [], notebooks: [], pinnedMessages: [] };

/**
 * Returns the contents of the team, and the omitted parts.
 * @param structure the structure that the team gets
 * @throws PolicyViolation for each text whose rule failed
 */
export async function prepareContents(
  deps: Preparing,
  tenantId: string,
  {
    blueprint,
    scope,
    structure,
    capabilities,
    isSourceReadable,
  }: {
    blueprint: TeamBlueprint;
    scope: RuleScope;
    structure: BlueprintStructure;
    capabilities: SuiteCapabilities;
    /** Whether the team to copy exists and is not archived. */
    isSourceReadable: boolean;
  },
): Promise<{ contents: PreparedContents; omissions: Omission[] }> {
  const { contents = NOTHING, origin } = blueprint;
  const rendered = await renderContents(deps, tenantId, blueprint, contents, scope);
  const { channels, omissions } = omitUnsupportedContents(capabilities, contents, rendered, structure);
  if (origin.kind !== 'copy' || !isSourceReadable) return { contents: { channels }, omissions };
  const { suite, sourceListings = suite.contents } = deps;
  const copying = {
    suite,
    contents: sourceListings,
    tenantId,
    source: origin.source,
    structure,
    capabilities,
  };
  const joined = await copySourceContents(copying, channels);
  return { contents: { channels: joined.channels }, omissions: [...omissions, ...joined.omissions] };
}
