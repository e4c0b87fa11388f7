/** Reads the structure of a new team: the template's own, or that of the team to copy. */
import type { BlueprintSource, BlueprintStructure, TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { TemplateChannel, TemplateSettings, TemplateTab } from '../../domain/catalog/model.ts';
import type { TeamChannelTab } from '../../domain/channels/model.ts';
import { GENERAL } from '../../domain/channels/name.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { Team, TeamMember } from '../../domain/teams/model.ts';
import type { Suite } from '../../engine/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { inQuotes, say } from '../../kernel/messages.ts';
import type { PlanningFacts } from './plan.ts';
import type { SourceTab } from './prepared-contents.ts';
import type { ListedContents } from './source-listings.ts';
import type { Omission } from './unsupported.ts';

/** The structure of a new team, and the omitted parts of the team to copy. */
export interface SourceStructure extends Pick<PlanningFacts, 'structure' | 'sourcePeople' | 'sourceTeam'> {
  omissions: Omission[];
  /** The copied tabs that show contents of the team to copy. The structure has all others. */
  contentTabs: SourceTab[];
}

const NOBODY: SourceStructure['sourcePeople'] = { owners: [], members: [] };
const EMPTY: BlueprintStructure = { settings: {}, primaryChannelTabs: [], channels: [], installedApps: [] };

interface Reading {
  suite: Suite;
  contents: Pick<ListedContents, 'findShownContents'>;
  tenantId: string;
  source: BlueprintSource;
  /** Collects the tabs that show contents of the team. */
  contentTabs: SourceTab[];
}

const toTemplateTab = ({
  displayName,
  teamsApp,
  configuration,
  sortOrderIndex = null,
}: Omit<TeamChannelTab, 'sortOrderIndex'> & { sortOrderIndex?: string | null }): TemplateTab => ({
  displayName,
  teamsAppId: teamsApp.id,
  configuration,
  sortOrderIndex,
});

/**
 * Returns the tabs of the channel that show no contents of the team. Collects the others.
 * @param name name of the channel; null for the primary channel
 */
async function readTabs(
  { suite, contents, tenantId, source: { teamId, includeTabs }, contentTabs }: Reading,
  channelId: string,
  name: string | null,
): Promise<TemplateTab[]> {
  if (!includeTabs) return [];
  const tabs = await suite.channels.listTabs(tenantId, teamId, channelId);
  const shown = await contents.findShownContents(tenantId, { teamId, channelId }, tabs);
  return tabs.flatMap((tab, index) => {
    const own = shown[index] ?? null;
    if (own === null) return toTemplateTab(tab);
    const { displayName, sortOrderIndex = null } = tab;
    contentTabs.push({ channel: name, displayName, sortOrderIndex, shown: own });
    return [];
  });
}

/**
 * Reads the standard channels. Skips private and shared ones, as Microsoft Graph's clone does, because they have
 * members of their own, and archived ones, because their work is finished.
 */
async function readChannels(
  reading: Reading,
): Promise<Pick<BlueprintStructure, 'primaryChannelTabs' | 'channels'> & Pick<SourceStructure, 'omissions'>> {
  const { suite, tenantId, source } = reading;
  const primary = await suite.channels.primary(tenantId, source.teamId);
  const channels: TemplateChannel[] = [];
  const omissions: Omission[] = [];
  if (source.includeChannels) {
    const all = await suite.channels.list(tenantId, source.teamId);
    const standard = all.filter(({ membershipType }) => membershipType === 'standard');
    // Gives only the number, because only members of a private or shared channel may know its name.
    const count = all.length - standard.length;
    if (count > 0) {
      const message = say(
        'omissions.sourceChannels',
        '{count, plural, one {# private or shared channel of the team to copy is} other {# private and shared channels of the team to copy are}} left out.',
        { count },
      );
      omissions.push({ feature: 'channels', ...message });
    }
    const archived = standard.filter(({ isArchived }) => isArchived);
    if (archived.length > 0) {
      const message = say(
        'omissions.archivedChannels',
        'These channels are left out, because they are archived in the team to copy: {channels}.',
        { channels: inQuotes(archived.map(({ displayName }) => displayName)) },
      );
      omissions.push({ feature: 'channels', ...message });
    }
    for (const channel of standard) {
      if (channel.id === primary.id || channel.isArchived) continue;
      const { displayName, description, membershipType } = channel;
      const tabs = await readTabs(reading, channel.id, displayName);
      channels.push({ displayName, description, membershipType, isFavoriteByDefault: false, tabs });
    }
  }
  return { primaryChannelTabs: await readTabs(reading, primary.id, null), channels, omissions };
}

const settingsOf = (team: Team): TemplateSettings => ({
  discoverySettings: team.discoverySettings,
  memberSettings: team.memberSettings,
  guestSettings: team.guestSettings,
  messagingSettings: team.messagingSettings,
  funSettings: team.funSettings,
});

function peopleOf(members: readonly TeamMember[]): SourceStructure['sourcePeople'] {
  const people = (isOwner: boolean): Person[] =>
    members
      .filter(({ roles }) => roles.includes('owner') === isOwner)
      .map(({ userId, displayName }) => ({ id: userId, displayName }));
  return { owners: people(true), members: people(false) };
}

async function copyStructure(
  suite: Suite,
  contents: Reading['contents'],
  tenantId: string,
  source: BlueprintSource,
): Promise<SourceStructure> {
  const { teamId } = source;
  const found = await suite.teams.find(tenantId, teamId);
  if (found === undefined || found.team.isArchived) {
    const sourceTeam = found === undefined ? 'missing' : 'archived';
    return { structure: EMPTY, sourcePeople: NOBODY, sourceTeam, omissions: [], contentTabs: [] };
  }
  const contentTabs: SourceTab[] = [];
  const [{ omissions, ...channels }, installedApps, members] = await Promise.all([
    readChannels({ suite, contents, tenantId, source, contentTabs }),
    source.includeApps ? suite.teams.listInstalledApps(tenantId, teamId) : [],
    source.includeMembers ? suite.teams.listMembers(tenantId, teamId) : [],
  ]);
  const settings = source.includeSettings ? settingsOf(found.team) : {};
  return {
    structure: { settings, ...channels, installedApps },
    sourcePeople: peopleOf(members),
    sourceTeam: 'readable',
    omissions,
    contentTabs,
  };
}

/**
 * Rejects channels with equal names, and another channel called General. The suite would reject them only after it has
 * created the team. A copied team may have another channel called General when its primary channel was renamed.
 * @throws InvalidRequest at `template.id`
 */
function assertDistinctNames({ channels }: BlueprintStructure): void {
  const keys = [GENERAL, ...channels.map(({ displayName }) => displayName)].map(nameKey);
  const twice = channels.find(({ displayName }, index) =>
    keys.slice(0, index + 1).includes(nameKey(displayName)),
  );
  if (twice === undefined) return;
  throw invalidField(
    'template.id',
    say(
      'provisioning.channelTwice',
      "The team would have two channels called '{name}'. Ask the administrators of the template to rename one.",
      { name: twice.displayName },
    ),
  );
}

/**
 * @param contents shows which tabs of the team to copy show its contents
 * @throws InvalidRequest at `template.id` for channels with equal names
 */
export async function readStructure(
  suite: Suite,
  contents: Reading['contents'],
  tenantId: string,
  origin: TeamBlueprint['origin'],
): Promise<SourceStructure> {
  const read: SourceStructure =
    origin.kind === 'copy'
      ? await copyStructure(suite, contents, tenantId, origin.source)
      : {
          structure: origin.structure,
          ...{ sourcePeople: NOBODY, sourceTeam: undefined, omissions: [], contentTabs: [] },
        };
  assertDistinctNames(read.structure);
  return read;
}
