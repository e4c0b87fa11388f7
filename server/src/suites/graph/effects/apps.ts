/** Teams apps: the catalogue, the apps that are installed in a team, and their tabs. */
import type { TeamsApp as GraphApp, TeamsAppInstallation, TeamsTab } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { TeamChannelTab, TeamsApp } from '../../../domain/channels/model.ts';
import type { NewTab, NewTabs, SuiteChannels } from '../../../domain/channels/suite.ts';
import {
  assertAppIds,
  assertNewTabs,
  noChannel,
  toConfiguration,
  unknownApp,
} from '../../../domain/channels/suite-rules.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import { expiryOptions } from '../../../kernel/cache.ts';
import { CharterError, hasCode, invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { type ChannelIds, channelPath } from '../calls/channels.ts';
import { explainRejection, GraphFailure, hasStatus, notShown } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';
import { assertChannelWritable, callAboutChannel, listChannels } from '../mirror/channels.ts';
import { assertTeamWritable, callAboutTeam, inTeamQueue, isNew } from '../mirror/teams.ts';
import { type GraphParts, SLOW_SETTLE_MILLISECONDS } from './effects.ts';
import { type CreateOnceOptions, type CreationAttempt, createEachOnce } from './make-once.ts';

/** Time for which an app from the catalogue is cached. */
const CACHED_MILLISECONDS = 60 * 60_000;

/**
 * Matches the ids of the built-in apps for tabs. Every team has these apps, although some catalogues do not list them
 * ("Configuring the built-in tab types").
 */
const BUILT_IN = /^com\.microsoft(stream)?\./;

const toApp = ({ id, externalId, displayName, distributionMethod }: GraphApp): TeamsApp => ({
  id: id!,
  externalId: externalId ?? null,
  displayName: displayName ?? id!,
  distributionMethod: distributionMethod ?? 'store',
});

/**
 * Returns a function that reads an app from the catalogue and caches the app. The function returns undefined for an
 * unknown app.
 */
export function createCatalogue({ graphOf, clock }: Pick<GraphParts, 'graphOf' | 'clock'>) {
  const apps = new LRUCache<string, TeamsApp>(expiryOptions(clock, 1_000, CACHED_MILLISECONDS));
  return async (tenantId: string, appId: string): Promise<TeamsApp | undefined> => {
    const key = `${tenantId} ${appId}`;
    const cached = apps.get(key);
    if (cached !== undefined) return cached;
    const path = `/appCatalogs/teamsApps?$filter=${at`id eq '${appId}'`}`;
    try {
      const [found] = await graphOf(tenantId).list<GraphApp>(path, { budget: 'readTeams' });
      if (found === undefined && !BUILT_IN.test(appId)) return undefined;
      const app = toApp(found ?? { id: appId });
      apps.set(key, app);
      return app;
    } catch (error) {
      // Without the permission for the catalogue, tabs show no app names.
      if (hasStatus(error, 403)) return toApp({ id: appId });
      throw error;
    }
  };
}
type Catalogue = ReturnType<typeof createCatalogue>;

/** @throws InvalidRequest for an unknown app */
async function knownApp(appOf: Catalogue, tenantId: string, appId: string): Promise<TeamsApp> {
  const app = await appOf(tenantId, appId);
  if (app === undefined) throw unknownApp(appId);
  return app;
}

/** Installs apps in teams, and lists the installed ones. */
export function createInstaller({ graphOf }: Pick<GraphParts, 'graphOf'>, appOf: Catalogue) {
  const list = async (tenantId: string, teamId: string): Promise<string[]> => {
    const path = `${at`/teams/${teamId}/installedApps`}?$expand=teamsApp`;
    const charge = { budget: 'readTeams', teamId } as const;
    const installed = await graphOf(tenantId).list<TeamsAppInstallation>(path, charge);
    return installed.map(({ teamsApp }) => teamsApp?.id).filter((id) => id != null);
  };

  /** Installs one app. Graph responds with 409 when it is already installed. */
  async function post(tenantId: string, teamId: string, appId: string): Promise<void> {
    const graph = graphOf(tenantId);
    try {
      await graph.call({
        method: 'POST',
        path: at`/teams/${teamId}/installedApps`,
        budget: 'writeTeams',
        teamId,
        body: { 'teamsApp@odata.bind': graph.bind(at`/appCatalogs/teamsApps/${appId}`) },
      });
    } catch (error) {
      if (hasStatus(error, 409)) return;
      const what = say('graph.appNotInstalled', "The app '{id}' was not installed.", { id: appId });
      throw explainRejection(error, what, 400, 403);
    }
  }

  return {
    list,
    /**
     * Installs those of the apps that the team lacks, and returns their number.
     * @throws InvalidRequest for unknown apps
     */
    async install(tenantId: string, teamId: string, appIds: readonly string[]): Promise<number> {
      const present = new Set(await list(tenantId, teamId));
      const missing = [...new Set(appIds)].filter((appId) => !present.has(appId));
      for (const appId of missing) {
        await knownApp(appOf, tenantId, appId);
        await post(tenantId, teamId, appId);
      }
      return missing.length;
    },
  };
}
type Installer = ReturnType<typeof createInstaller>;

export const createApps = (parts: GraphParts, installer: Installer, appOf: Catalogue) =>
  ({
    async unknownApps(tenantId, ids) {
      const found = await Promise.all(ids.map((id) => appOf(tenantId, id)));
      return ids.filter((_, index) => found[index] === undefined);
    },

    listInstalledApps: (tenantId, teamId) =>
      callAboutTeam(parts, tenantId, teamId, async () =>
        parts.cloud.apps ? installer.list(tenantId, teamId) : [],
      ),

    async installApps(tenantId, teamId, appIds) {
      assertAppIds(appIds);
      if (!parts.cloud.apps && appIds.length > 0) {
        throw invalidField(
          'installedApps',
          say('graph.noApps', 'Microsoft Graph installs no apps in the cloud of this organisation.'),
          'NotSupported',
        );
      }
      await inTeamQueue(parts, tenantId, teamId, async () => {
        await assertTeamWritable(parts, tenantId, teamId);
        await callAboutTeam(parts, tenantId, teamId, () => installer.install(tenantId, teamId, appIds));
      });
    },
  }) satisfies Partial<SuiteTeams>;

/*
 * Creates and reads tabs. Graph stores no marker with tabs and permits equal names. After a lost response, a tab is
 * found by its name, app and address.
 */

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

/** Returns the fields of the configuration that are not null. */
const withoutNulls = (configuration: NewTab['configuration']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toConfiguration(configuration)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );

interface TabParts extends GraphParts {
  appOf: Catalogue;
  installer: Installer;
}

const tabsCall = (ids: ChannelIds): GraphCall => ({
  method: 'GET',
  path: `${channelPath(ids)}/tabs?$expand=teamsApp`,
  budget: 'readTeams',
  teamId: ids.teamId,
});

async function listTabs(parts: GraphParts, ids: ChannelIds): Promise<TeamChannelTab[]> {
  const { path, ...charge } = tabsCall(ids);
  return (await parts.graphOf(ids.tenantId).list<TeamsTab>(path, charge)).map(toTab);
}

/** Time within which Graph shows a new tab. */
const SHOWN_MILLISECONDS = 120_000;

/** Lists the tabs for a person's request (shared-reads.ts), including tabs that Charter has just created. */
async function listSharedTabs(parts: GraphParts, ids: ChannelIds): Promise<TeamChannelTab[]> {
  const { tenantId, teamId, channelId } = ids;
  const listed = (await parts.reads.list<TeamsTab>(tenantId, teamId, tabsCall(ids))).map(toTab);
  const present = new Set(listed.map(({ id }) => id));
  const made = await parts.effects.find(tenantId, { kind: 'tab', scope: channelId });
  const recent = [...made.values()].filter((effect) => parts.effects.isRecent(effect, SHOWN_MILLISECONDS));
  const hidden = recent.filter(({ effectId, result }) => result && !present.has(effectId ?? ''));
  return [...listed, ...hidden.map(({ result }) => result as TeamChannelTab)];
}

async function post(
  parts: TabParts,
  ids: ChannelIds,
  tab: NewTab,
  { options }: CreationAttempt,
): Promise<TeamChannelTab> {
  const { tenantId, teamId } = ids;
  const graph = parts.graphOf(tenantId);
  const app = await knownApp(parts.appOf, tenantId, tab.teamsAppId);
  const { body } = await graph.call<TeamsTab | undefined>({
    method: 'POST',
    path: `${channelPath(ids)}/tabs`,
    budget: 'writeTeams',
    teamId,
    body: {
      displayName: tab.displayName,
      'teamsApp@odata.bind': graph.bind(at`/appCatalogs/teamsApps/${tab.teamsAppId}`),
      configuration: withoutNulls(tab.configuration),
    },
    ...options,
  });
  // "Add tab to channel" promises no body. The next attempt finds the tab in the list.
  if (!body?.id) throw notShown('tab');
  return { ...toTab({ ...body, teamsApp: { id: app.id } }), teamsApp: app };
}

const rejectedTab = ({ displayName }: NewTab, cause: GraphFailure) =>
  new CharterError(
    'InvalidRequest',
    say('graph.refusedTab', "Microsoft Graph rejected the tab '{name}': {reason}", {
      name: displayName,
      reason: cause.facts.message,
    }),
    { cause },
  );

const toRejection = (tab: NewTab, error: unknown): unknown =>
  hasStatus(error, 400) ? rejectedTab(tab, error) : error;

/**
 * Installs the app of a tab that Graph rejected. Returns whether the team lacked the app.
 * @throws when the installation fails: its error if the rejection was a 400; otherwise the rejection, because a 403 or
 *   404 may have another reason
 */
async function installApp(
  { installer }: TabParts,
  { tenantId, teamId }: ChannelIds,
  { teamsAppId }: NewTab,
  rejection: GraphFailure,
): Promise<boolean> {
  try {
    return (await installer.install(tenantId, teamId, [teamsAppId])) > 0;
  } catch (error) {
    throw rejection.status === 400 ? error : rejection;
  }
}

/**
 * Creates the tab. When Graph rejects it, installs its app if the team lacks it, and tries again, because "Add tab to
 * channel" does not document the status for a missing app.
 * @throws InvalidRequest that names the tab, for example when its app supports no tabs
 */
async function postWithApp(
  parts: TabParts,
  ids: ChannelIds,
  tab: NewTab,
  attempt: CreationAttempt,
): Promise<TeamChannelTab> {
  try {
    return await post(parts, ids, tab, attempt);
  } catch (error) {
    if (!hasStatus(error, 400, 403, 404)) throw error;
    if (!(await installApp(parts, ids, tab, error))) throw toRejection(tab, error);
    // The tab may exist in spite of a 404. The next attempt looks for it before it repeats the call.
    if (error.mayHaveHappened) throw error;
  }
  try {
    return await post(parts, ids, tab, attempt);
  } catch (error) {
    throw toRejection(tab, error);
  }
}

const makingFor = (parts: TabParts, ids: ChannelIds): CreateOnceOptions<NewTab, TeamChannelTab> => ({
  tenantId: ids.tenantId,
  key: { kind: 'tab', scope: ids.channelId },
  list: () => listTabs(parts, ids),
  settlesIn: () => SLOW_SETTLE_MILLISECONDS,
  matches: ({ displayName, teamsAppId, configuration }, present) =>
    displayName === present.displayName &&
    teamsAppId === present.teamsApp.id &&
    (configuration.contentUrl ?? null) === present.configuration.contentUrl,
  assertOpen: () => parts.graphOf(ids.tenantId).assertOpen({ budget: 'writeTeams', teamId: ids.teamId }),
  make: (tab, attempt) => postWithApp(parts, ids, tab, attempt),
});

/**
 * Checks before the first call that all channels exist. A single channel needs no check: the call that creates its
 * first tab shows whether it exists.
 * @throws NotFound
 */
async function assertChannels(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  channelIds: readonly string[],
): Promise<void> {
  if (channelIds.length < 2) return;
  const asked = await parts.effects.find(tenantId, { kind: 'channel', scope: teamId });
  const made = new Set([...asked.values()].map(({ effectId }) => effectId));
  const unknown = channelIds.filter((channelId) => !made.has(channelId));
  if (unknown.length === 0) return;
  const present = new Set((await listChannels(parts, tenantId, teamId)).map(({ id }) => id));
  const missing = unknown.find((channelId) => !present.has(channelId));
  if (missing !== undefined) throw noChannel(missing);
}

/**
 * Checks that the channel is not archived, and that Graph shows it if Charter has just created it. A 404 to this read
 * proves that the tab can't be created yet. A 404 to the creation itself could follow a success, and the next attempt
 * would have to wait until that is settled. The General channel of a new team needs no check.
 */
async function assertOpenForTabs(parts: GraphParts, ids: ChannelIds): Promise<void> {
  const { tenantId, teamId, channelId } = ids;
  const isMade = await parts.effects.hasMade(tenantId, { kind: 'channel', scope: teamId }, channelId);
  if (!isMade && isNew(parts, await parts.groups.find(tenantId, teamId))) return;
  await assertChannelWritable(parts, ids);
}

async function createInChannels(
  parts: TabParts,
  tenantId: string,
  teamId: string,
  requested: readonly NewTabs[],
): Promise<TeamChannelTab[][]> {
  let isWritable = false;
  const assertTeam = async (): Promise<void> => {
    if (!isWritable) await assertTeamWritable(parts, tenantId, teamId);
    isWritable = true;
  };
  const channelIds = requested.map(({ channelId }) => channelId);
  await assertChannels(parts, tenantId, teamId, channelIds);
  const results = await parts.effects.findResults(tenantId, 'tab', channelIds);
  const made: TeamChannelTab[][] = [];
  let wait: unknown;
  for (const { channelId, tabs } of requested) {
    const ids = { tenantId, teamId, channelId };
    const present = tabs.flatMap(({ marker }) => results.get(channelId)?.get(marker) ?? []);
    const check = async (unasked: readonly NewTab[]): Promise<void> => {
      await assertTeam();
      if (unasked.length > 0) await assertOpenForTabs(parts, ids);
    };
    const make = () => createEachOnce(parts.effects, makingFor(parts, ids), tabs, check);
    if (present.length === tabs.length) {
      made.push(present as TeamChannelTab[]);
      continue;
    }
    try {
      made.push(await callAboutChannel(parts, tenantId, teamId, channelId, make));
    } catch (error) {
      // After a lost response, minutes pass until the tab can be requested again. Other channels don't wait for that.
      if (error instanceof GraphFailure || !hasCode(error, 'ServiceUnavailable')) throw error;
      wait ??= error;
    }
  }
  if (wait !== undefined) throw wait;
  await parts.copy.touch(tenantId, teamId);
  return made;
}

export function createTabs(parts: TabParts) {
  const createTabsInChannels: SuiteChannels['createTabsInChannels'] = async (tenantId, teamId, requested) => {
    const newTabs = requested.flatMap(({ tabs }) => tabs);
    assertNewTabs(newTabs);
    if (!parts.cloud.tabs && newTabs.length > 0) {
      throw invalidField(
        'teamsApp',
        say('graph.noTabs', 'Microsoft Graph has no tabs in the cloud of this organisation.'),
        'NotSupported',
      );
    }
    if (newTabs.some(({ sortOrderIndex }) => sortOrderIndex !== undefined)) {
      throw invalidField(
        'sortOrderIndex',
        say('graph.tabOrder', 'Microsoft Graph v1.0 cannot order tabs.'),
        'NotSupported',
      );
    }
    return inTeamQueue(parts, tenantId, teamId, () => createInChannels(parts, tenantId, teamId, requested));
  };

  return {
    listTabs: (tenantId, teamId, channelId) =>
      callAboutChannel(parts, tenantId, teamId, channelId, async () =>
        parts.cloud.tabs ? listSharedTabs(parts, { tenantId, teamId, channelId }) : [],
      ),
    createTabsInChannels,
    createTabs: async (tenantId, teamId, channelId, tabs) =>
      (await createTabsInChannels(tenantId, teamId, [{ channelId, tabs }])).flat(),
  } satisfies Partial<SuiteChannels>;
}
