/** Channels and their members. The primary one, General, is made with the team and can't be made again. */
import type { ChannelMembershipType, TeamChannel } from '../../domain/channels/model.ts';
import type { ChannelAccess, NewChannel, NewMember, SuiteChannels } from '../../domain/suite.ts';
import type { MemberRole, TeamMember } from '../../domain/teams/model.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, invalidField, invalidRequest } from '../../kernel/errors.ts';
import { assertDistinctMarkers, type EmbeddedDatabase, TakenError } from './database.ts';
import { newChannelId } from './ids.ts';
import type { SuiteLimits } from './limits.ts';
import { type MemberRow, mergeMembers, toTeamMember } from './members.ts';
import { noChannel, noTeam, teamArchived, unfitUsers } from './refusals.ts';
import { TEAM_COLUMNS, type TeamRow, toSuiteTeam } from './teams.ts';

interface ChannelRow {
  channel_id: string;
  created_at: string | Date;
  display_name: string;
  description: string | null;
  membership_type: ChannelMembershipType;
}

const COLUMNS = 'c.channel_id, c.created_at, c.display_name, c.description, c.membership_type';

const toChannel = (row: ChannelRow): TeamChannel => ({
  id: row.channel_id,
  createdDateTime: new Date(row.created_at).toISOString(),
  displayName: row.display_name,
  description: row.description,
  membershipType: row.membership_type,
});

/** General first, then by name, as in Teams. */
const ORDER = 'order by c.is_primary desc, lower(c.display_name), c.channel_id';

const LIST = `
  select ${COLUMNS} from embedded_suite.channels c where c.tenant_id = $1 and c.team_id = $2 ${ORDER}`;

const LIST_VISIBLE = `
  select ${COLUMNS} from embedded_suite.channels c
   where c.tenant_id = $1 and c.team_id = $2
     and (c.membership_type = 'standard'
          or exists (select from embedded_suite.channel_members m
                      where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = c.channel_id and m.user_id = $3))
   ${ORDER}`;

const PRIMARY = `
  select ${COLUMNS} from embedded_suite.channels c where c.tenant_id = $1 and c.team_id = $2 and c.is_primary`;

const ACCESS = `
  select ${TEAM_COLUMNS}, m.role,
         c.channel_id, c.created_at as channel_created_at, c.display_name as channel_name,
         c.description as channel_description, c.membership_type,
         case when c.membership_type = 'standard' then m.role else cm.role end as channel_role
    from embedded_suite.channels c
    join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = $2
    left join embedded_suite.team_members m on m.tenant_id = $1 and m.team_id = $2 and m.user_id = $4
    left join embedded_suite.channel_members cm
      on cm.tenant_id = $1 and cm.team_id = $2 and cm.channel_id = $3 and cm.user_id = $4
   where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3`;

interface AccessRow extends TeamRow {
  role: MemberRole | null;
  channel_id: string;
  channel_created_at: Date;
  channel_name: string;
  channel_description: string | null;
  membership_type: ChannelMembershipType;
  channel_role: MemberRole | null;
}

/**
 * Makes the channels that are not there under their markers, with their members, all or none. The lock on the
 * team serialises callers, so that limits hold.
 */
const CREATE = `
  with team as (
    select t.is_archived from embedded_suite.teams t where t.tenant_id = $1 and t.team_id = $2 for no key update
  ), wanted as (
    select w.* from jsonb_to_recordset($3::jsonb)
      as w (marker text, channel_id text, display_name text, description text, membership_type text, is_favorite boolean,
            members jsonb)
     where not exists (select from embedded_suite.channels c
                        where c.tenant_id = $1 and c.team_id = $2 and c.marker = w.marker)
  ), people as (
    select w.marker, w.channel_id, w.membership_type, p.user_id, u.user_id as known, m.role as team_role,
           case when u.user_type = 'Guest' then 'guest' else p.role end as role
      from wanted w
      cross join lateral jsonb_to_recordset(w.members) as p (user_id text, role text)
      left join embedded_suite.users u on u.tenant_id = $1 and u.user_id = p.user_id
      left join embedded_suite.team_members m on m.tenant_id = $1 and m.team_id = $2 and m.user_id = p.user_id
  ), verdict as (
    select (select array_agg(distinct p.user_id) from people p
             where p.known is null or (p.membership_type = 'private' and p.team_role is null)) as unfit,
           (select count(*) from embedded_suite.channels c where c.tenant_id = $1 and c.team_id = $2)
             + (select count(*) from wanted) > $4
           or (select count(*) from embedded_suite.channels c
                where c.tenant_id = $1 and c.team_id = $2 and c.membership_type = 'private')
             + (select count(*) from wanted w where w.membership_type = 'private') > $5 as full
  ), made as (
    insert into embedded_suite.channels as c (tenant_id, team_id, channel_id, marker, display_name, description,
           membership_type, is_favorite_by_default, created_at)
    select $1, $2, w.channel_id, w.marker, w.display_name, w.description, w.membership_type, w.is_favorite, $6
      from wanted w, team, verdict v
     where not team.is_archived and v.unfit is null and not v.full
    returning ${COLUMNS}, c.marker
  ), joined as (
    insert into embedded_suite.channel_members (tenant_id, team_id, channel_id, user_id, role)
    select $1, $2, p.channel_id, p.user_id, p.role from people p join made on made.channel_id = p.channel_id
  ), present as (
    select ${COLUMNS}, c.marker from embedded_suite.channels c
     where c.tenant_id = $1 and c.team_id = $2
       and c.marker = any (array(select m ->> 'marker' from jsonb_array_elements($3::jsonb) m))
  )
  select team.is_archived, v.unfit, v.full,
         (select json_agg(all_of.*) from (select * from made union all select * from present) all_of) as channels
    from team, verdict v`;

