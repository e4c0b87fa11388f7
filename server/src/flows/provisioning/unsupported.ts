/**
 * Finds the parts of a template that the suite does not support. The plan omits and lists them before anything is
 * built.
 */
import type { BlueprintStructure } from '../../domain/catalog/blueprint.ts';
import type { ContentKey } from '../../domain/catalog/content-kinds.ts';
import type { CatalogTemplateLifecycle, TemplateSettings, TemplateTab } from '../../domain/catalog/model.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import { noInactiveGuests } from '../../domain/guests/rules.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import type { SuiteCapabilities } from '../../engine/suite.ts';
import { inQuotes, type Message, say } from '../../kernel/messages.ts';

/** A part that the plan omits. */
export interface Omission extends Message {
  feature:
    | 'welcomeMessage'
    | 'discoverySettings'
    | 'tabOrder'
    | 'recommendedChannels'
    | 'sharedChannels'
    | 'channels'
    | 'tabs'
    | 'apps'
    | 'contents'
    | ContentKey
    | 'activityReports'
    | 'emptyDays'
    | 'siteReadOnly'
    | 'guestsInSharedChannels'
    | 'inactiveGuests'
    | 'departedPeople'
    | 'departedApprovers';
}

/** The requested content of a plan. */
interface Wanted<Texts> {
  structure: BlueprintStructure;
  texts: Texts;
}

export interface SupportedTeam<Texts> extends Wanted<Texts> {
  omissions: Omission[];
}

interface OrderedTab {
  sortOrderIndex: string | null;
}

/** Compares strings of digits by number; tabs without an index come last. */
function compareOrder({ sortOrderIndex: one }: OrderedTab, { sortOrderIndex: other }: OrderedTab): number {
  return (one === null ? Infinity : Number(one)) - (other === null ? Infinity : Number(other)) || 0;
}

/** Returns the tabs in their order, for a suite that keeps no order. */
export const inOrder = <Tab extends OrderedTab>(tabs: readonly Tab[]): Tab[] =>
  tabs.toSorted(compareOrder).map((tab) => ({ ...tab, sortOrderIndex: null }));

export const isOrdered = ({ sortOrderIndex }: OrderedTab): boolean => sortOrderIndex !== null;

export const omittedTabOrder = (): Omission => ({
  feature: 'tabOrder',
  ...say('omissions.tabOrder', 'Tabs are created in the wanted order, but the suite keeps no order of tabs.'),
});

/** Returns the omission of tabs in a cloud without tabs. */
export const omittedTabs = (tabs: readonly { displayName: string }[]): Omission => ({
  feature: 'tabs',
  ...say(
    'omissions.tabs',
    'These tabs are not created, because the cloud of the organisation has none: {tabs}.',
    { tabs: namesIn(tabs) },
  ),
});

const withoutOrder = (structure: BlueprintStructure): BlueprintStructure => ({
  ...structure,
  primaryChannelTabs: inOrder(structure.primaryChannelTabs),
  channels: structure.channels.map((channel) => ({ ...channel, tabs: inOrder(channel.tabs) })),
});

function withoutDiscovery({ discoverySettings: _, ...settings }: TemplateSettings): TemplateSettings {
  return settings;
}

const tabsIn = ({ primaryChannelTabs, channels }: BlueprintStructure): TemplateTab[] => [
  ...primaryChannelTabs,
  ...channels.flatMap(({ tabs }) => tabs),
];

const withTabs = (
  structure: BlueprintStructure,
  isBuilt: (tab: TemplateTab) => boolean,
): BlueprintStructure => ({
  ...structure,
  primaryChannelTabs: structure.primaryChannelTabs.filter(isBuilt),
  channels: structure.channels.map((channel) => ({ ...channel, tabs: channel.tabs.filter(isBuilt) })),
});

/** Returns the ids of the apps that the suite would use for this structure, each once. */
export const appsIn = (
  { apps, tabs }: Pick<SuiteCapabilities, 'apps' | 'tabs'>,
  structure: BlueprintStructure,
): string[] => [
  ...new Set([
    ...(apps ? structure.installedApps : []),
    ...(tabs ? tabsIn(structure).map(({ teamsAppId }) => teamsAppId) : []),
  ]),
];

