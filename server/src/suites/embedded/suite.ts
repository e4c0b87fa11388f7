/** The embedded suite: teams, channels, people and labels kept in PostgreSQL, behaving as Microsoft Teams does. */
import { unknownAppsOf } from '../../domain/channels/store-apps.ts';
import type { KeptOrganisation } from '../../domain/directory/ports.ts';
import { type SuiteLimits, TEAMS_LIMITS } from '../../domain/teams/limits.ts';
import type { Suite, SuiteCapabilities, SuiteDeps } from '../../engine/suite.ts';
import { SuiteDatabase } from '../../kernel/suite-database.ts';
import { createActivity } from './activity.ts';
import { createChannels } from './channels.ts';
import { createLabels } from './labels.ts';
import { createChannelMembers, createTeamMembers } from './members.ts';
import { createTabs } from './tabs.ts';
import { createTeams } from './teams.ts';

export interface EmbeddedSuiteOptions {
  /** Default: the limits of Microsoft Teams. */
  limits?: Partial<SuiteLimits>;
  /** Ids of the apps that the organisation publishes itself. */
  ownApps?: readonly string[];
}

const CAPABILITIES: SuiteCapabilities = {
  sensitivityLabels: true,
  discoverySettings: true,
  membershipLimits: true,
  ownerlessTeams: true,
  messages: true,
  apps: true,
  tabs: true,
  tabOrder: true,
  recommendedChannels: true,
  freedChannelNames: true,
  sharedChannels: true,
  activityReports: true,
};

/** A ping belongs to no tenant. */
const NO_TENANT = '';

export function createEmbeddedSuite(
  { databases, directory, clock }: SuiteDeps,
  options: EmbeddedSuiteOptions = {},
): Suite & KeptOrganisation {
  const database = new SuiteDatabase(databases);
  const parts = { database, clock, limits: { ...TEAMS_LIMITS, ...options.limits } };
  const teams = createTeams(parts);
  const { saveLabels, ...labels } = createLabels(parts);
  return {
    ...directory,
    saveLabels,
    capabilities: async () => CAPABILITIES,
    notices: async () => [],
    teams: {
      ...directory.teams,
      ...teams,
      ...createTeamMembers(parts),
      unknownApps: async (_tenantId, ids) => unknownAppsOf(ids, options.ownApps ?? []),
      async removeByMarker(tenantId, marker) {
        const found = await teams.findByMarker(tenantId, marker);
        if (found !== undefined) await teams.delete(tenantId, found.team.id);
        return found !== undefined;
      },
    },
    channels: {
      ...createChannels(parts),
      ...createChannelMembers(parts),
      ...createTabs(parts),
    },
    labels,
    activity: createActivity(parts, directory),
    async ping() {
      await database.in(NO_TENANT).exists`select`;
    },
  };
}