interface CreateRow {
  is_archived: boolean;
  unfit: string[] | null;
  full: boolean;
  channels: (ChannelRow & { marker: string })[] | null;
}

const TAKEN_NAMES = `
  select c.display_name from embedded_suite.channels c
   where c.tenant_id = $1 and c.team_id = $2 and lower(c.display_name) = any ($3::text[])`;

const LIST_MEMBERS = `
  select m.user_id, u.display_name, u.mail, m.role
    from embedded_suite.channel_members m
    join embedded_suite.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
   where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = $3
   order by u.display_name_key, m.user_id`;

const ADD_MEMBERS = `
  with channel as (
    select t.is_archived, c.membership_type
      from embedded_suite.channels c
      join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = $2
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
       for share
  ), wanted as (
    select w.user_id, u.user_id as known, u.display_name, u.mail, m.role as team_role,
           case when u.user_type = 'Guest' then 'guest' else w.role end as role
      from unnest($4::text[], $5::text[]) w (user_id, role)
      left join embedded_suite.users u on u.tenant_id = $1 and u.user_id = w.user_id
      left join embedded_suite.team_members m on m.tenant_id = $1 and m.team_id = $2 and m.user_id = w.user_id
  ), verdict as (
    select (select array_agg(w.user_id) from wanted w
             where w.known is null or (channel.membership_type = 'private' and w.team_role is null)) as unfit,
           (select count(*) from embedded_suite.channel_members m
             where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = $3) + (select count(*) from wanted)
             > case channel.membership_type when 'private' then $6::int else $7::int end as full
      from channel
  ), written as (
    insert into embedded_suite.channel_members as m (tenant_id, team_id, channel_id, user_id, role)
    select $1, $2, $3, w.user_id, w.role from wanted w, channel, verdict v
     where not channel.is_archived and channel.membership_type <> 'standard' and v.unfit is null and not v.full
    on conflict (tenant_id, team_id, channel_id, user_id) do update
      set role = case when m.role = 'member' then excluded.role else m.role end
    returning m.user_id, m.role
  )
  select channel.is_archived, channel.membership_type, v.unfit, v.full,
         (select json_agg(json_build_object('user_id', w.user_id, 'display_name', w.display_name, 'mail', w.mail,
                                            'role', x.role))
            from written x join wanted w on w.user_id = x.user_id) as members
    from channel, verdict v`;

interface AddMembersRow {
  is_archived: boolean;
  membership_type: ChannelMembershipType;
  unfit: string[] | null;
  full: boolean;
  members: MemberRow[] | null;
}

const NOT_IN_TEAM = 'People must be in the team before they can be in a private channel of it.';

function assertMembersFit({ displayName, membershipType, members }: NewChannel): void {
  if (membershipType === 'standard') {
    if (members.length > 0) {
      throw invalidField(
        'members',
        `Everybody of the team is in '${displayName}'. Name members of private or shared channels only.`,
      );
    }
    return;
  }
  if (!members.some(({ role }) => role === 'owner')) {
    throw invalidField(
      'members',
      `The ${membershipType} channel '${displayName}' needs at least one owner.`,
      'OwnerRequired',
    );
  }
}

export type EmbeddedChannels = Omit<SuiteChannels, 'listTabs' | 'createTabs' | 'postMessage'>;

