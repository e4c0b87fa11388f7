/**
 * The description of a kind of contents of new teams. `content-kinds.ts` lists the kinds. The manifest's schema, the
 * evaluation of rules, the omissions, the form of the plan, the work of the job and the API's schema of plans derive from
 * the descriptions. The suites create the items (domain/contents/suite.ts).
 */
import type { Static, TSchema } from 'typebox';
import type { TenantStores } from '../../engine/store.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { type Message, say } from '../../kernel/messages.ts';
import type { ChannelReference, ContentProgress } from '../contents/suite.ts';
import type { Person } from '../directory/find-people.ts';
import { nameKey } from '../names/key.ts';
import { isJsonObject } from './document.ts';
import { Custom, readList, readText, type ValuePath } from './manifest-reader.ts';

export const CONTENT_LIMITS = {
  folders: 200,
  files: 500,
  plans: 20,
  /** Announcements of a channel. */
  announcements: 5,
  announcement: 2048,
  /** Items of one kind in a site: lists, pages, notebooks or pinned messages. */
  siteItems: 50,
  buckets: 50,
  /** Tasks of a plan. */
  tasks: 500,
  checklist: 20,
  labels: 25,
  title: 255,
  notes: 8000,
  dueDays: 3650,
  /** Length of a path's source, which may contain a rule. `findPathFault` limits the resulting path. */
  path: 2048,
  /** Size of a file with rules, in bytes. */
  renderedBytes: 16_384,
} as const;

/**
 * Returns the replacement of a text.
 * @param path the text's path in the manifest
 * @param isMultiLine whether the result may have several lines
 */
export type TextMapping = (text: string, path: string, isMultiLine?: boolean) => string;

/** The people of the new team. */
export interface PlannedPeople {
  requester: Person | null;
  owners: readonly Person[];
  members: readonly Person[];
}

/** The inputs of a unit of work. */
export interface ContentTarget {
  suite: Suite;
  tenantId: string;
  /** The channel of the items. For items of the team's site, the primary channel. */
  channel: ChannelReference;
  blobs: TenantStores['blobs'];
  /** When the team was created. */
  bornAt: Date;
}

/** A unit of work: creates one item, or a few small ones. It is called until it is complete. */
export type ContentUnit = (target: ContentTarget) => Promise<Pick<ContentProgress, 'isComplete'>>;

/** The lists of items of a channel or of the site, by kind. */
export type ContentLists = Readonly<Record<string, readonly unknown[] | undefined>>;

type Capability = keyof SuiteCapabilities;

/** How a job creates the items. A kind without it is always omitted. */
export interface ContentCreation<Item, Planned> {
  /** The capability of the suite without which the items are omitted. */
  capability: Capability;
  /**
   * Says which channels get none of the items, because they are not standard channels. Absent if every channel can have
   * them.
   */
  omittedInClosedChannels?(channels: string): Message;
  /** Returns the form of the item in the plan. Its marker is unique in the tenant. */
  plan(item: Item, marker: string, people: PlannedPeople): Planned;
  /** The part of the marker before the item's number. */
  marker: string;
  /** Whether the plan has the list even when it is empty. */
  isAlwaysInPlan?: boolean;
  /** The schema of a planned item in API responses. */
  schema: TSchema;
  /** Returns the planned item for API responses. Default: the item itself. */
  show?(planned: Planned): unknown;
  /** Returns the units of work for the planned items of a channel, in order. */
  units(planned: readonly Planned[]): ContentUnit[];
  /** Says in the log of the job how many items it created. Absent for kinds that the log counts together. */
  created?(count: number): Message;
}

/** How a tab refers to an item of the kind, instead of to an address. */
export interface ContentTabs<Item> {
  /** The key of the reference. */
  key: string;
  /** Whether the contents of the channel have the item. */
  isIn(contents: ContentLists, name: string): boolean;
  /** Returns the name in the reference. Absent for an item that the suite finds by the reference itself. */
  nameOf?(item: Item): string;
}

export interface ContentKind<Item, Planned> {
  /** Whether each channel has items of its own, or the site of the team has them. */
  place: 'channel' | 'site';
  /** The schema of the list in the manifest. */
  items: TSchema;
  /** Maximum number of items in all channels. */
  most?: number;
  /** Reports mistakes that concern several items of a channel. `place` is the path of the list. */
  check?(contents: ContentLists, place: ValuePath): void;
  /** Returns the item, with each text that may contain rules replaced. */
  mapTexts(item: Item, to: TextMapping, path: string): Item;
  /** Whether nothing is created for the item after the evaluation of its rules. */
  isEmpty?(item: Item): boolean;
  /** Returns why items of a channel can't be created after the evaluation of their rules. */
  findFaults?(contents: ContentLists): Message[];
  tab?: ContentTabs<Item>;
  /** The feature that an omission names. Kinds with the same feature are omitted together. Default: the kind. */
  feature?: string;
  /** Says that the suite creates none of the items. */
  omitted(items: readonly Item[]): Message;
  creation?: ContentCreation<Item, Planned>;
}

/**
 * Returns how a tab refers to an item by its name, ignoring case.
 * @param key the key of the reference
 * @param list the key of the kind
 */
export const tabByName = (key: string, list: string): ContentTabs<{ name: string }> => ({
  key,
  isIn: (contents, name) =>
    ((contents[list] ?? []) as readonly { name: string }[]).some(
      (item) => nameKey(item.name) === nameKey(name),
    ),
  nameOf: ({ name }) => name,
});

/** Returns the indexes of the keys that are equal to an earlier one. An undefined key is equal to none. */
export const repeatedIn = (keys: readonly (string | undefined)[]): number[] =>
  keys.flatMap((key, index) => (key !== undefined && keys.indexOf(key) < index ? [index] : []));

const SHOWN_CHARACTERS = 60;

/** Returns a message for each text that is longer than `most` UTF-16 code units after the evaluation of its rules. */
export const findLongTexts = (texts: readonly string[], most: number): Message[] =>
  texts
    .filter((text) => text.length > most)
    .map((text) =>
      say('contents.nameLength', "'{name}' is longer than {most} characters. Shorten it.", {
        name: `${text.slice(0, SHOWN_CHARACTERS)}…`,
        most,
      }),
    );

/** The items of a list in the manifest. */
type ItemOf<Items extends TSchema> = Static<Items> extends readonly (infer Item)[] ? Item : never;

/** Declares a kind, and infers the types of its items. */
export const defineContentKind = <
  Place extends ContentKind<never, never>['place'],
  Items extends TSchema,
  Planned,
>(
  kind: ContentKind<ItemOf<Items>, Planned> & { place: Place; items: Items },
) => kind;

/** Returns the schema of a list of names, or of objects with a `name`. */
export const Names = () =>
  Custom<string[]>((value, place) =>
    readList(value, place, { maxItems: CONTENT_LIMITS.siteItems }, (item, at) =>
      readText(isJsonObject(item) ? item.name : item, isJsonObject(item) ? at.at('name') : at, {
        maxLength: CONTENT_LIMITS.title,
      }),
    ).filter((name) => name !== null),
  );
