/**
 * Creates and reads tabs. Graph keeps no marker of tabs and permits equal names: after a lost answer, a tab is found
 * by its name, app and address.
 */
import type { TeamsTab } from '@microsoft/microsoft-graph-types';
import type { TeamChannelTab } from '../../domain/channels/model.ts';
import type { NewTab, NewTabs, SuiteChannels } from '../../domain/channels/suite.ts';
import { invalidField } from '../../kernel/errors.ts';
import { assertNewTabs, toConfiguration } from '../embedded/new-tab.ts';
import { noChannel } from '../embedded/refusals.ts';
import { type Catalogue, type Installer, toApp } from './apps.ts';
import { aboutChannel } from './channel-members.ts';
import { listChannels } from './channels.ts';
import { hasStatus } from './failure.ts';
import { type Making, makeEachOnce } from './make-once.ts';
import { assertWritable, type GraphParts, inTurn } from './parts.ts';
import { at } from './transport.ts';

const toTab = ({ id, displayName, webUrl, configuration, teamsApp }: TeamsTab): TeamChannelTab => ({
  id: id!,
  displayName: displayName ?? '',
  configuration: {
    entityId: configuration?.entityId ?? null,
    contentUrl: configuration?.contentUrl ?? null,
    websiteUrl: configuration?.websiteUrl ?? null,
    removeUrl: configuration?.removeUrl ?? null,
  },
  teamsApp: toApp(teamsApp ?? {}),
  webUrl: webUrl ?? '',
});

/** Keeps only the addresses that are given. */
const withoutNulls = (configuration: NewTab['configuration']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toConfiguration(configuration)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );

export function createTabs(parts: GraphParts, appOf: Catalogue, installer: Installer) {
  async function list(tenantId: string, teamId: string, channelId: string): Promise<TeamChannelTab[]> {
    const path = `${at`/teams/${teamId}/channels/${channelId}/tabs`}?$expand=teamsApp`;
    const tabs = await parts.graphOf(tenantId).list<TeamsTab>(path, { budget: 'readTeams', teamId });
    return tabs.map(toTab);
  }

  async function make(
    tenantId: string,
    teamId: string,
    channelId: string,
    tab: NewTab,
  ): Promise<TeamChannelTab> {
    const graph = parts.graphOf(tenantId);
    const app = await appOf(tenantId, tab.teamsAppId);
    const { body } = await graph.call<TeamsTab>({
      method: 'POST',
      path: at`/teams/${teamId}/channels/${channelId}/tabs`,
      budget: 'writeTeams',
      teamId,
      body: {
        displayName: tab.displayName,
        'teamsApp@odata.bind': graph.bind(at`/appCatalogs/teamsApps/${tab.teamsAppId}`),
        configuration: withoutNulls(tab.configuration),
      },
    });
    return { ...toTab({ ...body, teamsApp: { id: app.id } }), teamsApp: app };
  }

  /** When Graph rejects the tab because its app is not installed in the team, installs the app and tries again. */
  async function makeWithApp(tenantId: string, teamId: string, channelId: string, tab: NewTab) {
    try {
      return await make(tenantId, teamId, channelId, tab);
    } catch (error) {
      if (!hasStatus(error, 400)) throw error;
      if ((await installer.install(tenantId, teamId, [tab.teamsAppId])) === 0) throw error;
      return make(tenantId, teamId, channelId, tab);
    }
  }

  const makingFor = (
    tenantId: string,
    teamId: string,
    channelId: string,
  ): Making<NewTab, TeamChannelTab> => ({
    tenantId,
    key: { kind: 'tab', scope: channelId },
    list: () => list(tenantId, teamId, channelId),
    matches: ({ displayName, teamsAppId, configuration }, present) =>
      displayName === present.displayName &&
      teamsAppId === present.teamsApp.id &&
      (configuration.contentUrl ?? null) === present.configuration.contentUrl,
    assertOpen: () => parts.graphOf(tenantId).assertOpen({ budget: 'writeTeams', teamId }),
    make: (tab) => makeWithApp(tenantId, teamId, channelId, tab),
  });

  /** With one channel, its own answer says whether the channel is missing. */
  async function assertChannels(tenantId: string, teamId: string, places: readonly NewTabs[]): Promise<void> {
    if (places.length < 2) return;
    const asked = await parts.effects.find(tenantId, { kind: 'channel', scope: teamId });
    const made = new Set([...asked.values()].map(({ effectId }) => effectId));
    const unknown = places.filter(({ channelId }) => !made.has(channelId));
    if (unknown.length === 0) return;
    const present = new Set((await listChannels(parts, tenantId, teamId)).map(({ id }) => id));
    const missing = unknown.find(({ channelId }) => !present.has(channelId));
    if (missing) throw noChannel(missing.channelId);
  }

  async function createAll(tenantId: string, teamId: string, places: readonly NewTabs[]) {
    let isWritable = false;
    const before = async (): Promise<void> => {
      if (!isWritable) await assertWritable(parts, tenantId, teamId);
      isWritable = true;
    };
    await assertChannels(tenantId, teamId, places);
    const channelIds = places.map(({ channelId }) => channelId);
    const results = await parts.effects.findResults(tenantId, 'tab', channelIds);
    const made: TeamChannelTab[][] = [];
    for (const { channelId, tabs } of places) {
      const present = tabs.flatMap(({ marker }) => results.get(channelId)?.get(marker) ?? []);
      const making = makingFor(tenantId, teamId, channelId);
      const make = () => makeEachOnce(parts.effects, making, tabs, before);
      if (present.length === tabs.length) made.push(present as TeamChannelTab[]);
      else made.push(await aboutChannel(parts, tenantId, teamId, channelId, make));
    }
    await parts.copy.touch(tenantId, teamId);
    return made;
  }

  const createTabsInChannels: SuiteChannels['createTabsInChannels'] = async (tenantId, teamId, places) => {
    const tabs = places.flatMap((place) => place.tabs);
    assertNewTabs(tabs);
    if (tabs.some(({ sortOrderIndex }) => sortOrderIndex !== undefined)) {
      throw invalidField('sortOrderIndex', 'Microsoft Graph v1.0 cannot order tabs.', 'NotSupported');
    }
    return inTurn(parts, tenantId, teamId, () => createAll(tenantId, teamId, places));
  };

  return {
    listTabs: (tenantId, teamId, channelId) =>
      aboutChannel(parts, tenantId, teamId, channelId, () => list(tenantId, teamId, channelId)),
    createTabsInChannels,
    createTabs: async (tenantId, teamId, channelId, tabs) =>
      (await createTabsInChannels(tenantId, teamId, [{ channelId, tabs }])).flat(),
  } satisfies Partial<SuiteChannels>;
}
