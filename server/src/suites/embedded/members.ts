/**
 * Members of teams, and of private and shared channels.
 *
 * - Guests stay guests, whatever the requested role ("Add member to team", roles).
 * - Only members of the team can be in a private channel; a shared one accepts everybody in the organisation except
 *   guests ("Private channels in Microsoft Teams"; "Shared channels in Microsoft Teams").
 * - The members of a standard channel are those of the team ("List members of a channel").
 * - One statement checks all people, and adds all or none of them.
 * - The last owner of a team can't be removed or demoted. These statements lock the owners in the order of their ids
 *   before they count them, so that the later of two concurrent calls counts the owners that the earlier one left.
 * - A person who leaves a team also leaves its private channels. When a private channel loses its last owner, one of
 *   its members becomes an owner ("Private channels in Microsoft Teams").
 */

import type { OperationNodeSource } from 'kysely';
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import {
  guestsInSharedChannel,
  noChannel,
  standardChannelMembersFixed,
  tooManyChannelMembers,
  usersOutsideTeam,
} from '../../domain/channels/suite-rules.ts';
import { unknownUsers } from '../../domain/directory/suite-rules.ts';
import type { SuiteLimits } from '../../domain/teams/limits.ts';
import { memberOf, userOfMembership } from '../../domain/teams/membership-id.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { NewMember, SuiteTeams } from '../../domain/teams/suite.ts';
import {
  guestRoleIsFixed,
  lastOwnerConflict,
  memberNotFound,
  teamNotFound,
  teamReadOnly,
  tooManyMembers,
  tooManyOwners,
} from '../../domain/teams/suite-rules.ts';
import { boolean, columns, type RowOf, text, texts } from '../../kernel/columns.ts';
import type { CharterError } from '../../kernel/errors.ts';
import { type Sql, sql } from '../../kernel/sql.ts';
import { inTeam, type SuiteParts } from './parts.ts';

/** Selects each person of a JSON array of NewMember once, as an owner if any of their entries says so. */
export const peopleIn = (members: Sql): Sql => sql`
  select member->>'userId' as user_id, bool_or(member->>'role' = 'owner') as is_owner
    from json_array_elements(${members}) with ordinality list(member, place)
   group by 1 order by min(place)`;

/** The role that a person `p` with the account `u` gets. */
export const WANTED_ROLE = sql`
  case when u.user_type = 'Guest' then 'guest' when p.is_owner then 'owner' else 'member' end`;

/** All columns are null in the row that an outer join returns when there is no member. */
const PERSON = {
  userId: text<string | null>('u.user_id'),
  displayName: text<string | null>('u.display_name'),
  email: text<string | null>('u.mail'),
  role: text<MemberRole | null>('m.role'),
};
const MEMBER = columns(PERSON);
type Found = RowOf<typeof MEMBER>;

const ADDED = { ...PERSON, role: text<MemberRole | null>(sql`coalesce(written.role, u.present)`) };
/** Null for a missing team. */
const IS_ARCHIVED = boolean<boolean | null>('fact.is_archived');

const ADDED_TO_TEAM = columns({
  ...ADDED,
  isArchived: IS_ARCHIVED,
  unknown: texts<string[]>('fact.unknown'),
  isFull: boolean('fact.is_full'),
  hasEnoughOwners: boolean('fact.has_enough_owners'),
});

const ADDED_TO_CHANNEL = columns({
  ...ADDED,
  isArchived: IS_ARCHIVED,
  membershipType: text<ChannelMembershipType | null>('fact.membership_type'),
  unknown: texts<string[]>('fact.unknown'),
  outsiders: texts<string[]>('fact.outsiders'),
  guests: texts<string[]>('fact.guests'),
  isFull: boolean('fact.is_full'),
});

/** The state of a member before a change. */
const BEFORE = { isArchived: IS_ARCHIVED, present: text<MemberRole | null>('fact.present') };
const CHANGED = columns({
  ...BEFORE,
  ...PERSON,
  role: text<MemberRole | null>(sql`coalesce((select role from written), fact.present)`),
});
const REMOVED = columns({ ...BEFORE, isRemoved: boolean(sql`exists (select from removed)`) });

