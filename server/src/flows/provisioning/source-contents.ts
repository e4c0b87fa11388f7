/**
 * Lists the files and plans of the team to copy, and joins them and the tabs that show them with the contents of the
 * template.
 */
import type { BlueprintSource, BlueprintStructure } from '../../domain/catalog/blueprint.ts';
import type { TemplatePlan } from '../../domain/catalog/content-plans.ts';
import { includesTabItem } from '../../domain/catalog/manifest-contents.ts';
import { GENERAL } from '../../domain/channels/name.ts';
import type { ChannelTaskPlan } from '../../domain/contents/model.ts';
import { parentsOf, pathKey } from '../../domain/contents/path.ts';
import type { ChannelReference, ShownContents } from '../../domain/contents/suite.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { inQuotes, say } from '../../kernel/messages.ts';
import {
  noItems,
  type PreparedChannel,
  type PreparedTab,
  type SourceItem,
  type SourceTab,
} from './prepared-contents.ts';
import type { ListedContents } from './source-listings.ts';
import { inOrder, isOrdered, type Omission, omittedTabOrder, omittedTabs } from './unsupported.ts';

/** Maximum number of items that are copied from the folder of one channel. A folder counts as one. */
const MAX_COPIES = 1_000;

/** Maximum number of plans that are copied from one channel. */
const MAX_PLANS = 20;

/** The parts of the channels to copy. */
interface CopiedParts {
  files: boolean;
  plans: boolean;
}

interface Copying {
  suite: Suite;
  /** Lists the contents of the team to copy. */
  contents: Pick<ListedContents, 'list' | 'listPlans'>;
  tenantId: string;
  source: BlueprintSource;
  /** The structure that the new team gets. */
  structure: BlueprintStructure;
  capabilities: SuiteCapabilities;
}

/** Returns the indexes of the channels of the new team by the keys of their names. */
const indexesOf = ({ channels }: BlueprintStructure): ReadonlyMap<string, number> =>
  new Map(channels.map(({ displayName }, index) => [nameKey(displayName), index]));

/** The keys of the paths that the template takes in the folder of a channel. */
interface TakenPaths {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Folders with an item of the template in them. */
  parents: ReadonlySet<string>;
}

function takenPaths(channel: PreparedChannel | undefined): TakenPaths {
  const { files = [], folders = [] } = channel ?? {};
  const keys = (paths: readonly string[]) => new Set(paths.map(pathKey));
  const parents = [...files, ...folders].flatMap(({ path }) => parentsOf(path));
  return {
    files: keys(files.map(({ path }) => path)),
    folders: keys([...folders.map(({ path }) => path), ...parents]),
    parents: keys(parents),
  };
}

/**
 * Lists the items to copy from the folder of a channel, up to one more than the maximum. An item of the template
 * replaces an item with the same path. A folder that gets items of the template is not copied as a whole: the items in
 * it are listed instead.
 */
async function listItems(
  { contents, tenantId }: Copying,
  channel: ChannelReference,
  taken: TakenPaths,
): Promise<SourceItem[]> {
  const found: SourceItem[] = [];
  const folders = [''];
  const isFull = () => found.length > MAX_COPIES;
  for (let path = folders.shift(); path !== undefined && !isFull(); path = folders.shift()) {
    let after: string | undefined;
    do {
      const query = { path, top: 200, ...(after !== undefined && { after }) };
      const page = await contents.list(tenantId, channel, query);
      for (const item of page.items) {
        const key = pathKey(item.path);
        const isFolder = item.folder !== null;
        if (taken.files.has(key) || (taken.folders.has(key) && !isFolder)) continue;
        if (taken.parents.has(key)) folders.push(item.path);
        else found.push({ source: { ...channel, path: item.path }, size: item.size });
      }
      after = page.next;
    } while (after !== undefined && !isFull());
  }
  return found.slice(0, MAX_COPIES + 1);
}

/** Leaves out dates, assignees and progress, because they belong to the work of the copied team. */
const toTemplatePlan = ({ title: name, buckets }: ChannelTaskPlan): TemplatePlan => ({
  name,
  buckets: buckets.map((bucket) => ({
    name: bucket.name,
    tasks: bucket.tasks.map(({ title, notes, checklist, labels }) => ({
      ...{ title, notes, labels },
      checklist: checklist.map((item) => item.title),
    })),
  })),
});

