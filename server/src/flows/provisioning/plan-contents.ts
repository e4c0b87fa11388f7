/** Plans the contents of a new team: the prepared contents in their form in the plan, with markers and people. */
import type { PlannedFile } from '../../domain/catalog/content-files.ts';
import type { ContentUnit, PlannedPeople } from '../../domain/catalog/content-kind.ts';
import {
  type AnyContentKind,
  type ContentKey,
  contentKinds,
  listIn,
  type PlannedItem,
} from '../../domain/catalog/content-kinds.ts';
import { referenceOf } from '../../domain/catalog/manifest-contents.ts';
import type { TabContents } from '../../domain/contents/suite.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { PreparedChannel, PreparedContents, PreparedTab, SourceItem } from './prepared-contents.ts';

/** A file or folder to copy with everything in it. */
export interface PlannedCopy extends SourceItem {
  marker: string;
  path: string;
}

/** A tab that shows contents: a file or folder by its path, or a plan by its marker. */
export interface PlannedContentTab {
  marker: string;
  displayName: string;
  sortOrderIndex: string | null;
  contents: TabContents;
}

/** The kinds whose lists every plan has. */
type ListedKey = 'folders' | 'files' | 'plans';

type PlannedLists = { [Key in ListedKey]: PlannedItem<Key>[] } & {
  /** Absent when empty. */
  [Key in Exclude<ContentKey, ListedKey>]?: PlannedItem<Key>[];
};

export type PlannedContents = PlannedLists & {
  /** Index among the channels of the plan; null for the primary channel. */
  channel: number | null;
  displayName: string;
  /** Copies from the source team. Absent if the team is not a copy. */
  copies?: PlannedCopy[];
  tabs: PlannedContentTab[];
};

type Creation = NonNullable<AnyContentKind['creation']>;

/** The kinds that jobs create, in their order. */
const CREATED = contentKinds.flatMap(([key, { creation }]) =>
  creation === undefined ? [] : [{ key, creation }],
);

/** Returns the planned lists. @param marker the marker of the channel */
const planLists = (marker: string, channel: PreparedChannel, people: PlannedPeople) =>
  Object.fromEntries(
    CREATED.flatMap(({ key, creation }) => {
      const items = listIn(channel, key);
      if (items.length === 0 && !creation.isAlwaysInPlan) return [];
      return [
        [
          key,
          items.map((item, index) => creation.plan(item, `${marker}:${creation.marker}:${index}`, people)),
        ],
      ];
    }),
  ) as PlannedLists;

/** Returns the planned contents with their markers; undefined for a team without contents. */
export function planContents(
  jobId: string,
  { channels }: PreparedContents,
  people: PlannedPeople,
): PlannedContents[] | undefined {
  if (channels.length === 0) return undefined;
  const markerOf = ({ index }: PreparedChannel) =>
    `${jobId}:${index === null ? 'primary' : `channel:${index}`}`;
  return channels.map((channel) => {
    const marker = markerOf(channel);
    /** Replaces the name of an item with its marker, unless the suite finds the item by its path. */
    const shown = ({ contents, contentsOf = channel.index }: PreparedTab): TabContents => {
      const { kind, key, name } = referenceOf(contents);
      if (kind?.nameOf === undefined) return contents as TabContents;
      const place = channels.find((one) => one.index === contentsOf);
      const items = place ? listIn(place, kind.contentKey) : [];
      const index = items.findIndex((item) => nameKey(kind.nameOf?.(item) ?? '') === nameKey(name));
      const found = place && index >= 0 ? `${markerOf(place)}:${kind.creation?.marker}:${index}` : '';
      return { [key]: found } as TabContents;
    };
    return {
      channel: channel.index,
      displayName: channel.channel,
      ...planLists(marker, channel, people),
      ...(channel.copies.length > 0 && {
        copies: channel.copies.map((item, index) => ({
          ...item,
          marker: `${marker}:copy:${index}`,
          path: item.source.path,
        })),
      }),
      tabs: channel.tabs.map((tab, index) => ({
        displayName: tab.displayName,
        sortOrderIndex: tab.sortOrderIndex,
        marker: `${marker}:content-tab:${index}`,
        contents: shown(tab),
      })),
    };
  });
}

/** Returns the hashes of the files that the plan reads from the store of templates' files. */
export const storedFileHashesOf = (contents: readonly PlannedContents[] = []): string[] =>
  contents.flatMap(({ files }) =>
    files.flatMap(({ base64, sha256 }: PlannedFile) => (base64 === undefined ? sha256 : [])),
  );

/** The contents of a plan in API responses, without the bytes of files. */
export const toShownContents = (contents: readonly PlannedContents[]) =>
  contents.map((channel) => ({
    ...channel,
    ...(Object.fromEntries(
      CREATED.flatMap(({ key, creation }) =>
        key in channel && creation.show
          ? [[key, listIn(channel, key).map((item) => creation.show?.(item))]]
          : [],
      ),
    ) as { files: Omit<PlannedFile, 'base64'>[] }),
  }));

/** Returns the units of work that create the items of a channel, in order. */
export const unitsOf = (contents: PlannedContents): ContentUnit[] =>
  CREATED.flatMap(({ key, creation }) => creation.units(listIn(contents, key)));

/** Counts the items of each kind that the plan creates. */
export const countContents = (
  contents: readonly PlannedContents[],
): { key: ContentKey; creation: Creation; count: number }[] =>
  CREATED.map(({ key, creation }) => ({
    key,
    creation,
    count: contents.reduce((sum, channel) => sum + listIn(channel, key).length, 0),
  }));
