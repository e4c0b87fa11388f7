/**
 * Membership of teams. Adding promotes and never demotes; guests stay guests (Microsoft Graph, "Add member to
 * team": a guest cannot be an owner).
 */
import type { NewMember, SuiteTeams } from '../../domain/suite.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import { invalidRequest } from '../../kernel/errors.ts';
import type { EmbeddedDatabase } from './database.ts';
import { membershipId } from './ids.ts';
import type { SuiteLimits } from './limits.ts';
import { noTeam, teamArchived, unknownUsers } from './refusals.ts';

export interface MemberRow {
  user_id: string;
  display_name: string;
  mail: string | null;
  role: MemberRole;
}

const ROLES: Record<MemberRole, string[]> = { owner: ['owner'], guest: ['guest'], member: [] };

/** `ofId`: the team or the channel. */
export const toTeamMember = (ofId: string, row: MemberRow): TeamMember => ({
  id: membershipId(ofId, row.user_id),
  userId: row.user_id,
  displayName: row.display_name,
  email: row.mail,
  roles: ROLES[row.role],
});

/** One entry a user, with the higher of the roles asked for. */
export function mergeMembers(members: readonly NewMember[]): NewMember[] {
  const merged = new Map<string, NewMember>();
  for (const { userId, role } of members) {
    const id = userId.toLowerCase();
    const isOwner = role === 'owner' || merged.get(id)?.role === 'owner';
    merged.set(id, { userId: id, role: isOwner ? 'owner' : 'member' });
  }
  return [...merged.values()];
}

const LIST = `
  select m.user_id, u.display_name, u.mail, m.role
    from embedded_suite.team_members m
    join embedded_suite.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
   where m.tenant_id = $1 and m.team_id = $2
   order by u.display_name_key, m.user_id`;

/**
 * Answers one row: whether the team is there and archived, who is unknown, how many the team would have, and
 * the memberships as they are now. Writes only when nothing speaks against it.
 */
const ADD = `
  with team as (
    select t.is_archived from embedded_suite.teams t where t.tenant_id = $1 and t.team_id = $2 for share
  ), wanted as (
    select w.user_id, u.user_id as known, u.display_name, u.mail,
           case when u.user_type = 'Guest' then 'guest' else w.role end as role
      from unnest($3::text[], $4::text[]) w (user_id, role)
      left join embedded_suite.users u on u.tenant_id = $1 and u.user_id = w.user_id
  ), present as (
    select count(*) as members, count(*) filter (where m.role = 'owner') as owners
      from embedded_suite.team_members m where m.tenant_id = $1 and m.team_id = $2
  ), verdict as (
    select (select array_agg(w.user_id) from wanted w where w.known is null) as unknown,
           p.members + (select count(*) from wanted) > $5 or p.owners + (select count(*) from wanted w where w.role = 'owner') > $6
             as may_be_full
      from present p
  ), written as (
    insert into embedded_suite.team_members as m (tenant_id, team_id, user_id, role)
    select $1, $2, w.user_id, w.role from wanted w, team, verdict v
     where not team.is_archived and v.unknown is null and not v.may_be_full
    on conflict (tenant_id, team_id, user_id) do update
      set role = case when m.role = 'member' then excluded.role else m.role end
    returning m.user_id, m.role
  )
  select team.is_archived, v.unknown, v.may_be_full,
         (select json_agg(json_build_object('user_id', w.user_id, 'display_name', w.display_name, 'mail', w.mail,
                                            'role', x.role))
            from written x join wanted w on w.user_id = x.user_id) as members
    from team, verdict v`;

interface AddRow {
  is_archived: boolean;
  unknown: string[] | null;
  may_be_full: boolean;
  members: MemberRow[] | null;
}

export type EmbeddedMembers = Pick<SuiteTeams, 'listMembers' | 'addMembers'>;

export function createMembers(database: EmbeddedDatabase, limits: SuiteLimits): EmbeddedMembers {
  const add = async (
    tenantId: string,
    teamId: string,
    members: readonly NewMember[],
  ): Promise<MemberRow[]> => {
    const wanted = mergeMembers(members);
    const [row] = await database.write<AddRow>(tenantId, ADD, [
      tenantId,
      teamId,
      wanted.map(({ userId }) => userId),
      wanted.map(({ role }) => role),
      limits.teamMembers,
      limits.teamOwners,
    ]);
    if (row === undefined) throw noTeam(teamId);
    if (row.is_archived) throw teamArchived(teamId);
    if (row.unknown !== null) throw unknownUsers(row.unknown);
    if (row.may_be_full) {
      throw invalidRequest(
        `A team has at most ${limits.teamMembers} members and ${limits.teamOwners} owners, and these would be too many.`,
      );
    }
    return row.members ?? [];
  };

  return {
    async listMembers(tenantId, teamId) {
      const rows = await database.read<MemberRow>(tenantId, LIST, [tenantId, teamId]);
      return rows.map((row) => toTeamMember(teamId, row));
    },

    async addMembers(tenantId, teamId, members) {
      const rows = await add(tenantId, teamId, members);
      const byUser = new Map(rows.map((row) => [row.user_id, toTeamMember(teamId, row)]));
      return members.map(({ userId }) => byUser.get(userId.toLowerCase()) as TeamMember);
    },
  };
}
