/** The embedded suite: teams, channels, people and labels stored in PostgreSQL, behaving as Microsoft Teams does. */

import { unknownAppsOf } from '../../domain/channels/store-apps.ts';
import { capabilitiesOf } from '../../domain/contents/suite-rules.ts';
import type { WritableOrganisation } from '../../domain/directory/ports.ts';
import { type SuiteLimits, TEAMS_LIMITS } from '../../domain/teams/limits.ts';
import type { SuiteActivity } from '../../domain/teams/suite.ts';
import type { StoredDirectory, Suite, SuiteCapabilities, SuiteDeps } from '../../engine/suite.ts';
import { columns, dateTime, text } from '../../kernel/columns.ts';
import { sql } from '../../kernel/sql.ts';
import { SuiteDatabase } from '../../kernel/suite-database.ts';
import { createChannels } from './channels.ts';
import { createContents } from './contents.ts';
import { createItems } from './items.ts';
import { createLabels } from './labels.ts';
import { createChannelMembers, createTeamMembers } from './members.ts';
import type { SuiteParts } from './parts.ts';
import { createTabs } from './tabs.ts';
import { createTeams } from './teams.ts';

const latest = (table: string, column: string) => sql`
  (select max(a.${sql.ref(column)}) from ${sql.table(`embedded_suite.${table}`)} a
    where a.tenant_id = t.tenant_id and a.team_id = t.team_id)`;

const IN_CHANNELS = columns({
  teamId: text('t.team_id'),
  // `greatest` ignores null: rows of earlier releases have no times.
  at: dateTime<string | null>(sql`
    greatest(${latest('channel_members', 'added_at')}, ${latest('channels', 'created_at')},
      ${latest('tabs', 'created_at')}, ${latest('messages', 'created_at')})`),
});

/**
 * Reads the latest activity in teams. Each row stores its own time, so recording activity needs no extra write. The
 * query of a lifecycle run combines the times.
 */
const createActivityReads = (
  { database }: SuiteParts,
  { activity }: Pick<StoredDirectory, 'activity'>,
): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const [teams, inChannels] = await Promise.all([
      activity.of(tenantId, teamIds),
      all(IN_CHANNELS)`
        select ${IN_CHANNELS} from directory.teams t
         where t.tenant_id = ${tenant} and t.team_id = any (${teamIds}::text[])`,
    ]);
    const times = new Map(inChannels.map(({ teamId, at }) => [teamId, at ?? '']));
    return teams.map((team) => {
      const at = times.get(team.teamId) ?? '';
      return at > team.lastActivityDateTime ? { ...team, lastActivityDateTime: at } : team;
    });
  },
});

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
  siteReadOnly: true,
  files: true,
  planNotes: true,
  contentUsage: true,
  signIns: true,
};

/** A ping belongs to no tenant. */
const NO_TENANT = '';

export function createEmbeddedSuite(
  { databases, directory, clock }: SuiteDeps,
  options: EmbeddedSuiteOptions = {},
): Suite & WritableOrganisation {
  const database = new SuiteDatabase(databases);
  const { ownApps = [] } = options;
  const parts = { database, clock, limits: { ...TEAMS_LIMITS, ...options.limits }, ownApps };
  const teams = createTeams(parts);
  const { saveLabels, ...labels } = createLabels(parts);
  const capabilities = { ...CAPABILITIES, ...capabilitiesOf(createItems(parts)) };
  return {
    ...directory,
    saveLabels,
    capabilities: async () => capabilities,
    notices: async () => [],
    teams: {
      ...directory.teams,
      ...teams,
      ...createTeamMembers(parts),
      unknownApps: async (_tenantId, ids) => unknownAppsOf(ids, ownApps),
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
    contents: createContents(parts),
    labels,
    activity: createActivityReads(parts, directory),
    async ping() {
      await database.in(NO_TENANT).exists`select`;
    },
  };
}
