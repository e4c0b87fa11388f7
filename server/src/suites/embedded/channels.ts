/**
 * Channels, and messages in them.
 *
 * - General comes first, the others by name, as in the Teams client. It keeps its name and can't be deleted ("Delete
 *   channel").
 * - Names are unique in the team, ignoring case.
 * - A private channel accepts only members of the team, and needs an owner. A shared channel accepts everybody in the
 *   organisation except guests ("Create channel"; "Private channels", "Shared channels in Microsoft Teams"). Graph
 *   creates a shared channel with exactly one owner; this suite accepts several.
 * - A channel is deleted with its tabs, files, plans, messages and members. A lock on the team prevents its concurrent
 *   archiving or deletion.
 * - An archived channel keeps its name, description and tabs. It can be deleted, and its members can be changed
 *   ("channel: archive").
 */

import type { TeamChannel } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import {
  assertChannelPatch,
  assertMessageText,
  assertNewChannels,
  channelNameTaken,
  channelReadOnly,
  channelsWithoutOwner,
  guestsInSharedChannel,
  noChannel,
  primaryChannelProtected,
  tooManyChannels,
  usersOutsideTeam,
} from '../../domain/channels/suite-rules.ts';
import { unknownUsers } from '../../domain/directory/suite-rules.ts';
import type { SuiteLimits } from '../../domain/teams/limits.ts';
import type { MemberRole } from '../../domain/teams/model.ts';
import { concurrentTeamChange, teamNotFound, teamReadOnly } from '../../domain/teams/suite-rules.ts';
import { boolean, columns, json, optional, type RowOf, text, texts } from '../../kernel/columns.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Sql, sql, table } from '../../kernel/sql.ts';
import { UniqueViolationError } from '../../kernel/suite-database.ts';
import { peopleIn, WANTED_ROLE } from './members.ts';
import { asDateTime, inTeam, newChannelId, type SuiteParts, TEAM } from './parts.ts';

const FIELDS = sql`
  'id', c.channel_id, 'createdDateTime', ${asDateTime('c.created_at')}, 'displayName', c.display_name,
  'description', c.description, 'membershipType', c.membership_type`;

/** A TeamChannel, from `channels c`. */
const CHANNEL = columns({
  channel: json<TeamChannel>(sql`
    case when c.is_archived then json_build_object(${FIELDS}, 'isArchived', true)
         else json_build_object(${FIELDS}) end`),
});

const ACCESS = columns({
  ...TEAM.members,
  ...CHANNEL.members,
  role: optional(text<MemberRole | null>('m.role')),
  channelRole: optional(text<MemberRole | null>('cm.role')),
});

/** Null for a missing team. */
const IS_ARCHIVED = boolean<boolean | null>('fact.is_archived');

const CREATED = columns({
  isArchived: IS_ARCHIVED,
  taken: texts<string[]>('fact.taken'),
  unknown: texts<string[]>('fact.unknown'),
  outsiders: texts<string[]>('fact.outsiders'),
  guests: texts<string[]>('fact.guests'),
  ownerless: texts<string[]>('fact.ownerless'),
  isFull: boolean('fact.is_full'),
  channel: json<TeamChannel | null>('made.channel'),
});

/** The state before a change. `isPrimary` and `isReadOnly` are null for a missing channel. */
const BEFORE = {
  isArchived: IS_ARCHIVED,
  isPrimary: boolean<boolean | null>('fact.is_primary'),
  isReadOnly: boolean<boolean | null>('fact.is_read_only'),
};
const UPDATED = columns({ ...BEFORE, channel: json<TeamChannel | null>('written.channel') });
const DELETED = columns({ ...BEFORE, isGone: boolean(sql`exists (select from gone)`) });
const ARCHIVED = columns({ ...BEFORE, hasChanged: boolean<boolean>(sql`exists (select from written)`) });

const POSTED = columns({
  isArchived: IS_ARCHIVED,
  hasChannel: boolean('fact.has_channel'),
  isPosted: boolean('fact.is_posted'),
});

/** Returns the first reason why nothing was created. */
function rejectCreation(teamId: string, fact: RowOf<typeof CREATED>, limits: SuiteLimits): Error {
  if (fact.isArchived) return teamReadOnly(teamId);
  if (fact.taken.length > 0) return channelNameTaken(fact.taken);
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.outsiders.length > 0) return usersOutsideTeam(fact.outsiders);
  if (fact.guests.length > 0) return guestsInSharedChannel(fact.guests);
  if (fact.ownerless.length > 0) return channelsWithoutOwner(fact.ownerless);
  return tooManyChannels(fact.isFull ? 'all' : 'private', limits);
}

