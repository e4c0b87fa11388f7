/** The embedded suite: teams, channels, people and labels kept in PostgreSQL, behaving as Microsoft Teams does. */
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createActivity } from './activity.ts';
import { createAdministration, type EmbeddedSuiteAdministration } from './administration.ts';
import { createChannels } from './channels.ts';
import { EmbeddedDatabase, type SuiteDatabases } from './database.ts';
import { createLabels } from './labels.ts';
import { type SuiteLimits, TEAMS_LIMITS } from './limits.ts';
import { createChannelMembers, createTeamMembers } from './members.ts';
import { createMessages } from './messages.ts';
import { createTabs } from './tabs.ts';
import { createTeamChanges } from './team-changes.ts';
import { createTeams } from './teams.ts';
import { createUsers, findOrganisation } from './users.ts';

export type {
  DirectoryGroup,
  DirectoryUser,
  EmbeddedSuiteAdministration,
  PublishedLabel,
  TeamPicture,
} from './administration.ts';
export type { SuiteLimits } from './limits.ts';
export type { PostedMessage } from './messages.ts';

export interface EmbeddedSuiteOptions {
  /** Default: the limits of Microsoft Teams. */
  limits?: Partial<SuiteLimits>;
}

/** A ping belongs to no tenant. */
const NO_TENANT = '';

export function createEmbeddedSuite(
  databases: SuiteDatabases,
  clock: Clock,
  options: EmbeddedSuiteOptions = {},
): Suite & EmbeddedSuiteAdministration {
  const database = new EmbeddedDatabase(databases);
  const limits = { ...TEAMS_LIMITS, ...options.limits };
  return {
    ...createAdministration(database),
    teams: {
      ...createTeams(database, clock),
      ...createTeamChanges(database, clock, limits),
      ...createTeamMembers(database, clock, limits),
    },
    channels: {
      ...createChannels(database, clock, limits),
      ...createChannelMembers(database, clock, limits),
      ...createTabs(database, clock),
      ...createMessages(database, clock, limits),
    },
    users: createUsers(database),
    labels: createLabels(database),
    activity: createActivity(database),
    organisation: (tenantId) => findOrganisation(database, tenantId),
    async ping() {
      await database.read(NO_TENANT, 'select 1', []);
    },
  };
}
