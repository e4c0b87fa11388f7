/**
 * Prepares the folders, files and plans of a new team: evaluates rules, omits parts that the suite does not support or
 * whose channel is missing, and lists the files of the team to copy.
 */
import type { BlueprintSource, BlueprintStructure, TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { readText } from '../../domain/catalog/check-contents.ts';
import {
  findPathConflicts,
  mapTexts,
  type TemplateFile,
  type TemplatePlan,
} from '../../domain/catalog/manifest-contents.ts';
import { hasRule } from '../../domain/catalog/manifest-values.ts';
import type { TeamContents } from '../../domain/catalog/model.ts';
import type { RuleEngine, RuleFailure, RuleFailureListener, RuleScope } from '../../domain/catalog/rules.ts';
import { GENERAL } from '../../domain/channels/name.ts';
import type { ChannelPlan } from '../../domain/contents/model.ts';
import { findPathFault, pathKey } from '../../domain/contents/path.ts';
import type { ChannelReference } from '../../domain/contents/suite.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { assertRendered, oneLine, storable } from './conventions.ts';
import { inQuotes, type Omission } from './unsupported.ts';

/** A file of the template, with its text if it contained rules. */
export interface PreparedFile extends TemplateFile {
  text?: string;
}

/** A file or folder of the team to copy, in the folder of a channel. `size` is its total size in bytes. */
export interface SourceItem {
  source: ChannelReference & { path: string };
  size: number;
}

/**
 * The contents of a channel of the new team, with evaluated rules, and without parts that the suite does not support.
 */
interface PreparedChannel extends Omit<TeamContents['channels'][number], 'files'> {
  /** Index among the channels of the structure; null for the primary channel. */
  index: number | null;
  files: PreparedFile[];
  copies: SourceItem[];
}

export interface PreparedContents {
  channels: PreparedChannel[];
}

interface Preparing {
  suite: Suite;
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;
  store: Pick<Store, 'in'>;
}

const failureOf = (message: Message): RuleFailure => ({ kind: 'error', repeated: false, ...message });

/** Returns why paths that rules have returned can't be used. */
function faultsOf({ channels }: TeamContents): (readonly [path: string, RuleFailure])[] {
  return channels.flatMap(({ channel, folders, files }) => {
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
    return [...faults, ...conflicts];
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
    return path.endsWith('.notes') ? storable(rendered) : oneLine(rendered);
  });
  assertRendered(rules, about, faultsOf(filled));
  return filled.channels.map((channel, channelIndex) => ({
    ...channel,
    index: null,
    copies: [],
    files: channel.files.map((file, index) => {
      const text = texts.get(placeOf(channelIndex, index));
      return text === undefined ? file : { ...file, text: text.toWellFormed() };
    }),
  }));
}

/** Omits parts that the suite does not support, and the contents of channels that the team does not get. */
function omitUnsupportedContents(
  capabilities: SuiteCapabilities,
  { lists, pages }: TeamContents,
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
    tabs: channel.tabs.filter(isShown),
  }));
  return {
    channels: built.filter((each) => each.folders.length + each.files.length + each.plans.length > 0),
    omissions,
  };
}

/** Maximum number of items that are copied from the folder of one channel. A folder counts as one. */
const MAX_COPIES = 1_000;

async function listItems(suite: Suite, tenantId: string, channel: ChannelReference): Promise<SourceItem[]> {
  const found: SourceItem[] = [];
  let after: string | undefined;
  do {
    const query = { path: '', top: 200, ...(after !== undefined && { after }) };
    const page = await suite.contents.list(tenantId, channel, query);
    found.push(...page.items.map(({ path, size }) => ({ source: { ...channel, path }, size })));
    after = page.next;
  } while (after !== undefined && found.length < MAX_COPIES);
  return found.slice(0, MAX_COPIES);
}

/** Maximum number of plans that are copied from one channel. */
const MOST_PLANS = 20;

