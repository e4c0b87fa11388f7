/** The latest activity in a team, by its own times and those of its members. */
import type { SuiteActivity, TeamActivity } from '../../domain/teams/suite.ts';
import { asDateTime, type SuiteDatabase } from '../../kernel/suite-database.ts';

/** `greatest` ignores null: rows without a known change have no times. */
const OF = `
  select t.team_id as "teamId", t.display_name as "displayName", t.is_archived as "isArchived",
         ${asDateTime('last_activity.at')} as "lastActivityDateTime",
         array(
           select m.user_id
             from directory.team_members m
             join directory.users u on u.tenant_id = $1 and u.user_id = m.user_id
            where m.tenant_id = $1 and m.team_id = t.team_id and m.role = 'owner' and u.account_enabled
            order by m.user_id) as "ownerIds"
    from directory.teams t
   cross join lateral (
     select greatest(t.created_at, t.changed_at,
              (select max(m.added_at) from directory.team_members m
                where m.tenant_id = $1 and m.team_id = t.team_id)) as at
   ) last_activity
   where t.tenant_id = $1 and t.team_id = any ($2::text[])`;

export const storedActivity = (database: SuiteDatabase): SuiteActivity => ({
  of: async (tenantId, teamIds) =>
    teamIds.length === 0 ? [] : database.read<TeamActivity>(OF, tenantId, teamIds),
});