export function createChannels(
  database: EmbeddedDatabase,
  clock: Clock,
  limits: SuiteLimits,
): EmbeddedChannels {
  const toWanted = (channel: NewChannel) => ({
    marker: channel.marker,
    channel_id: newChannelId(),
    display_name: channel.displayName,
    description: channel.description,
    membership_type: channel.membershipType,
    is_favorite: channel.isFavoriteByDefault ?? false,
    members: mergeMembers(channel.members).map(({ userId, role }) => ({ user_id: userId, role })),
  });

  const nameTaken = async (
    tenantId: string,
    teamId: string,
    channels: readonly NewChannel[],
    cause: unknown,
  ) => {
    const names = channels.map(({ displayName }) => displayName.toLowerCase());
    const rows = await database.read<{ display_name: string }>(tenantId, TAKEN_NAMES, [
      tenantId,
      teamId,
      names,
    ]);
    const taken = rows.map((row) => `'${row.display_name}'`).join(', ');
    const message = taken
      ? `The team has a channel called ${taken} already. Choose another name.`
      : 'Two of the channels have the same name. Choose different ones.';
    return new CharterError('NameAlreadyExists', message, { cause });
  };

  const create = async (
    tenantId: string,
    teamId: string,
    channels: readonly NewChannel[],
  ): Promise<TeamChannel[]> => {
    if (channels.length === 0) return [];
    assertDistinctMarkers(channels);
    channels.forEach(assertMembersFit);
    const wanted = JSON.stringify(channels.map(toWanted));
    const parameters = [tenantId, teamId, wanted, limits.channels, limits.privateChannels, clock.now()];
    let row: CreateRow | undefined;
    try {
      [row] = await database.write<CreateRow>(tenantId, CREATE, parameters);
    } catch (error) {
      if (error instanceof TakenError) throw await nameTaken(tenantId, teamId, channels, error);
      throw error;
    }
    if (row === undefined) throw noTeam(teamId);
    const made = new Map((row.channels ?? []).map((channel) => [channel.marker, toChannel(channel)]));
    const isComplete = channels.every(({ marker }) => made.has(marker));
    if (!isComplete) {
      if (row.is_archived) throw teamArchived(teamId);
      if (row.unfit !== null) throw unfitUsers(NOT_IN_TEAM, 'NotInTeam', row.unfit);
      throw invalidRequest(
        `A team has at most ${limits.channels} channels, ${limits.privateChannels} of them private.`,
      );
    }
    return channels.map(({ marker }) => made.get(marker) as TeamChannel);
  };

  const addMembers = async (
    tenantId: string,
    teamId: string,
    channelId: string,
    members: readonly NewMember[],
  ): Promise<TeamMember[]> => {
    const wanted = mergeMembers(members);
    const [row] = await database.write<AddMembersRow>(tenantId, ADD_MEMBERS, [
      tenantId,
      teamId,
      channelId,
      wanted.map(({ userId }) => userId),
      wanted.map(({ role }) => role),
      limits.privateChannelMembers,
      limits.sharedChannelMembers,
    ]);
    if (row === undefined) throw noChannel(channelId);
    if (row.is_archived) throw teamArchived(teamId);
    if (row.membership_type === 'standard') {
      throw invalidRequest('Everybody of the team is in a standard channel; members are added to the team.');
    }
    if (row.unfit !== null) throw unfitUsers(NOT_IN_TEAM, 'NotInTeam', row.unfit);
    if (row.full) throw invalidRequest('The channel has as many members as the suite allows.');
    const byUser = new Map(
      (row.members ?? []).map((member) => [member.user_id, toTeamMember(channelId, member)]),
    );
    return members.map(({ userId }) => byUser.get(userId.toLowerCase()) as TeamMember);
  };

  return {
    async list(tenantId, teamId) {
      return (await database.read<ChannelRow>(tenantId, LIST, [tenantId, teamId])).map(toChannel);
    },

    async listVisibleTo(tenantId, teamId, userId) {
      const parameters = [tenantId, teamId, userId.toLowerCase()];
      return (await database.read<ChannelRow>(tenantId, LIST_VISIBLE, parameters)).map(toChannel);
    },

    async primary(tenantId, teamId) {
      const [row] = await database.read<ChannelRow>(tenantId, PRIMARY, [tenantId, teamId]);
      if (row === undefined) throw noTeam(teamId);
      return toChannel(row);
    },

    async access(tenantId, teamId, channelId, userId): Promise<ChannelAccess | undefined> {
      const parameters = [tenantId, teamId, channelId, userId?.toLowerCase() ?? null];
      const [row] = await database.read<AccessRow>(tenantId, ACCESS, parameters);
      if (row === undefined) return undefined;
      return {
        suiteTeam: toSuiteTeam(row),
        role: row.role ?? undefined,
        channel: toChannel({
          channel_id: row.channel_id,
          created_at: row.channel_created_at,
          display_name: row.channel_name,
          description: row.channel_description,
          membership_type: row.membership_type,
        }),
        channelRole: row.channel_role ?? undefined,
      };
    },

    create,

    async listMembers(tenantId, teamId, channelId) {
      const rows = await database.read<MemberRow>(tenantId, LIST_MEMBERS, [tenantId, teamId, channelId]);
      return rows.map((row) => toTeamMember(channelId, row));
    },

    addMembers,
  };
}
