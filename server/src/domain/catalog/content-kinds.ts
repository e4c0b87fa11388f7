/**
 * The kinds of contents of new teams, and the table of all kinds (docs/templates.md, "Contents"). Each kind is declared
 * once (content-kind.ts). A job creates the kinds in the order of the table.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { inQuotes, say } from '../../kernel/messages.ts';
import { TEAMS_LIMITS } from '../teams/limits.ts';
import { files, folders } from './content-files.ts';
import {
  CONTENT_LIMITS,
  type ContentKind,
  type ContentLists,
  type ContentUnit,
  defineContentKind,
  Names,
} from './content-kind.ts';
import { plans } from './content-plans.ts';
import { lists, pages } from './content-site.ts';

/** Microsoft Graph lets no application write in notebooks. */
const notebooks = defineContentKind({
  place: 'site',
  items: Names(),
  mapTexts: (name) => name,
  omitted: (names) =>
    say(
      'omissions.notebooks',
      'These notebooks are not created, because the suite lets the service create none: {notebooks}.',
      { notebooks: inQuotes(names) },
    ),
});

/** Microsoft Graph v1.0 has no call that pins a message in a channel. */
const pinnedMessages = defineContentKind({
  place: 'site',
  items: Names(),
  mapTexts: (text) => text,
  omitted: (messages) =>
    say(
      'omissions.pinnedMessages',
      'These messages are neither posted nor pinned, because the suite lets the service pin none: {messages}.',
      { messages: inQuotes(messages) },
    ),
});

/** A message to post. */
interface PlannedAnnouncement {
  marker: string;
  text: string;
}

const postAnnouncement =
  (message: PlannedAnnouncement): ContentUnit =>
  async ({ suite, tenantId, channel: { teamId, channelId } }) => {
    await suite.channels.postMessage(tenantId, teamId, channelId, message);
    return { isComplete: true };
  };

const announcements = defineContentKind({
  place: 'channel',
  items: Type.Array(Type.String({ maxLength: CONTENT_LIMITS.announcement }), {
    maxItems: CONTENT_LIMITS.announcements,
  }),
  mapTexts: (text, to, path) => to(text, path, true),
  isEmpty: (text) => text === '',
  findFaults({ announcements: texts = [] }) {
    const most = TEAMS_LIMITS.messageBytes;
    return texts
      .filter((text) => Buffer.byteLength(text as string) > most)
      .map(() => say('suite.messageBytes', 'A message has at most {most} bytes. Shorten it.', { most }));
  },
  omitted: (texts) =>
    say(
      'omissions.announcements',
      '{count, plural, one {# announcement is} other {# announcements are}} not posted: the suite lets no application post messages, and no service account is connected.',
      { count: texts.length },
    ),
  creation: {
    capability: 'messages',
    omittedInClosedChannels: (channels) =>
      say(
        'omissions.closedAnnouncements',
        'Announcements are posted in standard channels only, and left out of these channels: {channels}.',
        { channels },
      ),
    marker: 'announcement',
    schema: Type.Object({ text: Type.String() }, { additionalProperties: true }),
    plan: (text, marker): PlannedAnnouncement => ({ marker, text }),
    units: (planned: readonly PlannedAnnouncement[]) => planned.map(postAnnouncement),
    created: (count) =>
      say(
        'provisioning.announcementsPosted',
        'Posted {count, plural, one {# announcement} other {# announcements}}.',
        { count },
      ),
  },
});

/** All kinds, by their key in the manifest, which is also their key in the plan. */
const CONTENT_KINDS = {
  folders,
  files,
  plans,
  lists,
  pages,
  notebooks,
  pinnedMessages,
  announcements,
} as const;

type Kinds = typeof CONTENT_KINDS;
export type ContentKey = keyof Kinds;

/** The kinds of a place. */
type KindsOf<Place> = { [Key in ContentKey]: Kinds[Key]['place'] extends Place ? Key : never }[ContentKey];
export type ChannelContentKey = KindsOf<'channel'>;
export type SiteContentKey = KindsOf<'site'>;

type ItemsOf<Key extends ContentKey> = Kinds[Key] extends { items: infer Items extends TSchema }
  ? Static<Items>
  : never;

/** The lists of items in the manifest, by the key of their kind. */
export type ContentItems<Key extends ContentKey> = { [K in Key]: ItemsOf<K> };

type PlannedOf<Kind> = Kind extends ContentKind<never, infer Planned> ? Planned : never;

export type PlannedItem<Key extends ContentKey> = PlannedOf<Kinds[Key]>;

/** A kind whose types are unknown, for code that treats all kinds alike. */
export type AnyContentKind = ContentKind<unknown, unknown>;

export const contentKinds = Object.entries(CONTENT_KINDS) as unknown as readonly [
  ContentKey,
  AnyContentKind,
][];

/** Returns the items of the kind among the lists of a manifest or of a plan. */
export const listIn = (lists: object, key: ContentKey): readonly unknown[] =>
  (lists as ContentLists)[key] ?? [];
