/**
 * Channels.
 *
 * - General comes first, the others by name, as in the Teams client.
 * - Names are unique in the team, ignoring case.
 * - A private channel has members of the team, and at least one owner; a shared one accepts everybody of the
 *   organisation but guests ("Create channel"; "Private channels", "Shared channels in Microsoft Teams"). Graph
 *   creates a shared channel with exactly one owner; this suite accepts several.
 * - The limits are in limits.ts.
 */

import type { TeamChannel } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import {
  assertNewChannels,
  channelNameTaken,
  guestsInShared,
  outsideTeam,
  ownerlessChannels,
  tooManyChannels,
} from '../../domain/channels/suite-rules.ts';
import { unknownUsers } from '../../domain/directory/suite-rules.ts';
import type { SuiteLimits } from '../../domain/teams/limits.ts';
import type { MemberRole, SuiteTeam } from '../../domain/teams/model.ts';
import { noTeam, teamArchived } from '../../domain/teams/suite-rules.ts';
import { asDateTime, TakenError } from '../../kernel/suite-database.ts';
import { newChannelId } from './ids.ts';
import { peopleIn, WANTED_ROLE } from './members.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM, SUITE_TEAM } from './team-row.ts';

/** Selects a TeamChannel from `channels c`. */
export const CHANNEL = `
  json_build_object(
    'id', c.channel_id, 'createdDateTime', ${asDateTime('c.created_at')}, 'displayName', c.display_name,
    'description', c.description, 'membershipType', c.membership_type) as channel`;

/** Lists the channels of team `$2` under a further condition. */
const listWhere = (condition: string): string => `
  select ${CHANNEL} from embedded_suite.channels c
   where c.tenant_id = $1 and c.team_id = $2 and ${condition}
   order by c.is_primary desc, lower(c.display_name), c.channel_id`;

const LIST = listWhere('true');
const PRIMARY = listWhere('c.is_primary');
const LIST_VISIBLE_TO = listWhere(`
       (c.membership_type = 'standard'
        or exists (select from embedded_suite.channel_members m
                    where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = c.channel_id
                      and m.user_id = $3))`);

const ACCESS = `
  select ${SUITE_TEAM}, ${CHANNEL}, m.role, cm.role as channel_role
    from directory.teams t
    join embedded_suite.channels c on c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
    left join directory.team_members m
      on m.tenant_id = $1 and m.team_id = $2 and m.user_id = $4
    left join embedded_suite.channel_members cm
      on cm.tenant_id = $1 and cm.team_id = $2 and cm.channel_id = $3 and cm.user_id = $4
   where t.tenant_id = $1 and t.team_id = $2`;

/**
 * Adopts channels by their markers, and creates either all others with their members or none. Returns the checks and
 * the resulting channels.
 */
const CREATE = `
  with ${HELD_TEAM},
  item as materialized (
    select * from json_to_recordset($3::json) as i(
      place integer, "channelId" text, marker text, "displayName" text, description text, "membershipType" text,
      "isFavoriteByDefault" boolean, members json)
  ),
  adopted as materialized (
    select i.place, ${CHANNEL}
      from item i
      join embedded_suite.channels c on c.tenant_id = $1 and c.team_id = $2 and c.marker = i.marker
  ),
  fresh as materialized (select * from item where place not in (select place from adopted)),
  person as materialized (
    select f.place, f."channelId", f."membershipType", p.user_id, u.user_type, t.role as team_role,
           ${WANTED_ROLE} as role
      from fresh f
      cross join lateral (${peopleIn('f.members')}) p
      left join directory.users u on u.tenant_id = $1 and u.user_id = p.user_id
      left join directory.team_members t
        on t.tenant_id = $1 and t.team_id = $2 and t.user_id = p.user_id
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           array(select f."displayName" from fresh f
                  where exists (select from embedded_suite.channels c
                                 where c.tenant_id = $1 and c.team_id = $2
                                   and lower(c.display_name) = lower(f."displayName"))
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
           (select count(*) from embedded_suite.channels c where c.tenant_id = $1 and c.team_id = $2)
             + (select count(*) from fresh) > $5::integer as is_full,
           (select count(*) from embedded_suite.channels c
             where c.tenant_id = $1 and c.team_id = $2 and c.membership_type = 'private')
             + (select count(*) from fresh where "membershipType" = 'private') > $6::integer as has_enough_private
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
    select $1, $2, f."channelId", f.marker, f."displayName", f.description, f."membershipType",
           coalesce(f."isFavoriteByDefault", false), $4
      from fresh f, permitted
     order by f.place
    returning c.channel_id as "channelId", ${CHANNEL}
  ),
  with_members as (
    insert into embedded_suite.channel_members (tenant_id, team_id, channel_id, user_id, role)
    select $1, $2, p."channelId", p.user_id, p.role from person p, permitted
  )
  select fact.*, made.channel
    from fact
    left join (
      select place, channel from adopted
      union all
      select fresh.place, created.channel from created join fresh using ("channelId")
    ) made on true
   order by made.place`;

