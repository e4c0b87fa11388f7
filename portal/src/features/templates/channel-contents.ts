/** The contents of new teams in a manifest, as its form shows them (docs/templates.md, "Contents"). */
import type { ShownContents } from '../contents/PlannedContents.tsx';
import { useValue } from './manifest-form.ts';
import { type Path, valueAt } from './manifest-text.ts';

/** The channels of new teams. */
export const CHANNELS = ['initialization', 'structure', 'channels'] as const;

export const CONTENTS = ['initialization', 'contents'] as const;
export const CONTENT_CHANNELS = [...CONTENTS, 'channels'] as const;

/** The primary channel, with which the contents of the site are shown. */
export const GENERAL = 'General';

const textAt = (value: unknown, key: string): string => {
  const found = valueAt(value, [key]);
  return typeof found === 'string' ? found.trim() : '';
};

const itemsAt = (value: unknown, path: Path): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

const isText = (text: string): boolean => text !== '';

/** Reads the contents of one channel. Omits folders and files without a path. */
function readContents(channel: unknown): ShownContents {
  const pathsOf = (key: string) =>
    itemsAt(channel, [key])
      .map((item) => textAt(item, 'path'))
      .filter(isText);
  return {
    displayName: textAt(channel, 'channel') || GENERAL,
    folders: pathsOf('folders'),
    files: pathsOf('files').map((path) => ({ path })),
    plans: itemsAt(channel, ['plans']).map((plan) => ({
      name: textAt(plan, 'name'),
      buckets: itemsAt(plan, ['buckets']).map((bucket) => ({ tasks: itemsAt(bucket, ['tasks']) })),
    })),
    announcements: itemsAt(channel, ['announcements']).map((text) => ({ text: String(text) })),
  };
}

/** Reads the lists and pages of the site. An item can be its name alone. Omits items without a name. */
function readSite(contents: unknown): Required<Pick<ShownContents, 'lists' | 'pages'>> {
  const namedIn = (key: string) =>
    itemsAt(contents, [key])
      .map((item) => ({ item, name: typeof item === 'string' ? item.trim() : textAt(item, 'name') }))
      .filter(({ name }) => isText(name));
  return {
    lists: namedIn('lists').map(({ item, name }) => ({ name, columns: itemsAt(item, ['columns']) })),
    pages: namedIn('pages').map(({ name }) => ({ title: name })),
  };
}

const isNamed =
  (channel: string) =>
  ({ displayName }: ShownContents): boolean =>
    displayName.toLowerCase() === channel.trim().toLowerCase();

/** Returns the name of the first channel that the contents do not name; undefined if they name all channels. */
export function useChannelWithoutContents(): string | undefined {
  const { value: contents } = useValue(CONTENT_CHANNELS);
  const { value: channels } = useValue(CHANNELS);
  const furnished = itemsAt(contents, []).map(readContents);
  return [GENERAL, ...itemsAt(channels, []).map((channel) => textAt(channel, 'displayName'))].find(
    (name) => isText(name) && !furnished.some(isNamed(name)),
  );
}

/** The contents of the manifest by channel, with those of the site in General. */
export function useChannelContents(): readonly ShownContents[] {
  const { value } = useValue(CONTENTS);
  const channels = itemsAt(value, ['channels']).map(readContents);
  const site = readSite(value);
  if (site.lists.length + site.pages.length === 0) return channels;
  if (!channels.some(isNamed(GENERAL)))
    return [...channels, { displayName: GENERAL, folders: [], files: [], plans: [], ...site }];
  return channels.map((channel) => (isNamed(GENERAL)(channel) ? { ...channel, ...site } : channel));
}

/** The kinds of contents that a tab can show. */
export const TAB_CONTENTS = ['file', 'folder', 'plan', 'list', 'page'] as const;
export type TabContents = (typeof TAB_CONTENTS)[number];

/** Returns the folders above a path. */
const parentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));

/** Returns the contents of a channel that a tab can show, by kind. */
export function tabChoicesIn(
  contents: readonly ShownContents[],
  channel: string,
): Record<TabContents, readonly string[]> {
  const found = contents.find(isNamed(channel));
  const { folders = [], files = [], plans = [], lists = [], pages = [] } = found ?? {};
  const paths = files.map(({ path }) => path);
  return {
    file: paths,
    folder: [...new Set([...folders, ...[...folders, ...paths].flatMap(parentsOf)])],
    plan: plans.map(({ name }) => name).filter(isText),
    list: lists.map(({ name }) => name),
    page: pages.map(({ title }) => title),
  };
}
