/** The contents of channels in a manifest, as its form shows them (docs/templates.md, "Contents"). */
import type { ShownContents } from '../contents/PlannedContents.tsx';
import { useValue } from './manifest-form.ts';
import { type Path, valueAt } from './manifest-text.ts';

export const CONTENT_CHANNELS = ['initialization', 'contents', 'channels'] as const;

const GENERAL = 'General';

const textAt = (value: unknown, key: string): string => {
  const found = valueAt(value, [key]);
  return typeof found === 'string' ? found.trim() : '';
};

const itemsAt = (value: unknown, path: Path): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

const isText = (text: string): boolean => text !== '';

/** Reads the contents of one channel. Omits items without a name. */
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

/** The contents of the manifest by channel. */
export function useChannelContents(): readonly ShownContents[] {
  const { value } = useValue(CONTENT_CHANNELS);
  return Array.isArray(value) ? value.map(readContents) : [];
}

/** The kinds of contents that a tab can show. */
export const TAB_CONTENTS = ['file', 'folder', 'plan'] as const;
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
  const key = channel.trim().toLowerCase();
  const found = contents.find(({ displayName }) => displayName.toLowerCase() === key);
  const { folders = [], files = [], plans = [] } = found ?? {};
  const paths = files.map(({ path }) => path);
  return {
    file: paths,
    folder: [...new Set([...folders, ...[...folders, ...paths].flatMap(parentsOf)])],
    plan: plans.map(({ name }) => name).filter(isText),
  };
}
