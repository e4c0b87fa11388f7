/** Teams apps: the catalogue, and the apps that are installed in a team. */
import type { TeamsApp as GraphApp, TeamsAppInstallation } from '@microsoft/microsoft-graph-types';
import { LRUCache } from 'lru-cache';
import type { TeamsApp } from '../../../domain/channels/model.ts';
import { assertAppIds } from '../../../domain/channels/suite-rules.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { hasStatus } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import { aboutTeam, assertWritable } from '../mirror/about-team.ts';
import type { GraphParts } from './parts.ts';
import { inTurn } from './turns.ts';

/** Time for which an app's name from the catalogue is cached. */
const KEPT_MILLISECONDS = 60 * 60_000;

/**
 * Apps for tabs that every team has, although some catalogues do not list them ("Configuring the built-in tab
 * types").
 */
const BUILT_IN = /^com\.microsoft(stream)?\./;

export const toApp = ({ id, externalId, displayName, distributionMethod }: GraphApp): TeamsApp => ({
  id: id!,
  externalId: externalId ?? null,
  displayName: displayName ?? id!,
  distributionMethod: distributionMethod ?? 'store',
});

const unknownApp = (id: string) =>
  invalidField(
    'teamsApp.id',
    say('graph.unknownApp', "No app with the id '{id}' is in the catalogue of this organisation.", { id }),
    'UnknownApp',
  );

/** Returns a function that reads an app from the catalogue and caches it. Its result is undefined for an unknown app. */
export function createCatalogue(graphOf: GraphParts['graphOf']) {
  const apps = new LRUCache<string, TeamsApp>({ max: 1_000, ttl: KEPT_MILLISECONDS });
  return async (tenantId: string, appId: string): Promise<TeamsApp | undefined> => {
    const key = `${tenantId} ${appId}`;
    const kept = apps.get(key);
    if (kept !== undefined) return kept;
    const path = `/appCatalogs/teamsApps?$filter=${at`id eq '${appId}'`}`;
    try {
      const [found] = await graphOf(tenantId).list<GraphApp>(path, { budget: 'readTeams' });
      if (found === undefined && !BUILT_IN.test(appId)) return undefined;
      const app = toApp(found ?? { id: appId });
      apps.set(key, app);
      return app;
    } catch (error) {
      // Without the permission for the catalogue, tabs have no app names.
      if (hasStatus(error, 403)) return toApp({ id: appId });
      throw error;
    }
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;

/** @throws InvalidRequest for an unknown app */
export async function knownApp(appOf: Catalogue, tenantId: string, appId: string): Promise<TeamsApp> {
  const app = await appOf(tenantId, appId);
  if (app === undefined) throw unknownApp(appId);
  return app;
}

/** Installs apps in teams, and lists the installed ones. */
export function createInstaller({ graphOf }: Pick<GraphParts, 'graphOf'>, appOf: Catalogue) {
  const list = async (tenantId: string, teamId: string): Promise<string[]> => {
    const path = `${at`/teams/${teamId}/installedApps`}?$expand=teamsApp`;
    const turn = { budget: 'readTeams', teamId } as const;
    const installed = await graphOf(tenantId).list<TeamsAppInstallation>(path, turn);
    return installed.map(({ teamsApp }) => teamsApp?.id).filter((id) => id != null);
  };

  /** Installs one app. Graph answers 409 when it is installed already. */
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
      if (!hasStatus(error, 409)) throw error;
    }
  }

  return {
    list,
    /**
     * Installs those of the apps that are missing, and returns their number.
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
export type Installer = ReturnType<typeof createInstaller>;

export const createApps = (parts: GraphParts, installer: Installer, appOf: Catalogue) =>
  ({
    async unknownApps(tenantId, ids) {
      const found = await Promise.all(ids.map((id) => appOf(tenantId, id)));
      return ids.filter((_, index) => found[index] === undefined);
    },

    listInstalledApps: (tenantId, teamId) =>
      aboutTeam(parts, tenantId, teamId, async () =>
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
      await inTurn(parts, tenantId, teamId, async () => {
        await assertWritable(parts, tenantId, teamId);
        await aboutTeam(parts, tenantId, teamId, () => installer.install(tenantId, teamId, appIds));
      });
    },
  }) satisfies Partial<SuiteTeams>;
