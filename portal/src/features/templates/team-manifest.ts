/** Creates the manifest of a template from an existing team. */
import type { CharterClient, Team, TeamChannel, TeamChannelTab } from '@charter/sdk';
import { stringify } from 'yaml';
import type { ManifestText } from './manifest-text.ts';

const SETTINGS = [
  'memberSettings',
  'guestSettings',
  'messagingSettings',
  'funSettings',
  'discoverySettings',
] as const;

const APPS = 'https://graph.microsoft.com/v1.0/appCatalogs/teamsApps';

const tabOf = ({ displayName, teamsApp, configuration }: TeamChannelTab) => ({
  displayName,
  'teamsApp@odata.bind': `${APPS}('${teamsApp.id}')`,
  configuration,
});

const channelOf = ({ displayName, description, membershipType }: TeamChannel, tabs: TeamChannelTab[]) => ({
  displayName,
  ...(description && { description }),
  ...(membershipType !== 'standard' && { membershipType }),
  ...(tabs.length > 0 && { tabs: tabs.map(tabOf) }),
});

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'template';

const manifestOf = (team: Team, channels: object[]): object => ({
  manifestVersion: '1.0',
  templateConfiguration: {
    id: slugOf(team.displayName),
    name: team.displayName,
    ...(team.description && { description: team.description }),
    language: navigator.language,
    version: '1.0',
    enabled: false,
  },
  newTeam: { teamPrivacy: team.visibility },
  initialization: {
    structure: { channels, ...Object.fromEntries(SETTINGS.map((group) => [group, team[group]])) },
  },
});

export async function manifestOfTeam(client: CharterClient, teamId: string): Promise<ManifestText> {
  const [team, all] = await Promise.all([
    client.teams.getTeam(teamId),
    client.channels.getTeamChannels(teamId),
  ]);
  // Leaves out archived channels, as a template that copies a team does: their work is finished.
  const channels = all.filter(({ isArchived }) => !isArchived);
  const tabs = await Promise.all(channels.map(({ id }) => client.channels.getTeamChannelTabs(teamId, id)));
  const described = channels.map((channel, index) => channelOf(channel, tabs[index] ?? []));
  return { text: stringify(manifestOf(team, described), { lineWidth: 0 }), format: 'yaml' };
}