interface CreationFact {
  is_archived: boolean | null;
  taken: string[];
  unknown: string[];
  outsiders: string[];
  guests: string[];
  ownerless: string[];
  is_full: boolean;
  has_enough_private: boolean;
  channel: TeamChannel | null;
}

interface ChannelRow {
  channel: TeamChannel;
}

interface AccessRow extends SuiteTeam, ChannelRow {
  role: MemberRole | null;
  channel_role: MemberRole | null;
}

/** Returns the first reason why nothing was created. */
function refuseCreation(teamId: string, fact: CreationFact, limits: SuiteLimits): Error {
  if (fact.is_archived === null) return noTeam(teamId);
  if (fact.is_archived) return teamArchived(teamId);
  if (fact.taken.length > 0) return channelNameTaken(fact.taken);
  if (fact.unknown.length > 0) return unknownUsers(fact.unknown);
  if (fact.outsiders.length > 0) return outsideTeam(fact.outsiders);
  if (fact.guests.length > 0) return guestsInShared(fact.guests);
  if (fact.ownerless.length > 0) return ownerlessChannels(fact.ownerless);
  return tooManyChannels(fact.is_full ? 'all' : 'private', limits);
}

export function createChannels({ database, clock, limits }: SuiteParts) {
  /** Every team has a channel, so no rows mean that the team is missing. */
  async function readChannels(text: string, tenantId: string, teamId: string, ...values: unknown[]) {
    const rows = await database.read<ChannelRow>(text, tenantId, teamId, ...values);
    if (rows.length === 0) throw noTeam(teamId);
    return rows.map(({ channel }) => channel);
  }

  return {
    list: (tenantId, teamId) => readChannels(LIST, tenantId, teamId),
    listVisibleTo: (tenantId, teamId, userId) => readChannels(LIST_VISIBLE_TO, tenantId, teamId, userId),
    async primary(tenantId, teamId) {
      const [channel] = await readChannels(PRIMARY, tenantId, teamId);
      return channel!;
    },
    async access(tenantId, teamId, channelId, userId) {
      const [row] = await database.read<AccessRow>(ACCESS, tenantId, teamId, channelId, userId);
      if (row === undefined) return undefined;
      const { role, channel_role, channel, ...suiteTeam } = row;
      const channelRole = channel.membershipType === 'standard' ? role : channel_role;
      return { suiteTeam, role: role ?? undefined, channel, channelRole: channelRole ?? undefined };
    },
    async create(tenantId, teamId, channels) {
      assertNewChannels(channels, limits);
      const items = channels.map((channel, place) => ({ ...channel, place, channelId: newChannelId() }));
      const values = [JSON.stringify(items), clock.now(), limits.channels, limits.privateChannels];
      const rows = await database
        .write<CreationFact>(CREATE, tenantId, teamId, ...values)
        .catch((error: unknown) => {
          if (error instanceof TakenError)
            throw channelNameTaken(channels.map(({ displayName }) => displayName));
          throw error;
        });
      const [fact] = rows as [CreationFact];
      if (fact.is_archived === null) throw noTeam(teamId);
      const present = rows.flatMap(({ channel }) => channel ?? []);
      if (present.length < channels.length) throw refuseCreation(teamId, fact, limits);
      return present;
    },
  } satisfies Partial<SuiteChannels>;
}