/**
 * Lists the items in the folders of the copied channels, and their plans, as far as the template has none with the same
 * path or name. Lists more of them than are copied, so that the omissions show what is left out.
 */
async function listSource(
  copying: Copying,
  channels: readonly PreparedChannel[],
  parts: CopiedParts,
): Promise<PreparedChannel[]> {
  const { suite, contents, tenantId, source, structure } = copying;
  const { teamId } = source;
  const [all, primary] = await Promise.all([
    suite.channels.list(tenantId, teamId),
    suite.channels.primary(tenantId, teamId),
  ]);
  const indexes = indexesOf(structure);
  const listed: PreparedChannel[] = [];
  for (const { id, displayName, membershipType } of all) {
    const index = id === primary.id ? null : indexes.get(nameKey(displayName));
    if (index === undefined || membershipType !== 'standard') continue;
    const place = { teamId, channelId: id };
    const ofTemplate = channels.find((channel) => channel.index === index);
    const copies = parts.files ? await listItems(copying, place, takenPaths(ofTemplate)) : [];
    const found = parts.plans ? await contents.listPlans(tenantId, place) : [];
    const names = new Set(ofTemplate?.plans.map(({ name }) => nameKey(name)));
    const plans = found.map(toTemplatePlan).filter(({ name }) => !names.has(nameKey(name)));
    const channel = index === null ? GENERAL : displayName;
    listed.push({ ...noItems(), channel, index, plans, tabs: [], copies });
  }
  return listed;
}

/** Adds the copies to the contents of the template. */
function joinCopies(
  channels: readonly PreparedChannel[],
  listed: readonly PreparedChannel[],
): PreparedChannel[] {
  const copied = listed.map((channel) => ({
    ...channel,
    copies: channel.copies.slice(0, MAX_COPIES),
    plans: channel.plans.slice(0, MAX_PLANS),
  }));
  const joined = channels.map((channel) => {
    const { copies = [], plans = [] } = copied.find(({ index }) => index === channel.index) ?? {};
    return { ...channel, copies, plans: [...channel.plans, ...plans] };
  });
  const rest = copied.filter(
    ({ index, copies, plans }) =>
      copies.length + plans.length > 0 && !channels.some((one) => one.index === index),
  );
  return [...joined, ...rest];
}

/**
 * Returns the channel of the new team that has the contents, from the template or as copies; undefined if none has.
 * @param index index of the tab's channel
 */
function findPlace(
  shown: Exclude<ShownContents, 'other'>,
  channels: readonly PreparedChannel[],
  index: number | null,
): Pick<PreparedChannel, 'index'> | undefined {
  const own = channels.find((channel) => channel.index === index);
  // A suite whose plans belong to the team copies plans to the primary channel.
  if ('plan' in shown)
    return [...(own ? [own] : []), ...channels].find((channel) => includesTabItem(channel, shown));
  const [path] = Object.values(shown) as [string];
  if (path === '') return { index };
  if (own === undefined || includesTabItem(own, shown)) return own;
  const key = pathKey(path);
  const above = new Set([path, ...parentsOf(path)].map(pathKey));
  const isCopied = own.copies.some(({ source }) => {
    const copied = pathKey(source.path);
    return above.has(copied) || ('folder' in shown && copied.startsWith(`${key}/`));
  });
  return isCopied ? own : undefined;
}

/**
 * Adds the tabs that show contents which the new team gets.
 * @returns also the tabs that are left out
 */