type InTeam = ReturnType<typeof inTeam>;

/** The parts that differ between the statements for teams and for channels. */
interface Addition {
  table: Sql;
  /** The table's key without the user, and its values. */
  key: Sql;
  values: Sql;
  /** The condition that selects the current members from the table `m`. */
  present: Sql;
  /** Further columns of the checks, with a `from` clause that includes `size`. */
  facts: Sql;
  /** The condition on the results of the checks. People are added only when it is true. */
  permitted: Sql;
  /** The columns of `fact` and of the people. The role is null for a person who is neither a member nor added. */
  returning: OperationNodeSource;
}

/** The statement that adds people to a team or channel, as the addition specifies. */
const addition = (
  { tenant, of, heldTeam }: InTeam,
  members: readonly NewMember[],
  at: Date,
  { table, key, values, present, facts, permitted, returning }: Addition,
): Sql => sql`
  with ${heldTeam()},
  person as materialized (${peopleIn(sql`${JSON.stringify(members)}::json`)}),
  known as materialized (
    select u.user_id, u.display_name, u.mail, u.user_type, m.role as present, t.role as team_role,
           ${WANTED_ROLE} as wanted
      from person p
      join directory.users u on u.tenant_id = ${tenant} and u.user_id = p.user_id
      left join directory.team_members t on ${of('t')} and t.user_id = p.user_id
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
    select ${values}, known.user_id, known.wanted, ${at}
      from known, fact
     where not fact.is_archived and cardinality(fact.unknown) = 0 and ${permitted}
       and (known.present is null or (known.present = 'member' and known.wanted = 'owner'))
     order by known.user_id
    on conflict (${key}, user_id)
      do update set role = case when m.role = 'member' then excluded.role else m.role end
    returning user_id, role
  )
  select ${returning} from fact left join (known u left join written using (user_id)) on true`;

/** Locks the team, then the owners, then the member. */
const heldMember = ({ of, heldTeam }: InTeam, user: Sql): Sql => sql`${heldTeam()},
  owner as materialized (
    select m.user_id from directory.team_members m
     where ${of('m')} and m.role = 'owner'
     order by m.user_id for update
  ),
  target as materialized (
    select m.role, owners.count
      from directory.team_members m, (select count(*)::int as count from owner) owners
     where ${of('m')} and m.user_id = ${user}
       for update of m
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived, (select role from target) as present,
           (select count from target) as owners
  )`;

/** Skips the row without a user, which an outer join returns for an empty team or channel. */
const toMembers = (ofId: string, rows: readonly Found[]): TeamMember[] =>
  rows.flatMap(({ userId, displayName, email, role }) =>
    userId === null || displayName === null || role === null
      ? []
      : memberOf(ofId, { userId, displayName, email, role }),
  );

/** Returns the memberships in the order of the request. */
function inOrder(ofId: string, members: readonly NewMember[], rows: readonly Found[]): TeamMember[] {
  const byUser = new Map(toMembers(ofId, rows).map((member) => [member.userId, member]));
  return members.map(({ userId }) => byUser.get(userId)!);
}

/** Returns the first error that prevents the addition, or undefined. */
function findTeamRejection(
  teamId: string,
  fact: RowOf<typeof ADDED_TO_TEAM>,
  limits: SuiteLimits,
): Error | undefined {
  if (fact.isArchived === null) return teamNotFound(teamId);
  if (fact.isArchived) return teamReadOnly(teamId);
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.isFull) return tooManyMembers(limits.teamMembers);
  return fact.hasEnoughOwners ? tooManyOwners(limits.teamOwners) : undefined;
}

function findChannelRejection(
  teamId: string,
  channelId: string,
  { isArchived, membershipType, unknown, outsiders, guests, isFull }: RowOf<typeof ADDED_TO_CHANNEL>,
  { privateChannelMembers, sharedChannelMembers }: SuiteLimits,
): Error | undefined {
  if (isArchived === null || membershipType === null) return noChannel(channelId);
  if (isArchived) return teamReadOnly(teamId);
  if (membershipType === 'standard') return standardChannelMembersFixed();
  if (unknown.length > 0) return unknownUsers(unknown);
  if (outsiders.length > 0) return usersOutsideTeam(outsiders);
  if (guests.length > 0) return guestsInSharedChannel(guests);
  const most = membershipType === 'private' ? privateChannelMembers : sharedChannelMembers;
  return isFull ? tooManyChannelMembers(most) : undefined;
}

