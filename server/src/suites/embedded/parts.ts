/** SQL fragments, columns, ids and URL paths that the modules of the suite share. */
import { randomBytes } from 'node:crypto';
import type { SuiteLimits } from '../../domain/teams/limits.ts';
import type { SuiteTeam, Team, TeamSettings } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import { columns, converted, text } from '../../kernel/columns.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import type { SuiteDatabase } from '../../kernel/suite-database.ts';

export interface SuiteParts {
  database: SuiteDatabase;
  clock: Clock;
  limits: SuiteLimits;
  /** Ids of the organisation's own apps. */
  ownApps: readonly string[];
}

/** A timestamp in JSON, as API responses show it: RFC 3339, UTC, with milliseconds. */
export const asDateTime = (column: string): Sql =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `specialization` is always `none`: Graph's other values are for schools and healthcare. */
export const TEAM = columns<SuiteTeam>(
  {
    // PostgreSQL builds json faster than jsonb, which it sorts and merges.
    team: converted(
      sql`
      json_build_object(
        'id', t.team_id, 'createdDateTime', ${asDateTime('t.created_at')}, 'displayName', t.display_name,
        'description', t.description, 'internalId', t.internal_id, 'classification', t.classification,
        'specialization', 'none', 'visibility', t.visibility, 'webUrl', t.web_url, 'isArchived', t.is_archived,
        'isMembershipLimitedToOwners', t.is_membership_limited_to_owners, 'settings', t.settings)`,
      (row) => {
        const { settings, ...team } = row as Omit<Team, keyof TeamSettings> & { settings: TeamSettings };
        return { ...team, ...settings };
      },
    ),
    version: text(),
    mailNickname: text(),
    sensitivityLabelId: text(),
  },
  't',
);

/** Returns a runner for the tenant's statements, with SQL fragments about one team. */
export function inTeam(database: SuiteDatabase, tenantId: string, teamId: string) {
  const run = database.in(tenantId);
  const team = sql.val(teamId);
  /** The condition that selects the rows of the team from a table, by its alias in the code. */
  const of = (alias: string): Sql =>
    sql`${sql.raw(`${alias}.tenant_id`)} = ${run.tenant} and ${sql.raw(`${alias}.team_id`)} = ${team}`;
  /** Locks the team against archiving and deletion until the statement's transaction ends. */
  const heldTeam = (): Sql => sql`
    team as materialized (select t.is_archived from directory.teams t where ${of('t')} for share)`;
  return { ...run, team, of, heldTeam };
}

/** Returns the id of a channel's thread, `19:<32 hex digits>@thread.tacv2`. General's id is the team's internalId. */
export const newChannelId = (): string => `19:${randomBytes(16).toString('hex')}@thread.tacv2`;

/**
 * Path of a team's page, below `https://teams.<the organisation's default domain>`. Teams has
 * `/l/team/<thread>/conversations?groupId=…&tenantId=…` (Microsoft Graph, team: webUrl).
 */
export const teamPath = (tenantId: string, teamId: string, internalId: string): string =>
  `/l/team/${encodeURIComponent(internalId)}/conversations?${new URLSearchParams({ groupId: teamId, tenantId })}`;

/** Path of a tab's page (Microsoft Graph, teamsTab: webUrl). */
export function tabPath(tenantId: string, teamId: string, channelId: string, tabId: string): string {
  const tab = encodeURIComponent(`tab::${tabId}`);
  const query = new URLSearchParams({ groupId: teamId, tenantId });
  return `/l/channel/${encodeURIComponent(channelId)}/${tab}?${query}`;
}
