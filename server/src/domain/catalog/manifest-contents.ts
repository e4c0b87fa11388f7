/**
 * `initialization.contents` of a manifest: the contents of new teams, of each kind (content-kinds.ts), and the tabs that
 * show them (docs/templates.md, "Contents").
 */
import Type, { type TSchema } from 'typebox';
import { say } from '../../kernel/messages.ts';
import { nameKey } from '../names/key.ts';
import { type ContentLists, repeatedIn, type TextMapping } from './content-kind.ts';
import {
  type ChannelContentKey,
  type ContentItems,
  contentKinds,
  listIn,
  type SiteContentKey,
} from './content-kinds.ts';
import { isJsonObject } from './document.ts';
import { TEMPLATE_LIMITS } from './limits.ts';
import { Fields, type ValuePath } from './manifest-reader.ts';

const kindsOf = (place: 'channel' | 'site') => contentKinds.filter(([, kind]) => kind.place === place);

const listsOf = (place: 'channel' | 'site'): Record<string, TSchema> =>
  Object.fromEntries(kindsOf(place).map(([key, { items }]) => [key, items]));

export interface TemplateChannelContents extends ContentItems<ChannelContentKey> {
  channel: string;
}

/** The contents of new teams: those of channels, and those of the team's site. */
export interface TemplateContents extends ContentItems<SiteContentKey> {
  channels: TemplateChannelContents[];
}

const ChannelContents = Fields(
  {
    channel: Type.String({ maxLength: TEMPLATE_LIMITS.name, default: 'General' }),
    ...listsOf('channel'),
  },
  {
    settle(read, place): TemplateChannelContents {
      const contents = read as TemplateChannelContents;
      for (const [key, kind] of kindsOf('channel'))
        kind.check?.(contents as unknown as ContentLists, place.at(key));
      return contents;
    },
  },
);

/** Undefined in a manifest without contents. */
export const Contents = Fields(
  {
    channels: Type.Array(ChannelContents, { maxItems: TEMPLATE_LIMITS.channels + 1 }),
    ...listsOf('site'),
  },
  {
    settle(read, place): TemplateContents | undefined {
      const contents = read as TemplateContents;
      const { channels } = contents;
      for (const index of repeatedIn(channels.map(({ channel }) => nameKey(channel))))
        place
          .at('channels')
          .at(index)
          .at('channel')
          .error(say('manifest.contentsTwice', 'Is listed twice. Write the contents of a channel once.'));
      for (const [key, { most }] of contentKinds) {
        const count = channels.reduce((sum, channel) => sum + listIn(channel, key).length, 0);
        if (most !== undefined && count > most)
          place.at('channels').error(
            say('manifest.contentCount', 'Has {count} {key}; {most} are allowed. Remove some.', {
              count,
              key,
              most,
            }),
          );
      }
      for (const [key, kind] of kindsOf('site'))
        kind.check?.(contents as unknown as ContentLists, place.at(key));
      const isEmpty =
        channels.length === 0 && kindsOf('site').every(([key]) => listIn(contents, key).length === 0);
      return isEmpty ? undefined : contents;
    },
  },
);

/**
 * The contents that a tab shows instead of an address: one item of its channel or, in the primary channel, of the site.
 * The key names the kind (`file`, `plan`). The value is the item's path or name.
 */
export type TabReference = Readonly<Record<string, string>>;

const tabKinds = contentKinds.flatMap(([contentKey, { tab, creation }]) =>
  tab === undefined ? [] : [{ ...tab, contentKey, creation }],
);

/** Returns the kind, the key and the name of the item to which the tab refers. */
export function referenceOf(tab: TabReference) {
  const [[key, name] = ['', '']] = Object.entries(tab);
  return { key, name, kind: tabKinds.find((kind) => kind.key === key) };
}

/** A tab that shows contents of its channel or of the site. */
export interface ReferringTab {
  displayName: string;
  sortOrderIndex: string | null;
  contents: TabReference;
}

/** The contents of new teams, with the tabs that show them. */
export interface TeamContents extends Omit<TemplateContents, 'channels'> {
  channels: (TemplateChannelContents & { tabs: ReferringTab[] })[];
}

/** Reads `contents` of a tab. */
export function readTabReference(value: unknown, place: ValuePath): TabReference | undefined {
  if (value === undefined) return undefined;
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [[key, name] = ['', undefined]] = entries;
  if (entries.length === 1 && tabKinds.some((kind) => kind.key === key) && typeof name === 'string')
    return { [key]: name.trim() };
  place.error(
    say(
      'manifest.tabContents',
      'Must have one of {keys}: the path of a file or folder, or the name of another item.',
      { keys: tabKinds.map((kind) => kind.key).join(', ') },
    ),
  );
  return undefined;
}

/** Whether the contents include the item that a tab shows. @param contents the lists that the tab may refer to */
export function includesTabItem(contents: object, tab: TabReference): boolean {
  const { kind, name } = referenceOf(tab);
  return kind?.isIn(contents as ContentLists, name) ?? false;
}

/** Returns the empty contents of a channel. */
export const noContentsOf = (channel: string): TemplateChannelContents => ({
  ...(Object.fromEntries(
    kindsOf('channel').map(([key]) => [key, []]),
  ) as unknown as ContentItems<ChannelContentKey>),
  channel,
});

/** Returns the contents, with each text that may contain rules replaced. */
export function mapTexts(contents: TeamContents, to: TextMapping): TeamContents {
  const mapKinds = (place: 'channel' | 'site', lists: object, path: string) =>
    Object.fromEntries(
      kindsOf(place).map(([key, kind]) => [
        key,
        listIn(lists, key).map((item, index) => kind.mapTexts(item, to, `${path}.${key}[${index}]`)),
      ]),
    );
  const root = 'initialization.contents';
  return {
    ...contents,
    ...mapKinds('site', contents, root),
    channels: contents.channels.map((channel, channelIndex) => {
      const path = `${root}.channels[${channelIndex}]`;
      return {
        ...channel,
        ...mapKinds('channel', channel, path),
        tabs: channel.tabs.map((tab, index) => {
          const { key, name } = referenceOf(tab.contents);
          return { ...tab, contents: { [key]: to(name, `${path}.tabs[${index}].contents`) } };
        }),
      };
    }),
  };
}
