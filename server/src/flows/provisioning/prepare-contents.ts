/**
 * Prepares the contents of a new team: evaluates rules, omits parts that the suite does not support or
 * whose channel is missing, and adds the contents of the team to copy (source-contents.ts).
 */
import type { BlueprintStructure, TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { readText } from '../../domain/catalog/check-contents.ts';
import type { PreparedFile } from '../../domain/catalog/content-files.ts';
import type { ContentLists } from '../../domain/catalog/content-kind.ts';
import {
  type AnyContentKind,
  type ContentKey,
  contentKinds,
  listIn,
} from '../../domain/catalog/content-kinds.ts';
import { mapTexts, referenceOf } from '../../domain/catalog/manifest-contents.ts';
import { hasRule } from '../../domain/catalog/manifest-values.ts';
import type { TeamContents } from '../../domain/catalog/model.ts';
import type { RuleEngine, RuleFailure, RuleFailureListener, RuleScope } from '../../domain/catalog/rules.ts';
import { GENERAL } from '../../domain/channels/name.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { inQuotes, type Message, say } from '../../kernel/messages.ts';
import { assertRendered, oneLine, storable } from './conventions.ts';
import { noItems, type PreparedChannel, type PreparedContents, type SourceTab } from './prepared-contents.ts';
import { copySourceContents } from './source-contents.ts';
import type { ListedContents } from './source-listings.ts';
import { inOrder, isOrdered, type Omission, omittedTabOrder, omittedTabs } from './unsupported.ts';

interface Preparing {
  suite: Suite;
  /** Lists the contents of the team to copy (default: the suite). */
  sourceListings?: Pick<ListedContents, 'list' | 'listPlans'> | undefined;
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;
  store: Pick<Store, 'in'>;
}

const failureOf = (message: Message): RuleFailure => ({ kind: 'error', repeated: false, ...message });

/** Returns why items that rules have filled in can't be created. */
const faultsOf = ({ channels, ...site }: TeamContents): (readonly [path: string, RuleFailure])[] =>
  [
    { path: 'contents', lists: site },
    ...channels.map((lists) => ({ path: `contents.${lists.channel}`, lists })),
  ].flatMap(({ path, lists }) =>
    contentKinds.flatMap(([, kind]) =>
      (kind.findFaults?.(lists as unknown as ContentLists) ?? []).map(
        (fault) => [path, failureOf(fault)] as const,
      ),
    ),
  );

/** Returns the lists without the items for which nothing is created. */
const withoutEmpty = <Lists extends object>(lists: Lists): Lists => ({
  ...lists,
  ...Object.fromEntries(
    contentKinds
      .filter(([key]) => key in lists)
      .map(([key, kind]) => [key, listIn(lists, key).filter((item) => !kind.isEmpty?.(item))]),
  ),
});

/**
 * Evaluates the rules in the texts of the contents, and in files with `rendered`.
 * @throws PolicyViolation with one detail for each text that failed
 */
async function renderContents(
  { rules, store }: Preparing,
  tenantId: string,
  { template }: TeamBlueprint,
  contents: TeamContents,
  scope: RuleScope,
): Promise<TeamContents> {
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
  const filled = mapTexts(contents, (text, path, isMultiLine) => {
    const rendered = texts.get(path);
    if (rendered === undefined) return text;
    return isMultiLine ? storable(rendered) : oneLine(rendered);
  });
  assertRendered(rules, about, faultsOf(filled));
  return {
    ...withoutEmpty(filled),
    channels: filled.channels.map((channel, channelIndex) => ({
      ...withoutEmpty(channel),
      files: channel.files.map((file, index): PreparedFile => {
        const text = texts.get(placeOf(channelIndex, index));
        return text === undefined ? file : { ...file, text: text.toWellFormed() };
      }),
    })),
  };
}

/**
 * Assigns the contents to the channels of the new team, and those of the site to the primary channel.
 * @returns also the names of channels that the team does not get
 */
function placeContents({ channels, ...site }: TeamContents, structure: BlueprintStructure) {
  const names = structure.channels.map(({ displayName }) => nameKey(displayName));
  const placed: PreparedChannel[] = [];
  const missing: string[] = [];
  for (const channel of channels) {
    const index = names.indexOf(nameKey(channel.channel));
    const isPrimary = nameKey(channel.channel) === nameKey(GENERAL);
    if (index < 0 && !isPrimary) missing.push(channel.channel);
    else placed.push({ ...noItems(), ...channel, index: isPrimary ? null : index, copies: [] });
  }
  const hasSite = Object.values(site).some(({ length }) => length > 0);
  const primary = placed.findIndex(({ index }) => index === null);
  if (primary >= 0) placed[primary] = { ...(placed[primary] as PreparedChannel), ...site };
  else if (hasSite)
    placed.push({ ...noItems(), ...site, channel: GENERAL, index: null, copies: [], tabs: [] });
  return { placed, missing };
}

/** The kinds by the feature that an omission names. */
const FEATURES = Map.groupBy(contentKinds, ([key, { feature }]) => (feature ?? key) as ContentKey);

/** Omits parts that the suite does not support, and the contents of channels that the team does not get. */
function omitUnsupportedContents(
  capabilities: SuiteCapabilities,
  contents: TeamContents,
  structure: BlueprintStructure,
): { channels: PreparedChannel[]; omissions: Omission[] } {
  const omissions: Omission[] = [];
  const omit = (feature: Omission['feature'], message: Message) => omissions.push({ feature, ...message });
  const { placed, missing } = placeContents(contents, structure);
  if (missing.length > 0)
    omit(
      'contents',
      say('omissions.contentsChannels', 'The team has no channels for these contents: {channels}.', {
        channels: inQuotes(missing),
      }),
    );
  const isSupported = (creation: AnyContentKind['creation']): boolean =>
    creation !== undefined && Boolean(capabilities[creation.capability]);
  const isOpen = ({ index }: PreparedChannel): boolean =>
    index === null || structure.channels[index]?.membershipType === 'standard';
  for (const [feature, kinds] of FEATURES) {
    const itemsIn = (channel: PreparedChannel) => kinds.flatMap(([key]) => listIn(channel, key));
    const items = placed.flatMap(itemsIn);
    const [, { creation, omitted }] = kinds[0] as (typeof kinds)[number];
    if (items.length === 0) continue;
    if (!isSupported(creation)) omit(feature, omitted(items));
    else if (creation?.omittedInClosedChannels) {
      const closed = placed.filter((channel) => itemsIn(channel).length > 0 && !isOpen(channel));
      if (closed.length > 0)
        omit(feature, creation.omittedInClosedChannels(inQuotes(closed.map(({ channel }) => channel))));
    }
  }
  const tabs = placed.flatMap((channel) => channel.tabs);
  if (!capabilities.tabs && tabs.length > 0) omissions.push(omittedTabs(tabs));
  const isShown = ({ contents: tab }: (typeof tabs)[number]): boolean =>
    capabilities.tabs && isSupported(referenceOf(tab).kind?.creation);
  const shown = (tabs: PreparedChannel['tabs']) => {
    const supported = tabs.filter(isShown);
    return capabilities.tabOrder ? supported : inOrder(supported);
  };
  if (!capabilities.tabOrder && tabs.some((tab) => isShown(tab) && isOrdered(tab)))
    omissions.push(omittedTabOrder());
  const built = placed.map((channel): PreparedChannel => {
    const isBuilt = ({ creation }: AnyContentKind): boolean =>
      isSupported(creation) && (creation?.omittedInClosedChannels === undefined || isOpen(channel));
    const left = contentKinds.filter(([, kind]) => !isBuilt(kind)).map(([key]) => [key, []]);
    return { ...channel, ...Object.fromEntries(left), tabs: shown(channel.tabs) };
  });
  return {
    channels: built.filter((channel) => contentKinds.some(([key]) => listIn(channel, key).length > 0)),
    omissions,
  };
}

const NOTHING = { ...noItems(), channels: [] };

/**
 * Returns the contents of the team, and the omitted parts.
 * @param structure the structure that the team gets
 * @throws PolicyViolation with one detail for each text whose rule failed
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
    contentTabs,
  }: {
    blueprint: TeamBlueprint;
    scope: RuleScope;
    structure: BlueprintStructure;
    capabilities: SuiteCapabilities;
    /** Whether the team to copy exists and is not archived. */
    isSourceReadable: boolean;
    /** The tabs of the team to copy that show contents of that team. */
    contentTabs: readonly SourceTab[];
  },
): Promise<{ contents: PreparedContents; omissions: Omission[] }> {
  const { contents = NOTHING, origin } = blueprint;
  const rendered = await renderContents(deps, tenantId, blueprint, contents, scope);
  const { channels, omissions } = omitUnsupportedContents(capabilities, rendered, structure);
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
  const joined = await copySourceContents(copying, channels, contentTabs);
  return { contents: { channels: joined.channels }, omissions: [...omissions, ...joined.omissions] };
}
