/** Members of teams, and of private and shared channels. */
import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import { badRequest, forbidden, GraphError, notFound } from './errors.ts';
import { collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import { type Body, boundId, checkBody, type Fields, list, oneOf, record, text } from './shapes.ts';
import { findChannel, findTeam } from './team-entity.ts';
import {
  type MemberRoles,
  type StoredChannel,
  type StoredGroup,
  type StoredUser,
  type Tenant,
  teamRoles,
} from './tenant.ts';

const TEAM_READ = [
  'TeamMember.Read.All',
  'TeamMember.ReadWrite.All',
  'TeamMember.ReadWriteNonOwnerRole.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
];
const OWNERS = 'TeamMember.ReadWrite.All';
/** TeamMember.ReadWriteNonOwnerRole.All suffices unless an owner is involved. */
const TEAM_WRITE = [OWNERS, 'TeamMember.ReadWriteNonOwnerRole.All'];
const CHANNEL_READ = ['ChannelMember.Read.All', 'ChannelMember.ReadWrite.All'];
const CHANNEL_WRITE = ['ChannelMember.ReadWrite.All'];

/** Maximum number of people in one call of `members/add`. */
const MAX_AT_ONCE = 200;

export const MEMBER: Fields<AadUserConversationMember> = {
  '@odata.type': oneOf(
    '#microsoft.graph.aadUserConversationMember',
    'microsoft.graph.aadUserConversationMember',
  ),
  roles: list(oneOf('owner', 'guest'), 1),
  'user@odata.bind': text(),
};

const RULES: QueryRules = {
  type: 'aadUserConversationMember',
  properties: [
    'id',
    'displayName',
    'email',
    'roles',
    'tenantId',
    'userId',
    'visibleHistoryStartDateTime',
  ] as const satisfies readonly (keyof AadUserConversationMember)[],
  options: ['$select', '$filter', '$top'],
  pages: { most: 999, usual: 100 },
};

/** Returns the id of a membership. Real ids have a different form, and clients must treat them as opaque. */
export const membershipIdOf = ({ id }: Pick<Tenant, 'id'>, placeId: string, userId: string): string =>
  Buffer.from(`0##1##${id}##${placeId}##${userId}`).toString('base64');

/** Returns the user of a membership in this team or channel. */
function userOf(placeId: string, membership: string): string {
  const [, , , place, userId = ''] = Buffer.from(membership, 'base64').toString().split('##');
  if (place !== placeId) throw badRequest('Invalid membership id.');
  return userId;
}

function memberEntity(call: Call, placeId: string, user: StoredUser, role: 'owner' | 'member'): Entity {
  const isGuest = user.user.userType === 'Guest';
  return {
    '@odata.type': '#microsoft.graph.aadUserConversationMember',
    id: membershipIdOf(call.tenant, placeId, user.id),
    roles: role === 'owner' ? ['owner'] : isGuest ? ['guest'] : [],
    displayName: user.user.displayName ?? null,
    userId: user.id,
    email: user.user.mail ?? null,
    tenantId: call.tenant.id,
    visibleHistoryStartDateTime: '0001-01-01T00:00:00Z',
  };
}

/** A team, or a private or shared channel, with its members. */
interface Place {
  id: string;
  context: string;
  roles: MemberRoles;
  /** Whether the team has dynamic membership: a rule chooses the members. */
  isByRule?: boolean;
  set(userId: string, role: 'owner' | 'member'): void;
  remove(userId: string): void;
}

/** Teams can take hours to show people who were added through the group. */
function rolesShown(group: StoredGroup, now: Date): MemberRoles {
  const isShown = ([id]: [string, unknown]): boolean => (group.shownInTeamsAt?.get(id) ?? 0) <= now.getTime();
  return new Map([...teamRoles(group)].filter(isShown));
}

function teamPlace(call: Call): Place {
  const { group, team } = findTeam(call);
  const changed = (): void => call.tenant.changed('groups', 'updated', group.id, call.now);
  return {
    id: group.id,
    context: `${call.url}/$metadata#teams('${group.id}')/members`,
    roles: rolesShown(group, call.now),
    isByRule: group.group.groupTypes?.includes('DynamicMembership') ?? false,
    set(userId, role) {
      group.members.add(userId);
      group.shownInTeamsAt?.delete(userId);
      if (role === 'owner') group.owners.add(userId);
      else group.owners.delete(userId);
      changed();
    },
    remove(userId) {
      group.members.delete(userId);
      group.owners.delete(userId);
      for (const channel of team.channels.values()) leavePrivate(channel, userId);
      changed();
    },
  };
}

/**
 * Removes a person who left the team from the channel if it is private. Another member replaces the last owner
 * ("Private channels in Teams").
 */
function leavePrivate({ channel, members }: StoredChannel, userId: string): void {
  if (channel.membershipType !== 'private' || !members.delete(userId)) return;
  const [next] = members.keys();
  if (next !== undefined && ![...members.values()].includes('owner')) members.set(next, 'owner');
}

function channelPlace(call: Call): Place {
  const { channel, group } = findChannel(call);
  const isStandard = channel.channel.membershipType === 'standard';
  return {
    id: channel.id,
    context: `${call.url}/$metadata#teams('${group.id}')/channels('${channel.id}')/members`,
    roles: isStandard ? teamRoles(group) : channel.members,
    set(userId, role) {
      if (isStandard) throw badRequest('Members of a standard channel are those of its team.');
      checkChannelMember(call, channel.channel.membershipType ?? '', teamRoles(group), userId);
      channel.members.set(userId, role);
    },
    remove(userId) {
      if (isStandard) throw badRequest('Members of a standard channel are those of its team.');
      channel.members.delete(userId);
    },
  };
}

/** Rejects a member of a private channel who is not in the team, and a guest in a shared channel. */
export function checkChannelMember(call: Call, type: string, team: MemberRoles, userId: string): void {
  if (type === 'private' && !team.has(userId)) throw badRequest('The user is not a member of the team.');
  if (type === 'shared' && call.tenant.user(userId)?.user.userType === 'Guest') {
    throw badRequest('Guests cannot be added to a shared channel.');
  }
}

const isTeam = ({ id }: Place): boolean => !id.startsWith('19:');

function checkOwnerPermission(call: Call, place: Place, isOwner: boolean): void {
  if (isTeam(place) && isOwner && !call.registration.roles.includes(OWNERS)) {
    throw new GraphError(
      403,
      'Forbidden',
      `Missing role permissions on the request. API requires one of '${OWNERS}'.`,
    );
  }
}

const wantsOwner = (body: Body): boolean =>
  (body.roles as string[] | undefined)?.[0]?.toLowerCase() === 'owner';

/**
 * Rejects changes to members under dynamic membership. The documentation does not mention it, but users report it:
 * microsoftgraph/microsoft-graph-docs issue 12712.
 */
function checkAssigned({ isByRule }: Place): void {
  if (isByRule) throw forbidden('You do not have permission to perform this operation.');
}

/**
 * Rejects guests whom an application adds to a team, and roles other than owner for new members of a channel ("Add
 * member to team", "Add member to channel").
 */
function checkGuest(call: Call, place: Place, { user }: StoredUser, roles: unknown): void {
  if (!isTeam(place)) {
    if ((roles as string[] | undefined)?.includes('guest'))
      throw badRequest('Invalid role specified for member.');
    return;
  }
  if (user.userType === 'Guest' && call.person === undefined) {
    throw forbidden('Adding guests is not supported with application permissions.');
  }
}

/** Adds or promotes a person. An owner stays an owner. A disabled account counts as missing. */
function addMember(call: Call, place: Place, body: Body): StoredUser {
  checkAssigned(place);
  const reference = boundId(body['user@odata.bind'], 'users');
  const user = call.tenant.user(reference);
  if (user === undefined || !isSeen(user, call.now) || user.user.accountEnabled === false) {
    throw notFound(`The user ${reference}`);
  }
  if (user.blocked !== undefined) throw badRequest(user.blocked);
  checkGuest(call, place, user, body.roles);
  checkOwnerPermission(call, place, wantsOwner(body));
  if (wantsOwner(body) && user.user.userType === 'Guest') throw badRequest('A guest cannot be an owner.');
  const present = place.roles.get(user.id);
  place.set(user.id, wantsOwner(body) || present === 'owner' ? 'owner' : 'member');
  return user;
}

function post(call: Call, place: Place) {
  const body = checkBody(call.body, 'conversationMember', MEMBER, ['@odata.type', 'user@odata.bind']);
  const user = addMember(call, place, body);
  const role = wantsOwner(body) ? 'owner' : 'member';
  return created({
    '@odata.context': `${place.context}/$entity`,
    ...memberEntity(call, place.id, user, role),
  });
}

function checkOwnerLeft(place: Place, userId: string): void {
  const others = [...place.roles].filter(([id, role]) => role === 'owner' && id !== userId);
  if (place.roles.get(userId) === 'owner' && others.length === 0) {
    throw badRequest('The last owner cannot be removed.');
  }
}

function present(place: Place, membership: string): string {
  const userId = userOf(place.id, membership);
  if (!place.roles.has(userId)) throw notFound('The member');
  return userId;
}

function patch(call: Call, place: Place) {
  checkAssigned(place);
  const userId = present(place, call.parameters.membership!);
  const { 'user@odata.bind': _, ...fields } = MEMBER;
  const body = checkBody<AadUserConversationMember>(call.body, 'conversationMember', fields, [
    '@odata.type',
    'roles',
  ]);
  const wasOwner = place.roles.get(userId) === 'owner';
  checkOwnerPermission(call, place, wantsOwner(body) || wasOwner);
  if (!wantsOwner(body)) checkOwnerLeft(place, userId);
  place.set(userId, wantsOwner(body) ? 'owner' : 'member');
  const user = call.tenant.user(userId) as StoredUser;
  return ok({
    '@odata.context': `${place.context}/$entity`,
    ...memberEntity(call, place.id, user, wantsOwner(body) ? 'owner' : 'member'),
  });
}

function remove(call: Call, place: Place) {
  checkAssigned(place);
  const userId = present(place, call.parameters.membership!);
  checkOwnerPermission(call, place, place.roles.get(userId) === 'owner');
  checkOwnerLeft(place, userId);
  place.remove(userId);
  return noContent;
}

function entities(call: Call, place: Place): Entity[] {
  return [...place.roles].flatMap(([id, role]) => {
    const user = call.tenant.user(id);
    return user === undefined ? [] : [memberEntity(call, place.id, user, role)];
  });
}

/** POST `members/add`: 200, or 207 when some people could not be added. */
function addMany(call: Call) {
  const body = checkBody<{ values: object[] }>(
    call.body,
    'add',
    { values: list(record('conversationMember', MEMBER), MAX_AT_ONCE) },
    ['values'],
  );
  let hasFailed = false;
  const value = (body.values as Body[]).map((one) => {
    const result = { '@odata.type': '#microsoft.graph.aadUserConversationMemberResult' };
    const reference = boundId(one['user@odata.bind'], 'users');
    try {
      return { ...result, userId: addMember(call, teamPlace(call), one).id, error: null };
    } catch (error) {
      if (!(error instanceof GraphError) || error.status === 403) throw error;
      hasFailed = true;
      return { ...result, userId: reference, error: { code: error.code, message: error.message } };
    }
  });
  const context = `${call.url}/$metadata#Collection(microsoft.graph.aadUserConversationMemberResult)`;
  return { status: hasFailed ? 207 : 200, body: { '@odata.context': context, value } };
}

const PLACES = [
  { path: '/teams/{team}', place: teamPlace, read: TEAM_READ, write: TEAM_WRITE, budget: 'teamMembersGet' },
  {
    path: '/teams/{team}/channels/{channel}',
    place: channelPlace,
    read: CHANNEL_READ,
    write: CHANNEL_WRITE,
    budget: 'channelMembersGet',
  },
] as const;

export const memberRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/teams/{team}/members/add',
    permissions: TEAM_WRITE,
    budgets: ['teamsOther', 'oneTeam'],
    handle: addMany,
  },
  ...PLACES.flatMap(({ path, place, read, write, budget }): Route[] => [
    {
      method: 'GET',
      path: `${path}/members`,
      permissions: read,
      budgets: [budget, 'oneTeam'],
      handle(call) {
        const at = place(call);
        return ok(collectionResponse(entities(call, at), call.query, RULES, at.context));
      },
    },
    {
      method: 'GET',
      path: `${path}/members/{membership}`,
      permissions: read,
      budgets: ['teamsGet', 'oneTeam'],
      handle(call) {
        const at = place(call);
        const userId = present(at, call.parameters.membership!);
        const entity = entities(call, at).find((one) => one.userId === userId) as Entity;
        return ok(entityResponse(entity, call.query, RULES, `${at.context}/$entity`));
      },
    },
    {
      method: 'POST',
      path: `${path}/members`,
      permissions: write,
      budgets: ['teamsOther', 'oneTeam'],
      handle: (call) => post(call, place(call)),
    },
    {
      method: 'PATCH',
      path: `${path}/members/{membership}`,
      permissions: write,
      budgets: ['teamsOther', 'oneTeam'],
      handle: (call) => patch(call, place(call)),
    },
    {
      method: 'DELETE',
      path: `${path}/members/{membership}`,
      permissions: write,
      budgets: ['teamsOther', 'oneTeam'],
      handle: (call) => remove(call, place(call)),
    },
  ]),
];
