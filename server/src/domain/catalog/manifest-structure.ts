/** `initialization.structure` of a manifest: a Graph team-creation body (docs/specification.md, section 5). */

import Type, { type Static } from 'typebox';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { findChannelNameFault, GENERAL } from '../channels/name.ts';
import { nameKey } from '../names/key.ts';
import { DEFAULT_TEAM_SETTINGS, type TeamSettings } from '../teams/model.ts';
import { isJsonObject, valueAsText } from './document.ts';
import { TEMPLATE_LIMITS as LIMITS } from './limits.ts';
import { type ReferringTab, readTabReference, type TabReference } from './manifest-contents.ts';
import {
  Custom,
  Fields,
  readBySchema,
  readList,
  readText,
  type ValuePath,
  type ValueSchema,
} from './manifest-reader.ts';
import { checkHttpsUrl, checkRenderedUrl, isAppId, readTeamsAppId } from './manifest-values.ts';

/** Key of the channel that every team has. A template may put tabs into it; it is never created a second time. */
const PRIMARY_CHANNEL = nameKey(GENERAL);

const TEAM_VISIBILITIES = ['private', 'public', 'hiddenMembership'] as const;

/** Visibilities that the published API document does not list for templates. */
export const FUTURE_VISIBILITIES = ['hiddenMembership'] as const;

export const Visibility = (options: object = {}) => OneOf(TEAM_VISIBILITIES, options);

/** A text; null when absent. */
export const Text = (maxLength: number, options: object = {}) =>
  Type.Unsafe<string | null>({ type: 'string', nullable: true, maxLength, ...options });

export const HttpsUrl = () => Text(LIMITS.url, { check: checkHttpsUrl });

/** An https URL, or an EJS template of one (docs/templates.md, "Questions"). */
const RenderedUrl = () => Text(LIMITS.url, { check: checkRenderedUrl });

export const List = <T extends Type.TSchema>(items: T, maxItems: number, options: object = {}) =>
  Type.Array(items, { maxItems, ...options });

/** A value that is passed through unchanged: other code reads it, or it has no effect. */
export const Passthrough = () => Custom<unknown>((value) => value);

const APP = { 'teamsApp@odata.bind': Passthrough(), teamsApp: Passthrough() };

interface TabFields {
  displayName: string;
  teamsAppId: string;
  configuration: Record<'entityId' | 'contentUrl' | 'websiteUrl' | 'removeUrl', string | null>;
  sortOrderIndex: string | null;
  contents?: TabReference;
}

const Tab = Fields(
  {
    displayName: Text(LIMITS.tabName),
    name: Passthrough(),
    ...APP,
    configuration: Fields({
      entityId: Text(LIMITS.url),
      contentUrl: RenderedUrl(),
      websiteUrl: RenderedUrl(),
      removeUrl: RenderedUrl(),
    }),
    sortOrderIndex: Text(100),
    contents: Custom(readTabReference),
  },
  {
    settle({ displayName, name, configuration, sortOrderIndex, contents, ...app }, place): TabFields {
      const shown =
        displayName ?? readText(name, place.at('name'), { nullable: true, maxLength: LIMITS.tabName });
      if (shown === null)
        place.at('displayName').error(say('manifest.tabNameMissing', 'Is missing. Name the tab.'));
      const tab = { displayName: shown ?? '', configuration, sortOrderIndex };
      // The suite knows the app of a tab that shows contents.
      if (contents !== undefined) return { ...tab, teamsAppId: '', contents };
      return { ...tab, teamsAppId: readTeamsAppId(app, place) };
    },
  },
);

function checkChannelName(name: string, place: ValuePath): void {
  const fault = findChannelNameFault(name);
  if (fault !== undefined) place.error(fault);
}

const Channel = Fields({
  displayName: Type.String({ maxLength: LIMITS.name, check: checkChannelName }),
  description: Text(LIMITS.channelDescription),
  membershipType: OneOf(['standard', 'private', 'shared'], { default: 'standard' }),
  isFavoriteByDefault: Type.Boolean({ default: false }),
  tabs: List(Tab, LIMITS.tabsPerChannel),
});

type ReadChannel = Static<typeof Channel>;
type ReadTab = ReadChannel['tabs'][number];

/** A tab with its own address. */
export type AddressedTab = Omit<ReadTab, 'contents'>;

export type StructureChannel = Omit<ReadChannel, 'tabs'> & { tabs: AddressedTab[] };

/** The tabs of a channel that show contents, with their positions in the list of tabs. */
export interface ReferringTabs {
  channel: string;
  tabs: (ReferringTab & { index: number })[];
}

const addressed = (tabs: readonly ReadTab[]): AddressedTab[] =>
  tabs.flatMap(({ contents, ...tab }) => (contents === undefined ? [tab] : []));

const referring = ({ displayName: channel, tabs }: ReadChannel): ReferringTabs => ({
  channel,
  tabs: tabs.flatMap(({ displayName, sortOrderIndex, contents }, index) =>
    contents === undefined ? [] : [{ displayName, sortOrderIndex, contents, index }],
  ),
});

