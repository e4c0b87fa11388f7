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
import {
  guestsInShared,
  noChannel,
  outsideTeam,
  standardMembers,
} from '../../domain/channels/suite-rules.ts';
import { unknownUsers } from '../../domain/directory/suite-rules.ts';
import type { SuiteLimits } from '../../domain/teams/limits.ts';
import { membershipId } from '../../domain/teams/membership-id.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { NewMember, SuiteTeams } from '../../domain/teams/suite.ts';
import { noTeam, teamArchived, tooManyOwners } from '../../domain/teams/suite-rules.ts';
import { invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM } from './team-row.ts';

/** Columns of a member, from `users u`. */
export const PERSON = `u.user_id as "userId", u.display_name as "displayName", u.mail as email`;

const LIST_OF_TEAM = `
  select ${PERSON}, m.role
    from directory.teams t
    left join (directory.team_members m
               join directory.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id)
      on m.tenant_id = $1 and m.team_id = $2
   where t.tenant_id = $1 and t.team_id = $2
   order by u.display_name_key, u.user_id`;

const LIST_OF_CHANNEL = `
  select ${PERSON}, m.role
    from embedded_suite.channels c
    left join lateral (
      select own.user_id, own.role from embedded_suite.channel_members own
       where own.tenant_id = $1 and own.team_id = $2 and own.channel_id = $3 and c.membership_type <> 'standard'
      union all
      select team.user_id, team.role from directory.team_members team
       where team.tenant_id = $1 and team.team_id = $2 and c.membership_type = 'standard'
    ) m on true
    left join directory.users u on u.tenant_id = $1 and u.user_id = m.user_id
   where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
   order by u.display_name_key, u.user_id`;

/** Selects each person of a JSON array of NewMember once, as an owner if any of their entries says so. */
export const peopleIn = (json: string): string => `
      select member->>'userId' as user_id, bool_or(member->>'role' = 'owner') as is_owner
        from json_array_elements(${json}) with ordinality list(member, place)
       group by 1 order by min(place)`;

/** The role that a person `p` with the account `u` gets. */
export const WANTED_ROLE = `
  case when u.user_type = 'Guest' then 'guest' when p.is_owner then 'owner' else 'member' end`;

/** The parts that differ between the statements for teams and for channels. */
interface Addition {
  table: 'directory.team_members' | 'embedded_suite.channel_members';
  /** The table's key without the user, and its values. */
  key: string;
  keyValues: string;
  /** The condition that selects the present members from the table `m`. */
  present: string;
  /** Further columns of the checks, with a `from` clause that includes `size`. */
  facts: string;
  /** The condition on the checks under which people are added. */
  permitted: string;
}

/**
 * Adds people, in the JSON array `$3`, at the time `$4`. Returns the checks, and the resulting roles; `role` is null
 * for people who were not added.
 */
const addition = ({ table, key, keyValues, present, facts, permitted }: Addition): string => `
  with ${HELD_TEAM},
  person as materialized (${peopleIn('$3::json')}),
  known as materialized (
    select u.user_id, u.display_name, u.mail, u.user_type, m.role as present, t.role as team_role,
           ${WANTED_ROLE} as wanted
      from person p
      join directory.users u on u.tenant_id = $1 and u.user_id = p.user_id
      left join directory.team_members t
        on t.tenant_id = $1 and t.team_id = $2 and t.user_id = p.user_id
      left join ${table} m on ${present} and m.user_id = p.user_id
  ),
  size as materialized (
    select (select count(*) from ${table} m where ${present})
             + (select count(*) from known where present is null) as members
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           array(select user_id from person where user_id not in (select user_id from known)) as unknown,
           ${facts}
  ),
  written as (
    insert into ${table} as m (${key}, user_id, role, added_at)
    select ${keyValues}, known.user_id, known.wanted, $4
      from known, fact
     where not fact.is_archived and cardinality(fact.unknown) = 0 and ${permitted}
       and (known.present is null or (known.present = 'member' and known.wanted = 'owner'))
     order by known.user_id
    on conflict (${key}, user_id)
      do update set role = case when m.role = 'member' then excluded.role else m.role end
    returning user_id, role
  )
  select fact.*, u.user_id as "userId", u.display_name as "displayName", u.mail as email,
         coalesce(written.role, u.present) as role
    from fact left join (known u left join written using (user_id)) on true`;

/** `$5`: limit of members. `$6`: limit of owners. */
const ADD_TO_TEAM = addition({
  table: 'directory.team_members',
  key: 'tenant_id, team_id',
  keyValues: '$1, $2',
  present: 'm.tenant_id = $1 and m.team_id = $2',
  facts: `size.members > $5::integer as is_full,
           (select count(*) from directory.team_members m
             where m.tenant_id = $1 and m.team_id = $2 and m.role = 'owner')
             + (select count(*) from known where wanted = 'owner' and coalesce(present, 'member') = 'member')
             > $6::integer as has_enough_owners
      from size`,
  permitted: 'not fact.is_full and not fact.has_enough_owners',
});

