/** Checks the Teams apps that a manifest names against the suite's catalogue. */
import type { Suite } from '../../engine/suite.ts';
import { say } from '../../kernel/messages.ts';
import { documentOf, isJsonObject, type ManifestSource, pathOf } from './document.ts';
import type { ManifestProblem } from './limits.ts';
import { isAppId, teamsAppIdOf } from './manifest-values.ts';

const STRUCTURE = 'initialization.structure';

interface NamedApp {
  path: string;
  id: string;
}

const itemsOf = (value: unknown, key: string): unknown[] => {
  const items = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(items) ? items : [];
};

function appIdOf(item: unknown): string | undefined {
  if (isAppId(item)) return item;
  return isJsonObject(item) ? teamsAppIdOf(item) : undefined;
}

/** Lists the apps of tabs and the installed ones, with their places in the document. */
function namedApps(source: ManifestSource): NamedApp[] {
  const { initialization } = documentOf(source);
  const structure = isJsonObject(initialization) ? initialization.structure : undefined;
  const read = (path: string, items: unknown[]): NamedApp[] =>
    items.flatMap((item, index) => {
      const id = appIdOf(item);
      return id === undefined ? [] : [{ path: pathOf(path, index), id }];
    });
  return [
    ...itemsOf(structure, 'channels').flatMap((channel, index) =>
      read(`${STRUCTURE}.channels[${index}].tabs`, itemsOf(channel, 'tabs')),
    ),
    ...read(`${STRUCTURE}.installedApps`, itemsOf(structure, 'installedApps')),
  ];
}

/** Names each app that is not in the catalogue. A team can't be built with it. */
export async function checkApps(
  { teams }: { teams: Pick<Suite['teams'], 'unknownApps'> },
  tenantId: string,
  source: ManifestSource,
): Promise<ManifestProblem[]> {
  const named = namedApps(source);
  if (named.length === 0) return [];
  const unknown = new Set(await teams.unknownApps(tenantId, [...new Set(named.map(({ id }) => id))]));
  return named
    .filter(({ id }) => unknown.has(id))
    .map(({ path, id }) => ({
      path,
      ...say('manifest.appMissing', "The app '{id}' is not in the catalogue of Teams apps.", { id }),
    }));
}
