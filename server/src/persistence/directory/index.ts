/** The directory in the database (engine/suite.ts). */
import type { StoredDirectory, SuiteDeps } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SuiteDatabase, type SuiteDatabases } from '../../kernel/suite-database.ts';
import { storedActivity } from './activity.ts';
import { createAdministration } from './administration.ts';
import { storedGroups } from './groups.ts';
import { storedMembers } from './members.ts';
import { findOrganisation, storedUsers } from './people.ts';
import { storedTeams } from './team-lists.ts';

function openDirectory(databases: SuiteDatabases): StoredDirectory {
  const database = new SuiteDatabase(databases);
  return {
    ...createAdministration(database),
    users: storedUsers(database),
    groups: storedGroups(database),
    teams: { ...storedTeams(database), ...storedMembers(database) },
    activity: storedActivity(database),
    organisation: (tenantId) => findOrganisation(database, tenantId),
  };
}

export const suiteDeps = (databases: SuiteDatabases, clock: Clock): SuiteDeps => ({
  databases,
  directory: openDirectory(databases),
  clock,
});
