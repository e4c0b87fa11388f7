/** Channels of a team. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import { badRequest } from './errors.ts';
import { checkChannelMember, MEMBER } from './members.ts';
import { collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { startOperation } from './operations.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import {
  type Body,
  boundId,
  checkBody,
  type Fields,
  flag,
  list,
  name,
  oneOf,
  record,
  text,
} from './shapes.ts';
import { findChannel, findTeam } from './team-entity.ts';
import { newChannel, rejectArchived } from './teams.ts';
import { type StoredChannel, type StoredTeam, teamRoles } from './tenant.ts';
import { findUser } from './users.ts';

const READ = [
  'Channel.ReadBasic.All',
  'ChannelSettings.Read.All',
  'ChannelSettings.ReadWrite.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
const CREATE = ['Channel.Create', 'Teamwork.Migrate.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];
const UPDATE = ['ChannelSettings.ReadWrite.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];
/** The only permission of "channel: archive" and "channel: unarchive". */
const ARCHIVE = ['ChannelSettings.ReadWrite.All'];
const DELETE = ['Channel.Delete.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];

const MAX_CHANNELS = 1000;
/** Maximum number of members in the call that creates a private channel ("Create channel"). */
const MAX_FIRST_MEMBERS = 200;
/** Characters that a name may not contain ("Limits and specifications for Microsoft Teams"). */
const FORBIDDEN = /[~#%&*{}+/\\:<>?|'",]|\.\./;

const CHANNEL_RULES: QueryRules = {
  type: 'channel',
  properties: [
    'id',
    'createdDateTime',
    'description',
    'displayName',
    'email',
    'isArchived',
    'isFavoriteByDefault',
    'membershipType',
    'summary',
    'tenantId',
    'webUrl',
  ] as const satisfies readonly (keyof Channel)[],
  options: ['$select', '$filter', '$expand'],
};

const UPDATABLE: Fields<Channel> = {
  '@odata.type': text(),
  displayName: name(50),
  description: text(1024),
  isFavoriteByDefault: flag,
};
const CREATABLE: Fields<Channel> = {
  ...UPDATABLE,
  membershipType: oneOf('standard', 'private', 'shared'),
  members: list(record('conversationMember', MEMBER)),
};

/** Checks the name of a channel. The name of a deleted channel remains reserved. */
export function checkChannelName(team: StoredTeam, displayName: string, own?: string): void {
  if (FORBIDDEN.test(displayName) || /^[_.]|\.$/.test(displayName)) {
    throw badRequest('Channel name contains invalid characters.');
  }
  const key = displayName.toLowerCase();
  for (const other of team.channels.values()) {
    if (other.id !== own && other.channel.displayName?.toLowerCase() === key) {
      throw badRequest('Channel name already existed, please use other name.', 'NameAlreadyExists');
    }
  }
}

/**
 * Returns the channel. Without the Prefer header, later additions to the enumeration become `unknownFutureValue`. The
 * channels of an archived team are archived too ("channel: archive").
 */
function channelEntity(call: Call, { team }: StoredTeam, { channel }: StoredChannel): Entity {
  const knows = /include-unknown-enum-members/.test(call.headers.prefer ?? '');
  const membershipType =
    channel.membershipType === 'shared' && !knows ? 'unknownFutureValue' : channel.membershipType;
  return { ...channel, membershipType, isArchived: team.isArchived === true || channel.isArchived === true };
}

const contextOf = (call: Call, suffix: string): string =>
  `${call.url}/$metadata#teams('${call.parameters.team}')/channels${suffix}`;

function listChannels(call: Call) {
  const { team } = findTeam(call);
  const found = [...team.channels.values()]
    .filter((channel) => isSeen(channel, call.now))
    .map((channel) => channelEntity(call, team, channel));
  return ok(collectionResponse(found, call.query, CHANNEL_RULES, contextOf(call, '')));
}

interface FirstMember {
  userId: string;
  role: 'owner' | 'member';
}

/** Returns the first members of a channel. A private channel needs an owner; a shared one is created with one owner. */
function firstMembers(call: Call, body: Body, type: string): FirstMember[] {
  const given = (body.members as Body[] | undefined) ?? [];
  if (type === 'standard') {
    if (given.length > 0) throw badRequest('Members can be given only for a private or shared channel.');
    return [];
  }
  const members = given.map((member): FirstMember => {
    const isOwner = (member.roles as string[] | undefined)?.[0]?.toLowerCase() === 'owner';
    const { id } = findUser(call, boundId(member['user@odata.bind'], 'users'));
    return { userId: id, role: isOwner ? 'owner' : 'member' };
  });
  if (members.length > MAX_FIRST_MEMBERS) throw badRequest('Too many members.');
  if (!members.some(({ role }) => role === 'owner'))
    throw badRequest(`A ${type} channel must have an owner.`);
  if (type === 'shared' && members.length > 1)
    throw badRequest('A shared channel is created with one owner.');
  return members;
}

function postChannel(call: Call) {
  const { group, team } = findTeam(call);
  const body = checkBody<Channel>(call.body, 'channel', CREATABLE, ['displayName']);
  rejectArchived(team);
  const displayName = body.displayName as string;
  const type = ((body.membershipType as string | undefined) ?? 'standard').toLowerCase();
  const members = firstMembers(call, body, type);
  for (const { userId } of members) checkChannelMember(call, type, teamRoles(group), userId);
  checkChannelName(team, displayName);
  if (team.channels.size >= MAX_CHANNELS) throw badRequest('The team has the maximum number of channels.');
  const properties = {
    displayName,
    description: (body.description as string | undefined) ?? null,
    membershipType: type as 'standard',
  };
  const channel = newChannel(call, group.id, properties, call.visibleAt('channel'));
  for (const { userId, role } of members) channel.members.set(userId, role);
  const add = (): void => {
    team.channels.set(channel.id, channel);
    call.tenant.changed('teams', 'updated', group.id, call.now);
    call.tenant.changed('channels', 'created', channel.id, call.now, group.id);
  };
  if (type === 'shared') {
    return startOperation(call, {
      teamId: group.id,
      type: 'createChannel',
      targetResourceId: channel.id,
      targetResourceLocation: `/teams('${group.id}')/channels('${channel.id}')`,
      effect: add,
    });
  }
  add();
  return created(
    entityResponse(
      channelEntity(call, team, channel),
      call.query,
      CHANNEL_RULES,
      contextOf(call, '/$entity'),
    ),
  );
}

function patchChannel(call: Call) {
  const { group, team, channel } = findChannel(call);
  const body = checkBody<Channel>(call.body, 'channel', UPDATABLE);
  rejectArchived(team, channel);
  if (body.displayName !== undefined) checkChannelName(team, body.displayName as string, channel.id);
  const { '@odata.type': _, ...given } = body;
  Object.assign(channel.channel, given);
  call.tenant.changed('channels', 'updated', channel.id, call.now, group.id);
  return noContent;
}

function deleteChannel(call: Call) {
  const { group, team, channel } = findChannel(call);
  rejectArchived(team);
  if (channel.id === team.primaryChannelId) throw badRequest('The General channel cannot be deleted.');
  channel.deletedAt = call.now.getTime();
  call.tenant.changed('channels', 'deleted', channel.id, call.now, group.id);
  return noContent;
}

/** "channel: archive" and "channel: unarchive". */
function archiveChannel(call: Call, isArchived: boolean) {
  const { group, team, channel } = findChannel(call);
  const given = isArchived && call.body !== undefined ? call.body : {};
  checkBody<{ shouldSetSpoSiteReadOnlyForMembers: boolean }>(given, 'archive', {
    shouldSetSpoSiteReadOnlyForMembers: flag,
  });
  if (team.team.isArchived) {
    throw badRequest(`Team has to be active, for channel to be archived or unarchived: ${channel.id}`);
  }
  if (isArchived && channel.id === team.primaryChannelId) {
    throw badRequest('The General channel cannot be archived.');
  }
  const owners = [...channel.members.values()].filter((role) => role === 'owner');
  const isOwned = channel.channel.membershipType === 'standard' || owners.length > 0;
  if (isArchived && (group.owners.size === 0 || !isOwned))
    throw badRequest('The channel must have an owner.');
  return startOperation(call, {
    teamId: group.id,
    type: isArchived ? 'archiveChannel' : 'unarchiveChannel',
    targetResourceId: channel.id,
    targetResourceLocation: `/teams('${group.id}')/channels('${channel.id}')`,
    effect() {
      channel.channel.isArchived = isArchived;
      call.tenant.changed('channels', 'updated', channel.id, call.now, group.id);
    },
  });
}

export const channelRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/teams/{team}/channels',
    permissions: READ,
    budgets: ['teamChannelsGet', 'oneTeam'],
    handle: listChannels,
  },
  {
    method: 'GET',
    path: '/teams/{team}/allChannels',
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle: listChannels,
  },
  {
    method: 'GET',
    path: '/teams/{team}/primaryChannel',
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      const { team } = findTeam(call);
      const channel = team.channels.get(team.primaryChannelId) as StoredChannel;
      return ok(
        entityResponse(
          channelEntity(call, team, channel),
          call.query,
          CHANNEL_RULES,
          contextOf(call, '/$entity'),
        ),
      );
    },
  },
  {
    method: 'POST',
    path: '/teams/{team}/channels',
    permissions: CREATE,
    budgets: ['teamsPost', 'oneTeam'],
    handle: postChannel,
  },
  {
    method: 'GET',
    path: '/teams/{team}/channels/{channel}',
    permissions: READ,
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      const { team, channel } = findChannel(call);
      return ok(
        entityResponse(
          channelEntity(call, team, channel),
          call.query,
          CHANNEL_RULES,
          contextOf(call, '/$entity'),
        ),
      );
    },
  },
  {
    method: 'PATCH',
    path: '/teams/{team}/channels/{channel}',
    permissions: UPDATE,
    budgets: ['teamsPatch', 'oneTeam'],
    handle: patchChannel,
  },
  {
    method: 'DELETE',
    path: '/teams/{team}/channels/{channel}',
    permissions: DELETE,
    budgets: ['teamsDelete', 'oneTeam'],
    handle: deleteChannel,
  },
  {
    method: 'POST',
    path: '/teams/{team}/channels/{channel}/archive',
    permissions: ARCHIVE,
    budgets: ['teamsOther', 'oneTeam'],
    handle: (call) => archiveChannel(call, true),
  },
  {
    method: 'POST',
    path: '/teams/{team}/channels/{channel}/unarchive',
    permissions: ARCHIVE,
    budgets: ['teamsOther', 'oneTeam'],
    handle: (call) => archiveChannel(call, false),
  },
];
