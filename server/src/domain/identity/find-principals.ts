/** Finds people and registered apps by the ids that roles are assigned to. */
import { findById } from '../directory/find-people.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import type { AppStore } from './ports.ts';

export interface FindPrincipalsDeps {
  suite: { users: Pick<SuiteUsers, 'resolve'> };
  apps: Pick<AppStore, 'list'>;
}

export interface FoundPrincipal {
  id: string;
  kind: 'user' | 'app';
  displayName: string;
}

/** Returns the principals in the order of the ids; undefined for unknown ids. */
export async function findPrincipals(
  { suite, apps }: FindPrincipalsDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<(FoundPrincipal | undefined)[]> {
  const [people, registered] = await Promise.all([findById(suite.users, tenantId, ids), apps.list(tenantId)]);
  const appNames = new Map(registered.map(({ appId, displayName }) => [appId, displayName]));
  return ids.map((id, index) => {
    const person = people[index];
    if (person !== undefined) return { id, kind: 'user', displayName: person.displayName };
    const appName = appNames.get(id);
    return appName === undefined ? undefined : { id, kind: 'app', displayName: appName };
  });
}
