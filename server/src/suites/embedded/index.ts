/**
 * The embedded suite: teams, channels, tabs, members, people, groups and labels kept in PostgreSQL and
 * behaving as Microsoft Teams does, for trying the service, for tests, and for organisations without a suite.
 */
import type { Suite } from '../../domain/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { TenantDatabases } from '../../kernel/tenant-databases.ts';
import { createAdministration, type EmbeddedSuiteAdministration } from './administration.ts';
import { createChannels } from './channels.ts';
import { EmbeddedDatabase } from './database.ts';
import { createLabels } from './labels.ts';
import { type SuiteLimits, TEAMS_LIMITS } from './limits.ts';
import { findOrganisation } from './organisation.ts';
import type { EmbeddedSuiteTables } from './tables.ts';
import { createTabs } from './tabs.ts';
import { createTeams } from './teams.ts';
import { createUsers } from './users.ts';

export type { EmbeddedSuiteAdministration } from './administration.ts';

export interface EmbeddedSuiteOptions {
  /** Instead of those of Microsoft Teams. */
  limits?: Partial<SuiteLimits>;
}

export function createEmbeddedSuite(
  databases: TenantDatabases<EmbeddedSuiteTables>,
  clock: Clock,
  options: EmbeddedSuiteOptions = {},
): Suite & EmbeddedSuiteAdministration {
  const database = new EmbeddedDatabase(databases);
  const limits = { ...TEAMS_LIMITS, ...options.limits };
  return {
    teams: createTeams(database, clock, limits),
    channels: { ...createChannels(database, clock, limits), ...createTabs(database, clock, limits) },
    users: createUsers(database),
    labels: createLabels(database),
    organisation: (tenantId) => findOrganisation(database, tenantId),
    ping: async () => void (await findOrganisation(database, '')),
    ...createAdministration(database),
  };
}