/** Returns the error for a change in a missing or archived team, or to a missing member; undefined otherwise. */
function findRejection(
  teamId: string,
  id: string,
  { isArchived, present }: Pick<RowOf<typeof CHANGED>, 'isArchived' | 'present'>,
): CharterError | undefined {
  if (isArchived === null) return teamNotFound(teamId);
  if (present === null) return memberNotFound(id);
  return isArchived ? teamReadOnly(teamId) : undefined;
}

export const createTeamMembers = ({ database, clock, limits }: SuiteParts) =>
  ({
    async listMembers(tenantId, teamId) {
      const { tenant, of, all } = inTeam(database, tenantId, teamId);
      const rows = await all(MEMBER)`
        select ${MEMBER}
          from directory.teams t
          left join (directory.team_members m
                     join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id) on ${of('m')}
         where ${of('t')}
         order by u.display_name_key, u.user_id`;
      if (rows.length === 0) throw teamNotFound(teamId);
      return toMembers(teamId, rows);
    },

    async addMembers(tenantId, teamId, members) {
      const run = inTeam(database, tenantId, teamId);
      const rows = await run.all(ADDED_TO_TEAM)`${addition(run, members, clock.now(), {
        table: sql`directory.team_members`,
        key: sql`tenant_id, team_id`,
        values: sql`${run.tenant}, ${run.team}`,
        present: run.of('m'),
        facts: sql`
          size.members > ${limits.teamMembers}::integer as is_full,
          (select count(*) from directory.team_members m where ${run.of('m')} and m.role = 'owner')
            + (select count(*) from known where wanted = 'owner' and coalesce(present, 'member') = 'member')
            > ${limits.teamOwners}::integer as has_enough_owners
          from size`,
        permitted: sql`not fact.is_full and not fact.has_enough_owners`,
        returning: ADDED_TO_TEAM,
      })}`;
      const rejection = findTeamRejection(teamId, rows[0]!, limits);
      if (rejection) throw rejection;
      return inOrder(teamId, members, rows);
    },

    async findMember(tenantId, teamId, id) {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) return undefined;
      const { tenant, of, all } = inTeam(database, tenantId, teamId);
      const user = sql.val(userId);
      const rows = await all(MEMBER)`
        select ${MEMBER}
          from directory.team_members m
          join directory.users u on u.tenant_id = ${tenant} and u.user_id = ${user}
         where ${of('m')} and m.user_id = ${user}`;
      return toMembers(teamId, rows)[0];
    },

    async setMemberRole(tenantId, teamId, id, role): Promise<TeamMember> {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) throw memberNotFound(id);
      const run = inTeam(database, tenantId, teamId);
      const { tenant, of } = run;
      const [user, wanted] = [sql.val(userId), sql.val(role)];
      const row = (await run.first(CHANGED)`
        with ${heldMember(run, user)},
        written as (
          update directory.team_members m set role = ${wanted}
            from fact
           where ${of('m')} and m.user_id = ${user} and not fact.is_archived
             and fact.present not in ('guest', ${wanted})
             and case ${wanted} when 'owner' then fact.owners < ${limits.teamOwners}::integer else fact.owners > 1 end
          returning m.role
        )
        select ${CHANGED} from fact left join directory.users u on u.tenant_id = ${tenant} and u.user_id = ${user}`)!;
      const rejection = findRejection(teamId, id, row);
      if (rejection) throw rejection;
      if (row.present === 'guest') throw guestRoleIsFixed();
      const [member] = row.role === role ? toMembers(teamId, [row]) : [];
      if (member) return member;
      throw role === 'member' ? lastOwnerConflict() : tooManyOwners(limits.teamOwners);
    },

    async removeMember(tenantId, teamId, id) {
      const userId = userOfMembership(teamId, id);
      if (userId === undefined) throw memberNotFound(id);
      const run = inTeam(database, tenantId, teamId);
      const { of } = run;
      const user = sql.val(userId);
      const row = (await run.first(REMOVED)`
        with ${heldMember(run, user)},
        removed as (
          delete from directory.team_members m
           using fact
           where ${of('m')} and m.user_id = ${user} and not fact.is_archived
             and not (fact.present = 'owner' and fact.owners = 1)
          returning m.user_id
        ),
        gone as (
          delete from embedded_suite.channel_members cm
           using removed, embedded_suite.channels c
           where ${of('cm')} and cm.user_id = removed.user_id
             and ${of('c')} and c.channel_id = cm.channel_id and c.membership_type = 'private'
          returning cm.channel_id, cm.role
        ),
        heir as (
          select distinct on (cm.channel_id) cm.channel_id, cm.user_id
            from gone
            join embedded_suite.channel_members cm
              on ${of('cm')} and cm.channel_id = gone.channel_id and cm.user_id <> ${user}
           where gone.role = 'owner' and cm.role = 'member'
             and not exists (
               select from embedded_suite.channel_members other
                where ${of('other')} and other.channel_id = gone.channel_id
                  and other.user_id <> ${user} and other.role = 'owner')
           order by cm.channel_id, cm.added_at, cm.user_id
        ),
        promoted as (
          update embedded_suite.channel_members cm set role = 'owner'
            from heir
           where ${of('cm')} and cm.channel_id = heir.channel_id and cm.user_id = heir.user_id
        )
        select ${REMOVED} from fact`)!;
      const rejection = findRejection(teamId, id, row);
      if (rejection) throw rejection;
      if (!row.isRemoved) throw lastOwnerConflict();
    },
  }) satisfies Partial<SuiteTeams>;