/** Dates, assignees and progress belong to the work of the team that is copied. */
const toTemplatePlan = ({ title: name, buckets }: ChannelPlan): TemplatePlan => ({
  name,
  buckets: buckets.map((bucket) => ({
    name: bucket.name,
    tasks: bucket.tasks.map(({ title, notes, checklist, labels }) => ({
      ...{ title, notes, labels },
      checklist: checklist.map((item) => item.title),
    })),
  })),
});

/** The parts of the channels to copy. */
interface CopiedParts {
  files: boolean;
  plans: boolean;
}

/** Lists the items in the folders of the copied channels, and their plans. */
async function listSourceContents(
  suite: Suite,
  tenantId: string,
  { teamId }: BlueprintSource,
  { channels }: BlueprintStructure,
  parts: CopiedParts,
): Promise<PreparedChannel[]> {
  const [all, primary] = await Promise.all([
    suite.channels.list(tenantId, teamId),
    suite.channels.primary(tenantId, teamId),
  ]);
  const indexes = new Map(channels.map(({ displayName }, index) => [nameKey(displayName), index]));
  const prepared: PreparedChannel[] = [];
  for (const { id, displayName, membershipType } of all) {
    const index = id === primary.id ? null : indexes.get(nameKey(displayName));
    if (index === undefined || membershipType !== 'standard') continue;
    const source = { teamId, channelId: id };
    const copies = parts.files ? await listItems(suite, tenantId, source) : [];
    const found = parts.plans ? await suite.contents.listPlans(tenantId, source) : [];
    const plans = found.slice(0, MOST_PLANS).map(toTemplatePlan);
    const channel = index === null ? GENERAL : displayName;
    prepared.push({ channel, index, folders: [], files: [], plans, tabs: [], copies });
  }
  return prepared;
}

/**
 * Adds the copies to the contents of the template. A file of the template replaces an item with the same path, and a plan
 * one with the same name.
 */
function joinCopies(
  channels: readonly PreparedChannel[],
  copied: readonly PreparedChannel[],
): PreparedChannel[] {
  const joined = channels.map((channel) => {
    const taken = new Set(channel.files.map(({ path }) => pathKey(path)));
    const names = new Set(channel.plans.map(({ name }) => nameKey(name)));
    const source = copied.find(({ index }) => index === channel.index);
    const copies = source?.copies.filter(({ source: { path } }) => !taken.has(pathKey(path))) ?? [];
    const plans = source?.plans.filter(({ name }) => !names.has(nameKey(name))) ?? [];
    return { ...channel, copies, plans: [...channel.plans, ...plans] };
  });
  const rest = copied.filter(
    ({ index, copies, plans }) =>
      copies.length + plans.length > 0 && !channels.some((one) => one.index === index),
  );
  return [...joined, ...rest];
}

const NOTHING: TeamContents = { channels: [], lists: [], pages: [] };

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
  const { includeFiles = false, includePlans = false } = origin.source;
  omissions.push(...omitSourceContents(capabilities, { files: includeFiles, plans: includePlans }));
  const parts = { files: includeFiles && capabilities.files, plans: includePlans && capabilities.plans };
  if (!parts.files && !parts.plans) return { contents: { channels }, omissions };
  const copied = await listSourceContents(deps.suite, tenantId, origin.source, structure, parts);
  if (!capabilities.planNotes && copied.some(({ plans }) => plans.length > 0)) {
    const message = say(
      'omissions.sourceNotes',
      'The notes and checklists of the copied plans are left out: reading them would need a call for each task.',
    );
    omissions.push({ feature: 'plans', ...message });
  }
  return { contents: { channels: joinCopies(channels, copied) }, omissions };
}

/** Returns what is left out of the contents of the team to copy. */
function omitSourceContents({ files, plans }: SuiteCapabilities, wanted: CopiedParts): Omission[] {
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
