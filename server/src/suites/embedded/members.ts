/**
 * Members of teams, and of private and shared channels.
 *
 * - Guests stay guests, whatever the requested role ("Add member to team", roles).
 * - Only members of the team can be in a private channel; a shared one accepts everybody of the
 *   organisation but guests ("Private channels in Microsoft Teams"; "Shared channels in Microsoft Teams").
 * - The members of a standard channel are those of the team ("List members of a channel").
 *
 * One statement checks all people and adds everybody or nobody.
 */
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { NewMember, SuiteTeams } from '../../domain/teams/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidRequest } from '../../kernel/errors.ts';
import type { EmbeddedDatabase } from './database.ts';
import { membershipId } from './ids.ts';
import type { SuiteLimits } from './limits.ts';
import { noChannel, noTeam, teamArchived, unfitUsers, unknownUsers } from './refusals.ts';
import { HELD_TEAM } from './team-row.ts';

const LIST_OF_TEAM = `
  select u.user_id, u.display_name, u.mail, m.role
    from embedded_suite.teams t
    left join (embedded_suite.team_members m
               join embedded_suite.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id)
      on m.tenant_id = $1 and m.team_id = $2
   where t.tenant_id = $1 and t.team_id = $2
   order by u.display_name_key, u.user_id`;

const LIST_OF_CHANNEL = `
  select u.user_id, u.display_name, u.mail, m.role
    from embedded_suite.channels c
    left join lateral (
      select own.user_id, own.role from embedded_suite.channel_members own
       where own.tenant_id = $1 and own.team_id = $2 and own.channel_id = $3 and c.membership_type <> 'standard'
      union all
      select team.user_id, team.role from embedded_suite.team_members team
       where team.tenant_id = $1 and team.team_id = $2 and c.membership_type = 'standard'
    ) m on true
    left join embedded_suite.users u on u.tenant_id = $1 and u.user_id = m.user_id
   where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
   order by u.display_name_key, u.user_id`;

/** Returns the checks, and the resulting roles; `role` is null for people who were not added. */
const ADD_TO_TEAM = `
  with ${HELD_TEAM},
  person as materialized (select * from json_to_recordset($3::json) as p(user_id text, is_owner boolean)),
  known as materialized (
    select u.user_id, u.display_name, u.mail, m.role as present,
           case when u.user_type = 'Guest' then 'guest' when p.is_owner then 'owner' else 'member' end as wanted
      from person p
      join embedded_suite.users u on u.tenant_id = $1 and u.user_id = p.user_id
      left join embedded_suite.team_members m
        on m.tenant_id = $1 and m.team_id = $2 and m.user_id = p.user_id
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           array(select user_id from person where user_id not in (select user_id from known)) as unknown,
           (select count(*) from embedded_suite.team_members m where m.tenant_id = $1 and m.team_id = $2)
             + (select count(*) from known where present is null) > $4::integer as is_full,
           (select count(*) from embedded_suite.team_members m
             where m.tenant_id = $1 and m.team_id = $2 and m.role = 'owner')
             + (select count(*) from known where wanted = 'owner' and coalesce(present, 'member') = 'member')
             > $5::integer as has_enough_owners
  ),
  written as (
    insert into embedded_suite.team_members as m (tenant_id, team_id, user_id, role, added_at)
    select $1, $2, known.user_id, known.wanted, $6
      from known, fact
     where not fact.is_archived and cardinality(fact.unknown) = 0
       and not fact.is_full and not fact.has_enough_owners
       and (known.present is null or (known.present = 'member' and known.wanted = 'owner'))
     order by known.user_id
    on conflict (tenant_id, team_id, user_id)
      do update set role = case when m.role = 'member' then excluded.role else m.role end
    returning user_id, role
  )
  select fact.*, known.user_id, known.display_name, known.mail, coalesce(written.role, known.present) as role
    from fact left join (known left join written using (user_id)) on true`;

