/** Tabs of a channel. Graph accepts two equal tabs. */
import type { TeamsTab, TeamsTabConfiguration } from '@microsoft/microsoft-graph-types';
import { badRequest, notFound } from './errors.ts';
import { collectionResponse, type Entity, project, type QueryRules } from './odata.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import { type Body, boundId, checkBody, type Fields, name, record, text } from './shapes.ts';
import { findChannel } from './team-entity.ts';
import { rejectArchived } from './teams.ts';
import type { StoredChannel, StoredTab, StoredTeam } from './tenant.ts';

const READ = [
  'TeamsTab.Read.All',
  'TeamsTab.ReadWrite.All',
  'TeamsTab.ReadWriteForTeam.All',
  'TeamsTab.ReadWriteSelfForTeam.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
const WRITE = [
  'TeamsTab.ReadWrite.All',
  'TeamsTab.ReadWriteForTeam.All',
  'TeamsTab.ReadWriteSelfForTeam.All',
  'Group.ReadWrite.All',
  'Directory.ReadWrite.All',
];

const UPDATABLE: Fields<TeamsTab> = {
  '@odata.type': text(),
  displayName: name(128),
  configuration: record<TeamsTabConfiguration>('teamsTabConfiguration', {
    '@odata.type': text(),
    contentUrl: text(4096),
    entityId: text(4096),
    removeUrl: text(4096),
    websiteUrl: text(4096),
  }),
};
export const TAB: Fields<TeamsTab> = { ...UPDATABLE, 'teamsApp@odata.bind': text() };

const RULES: QueryRules = {
  type: 'teamsTab',
  properties: [
    'id',
    'displayName',
    'webUrl',
    'configuration',
    'teamsApp',
  ] as const satisfies readonly (keyof TeamsTab)[],
  options: ['$select', '$filter', '$expand'],
};

const NO_CONFIGURATION = { entityId: null, contentUrl: null, websiteUrl: null, removeUrl: null };

export function addTab(call: Call, team: StoredTeam, channel: StoredChannel, body: Body): StoredTab {
  const appId = boundId(body['teamsApp@odata.bind'], 'teamsApps');
  const isBuiltIn = call.tenant.catalog.get(appId)?.distributionMethod === 'store';
  if (!call.tenant.catalog.has(appId)) throw notFound(`The app ${appId}`);
  if (!isBuiltIn && !team.apps.has(appId)) throw badRequest('The app must be installed in the team first.');
  const displayName = body.displayName as string;
  const id = call.tenant.newId('tab', channel.id, displayName);
  const stored: StoredTab = {
    id,
    appId,
    tab: {
      id,
      displayName,
      configuration: { ...NO_CONFIGURATION, ...(body.configuration as object) },
      webUrl: `https://teams.microsoft.com/l/entity/${encodeURIComponent(appId)}/_djb2_msteams_prefix_${id}?label=${encodeURIComponent(displayName)}`,
    },
    createdAt: call.now.getTime(),
    visibleAt: call.visibleAt('tab'),
  };
  channel.tabs.set(id, stored);
  return stored;
}

/** Returns the tab. `teamsApp` is a relation, returned only with `$expand=teamsApp`. */
function tabAnswer(call: Call, stored: StoredTab): Entity {
  const expand = call.query.parameters.get('$expand');
  if (expand !== null && expand !== 'teamsApp') throw badRequest(`Could not expand '${expand}'.`);
  const names = RULES.properties.filter((one) => one !== 'teamsApp');
  const entity = project({ ...stored.tab }, call.query, { ...RULES, defaults: names });
  if (expand === 'teamsApp') entity.teamsApp = call.tenant.catalog.get(stored.appId);
  return entity;
}

const contextOf = (call: Call, suffix: string): string =>
  `${call.url}/$metadata#teams('${call.parameters.team}')/channels('${call.parameters.channel}')/tabs${suffix}`;

function findTab(call: Call) {
  const found = findChannel(call);
  const tab = found.channel.tabs.get(call.parameters.tab!);
  if (tab === undefined || !isSeen(tab, call.now)) throw notFound('The tab');
  return { ...found, tab };
}

const PATH = '/teams/{team}/channels/{channel}/tabs';

export const tabRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: PATH,
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      const { channel } = findChannel(call);
      const seen = [...channel.tabs.values()].filter((tab) => isSeen(tab, call.now));
      const byId = new Map(seen.map((tab) => [tab.id, tab]));
      const page = collectionResponse(
        seen.map(({ tab }) => ({ ...tab })),
        call.query,
        { ...RULES, properties: RULES.properties },
        contextOf(call, ''),
      );
      page.value = (page.value as Entity[]).map(({ id }) =>
        tabAnswer(call, byId.get(id as string) as StoredTab),
      );
      return ok(page);
    },
  },
  {
    method: 'POST',
    path: PATH,
    permissions: ['TeamsTab.Create', ...WRITE],
    budgets: ['teamsPost', 'oneTeam'],
    handle(call) {
      const { team, channel } = findChannel(call);
      const body = checkBody<TeamsTab>(call.body, 'teamsTab', TAB, ['displayName', 'teamsApp@odata.bind']);
      rejectArchived(team, channel);
      const stored = addTab(call, team, channel, body);
      return created({ '@odata.context': contextOf(call, '/$entity'), ...stored.tab });
    },
  },
  {
    method: 'GET',
    path: `${PATH}/{tab}`,
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle: (call) =>
      ok({ '@odata.context': contextOf(call, '/$entity'), ...tabAnswer(call, findTab(call).tab) }),
  },
  {
    method: 'PATCH',
    path: `${PATH}/{tab}`,
    permissions: WRITE,
    budgets: ['teamsPatch', 'oneTeam'],
    handle(call) {
      const { team, channel, tab } = findTab(call);
      const { '@odata.type': _, ...given } = checkBody<TeamsTab>(call.body, 'teamsTab', UPDATABLE);
      rejectArchived(team, channel);
      Object.assign(tab.tab, given);
      return ok({ '@odata.context': contextOf(call, '/$entity'), ...tab.tab });
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/{tab}`,
    permissions: WRITE,
    budgets: ['teamsDelete', 'oneTeam'],
    handle(call) {
      const { team, channel, tab } = findTab(call);
      rejectArchived(team, channel);
      tab.deletedAt = call.now.getTime();
      return noContent;
    },
  },
];