export const createChannelMembers = ({ database, clock, limits }: SuiteParts) =>
  ({
    async listMembers(tenantId, teamId, channelId) {
      const { tenant, of, all } = inTeam(database, tenantId, teamId);
      const channel = sql.val(channelId);
      const rows = await all(MEMBER)`
        select ${MEMBER}
          from embedded_suite.channels c
          left join lateral (
            select own.user_id, own.role from embedded_suite.channel_members own
             where ${of('own')} and own.channel_id = ${channel} and c.membership_type <> 'standard'
            union all
            select team.user_id, team.role from directory.team_members team
             where ${of('team')} and c.membership_type = 'standard'
          ) m on true
          left join directory.users u on u.tenant_id = ${tenant} and u.user_id = m.user_id
         where ${of('c')} and c.channel_id = ${channel}
         order by u.display_name_key, u.user_id`;
      if (rows.length === 0) throw noChannel(channelId);
      return toMembers(channelId, rows);
    },

    async addMembers(tenantId, teamId, channelId, members) {
      const run = inTeam(database, tenantId, teamId);
      const id = sql.val(channelId);
      const rows = await run.all(ADDED_TO_CHANNEL)`${addition(run, members, clock.now(), {
        table: sql`embedded_suite.channel_members`,
        key: sql`tenant_id, team_id, channel_id`,
        values: sql`${run.tenant}, ${run.team}, ${id}`,
        present: sql`${run.of('m')} and m.channel_id = ${id}`,
        facts: sql`
          channel.membership_type,
          array(select user_id from known
                 where channel.membership_type = 'private' and team_role is null and present is null) as outsiders,
          array(select user_id from known
                 where channel.membership_type = 'shared' and user_type = 'Guest' and present is null) as guests,
          size.members > case channel.membership_type
            when 'private' then ${limits.privateChannelMembers}::integer
            else ${limits.sharedChannelMembers}::integer end as is_full
          from size left join embedded_suite.channels channel on ${run.of('channel')} and channel.channel_id = ${id}`,
        permitted: sql`
          fact.membership_type <> 'standard' and not fact.is_full
          and cardinality(fact.outsiders || fact.guests) = 0`,
        returning: ADDED_TO_CHANNEL,
      })}`;
      const rejection = findChannelRejection(teamId, channelId, rows[0]!, limits);
      if (rejection) throw rejection;
      return inOrder(channelId, members, rows);
    },
  }) satisfies Partial<SuiteChannels>;