/** As ADD_TO_TEAM. */
const ADD_TO_CHANNEL = `
  with ${HELD_TEAM},
  channel as materialized (
    select c.membership_type from embedded_suite.channels c
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
  ),
  person as materialized (select * from json_to_recordset($4::json) as p(user_id text, is_owner boolean)),
  known as materialized (
    select u.user_id, u.display_name, u.mail, u.user_type, m.role as present, t.role as team_role,
           case when u.user_type = 'Guest' then 'guest' when p.is_owner then 'owner' else 'member' end as wanted
      from person p
      join embedded_suite.users u on u.tenant_id = $1 and u.user_id = p.user_id
      left join embedded_suite.team_members t
        on t.tenant_id = $1 and t.team_id = $2 and t.user_id = p.user_id
      left join embedded_suite.channel_members m
        on m.tenant_id = $1 and m.team_id = $2 and m.channel_id = $3 and m.user_id = p.user_id
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           (select membership_type from channel) as membership_type,
           array(select user_id from person where user_id not in (select user_id from known)) as unknown,
           array(select user_id from known, channel
                  where membership_type = 'private' and team_role is null and present is null) as outsiders,
           array(select user_id from known, channel
                  where membership_type = 'shared' and user_type = 'Guest' and present is null) as guests,
           (select count(*) from embedded_suite.channel_members m
             where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = $3)
             + (select count(*) from known where present is null)
             > (select case membership_type when 'private' then $5::integer else $6::integer end from channel)
             as is_full
  ),
  written as (
    insert into embedded_suite.channel_members as m (tenant_id, team_id, channel_id, user_id, role, added_at)
    select $1, $2, $3, known.user_id, known.wanted, $7
      from known, fact
     where not fact.is_archived and fact.membership_type <> 'standard' and not fact.is_full
       and cardinality(fact.unknown || fact.outsiders || fact.guests) = 0
       and (known.present is null or (known.present = 'member' and known.wanted = 'owner'))
     order by known.user_id
    on conflict (tenant_id, team_id, channel_id, user_id)
      do update set role = case when m.role = 'member' then excluded.role else m.role end
    returning user_id, role
  )
  select fact.*, known.user_id, known.display_name, known.mail, coalesce(written.role, known.present) as role
    from fact left join (known left join written using (user_id)) on true`;

interface MemberRow {
  user_id: string | null;
  display_name: string;
  mail: string | null;
  role: MemberRole | null;
}

interface TeamFact extends MemberRow {
  is_archived: boolean | null;
  unknown: string[];
  is_full: boolean | null;
  has_enough_owners: boolean;
}

interface ChannelFact extends MemberRow {
  is_archived: boolean | null;
  membership_type: ChannelMembershipType | null;
  unknown: string[];
  outsiders: string[];
  guests: string[];
  is_full: boolean | null;
}

const toMember = (ofId: string, { user_id, display_name, mail, role }: MemberRow): TeamMember => ({
  id: membershipId(ofId, user_id!),
  userId: user_id!,
  displayName: display_name,
  email: mail,
  roles: role === 'member' ? [] : [role!],
});

/** Skips the row without a user, which an outer join returns for an empty team or channel. */
const toMembers = (ofId: string, rows: readonly MemberRow[]): TeamMember[] =>
  rows.filter(({ user_id }) => user_id !== null).map((row) => toMember(ofId, row));

/** Lists each person once, with the highest requested role. */
export function mergePeople(members: readonly NewMember[]): { user_id: string; is_owner: boolean }[] {
  const owners = new Map<string, boolean>();
  for (const { userId, role } of members) {
    owners.set(userId, role === 'owner' || owners.get(userId) === true);
  }
  return [...owners].map(([user_id, is_owner]) => ({ user_id, is_owner }));
}

