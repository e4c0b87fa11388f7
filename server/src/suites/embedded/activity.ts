/**
 * The latest activity in a team. Each row keeps its own time, so that activity costs no extra write. The daily
 * question combines the times.
 */
import type { SuiteActivity, TeamActivity } from '../../domain/teams/suite.ts';
import type { EmbeddedDatabase } from './database.ts';

/** `greatest` ignores null: rows of earlier releases have no times. */
const OF = `
  select t.team_id, t.display_name, t.is_archived,
         greatest(t.created_at, t.changed_at,
           (select max(m.added_at) from embedded_suite.team_members m
             where m.tenant_id = $1 and m.team_id = t.team_id),
           (select max(m.added_at) from embedded_suite.channel_members m
             where m.tenant_id = $1 and m.team_id = t.team_id),
           (select max(c.created_at) from embedded_suite.channels c
             where c.tenant_id = $1 and c.team_id = t.team_id),
           (select max(b.created_at) from embedded_suite.tabs b
             where b.tenant_id = $1 and b.team_id = t.team_id),
           (select max(p.created_at) from embedded_suite.messages p
             where p.tenant_id = $1 and p.team_id = t.team_id)) as last_activity_at,
         array(
           select m.user_id
             from embedded_suite.team_members m
             join embedded_suite.users u on u.tenant_id = $1 and u.user_id = m.user_id
            where m.tenant_id = $1 and m.team_id = t.team_id and m.role = 'owner' and u.account_enabled
            order by m.user_id) as owner_ids
    from embedded_suite.teams t
   where t.tenant_id = $1 and t.team_id = any ($2::text[])`;

/** Sets the team's time, and moves later times in the team back to it. */
const RECORD = `
  with item as materialized (
    select team_id, at from json_to_recordset($2::json) as i(team_id text, at timestamptz)
  ),
  members as (
    update embedded_suite.team_members m set added_at = item.at from item
     where m.tenant_id = $1 and m.team_id = item.team_id and m.added_at > item.at
  ),
  channel_members as (
    update embedded_suite.channel_members m set added_at = item.at from item
     where m.tenant_id = $1 and m.team_id = item.team_id and m.added_at > item.at
  ),
  channels as (
    update embedded_suite.channels c set created_at = item.at from item
     where c.tenant_id = $1 and c.team_id = item.team_id and c.created_at > item.at
  ),
  tabs as (
    update embedded_suite.tabs b set created_at = item.at from item
     where b.tenant_id = $1 and b.team_id = item.team_id and b.created_at > item.at
  ),
  messages as (
    update embedded_suite.messages p set created_at = item.at from item
     where p.tenant_id = $1 and p.team_id = item.team_id and p.created_at > item.at
  )
  update embedded_suite.teams t set created_at = least(t.created_at, item.at), changed_at = item.at
    from item where t.tenant_id = $1 and t.team_id = item.team_id`;

interface ActivityRow {
  team_id: string;
  display_name: string;
  is_archived: boolean;
  last_activity_at: Date;
  owner_ids: string[];
}

const toActivity = (row: ActivityRow): TeamActivity => ({
  teamId: row.team_id,
  displayName: row.display_name,
  isArchived: row.is_archived,
  lastActivityDateTime: row.last_activity_at.toISOString(),
  ownerIds: row.owner_ids,
});

export const createActivity = (database: EmbeddedDatabase): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length === 0) return [];
    const rows = await database.read<ActivityRow>(tenantId, OF, [tenantId, teamIds]);
    return rows.map(toActivity);
  },
});

/** The recorded time of the latest activity in a team. */
export interface RecordedActivity {
  teamId: string;
  at: Date;
}

/** Sets the latest activity of each team to `at`. */
export async function recordActivity(
  database: EmbeddedDatabase,
  tenantId: string,
  activity: readonly RecordedActivity[],
): Promise<void> {
  const items = JSON.stringify(activity.map(({ teamId, at }) => ({ team_id: teamId, at })));
  await database.write(tenantId, RECORD, [tenantId, items]);
}
