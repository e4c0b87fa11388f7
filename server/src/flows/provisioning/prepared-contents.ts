/** The contents of a new team before they are planned. */
import type { PreparedFile } from '../../domain/catalog/content-files.ts';
import { type ContentItems, type ContentKey, contentKinds } from '../../domain/catalog/content-kinds.ts';
import type { ReferringTab } from '../../domain/catalog/manifest-contents.ts';
import type { ChannelReference, ShownContents } from '../../domain/contents/suite.ts';

/** A file or folder of the team to copy, in the folder of a channel. `size` is its total size in bytes. */
export interface SourceItem {
  source: ChannelReference & { path: string };
  size: number;
}

/** A tab of the team to copy that shows contents of that team. */
export interface SourceTab {
  /** Name of its channel; null for the primary channel. */
  channel: string | null;
  displayName: string;
  sortOrderIndex: string | null;
  shown: ShownContents;
}

/** A tab that shows contents of the new team. */
export interface PreparedTab extends ReferringTab {
  /** Index of another channel that has the contents; null for the primary channel. Absent for the tab's own channel. */
  contentsOf?: number | null;
}

/**
 * The contents of a channel of the new team, with evaluated rules, and without parts that the suite does not support.
 * Those of the primary channel include the contents of the team's site.
 */
export interface PreparedChannel extends Omit<ContentItems<ContentKey>, 'files'> {
  channel: string;
  /** Index among the channels of the structure; null for the primary channel. */
  index: number | null;
  files: PreparedFile[];
  copies: SourceItem[];
  tabs: PreparedTab[];
}

/** Returns an empty list for each kind. */
export const noItems = () =>
  Object.fromEntries(contentKinds.map(([key]) => [key, []])) as unknown as ContentItems<ContentKey>;

export interface PreparedContents {
  channels: PreparedChannel[];
}