/** Returns the memberships in the order of the request. */
function inOrder(ofId: string, members: readonly NewMember[], rows: readonly MemberRow[]): TeamMember[] {
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  return members.map(({ userId }) => toMember(ofId, byUser.get(userId)!));
}

export const outsideTeam = (userIds: readonly string[]) =>
  unfitUsers('Only members of the team can be in its private channels.', 'NotInTeam', userIds);

export const guestsInShared = (userIds: readonly string[]) =>
  unfitUsers('Guests cannot be in a shared channel.', 'GuestNotAllowed', userIds);

/** Returns the first reason why people can't be added; undefined when there is none. */
function findTeamRefusal(teamId: string, fact: TeamFact, limits: SuiteLimits): Error | undefined {
  if (fact.is_archived === null) return noTeam(teamId);
  if (fact.is_archived) return teamArchived(teamId);
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.is_full) return invalidRequest(`A team has at most ${limits.teamMembers} members.`);
  if (fact.has_enough_owners) return invalidRequest(`A team has at most ${limits.teamOwners} owners.`);
  return undefined;
}

function findChannelRefusal(
  teamId: string,
  channelId: string,
  fact: ChannelFact,
  limits: SuiteLimits,
): Error | undefined {
  if (fact.is_archived === null || fact.membership_type === null) return noChannel(channelId);
  if (fact.is_archived) return teamArchived(teamId);
  if (fact.membership_type === 'standard') {
    return invalidRequest('A standard channel has the members of its team. Add people to the team.');
  }
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.outsiders.length > 0) return outsideTeam(fact.outsiders);
  if (fact.guests.length > 0) return guestsInShared(fact.guests);
  const most =
    fact.membership_type === 'private' ? limits.privateChannelMembers : limits.sharedChannelMembers;
  if (fact.is_full) return invalidRequest(`Such a channel has at most ${most} members.`);
  return undefined;
}

export const createTeamMembers = (
  database: EmbeddedDatabase,
  clock: Clock,
  limits: SuiteLimits,
): Pick<SuiteTeams, 'listMembers' | 'addMembers'> => ({
  async listMembers(tenantId, teamId) {
    const rows = await database.read<MemberRow>(tenantId, LIST_OF_TEAM, [tenantId, teamId]);
    if (rows.length === 0) throw noTeam(teamId);
    return toMembers(teamId, rows);
  },

  async addMembers(tenantId, teamId, members) {
    const people = JSON.stringify(mergePeople(members));
    const parameters = [tenantId, teamId, people, limits.teamMembers, limits.teamOwners, clock.now()];
    const rows = await database.write<TeamFact>(tenantId, ADD_TO_TEAM, parameters);
    const refusal = findTeamRefusal(teamId, rows[0]!, limits);
    if (refusal) throw refusal;
    return inOrder(teamId, members, rows);
  },
});

export const createChannelMembers = (
  database: EmbeddedDatabase,
  clock: Clock,
  limits: SuiteLimits,
): Pick<SuiteChannels, 'listMembers' | 'addMembers'> => ({
  async listMembers(tenantId, teamId, channelId) {
    const rows = await database.read<MemberRow>(tenantId, LIST_OF_CHANNEL, [tenantId, teamId, channelId]);
    if (rows.length === 0) throw noChannel(channelId);
    return toMembers(channelId, rows);
  },

  async addMembers(tenantId, teamId, channelId, members) {
    const people = JSON.stringify(mergePeople(members));
    const { privateChannelMembers, sharedChannelMembers } = limits;
    const parameters = [
      tenantId,
      teamId,
      channelId,
      people,
      privateChannelMembers,
      sharedChannelMembers,
      clock.now(),
    ];
    const rows = await database.write<ChannelFact>(tenantId, ADD_TO_CHANNEL, parameters);
    const refusal = findChannelRefusal(teamId, channelId, rows[0]!, limits);
    if (refusal) throw refusal;
    return inOrder(channelId, members, rows);
  },
});