/** `$5` and `$6`: limits of members of a private and of a shared channel. `$7`: the channel. */
const ADD_TO_CHANNEL = addition({
  table: 'embedded_suite.channel_members',
  key: 'tenant_id, team_id, channel_id',
  keyValues: '$1, $2, $7',
  present: 'm.tenant_id = $1 and m.team_id = $2 and m.channel_id = $7',
  facts: `channel.membership_type,
           array(select user_id from known
                  where channel.membership_type = 'private' and team_role is null and present is null) as outsiders,
           array(select user_id from known
                  where channel.membership_type = 'shared' and user_type = 'Guest' and present is null) as guests,
           size.members > case channel.membership_type when 'private' then $5::integer else $6::integer end
             as is_full
      from size
      left join embedded_suite.channels channel
        on channel.tenant_id = $1 and channel.team_id = $2 and channel.channel_id = $7`,
  permitted: `fact.membership_type <> 'standard' and not fact.is_full
       and cardinality(fact.outsiders || fact.guests) = 0`,
});

export interface MemberRow extends Pick<TeamMember, 'displayName' | 'email'> {
  userId: string | null;
  role: MemberRole | null;
}

interface TeamFact extends MemberRow {
  is_archived: boolean | null;
  unknown: string[];
  is_full: boolean;
  has_enough_owners: boolean;
}

interface ChannelFact extends MemberRow {
  is_archived: boolean | null;
  membership_type: ChannelMembershipType | null;
  unknown: string[];
  outsiders: string[];
  guests: string[];
  is_full: boolean;
}

export const toMember = (ofId: string, { userId, displayName, email, role }: MemberRow): TeamMember => ({
  id: membershipId(ofId, userId!),
  userId: userId!,
  displayName,
  email,
  roles: role === 'member' ? [] : [role!],
});

/** Skips the row without a user, which an outer join returns for an empty team or channel. */
const toMembers = (ofId: string, rows: readonly MemberRow[]): TeamMember[] =>
  rows.filter(({ userId }) => userId !== null).map((row) => toMember(ofId, row));

/** Returns the memberships in the order of the request. */
function inOrder(ofId: string, members: readonly NewMember[], rows: readonly MemberRow[]): TeamMember[] {
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return members.map(({ userId }) => toMember(ofId, byUser.get(userId)!));
}

/** Returns the first reason why people can't be added; undefined when there is none. */
function findTeamRefusal(teamId: string, fact: TeamFact, limits: SuiteLimits): Error | undefined {
  if (fact.is_archived === null) return noTeam(teamId);
  if (fact.is_archived) return teamArchived(teamId);
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.is_full)
    return invalidRequest(
      say('suite.mostMembers', 'A team has at most {most} members.', { most: limits.teamMembers }),
    );
  if (fact.has_enough_owners) return tooManyOwners(limits.teamOwners);
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
    return standardMembers();
  }
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.outsiders.length > 0) return outsideTeam(fact.outsiders);
  if (fact.guests.length > 0) return guestsInShared(fact.guests);
  const most =
    fact.membership_type === 'private' ? limits.privateChannelMembers : limits.sharedChannelMembers;
  if (fact.is_full)
    return invalidRequest(
      say('suite.mostChannelMembers', 'Such a channel has at most {most} members.', { most }),
    );
  return undefined;
}

export const createTeamMembers = ({ database, clock, limits }: SuiteParts) =>
  ({
    async listMembers(tenantId, teamId) {
      const rows = await database.read<MemberRow>(LIST_OF_TEAM, tenantId, teamId);
      if (rows.length === 0) throw noTeam(teamId);
      return toMembers(teamId, rows);
    },

    async addMembers(tenantId, teamId, members) {
      const values = [JSON.stringify(members), clock.now(), limits.teamMembers, limits.teamOwners];
      const rows = await database.write<TeamFact>(ADD_TO_TEAM, tenantId, teamId, ...values);
      const refusal = findTeamRefusal(teamId, rows[0]!, limits);
      if (refusal) throw refusal;
      return inOrder(teamId, members, rows);
    },
  }) satisfies Partial<SuiteTeams>;

export const createChannelMembers = ({ database, clock, limits }: SuiteParts) =>
  ({
    async listMembers(tenantId, teamId, channelId) {
      const rows = await database.read<MemberRow>(LIST_OF_CHANNEL, tenantId, teamId, channelId);
      if (rows.length === 0) throw noChannel(channelId);
      return toMembers(channelId, rows);
    },

    async addMembers(tenantId, teamId, channelId, members) {
      const { privateChannelMembers, sharedChannelMembers } = limits;
      const people = JSON.stringify(members);
      const values = [people, clock.now(), privateChannelMembers, sharedChannelMembers, channelId];
      const rows = await database.write<ChannelFact>(ADD_TO_CHANNEL, tenantId, teamId, ...values);
      const refusal = findChannelRefusal(teamId, channelId, rows[0]!, limits);
      if (refusal) throw refusal;
      return inOrder(channelId, members, rows);
    },
  }) satisfies Partial<SuiteChannels>;