/**
 * Removes the apps that have left the catalogue since the template was applied, and their tabs.
 * @param unknown ids of the missing apps
 */
function withoutApps(
  structure: BlueprintStructure,
  unknown: readonly string[],
): Pick<SupportedTeam<unknown>, 'structure' | 'omissions'> {
  const omissions: Omission[] = [];
  const apps = structure.installedApps.filter((id) => unknown.includes(id));
  if (apps.length > 0) {
    const message = say(
      'omissions.unknownApps',
      'These apps are not installed, because they are not in the catalogue of Teams apps: {apps}.',
      { apps: apps.join(', ') },
    );
    omissions.push({ feature: 'apps', ...message });
  }
  const isBuilt = ({ teamsAppId }: TemplateTab) => !unknown.includes(teamsAppId);
  const tabs = tabsIn(structure).filter((tab) => !isBuilt(tab));
  if (tabs.length > 0) {
    const message = say(
      'omissions.unknownTabs',
      'These tabs are not created, because their apps are not in the catalogue of Teams apps: {tabs}.',
      { tabs: namesIn(tabs) },
    );
    omissions.push({ feature: 'tabs', ...message });
  }
  const installedApps = structure.installedApps.filter((id) => !unknown.includes(id));
  return { structure: { ...withTabs(structure, isBuilt), installedApps }, omissions };
}

const namesIn = (named: readonly { displayName: string }[]): string =>
  inQuotes(named.map(({ displayName }) => displayName));

const isShared = ({ membershipType }: BlueprintStructure['channels'][number]): boolean =>
  membershipType === 'shared';

const hidesTeam = ({ settings }: BlueprintStructure): boolean =>
  settings.discoverySettings?.showInTeamsSearchAndSuggestions === false;

/**
 * Removes the parts of the requested team that the suite does not support, and lists them as omissions.
 * @param unknownApps ids of the team's apps that are not in the catalogue
 */
export function omitUnsupported<Texts extends { welcomeMessage: string }>(
  capabilities: SuiteCapabilities,
  { structure, texts }: Wanted<Texts>,
  unknownApps: readonly string[] = [],
): SupportedTeam<Texts> {
  const known = withoutApps(structure, unknownApps);
  const { omissions } = known;
  let built = known.structure;
  let said = texts;
  if (!capabilities.messages && texts.welcomeMessage !== '') {
    said = { ...texts, welcomeMessage: '' };
    const message = say(
      'omissions.welcomeMessage',
      'The welcome message is not posted: the suite lets no application post messages, and no service account is connected.',
    );
    omissions.push({ feature: 'welcomeMessage', ...message });
  }
  if (!capabilities.discoverySettings) {
    if (hidesTeam(built)) {
      const message = say(
        'omissions.discovery',
        'The team can be found by search: the suite lets no application hide it.',
      );
      omissions.push({ feature: 'discoverySettings', ...message });
    }
    built = { ...built, settings: withoutDiscovery(built.settings) };
  }
  const tabs = capabilities.tabs ? [] : tabsIn(built);
  if (tabs.length > 0) {
    built = withTabs(built, () => false);
    omissions.push(omittedTabs(tabs));
  }
  if (!capabilities.tabOrder && tabsIn(built).some(isOrdered)) {
    built = withoutOrder(built);
    omissions.push(omittedTabOrder());
  }
  if (!capabilities.recommendedChannels && built.channels.some((channel) => channel.isFavoriteByDefault)) {
    built = {
      ...built,
      channels: built.channels.map((channel) => ({ ...channel, isFavoriteByDefault: false })),
    };
    const message = say(
      'omissions.recommendedChannels',
      'No channel is recommended to the members: the suite lets no application do that.',
    );
    omissions.push({ feature: 'recommendedChannels', ...message });
  }
  const shared = capabilities.sharedChannels ? [] : built.channels.filter(isShared);
  if (shared.length > 0) {
    built = { ...built, channels: built.channels.filter((channel) => !isShared(channel)) };
    const message = say(
      'omissions.sharedChannels',
      'These shared channels are not created, because the cloud of the organisation has none: {channels}.',
      { channels: namesIn(shared) },
    );
    omissions.push({ feature: 'sharedChannels', ...message });
  }
  if (!capabilities.apps && built.installedApps.length > 0) {
    const message = say(
      'omissions.apps',
      'No apps are installed, because the cloud of the organisation lets no application do that: {apps}.',
      { apps: built.installedApps.join(', ') },
    );
    built = { ...built, installedApps: [] };
    omissions.push({ feature: 'apps', ...message });
  }
  return { structure: built, texts: said, omissions };
}

