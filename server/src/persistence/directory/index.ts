/** The directory in the database (engine/suite.ts). */
import type { SuiteDeps } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SuiteDatabase, type SuiteDatabases } from '../../kernel/suite-database.ts';
import { createAdministration } from './administration.ts';
import { findOrganisation, storedGroups, storedUsers } from './people.ts';
import { storedActivity, storedTeams } from './teams.ts';

export function suiteDeps(databases: SuiteDatabases, clock: Clock): SuiteDeps {
  const database = new SuiteDatabase(databases);
  return {
    databases,
    directory: {
      ...createAdministration(database),
      users: storedUsers(database),
      groups: storedGroups(database),
      teams: storedTeams(database),
      activity: storedActivity(database),
      organisation: (tenantId) => findOrganisation(database, tenantId),
    },
    clock,
  };
}