function joinTabs(
  { structure, capabilities }: Copying,
  channels: readonly PreparedChannel[],
  tabs: readonly SourceTab[],
): { channels: PreparedChannel[]; omissions: Omission[] } {
  const indexes = indexesOf(structure);
  const joined = [...channels];
  const left: SourceTab[] = [];
  for (const tab of tabs) {
    const { displayName, sortOrderIndex, shown } = tab;
    const index = tab.channel === null ? null : indexes.get(nameKey(tab.channel));
    const found = shown === 'other' || index === undefined ? undefined : findPlace(shown, joined, index);
    if (shown === 'other' || index === undefined || found === undefined) {
      left.push(tab);
      continue;
    }
    const added: PreparedTab = {
      ...{ displayName, sortOrderIndex, contents: shown },
      ...(found.index !== index && { contentsOf: found.index }),
    };
    const place = joined.findIndex((channel) => channel.index === index);
    const channel = joined[place];
    if (channel !== undefined) joined[place] = { ...channel, tabs: [...channel.tabs, added] };
    else joined.push({ ...noItems(), channel: tab.channel ?? GENERAL, index, copies: [], tabs: [added] });
  }
  const omissions: Omission[] = [];
  if (left.length > 0) {
    const message = say(
      'omissions.sourceTabs',
      'These tabs of the team to copy are left out, because they show contents of that team which the new team does not get: {tabs}.',
      { tabs: inQuotes(left.map(({ displayName }) => displayName)) },
    );
    omissions.push({ feature: 'tabs', ...message });
  }
  const isUnordered = !capabilities.tabOrder && tabs.some((tab) => !left.includes(tab) && isOrdered(tab));
  if (isUnordered) omissions.push(omittedTabOrder());
  return {
    channels: isUnordered ? joined.map((channel) => ({ ...channel, tabs: inOrder(channel.tabs) })) : joined,
    omissions,
  };
}

/** Returns the contents of the team to copy that the suite can't create, as omissions. */
function omitSourceContents({ files, plans = false }: SuiteCapabilities, wanted: CopiedParts): Omission[] {
  const omissions: Omission[] = [];
  if (wanted.files && !files) {
    const message = say(
      'omissions.sourceFiles',
      'The files of the team to copy are left out: the suite lets the service create none.',
    );
    omissions.push({ feature: 'files', ...message });
  }
  if (wanted.plans && !plans) {
    const message = say(
      'omissions.sourcePlans',
      'The plans of the team to copy are left out: the suite lets the service create none.',
    );
    omissions.push({ feature: 'plans', ...message });
  }
  return omissions;
}

/** Returns the parts of the listed contents that are not copied, as omissions. */
function omitListed({ planNotes }: SuiteCapabilities, listed: readonly PreparedChannel[]): Omission[] {
  const omissions: Omission[] = [];
  if (!planNotes && listed.some(({ plans }) => plans.length > 0)) {
    const message = say(
      'omissions.sourceNotes',
      'The notes and checklists of the copied plans are left out: reading them would need a call for each task.',
    );
    omissions.push({ feature: 'plans', ...message });
  }
  const full = listed.filter(({ copies }) => copies.length > MAX_COPIES);
  if (full.length > 0) {
    const message = say(
      'omissions.sourceItems',
      'Only the first {most, number} files and folders of each of these channels are copied: {channels}.',
      { most: MAX_COPIES, channels: inQuotes(full.map(({ channel }) => channel)) },
    );
    omissions.push({ feature: 'files', ...message });
  }
  const others = listed.flatMap(({ plans }) => plans.slice(MAX_PLANS));
  if (others.length > 0) {
    const message = say(
      'omissions.sourcePlanLimit',
      'These plans are left out, because only the first {most} of a channel are copied: {plans}.',
      { most: MAX_PLANS, plans: inQuotes(others.map(({ name }) => name)) },
    );
    omissions.push({ feature: 'plans', ...message });
  }
  return omissions;
}

/**
 * Returns the contents of the template together with those of the team to copy, and the omitted parts of the latter.
 * @param channels the contents of the template
 * @param tabs the tabs of the team to copy that show its contents
 */
export async function copySourceContents(
  copying: Copying,
  channels: PreparedChannel[],
  tabs: readonly SourceTab[],
): Promise<{ channels: PreparedChannel[]; omissions: Omission[] }> {
  const { source, capabilities } = copying;
  const wanted = { files: source.includeFiles ?? false, plans: source.includePlans ?? false };
  const omissions = omitSourceContents(capabilities, wanted);
  const parts = {
    files: wanted.files && capabilities.files,
    plans: wanted.plans && (capabilities.plans ?? false),
  };
  const listed = parts.files || parts.plans ? await listSource(copying, channels, parts) : [];
  const joined = joinTabs(copying, joinCopies(channels, listed), capabilities.tabs ? tabs : []);
  if (!capabilities.tabs && tabs.length > 0) omissions.push(omittedTabs(tabs));
  omissions.push(...omitListed(capabilities, listed), ...joined.omissions);
  return { channels: joined.channels, omissions };
}