/**
 * Returns one omission that names the permanent guests and the shared channels, because shared channels accept no
 * guests in any suite; none without such guests or channels.
 */
export function omittedGuests(
  { channels }: Pick<BlueprintStructure, 'channels'>,
  permanentMembers: readonly Pick<User, 'displayName' | 'userType'>[],
): Omission[] {
  const guests = permanentMembers.filter(({ userType }) => userType === 'Guest');
  const shared = channels.filter(isShared);
  if (guests.length === 0 || shared.length === 0) return [];
  const names = guests.map(({ displayName }) => displayName).join(', ');
  const places = namesIn(shared);
  const message = say(
    'omissions.guests',
    'Guests are left out of shared channels, which take none: {guests} in {channels}.',
    { guests: names, channels: places },
  );
  return [{ feature: 'guestsInSharedChannels', ...message }];
}

/**
 * Returns the omissions of a lifecycle.
 * @param lifecycle the one of the template; undefined when it is not enabled
 */
export function omittedFromLifecycle(
  capabilities: SuiteCapabilities,
  lifecycle: Pick<CatalogTemplateLifecycle, 'emptyDays' | 'siteReadOnly'> | undefined,
): Omission[] {
  if (lifecycle === undefined) return [];
  const omissions: Omission[] = [];
  if (!capabilities.activityReports) {
    const message = say(
      'omissions.activityReports',
      'The lifecycle does not know how people use the team, because the cloud of the organisation has no usage report. Only changes by Charter count as activity.',
    );
    omissions.push({ feature: 'activityReports', ...message });
  }
  if (!capabilities.contentUsage && lifecycle.emptyDays != null) {
    const message = say(
      'omissions.emptyDays',
      'The lifecycle does not ask sooner about a team without files and plans: the suite does not show the service which teams are empty.',
    );
    omissions.push({ feature: 'emptyDays', ...message });
  }
  if (!capabilities.siteReadOnly && lifecycle.siteReadOnly) {
    const message = say(
      'omissions.siteReadOnly',
      'The site of the team stays writable for members when the lifecycle archives the team: the suite lets no application make it read-only.',
    );
    omissions.push({ feature: 'siteReadOnly', ...message });
  }
  return omissions;
}

/**
 * Returns the omission of a policy that ends the stays of inactive guests, if the suite does not know who is inactive.
 */
export function omittedFromGuests(
  capabilities: Pick<SuiteCapabilities, 'signIns'>,
  policy: Pick<AppliedPolicy<'guests'>, 'name' | 'settings'> | undefined,
): Omission[] {
  const days = policy?.settings.inactiveDays;
  if (policy === undefined || days === undefined || capabilities.signIns) return [];
  return [{ feature: 'inactiveGuests', ...noInactiveGuests(policy.name) }];
}

const namesOf = (people: readonly Person[]): string =>
  [...new Set(people.map(({ displayName }) => displayName))].join(', ');

/** Returns the omissions for people who have left the directory, and for unavailable approvers. */
export function omittedPeople(
  departed: readonly Person[],
  stages: readonly { unavailable?: readonly Person[] }[],
): Omission[] {
  const omissions: Omission[] = [];
  if (departed.length > 0) {
    const message = say(
      'omissions.departedPeople',
      'These people are left out, because they are no longer in the directory or their account is closed: {names}.',
      { names: namesOf(departed) },
    );
    omissions.push({ feature: 'departedPeople', ...message });
  }
  const approvers = stages.flatMap(({ unavailable = [] }) => unavailable);
  if (approvers.length > 0) {
    const message = say(
      'omissions.departedApprovers',
      'These approvers of the template are not asked, because they are guests or no longer in the directory, their account is closed, or the rule that names them failed: {names}.',
      { names: namesOf(approvers) },
    );
    omissions.push({ feature: 'departedApprovers', ...message });
  }
  return omissions;
}
