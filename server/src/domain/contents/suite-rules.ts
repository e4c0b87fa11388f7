/** Rules of contents that every suite checks, and the errors with which it rejects calls. */
import { CharterError, invalidField, invalidRequest, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { extensionOf, findPathFault, findStoredPathFault } from './path.ts';
import type { ChannelReference, ContentItems, ContentProgress, NewPlan, SuiteContents } from './suite.ts';

export const itemNotFound = (path: string): CharterError => notFound('file', path);
export const planNotFound = (plan: string): CharterError => notFound('plan', plan);

/** Returns the 409 for a path that is taken by another file or folder. */
export const pathAlreadyExists = (path: string): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say(
      'suite.pathTaken',
      "The channel has something else at '{path}'. Rename or remove it, and try again.",
      {
        path,
      },
    ),
  );

/** @throws InvalidRequest for a path that SharePoint rejects for a new item */
export function assertPath(path: string): void {
  const fault = findPathFault(path);
  if (fault !== undefined) throw invalidField('path', fault);
}

/** @throws InvalidRequest for a path that no item of SharePoint can have */
export function assertStoredPath(path: string): void {
  const fault = findStoredPathFault(path);
  if (fault !== undefined) throw invalidField('path', fault);
}

/** Microsoft Planner, "Limits". */
const PLAN_LIMITS = { labels: 25, buckets: 200, tasks: 2400, checklist: 20, assignees: 20 } as const;

/**
 * @throws InvalidRequest for a part without a name, duplicate markers, unknown labels, and anything beyond Planner's
 * limits
 */
export function assertNewPlan({ marker, name, labels, buckets }: NewPlan): void {
  const tasks = buckets.flatMap((bucket) => bucket.tasks);
  const markers = [marker, ...[...buckets, ...tasks].map((item) => item.marker)];
  if (new Set(markers).size < markers.length) {
    throw invalidRequest(say('suite.markers', 'Each item to be created needs its own marker.'));
  }
  const names = [name, ...buckets.map((bucket) => bucket.name), ...tasks.map(({ title }) => title)];
  if (names.some((text) => text.trim() === '')) {
    throw invalidField('name', say('suite.planNames', 'Each plan, bucket and task needs a name.'));
  }
  const known = new Set(labels);
  const isExceeded =
    labels.length > PLAN_LIMITS.labels ||
    buckets.length > PLAN_LIMITS.buckets ||
    tasks.length > PLAN_LIMITS.tasks ||
    tasks.some(
      ({ checklist, assigneeIds }) =>
        checklist.length > PLAN_LIMITS.checklist || assigneeIds.length > PLAN_LIMITS.assignees,
    );
  if (isExceeded || tasks.some((task) => task.labels.some((label) => !known.has(label)))) {
    throw invalidField('plan', say('suite.planLimits', 'The plan exceeds the limits of Microsoft Planner.'));
  }
}

/** Apps of tabs that show contents ("Configure the built-in tab types in Microsoft Teams"). */
export const TAB_APPS = {
  website: 'com.microsoft.teamspace.tab.web',
  library: 'com.microsoft.teamspace.tab.files.sharepoint',
  planner: 'com.microsoft.teamspace.tab.planner',
} as const;

const VIEWERS: ReadonlyMap<string, string> = new Map([
  ['docx', 'com.microsoft.teamspace.tab.file.staticviewer.word'],
  ['pdf', 'com.microsoft.teamspace.tab.file.staticviewer.pdf'],
  ['pptx', 'com.microsoft.teamspace.tab.file.staticviewer.powerpoint'],
  ['xlsx', 'com.microsoft.teamspace.tab.file.staticviewer.excel'],
]);

/** Returns the app that shows the file in a tab; undefined for a file that is shown as a website. */
export const viewerOf = (path: string): string | undefined => VIEWERS.get(extensionOf(path));

/** Returns the 400 for people who are assigned to a task without being in the team. */
export const invalidAssignees = (ids: readonly string[]): CharterError =>
  invalidField(
    'assigneeIds',
    say('suite.assignees', 'Only members of the team can be assigned to tasks. These are not: {ids}.', {
      ids: ids.join(', '),
    }),
  );

const reject = async (): Promise<never> => {
  throw invalidField(
    'contents',
    say('suite.noContents', 'The suite has no files and plans of channels.'),
    'NotSupported',
  );
};

/** The contents of a suite with neither of the capabilities `files` and `plans`. */
export const NO_CONTENTS: SuiteContents = {
  usage: async () => [],
  list: reject,
  find: reject,
  open: reject,
  createFolders: reject,
  putFile: reject,
  copy: reject,
  createItem: reject,
  listPlans: reject,
  describeTab: reject,
  findShownContents: async (_tenantId, _channel, tabs) => tabs.map(() => null),
};

/** Rejects an item of a kind that the suite does not create, and a tab that shows such an item. */
export const rejectItem = async (): Promise<never> => {
  throw invalidField(
    'contents',
    say('suite.noItems', 'The suite creates no items of this kind.'),
    'NotSupported',
  );
};

/** The kinds of items that a suite creates, each with its `createItem`. */
export type ItemCreators = {
  readonly [Kind in keyof ContentItems]?: (
    tenantId: string,
    channel: ChannelReference,
    item: ContentItems[Kind],
  ) => Promise<ContentProgress>;
};

export const createItemOf =
  (creators: ItemCreators): SuiteContents['createItem'] =>
  async (tenantId, channel, kind, item) =>
    creators[kind] === undefined ? rejectItem() : creators[kind](tenantId, channel, item);

/** Returns the capabilities of a suite that creates these kinds. */
export const capabilitiesOf = (creators: ItemCreators): { [Kind in keyof ContentItems]?: boolean } =>
  Object.fromEntries(Object.keys(creators).map((kind) => [kind, true]));
