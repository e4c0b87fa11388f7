/**
 * The latest activity in a team. Each row keeps its own time, so that activity costs no extra write. The query of a
 * lifecycle run combines the times.
 */
import type { SuiteActivity, TeamActivity } from '../../domain/teams/suite.ts';
import { asDateTime } from '../../kernel/suite-database.ts';
import type { SuiteParts } from './parts.ts';

const latest = (table: string, column: string): string =>
  `(select max(a.${column}) from embedded_suite.${table} a where a.tenant_id = $1 and a.team_id = t.team_id)`;

/** `greatest` ignores null: rows of earlier releases have no times. */
const OF = `
  select t.team_id as "teamId", t.display_name as "displayName", t.is_archived as "isArchived",
         ${asDateTime('last_activity.at')} as "lastActivityDateTime",
         array(
           select m.user_id
             from embedded_suite.team_members m
             join embedded_suite.users u on u.tenant_id = $1 and u.user_id = m.user_id
            where m.tenant_id = $1 and m.team_id = t.team_id and m.role = 'owner' and u.account_enabled
            order by m.user_id) as "ownerIds"
    from embedded_suite.teams t
   cross join lateral (
     select greatest(t.created_at, t.changed_at, ${latest('team_members', 'added_at')},
              ${latest('channel_members', 'added_at')}, ${latest('channels', 'created_at')},
              ${latest('tabs', 'created_at')}, ${latest('messages', 'created_at')}) as at
   ) last_activity
   where t.tenant_id = $1 and t.team_id = any ($2::text[])`;

export const createActivity = ({ database }: SuiteParts): SuiteActivity => ({
  of: async (tenantId, teamIds) =>
    teamIds.length === 0 ? [] : database.read<TeamActivity>(OF, tenantId, teamIds),
});