/** @throws NotFound, TeamArchived */
function assertWritable(
  teamId: string,
  channelId: string,
  { isArchived, isPrimary }: Pick<RowOf<typeof DELETED>, 'isArchived' | 'isPrimary'>,
): void {
  if (isArchived === null) throw teamNotFound(teamId);
  if (isPrimary === null) throw noChannel(channelId);
  if (isArchived) throw teamReadOnly(teamId);
}

/** Locks the team, then the channel. */
const heldChannel = ({ of, heldTeam }: ReturnType<typeof inTeam>, channel: Sql): Sql => sql`${heldTeam()},
  channel as materialized (
    select c.is_primary, c.is_archived from embedded_suite.channels c, (select count(*) from team) held
     where ${of('c')} and c.channel_id = ${channel}
       for update of c
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived, (select is_primary from channel) as is_primary,
           (select is_archived from channel) as is_read_only
  )`;

export function createChannels({ database, clock, limits }: SuiteParts) {
  /** Lists the channels. Every team has one, so no rows mean that the team is missing. */
  async function list(tenantId: string, teamId: string, condition: Sql): Promise<TeamChannel[]> {
    const { of, all } = inTeam(database, tenantId, teamId);
    const rows = await all(CHANNEL)`
      select ${CHANNEL} from embedded_suite.channels c
       where ${of('c')} and ${condition}
       order by c.is_primary desc, lower(c.display_name), c.channel_id`;
    if (rows.length === 0) throw teamNotFound(teamId);
    return rows.map(({ channel }) => channel);
  }

  /** Returns whether the channel changed. The locks let only one of several concurrent calls report the change. */
  async function setArchived(
    { tenantId, teamId, channelId }: { tenantId: string; teamId: string; channelId: string },
    isArchived: boolean,
    siteReadOnly: boolean,
  ): Promise<boolean> {
    const run = inTeam(database, tenantId, teamId);
    const channel = sql.val(channelId);
    const row = (await run.first(ARCHIVED)`
      with ${heldChannel(run, channel)},
      written as (
        update embedded_suite.channels c
           set is_archived = ${isArchived}, site_read_only = ${siteReadOnly}
          from fact
         where ${run.of('c')} and c.channel_id = ${channel} and not fact.is_archived and not c.is_primary
           and fact.is_read_only <> ${isArchived}
        returning c.channel_id
      )
      select ${ARCHIVED} from fact`)!;
    assertWritable(teamId, channelId, row);
    if (row.isPrimary && isArchived) throw primaryChannelProtected('archive');
    return row.hasChanged;
  }

  return {
    list: (tenantId, teamId) => list(tenantId, teamId, sql`true`),

    listVisibleTo: (tenantId, teamId, userId) =>
      list(
        tenantId,
        teamId,
        sql`
          (c.membership_type = 'standard'
           or exists (select from embedded_suite.channel_members m
                       where m.tenant_id = c.tenant_id and m.team_id = c.team_id and m.channel_id = c.channel_id
                         and m.user_id = ${userId}))`,
      ),

    primary: async (tenantId, teamId) => (await list(tenantId, teamId, sql`c.is_primary`))[0]!,

    async access(tenantId, teamId, channelId, userId) {
      const { of, first } = inTeam(database, tenantId, teamId);
      const [channel, user] = [sql.val(channelId), sql.val(userId)];
      const row = await first(ACCESS)`
        select ${ACCESS}
          from directory.teams t
          join embedded_suite.channels c on ${of('c')} and c.channel_id = ${channel}
          left join directory.team_members m on ${of('m')} and m.user_id = ${user}
          left join embedded_suite.channel_members cm
            on ${of('cm')} and cm.channel_id = ${channel} and cm.user_id = ${user}
         where ${of('t')}`;
      if (row === undefined) return undefined;
      const { role, channelRole, channel: found, ...suiteTeam } = row;
      const isStandard = found.membershipType === 'standard';
      return { suiteTeam, role, channel: found, channelRole: isStandard ? role : channelRole };
    },

    /** Reuses the channels that carry the given markers. Creates all the others with their members, or none. */
    async create(tenantId, teamId, channels) {
      assertNewChannels(channels, limits);
      const { tenant, team, of, heldTeam, all } = inTeam(database, tenantId, teamId);
      const items = table(
        'i',
        channels.map((channel, place) => ({ ...channel, place, channelId: newChannelId() })),
        {
          place: 'integer',
          channelId: 'text',
          marker: 'text',
          displayName: 'text',
          description: 'text',
          membershipType: 'text',
          isFavoriteByDefault: 'boolean',
          members: 'json',
        },
      );
      const rows = await all(CREATED)`
        with ${heldTeam()},
        item as materialized (select * from ${items}),
        adopted as materialized (
          select i.place, ${CHANNEL}
            from item i join embedded_suite.channels c on ${of('c')} and c.marker = i.marker
        ),
        fresh as materialized (select * from item where place not in (select place from adopted)),
        person as materialized (
          select f.place, f."channelId", f."membershipType", p.user_id, u.user_type, t.role as team_role,
                 ${WANTED_ROLE} as role
            from fresh f
            cross join lateral (${peopleIn(sql`f.members`)}) p
            left join directory.users u on u.tenant_id = ${tenant} and u.user_id = p.user_id
            left join directory.team_members t on ${of('t')} and t.user_id = p.user_id
        ),
        fact as materialized (
          select (select is_archived from team) as is_archived,
                 array(select f."displayName" from fresh f
                        where exists (select from embedded_suite.channels c
                                       where ${of('c')} and lower(c.display_name) = lower(f."displayName"))
                           or exists (select from fresh other
                                       where other.place < f.place
                                         and lower(other."displayName") = lower(f."displayName"))
                        order by f.place) as taken,
                 array(select distinct user_id from person where user_type is null) as unknown,
                 array(select distinct user_id from person
                        where "membershipType" = 'private' and user_type is not null and team_role is null)
                   as outsiders,
                 array(select distinct user_id from person
                        where "membershipType" = 'shared' and user_type = 'Guest') as guests,
                 array(select f."displayName" from fresh f
                        where f."membershipType" <> 'standard'
                          and not exists (select from person p where p.place = f.place and p.role = 'owner')
                        order by f.place) as ownerless,
                 (select count(*) from embedded_suite.channels c where ${of('c')})
                   + (select count(*) from fresh) > ${limits.channels}::integer as is_full,
                 (select count(*) from embedded_suite.channels c
                   where ${of('c')} and c.membership_type = 'private')
                   + (select count(*) from fresh where "membershipType" = 'private')
                   > ${limits.privateChannels}::integer as has_enough_private
        ),
        permitted as materialized (
          select from fact
           where not is_archived and not is_full and not has_enough_private
             and cardinality(taken || unknown || outsiders || guests || ownerless) = 0
        ),
        created as (
          insert into embedded_suite.channels as c
            (tenant_id, team_id, channel_id, marker, display_name, description, membership_type,
             is_favorite_by_default, created_at)
          select ${tenant}, ${team}, f."channelId", f.marker, f."displayName", f.description, f."membershipType",
                 coalesce(f."isFavoriteByDefault", false), ${clock.now()}
            from fresh f, permitted
           order by f.place
          returning c.channel_id as "channelId", ${CHANNEL}
        ),
        with_members as (
          insert into embedded_suite.channel_members (tenant_id, team_id, channel_id, user_id, role)
          select ${tenant}, ${team}, p."channelId", p.user_id, p.role from person p, permitted
        )
        select ${CREATED}
          from fact
          left join (
            select place, channel from adopted
            union all
            select fresh.place, created.channel from created join fresh using ("channelId")
          ) made on true
         order by made.place`.catch((error: unknown) => {
        if (!(error instanceof UniqueViolationError)) throw error;
        throw channelNameTaken(channels.map(({ displayName }) => displayName));
      });
      const fact = rows[0]!;
      if (fact.isArchived === null) throw teamNotFound(teamId);
      const present = rows.flatMap(({ channel }) => channel ?? []);
      if (present.length < channels.length) throw rejectCreation(teamId, fact, limits);
      return present;
    },

    async update(tenantId, teamId, channelId, patch) {
      assertChannelPatch(patch);
      const run = inTeam(database, tenantId, teamId);
      const channel = sql.val(channelId);
      const given = sql`${sql.val(JSON.stringify(patch))}::jsonb`;
      const name = sql`coalesce(${given}->>'displayName', c.display_name)`;
      const row = (await run.first(UPDATED)`
        with ${heldChannel(run, channel)},
        written as (
          update embedded_suite.channels c
             set display_name = ${name},
                 description = case when ${given} ? 'description' then ${given}->>'description' else c.description end
            from fact
           where ${run.of('c')} and c.channel_id = ${channel} and not fact.is_archived and not fact.is_read_only
             and (not c.is_primary or ${name} = c.display_name)
          returning ${CHANNEL}
        )
        select ${UPDATED} from fact left join written on true`.catch((error: unknown) => {
        throw error instanceof UniqueViolationError ? channelNameTaken([patch.displayName ?? '']) : error;
      }))!;
      assertWritable(teamId, channelId, row);
      if (row.isReadOnly) throw channelReadOnly();
      if (row.channel !== null) return row.channel;
      throw row.isPrimary ? primaryChannelProtected('rename') : concurrentTeamChange();
    },

    archive: (tenantId, teamId, channelId, { siteReadOnly }) =>
      setArchived({ tenantId, teamId, channelId }, true, siteReadOnly),

    unarchive: (tenantId, teamId, channelId) => setArchived({ tenantId, teamId, channelId }, false, false),

    async delete(tenantId, teamId, channelId) {
      const run = inTeam(database, tenantId, teamId);
      const { of } = run;
      const channel = sql.val(channelId);
      const ofGone = sql`using gone where ${of('x')} and x.channel_id = gone.channel_id`;
      const row = (await run.first(DELETED)`
        with ${heldChannel(run, channel)},
        gone as (
          delete from embedded_suite.channels c using fact
           where ${of('c')} and c.channel_id = ${channel} and not fact.is_archived and not c.is_primary
          returning c.channel_id
        ),
        members as (delete from embedded_suite.channel_members x ${ofGone}),
        tabs as (delete from embedded_suite.tabs x ${ofGone}),
        plans as (delete from embedded_suite.plans x ${ofGone}),
        files as (delete from embedded_suite.files x ${ofGone} returning x.file_id),
        file_chunks as (
          delete from embedded_suite.file_chunks x using files where ${of('x')} and x.file_id = files.file_id),
        messages as (delete from embedded_suite.messages x ${ofGone})
        select ${DELETED} from fact`)!;
      assertWritable(teamId, channelId, row);
      if (row.isGone) return;
      throw row.isPrimary ? primaryChannelProtected('delete') : concurrentTeamChange();
    },

    async deleteTab(tenantId, teamId, channelId, tabId) {
      const run = inTeam(database, tenantId, teamId);
      const channel = sql.val(channelId);
      const row = (await run.first(DELETED)`
        with ${heldChannel(run, channel)},
        gone as (
          delete from embedded_suite.tabs t using fact
           where ${run.of('t')} and t.channel_id = ${channel} and t.tab_id = ${tabId} and not fact.is_archived
             and not fact.is_read_only
          returning t.tab_id
        )
        select ${DELETED} from fact`)!;
      assertWritable(teamId, channelId, row);
      if (row.isReadOnly) throw channelReadOnly();
      if (!row.isGone) throw notFound('tab', tabId);
    },

    async postMessage(tenantId, teamId, channelId, given) {
      assertMessageText(given.text, limits);
      const { tenant, team, of, heldTeam, first } = inTeam(database, tenantId, teamId);
      const [wanted, marker] = [sql.val(channelId), sql.val(given.marker)];
      const fact = (await first(POSTED)`
        with ${heldTeam()},
        channel as materialized (
          select c.channel_id from embedded_suite.channels c
           where ${of('c')} and case when ${wanted}::text is null then c.is_primary else c.channel_id = ${wanted} end
        ),
        fact as materialized (
          select (select is_archived from team) as is_archived,
                 exists (select from channel) as has_channel,
                 exists (select from embedded_suite.messages m join channel using (channel_id)
                          where ${of('m')} and m.marker = ${marker}) as is_posted
        ),
        posted as (
          insert into embedded_suite.messages (tenant_id, team_id, channel_id, message_id, marker, text, created_at)
          select ${tenant}, ${team}, channel_id, ${newId()}, ${marker}, ${given.text}, ${clock.now()}
            from fact, channel where not is_archived and not is_posted
          on conflict (tenant_id, team_id, channel_id, marker) do nothing
        )
        select ${POSTED} from fact`)!;
      if (fact.isArchived === null || !fact.hasChannel)
        throw channelId === null ? teamNotFound(teamId) : noChannel(channelId);
      if (fact.isArchived && !fact.isPosted) throw teamReadOnly(teamId);
    },
  } satisfies Partial<SuiteChannels>;
}