function readChannels(value: unknown, place: ValuePath, form: ValueSchema): ReadChannel[] {
  const names = new Set<string>();
  return readList(value, place, form, (item, at) => {
    if (isJsonObject(item) && Object.keys(item).length === 0) {
      at.warn(say('manifest.emptyLeftOut', 'Is empty and left out.'));
      return undefined;
    }
    const channel = readBySchema(Channel, item ?? null, at);
    const name = nameKey(channel.displayName);
    if (name !== '' && names.has(name))
      at.at('displayName').error(say('manifest.channelTwice', 'Another channel has this name. Change one.'));
    names.add(name);
    return channel;
  });
}

function checkChannels(
  primary: ReadChannel | undefined,
  others: readonly ReadChannel[],
  place: ValuePath,
): void {
  const closed = others.filter((channel) => channel.membershipType !== 'standard').length;
  if (closed > LIMITS.privateChannels) {
    place.error(
      say(
        'manifest.closedChannels',
        'Has {count} private and shared channels; {most} are allowed. Remove some.',
        { count: closed, most: LIMITS.privateChannels },
      ),
    );
  }
  if (others.length > LIMITS.channels) {
    place.error(
      say('manifest.channels', 'Has {count} channels besides General; {most} are allowed.', {
        count: others.length,
        most: LIMITS.channels,
      }),
    );
  }
  if (primary !== undefined && primary.membershipType !== 'standard') {
    place.error(
      say(
        'manifest.generalClosed',
        'The channel General is open to the whole team and cannot be private or shared.',
      ),
    );
  }
}

/** The settings of one group that a template sets; undefined when it sets none. */
const SettingsGroup = <Group extends keyof TeamSettings>(group: Group) =>
  Fields(
    Object.fromEntries(
      Object.entries(DEFAULT_TEAM_SETTINGS[group]).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? Type.Boolean() : OneOf(['strict', 'moderate']),
      ]),
    ),
    {
      settle: (stated) =>
        Object.keys(stated).length === 0 ? undefined : (stated as Partial<TeamSettings[Group]>),
    },
  );

const SETTINGS = {
  discoverySettings: SettingsGroup('discoverySettings'),
  memberSettings: SettingsGroup('memberSettings'),
  guestSettings: SettingsGroup('guestSettings'),
  messagingSettings: SettingsGroup('messagingSettings'),
  funSettings: SettingsGroup('funSettings'),
} as const;

/** The settings that a template sets. All others keep the suite's defaults for a new team. */
export type TemplateSettings = { [Group in keyof TeamSettings]?: Partial<TeamSettings[Group]> };

const AppReference = Fields(APP, { settle: readTeamsAppId });

const readInstalledApps = (value: unknown, place: ValuePath, form: ValueSchema): string[] => [
  ...new Set(
    readList(value, place, form, (item, at) =>
      isAppId(item) ? item : readBySchema(AppReference, item ?? null, at),
    ),
  ),
];

function warnAboutBase(value: unknown, place: ValuePath): void {
  if (value === undefined || /'standard'\)$/.test(valueAsText(value))) return;
  place.warn(
    say(
      'manifest.withoutEffect',
      'Kept in the manifest, without effect: teams are built from this manifest only.',
    ),
  );
}

/** The name and description have no effect, because every new team has its own. The manifest still stores them. */
export const Structure = Fields(
  {
    displayName: Passthrough(),
    description: Passthrough(),
    'template@odata.bind': Custom(warnAboutBase),
    visibility: Type.Optional(Visibility()),
    classification: Text(200),
    ...SETTINGS,
    channels: Custom(readChannels, { maxItems: LIMITS.channels + 1 }),
    installedApps: Custom(readInstalledApps, { maxItems: LIMITS.installedApps }),
  },
  {
    settle({ classification, visibility, channels, installedApps, ...rest }, place) {
      const isPrimary = ({ displayName }: ReadChannel): boolean => nameKey(displayName) === PRIMARY_CHANNEL;
      const primary = channels.find(isPrimary);
      const others = channels.filter((channel) => !isPrimary(channel));
      checkChannels(primary, others, place.at('channels'));
      const groups = Object.entries(rest).filter(([key]) => Object.hasOwn(SETTINGS, key));
      const structure = {
        classification,
        settings: Object.fromEntries(groups) as TemplateSettings,
        /** Tabs of the primary channel, which a manifest names `General`. */
        primaryChannelTabs: addressed(primary?.tabs ?? []),
        /** The channels other than the primary one, in order. */
        channels: others.map((channel): StructureChannel => ({ ...channel, tabs: addressed(channel.tabs) })),
        /** Ids of apps in the tenant's app catalog. */
        installedApps,
      };
      // New teams get this visibility unless newTeam states a privacy (manifest.ts).
      return { structure, visibility, referringTabs: channels.map(referring) };
    },
  },
);
