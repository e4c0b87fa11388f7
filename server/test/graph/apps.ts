/** Apps of the catalog, and those installed in a team. */
import type { TeamsApp, TeamsAppInstallation } from '@microsoft/microsoft-graph-types';
import { conflict, notFound } from './errors.ts';
import { collectionResponse, type Entity, project, type QueryRules } from './odata.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import { boundId, checkBody, type Fields, text } from './shapes.ts';
import { findTeam } from './team-entity.ts';
import { rejectArchived } from './teams.ts';
import type { StoredTeam } from './tenant.ts';

const READ = [
  'TeamsAppInstallation.ReadForTeam.All',
  'TeamsAppInstallation.ReadWriteForTeam.All',
  'TeamsAppInstallation.ReadWriteAndConsentForTeam.All',
  'TeamsAppInstallation.ReadWriteSelfForTeam.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
const WRITE = [
  'TeamsAppInstallation.ReadWriteForTeam.All',
  'TeamsAppInstallation.ReadWriteAndConsentForTeam.All',
  'TeamsAppInstallation.ReadWriteSelfForTeam.All',
  'Group.ReadWrite.All',
  'Directory.ReadWrite.All',
];

const CATALOG: QueryRules = {
  type: 'teamsApp',
  properties: [
    'id',
    'displayName',
    'distributionMethod',
    'externalId',
  ] as const satisfies readonly (keyof TeamsApp)[],
  options: ['$select', '$filter', '$expand', '$top'],
};

const INSTALLED: QueryRules = {
  type: 'teamsAppInstallation',
  properties: [
    'id',
    'teamsApp',
    'teamsAppDefinition',
  ] as const satisfies readonly (keyof TeamsAppInstallation)[],
  options: ['$select', '$filter', '$expand'],
};

const INSTALLATION: Fields<TeamsAppInstallation> = {
  '@odata.type': text(),
  'teamsApp@odata.bind': text(),
};

export function installApp(call: Call, team: StoredTeam, appId: string): TeamsAppInstallation {
  if (!call.tenant.catalog.has(appId)) throw notFound(`The app ${appId}`);
  if (team.apps.has(appId)) throw conflict('The app is already installed in the team.');
  const id = Buffer.from(`${team.team.id}##${appId}`).toString('base64');
  const installation = { id, appId, visibleAt: call.visibleAt('app') };
  team.apps.set(appId, installation);
  return installation;
}

/** `teamsApp` and `teamsAppDefinition` are relations, returned with `$expand`. */
function installations(call: Call, team: StoredTeam): Entity[] {
  const expand = call.query.parameters.get('$expand')?.split(',') ?? [];
  const seen = [...team.apps.values()].filter((installed) => isSeen(installed, call.now));
  return seen.map(({ id, appId }) => {
    const app = call.tenant.catalog.get(appId);
    return {
      id,
      teamsApp: app,
      ...(expand.includes('teamsAppDefinition')
        ? { teamsAppDefinition: { teamsAppId: appId, displayName: app?.displayName, version: '1.0.0' } }
        : {}),
    };
  });
}

function findInstallation(call: Call) {
  const { team } = findTeam(call);
  const found = [...team.apps.values()].find(({ id }) => id === call.parameters.installation);
  if (found === undefined) throw notFound('The installed app');
  return { team, found };
}

const contextOf = (call: Call): string =>
  `${call.url}/$metadata#teams('${call.parameters.team}')/installedApps`;

export const appRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/appCatalogs/teamsApps',
    permissions: ['AppCatalog.Read.All', 'AppCatalog.ReadWrite.All'],
    budgets: ['teamsGet'],
    handle(call) {
      const apps = [...call.tenant.catalog.values()].map((app) => ({ ...app }));
      return ok(collectionResponse(apps, call.query, CATALOG, `${call.url}/$metadata#appCatalogs/teamsApps`));
    },
  },
  {
    method: 'GET',
    path: '/teams/{team}/installedApps',
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      const { team } = findTeam(call);
      const expand = call.query.parameters.get('$expand') ?? '';
      const answer = collectionResponse(installations(call, team), call.query, INSTALLED, contextOf(call));
      answer.value = (answer.value as Entity[]).map((entity) => {
        const shown = project(entity, call.query, INSTALLED);
        if (!/\bteamsApp\b/.test(expand)) delete shown.teamsApp;
        if (!/\bteamsAppDefinition\b/.test(expand)) delete shown.teamsAppDefinition;
        return shown;
      });
      return ok(answer);
    },
  },
  {
    method: 'POST',
    path: '/teams/{team}/installedApps',
    permissions: WRITE,
    budgets: ['teamsPost', 'oneTeam'],
    handle(call) {
      const { team } = findTeam(call);
      const body = checkBody(call.body, 'teamsAppInstallation', INSTALLATION, ['teamsApp@odata.bind']);
      rejectArchived(team);
      const { id } = installApp(call, team, boundId(body['teamsApp@odata.bind'], 'teamsApps'));
      return created({ '@odata.context': `${contextOf(call)}/$entity`, id });
    },
  },
  {
    method: 'DELETE',
    path: '/teams/{team}/installedApps/{installation}',
    permissions: WRITE,
    budgets: ['teamsDelete', 'oneTeam'],
    handle(call) {
      const { team, found } = findInstallation(call);
      team.apps.delete(found.appId);
      return noContent;
    },
  },
];
