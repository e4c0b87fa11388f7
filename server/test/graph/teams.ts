/** `/teams` and `PUT /groups/{id}/team`: creation, reads, settings, archive, clone. */
import type { Channel, Team } from '@microsoft/microsoft-graph-types';
import { badRequest, conflict, forbidden, GraphError, noDirectoryObject } from './errors.ts';
import { collectionResponse, entityResponse } from './odata.ts';
import { startOperation } from './operations.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import { type Body, checkBody, type Fields, flag, mergeBody, name, oneOf, record, text } from './shapes.ts';
import { findTeam, TEAM_RULES, teamEntity } from './team-entity.ts';
import { type StoredChannel, type StoredGroup, type StoredTeam, teamRoles } from './tenant.ts';

const READ = [
  'Team.ReadBasic.All',
  'TeamSettings.Read.All',
  'TeamSettings.ReadWrite.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
const WRITE = ['TeamSettings.ReadWrite.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];

type Settings = Pick<Team, 'memberSettings' | 'guestSettings' | 'messagingSettings' | 'funSettings'>;

/** Settings of a new team ("team resource type"). */
const DEFAULTS: Settings = {
  memberSettings: {
    allowAddRemoveApps: true,
    allowCreatePrivateChannels: true,
    allowCreateUpdateChannels: true,
    allowCreateUpdateRemoveConnectors: true,
    allowCreateUpdateRemoveTabs: true,
    allowDeleteChannels: true,
  },
  guestSettings: { allowCreateUpdateChannels: false, allowDeleteChannels: false },
  messagingSettings: {
    allowChannelMentions: true,
    allowOwnerDeleteMessages: true,
    allowTeamMentions: true,
    allowUserDeleteMessages: true,
    allowUserEditMessages: true,
  },
  funSettings: {
    allowCustomMemes: true,
    allowGiphy: true,
    allowStickersAndMemes: true,
    giphyContentRating: 'moderate',
  },
};

const flags = (type: string, values: object | null | undefined) =>
  record(type, Object.fromEntries(Object.keys(values ?? {}).map((one) => [one, flag])));

export const SETTINGS: Fields<Settings> = {
  '@odata.type': text(),
  memberSettings: flags('teamMemberSettings', DEFAULTS.memberSettings),
  guestSettings: flags('teamGuestSettings', DEFAULTS.guestSettings),
  messagingSettings: flags('teamMessagingSettings', DEFAULTS.messagingSettings),
  funSettings: record('teamFunSettings', {
    allowCustomMemes: flag,
    allowGiphy: flag,
    allowStickersAndMemes: flag,
    giphyContentRating: oneOf('moderate', 'strict'),
  }),
};
const GROUPS = ['memberSettings', 'guestSettings', 'messagingSettings', 'funSettings'] as const;

const UPDATABLE: Fields<Team> = {
  ...SETTINGS,
  classification: text(),
  description: text(1024),
  displayName: name(256),
  specialization: text(),
  visibility: oneOf('private', 'public'),
};

/** Returns a new channel with the stand-in's defaults. The caller adds it to the team. */
export function newChannel(call: Call, teamId: string, channel: Channel, visibleAt: number): StoredChannel {
  const id = channel.id ?? call.tenant.newChannelId(teamId, channel.displayName ?? '');
  return {
    id,
    channel: {
      description: null,
      isArchived: false,
      isFavoriteByDefault: false,
      membershipType: 'standard',
      createdDateTime: call.now.toISOString(),
      email: '',
      tenantId: call.tenant.id,
      webUrl: `https://teams.microsoft.com/l/channel/${encodeURIComponent(id)}/${encodeURIComponent(channel.displayName ?? '')}`,
      ...channel,
      id,
    },
    tabs: new Map(),
    messages: [],
    members: new Map(),
    createdAt: call.now.getTime(),
    visibleAt,
  };
}

/** Turns the group into a team, with its first channel. */
export function addTeam(call: Call, group: StoredGroup, given: Body, visibleAt: number): StoredTeam {
  const general = newChannel(
    call,
    group.id,
    { displayName: 'General', isFavoriteByDefault: true },
    visibleAt,
  );
  const { id, group: properties } = group;
  const team: Team = {
    id,
    classification: properties.classification ?? null,
    createdDateTime: call.now.toISOString(),
    description: properties.description ?? null,
    displayName: properties.displayName ?? '',
    internalId: general.id,
    isArchived: false,
    specialization: 'none',
    tenantId: call.tenant.id,
    visibility: (properties.visibility ?? 'Public').toLowerCase() as 'public',
    webUrl: `https://teams.microsoft.com/l/team/${encodeURIComponent(general.id)}/conversations?groupId=${id}&tenantId=${call.tenant.id}`,
    ...structuredClone(DEFAULTS),
  };
  mergeBody(team, given, GROUPS);
  const stored: StoredTeam = {
    team,
    channels: new Map([[general.id, general]]),
    primaryChannelId: general.id,
    apps: new Map(),
    createdAt: call.now.getTime(),
    visibleAt,
  };
  group.team = stored;
  group.group.resourceProvisioningOptions = ['Team'];
  call.tenant.changed('groups', 'updated', id, call.now);
  call.tenant.changed('teams', 'created', id, call.now);
  return stored;
}

/** Rejects a change to an archived team. Changes to its membership don't call this, because Teams permits them. */
export function rejectArchived({ team }: StoredTeam, channel?: StoredChannel): void {
  if (team.isArchived) throw forbidden('The team is archived. Unarchive it to change it.');
  if (channel?.channel.isArchived) throw forbidden('The channel is archived. Unarchive it to change it.');
}

function putTeam(call: Call) {
  const group = call.tenant.groups.get(call.parameters.group!);
  if (group === undefined || !isSeen(group, call.now)) throw noDirectoryObject(call.parameters.group!);
  const body = checkBody<Settings>(call.body, 'team', SETTINGS);
  if (group.team !== undefined) throw conflict('The group already has a team.');
  if (!group.group.groupTypes?.includes('Unified'))
    throw badRequest('Only a Microsoft 365 group can have a team.');
  if (group.owners.size === 0)
    throw badRequest('A team owner must be provided when creating a team in application context.');
  const team = addTeam(call, group, body, call.visibleAt('team'));
  return created(
    entityResponse(
      teamEntity(call, { group, team }),
      call.query,
      TEAM_RULES,
      `${call.url}/$metadata#teams/$entity`,
    ),
  );
}

function patchTeam(call: Call) {
  const { group, team } = findTeam(call);
  const body = checkBody<Team>(call.body, 'team', UPDATABLE);
  rejectArchived(team);
  mergeBody(team.team, body, [...GROUPS, 'displayName', 'description', 'classification', 'specialization']);
  for (const property of ['displayName', 'description', 'classification'] as const) {
    if (body[property] !== undefined) group.group[property] = body[property] as string;
  }
  if (body.visibility !== undefined) {
    team.team.visibility = (body.visibility as string).toLowerCase() as 'private';
    group.group.visibility = team.team.visibility === 'private' ? 'Private' : 'Public';
  }
  call.tenant.changed('groups', 'updated', group.id, call.now);
  call.tenant.changed('teams', 'updated', group.id, call.now);
  return noContent;
}

function archive(call: Call, isArchived: boolean) {
  const { group, team } = findTeam(call);
  const given = isArchived && call.body !== undefined ? call.body : {};
  const body = checkBody<{ shouldSetSpoSiteReadOnlyForMembers: boolean }>(given, 'archive', {
    shouldSetSpoSiteReadOnlyForMembers: flag,
  });
  if (body.shouldSetSpoSiteReadOnlyForMembers === true) {
    // "Archive team" does not support the parameter for applications.
    throw badRequest('shouldSetSpoSiteReadOnlyForMembers is not supported in app-only context.');
  }
  if (group.owners.size === 0) throw badRequest('The team must have an owner.');
  return startOperation(call, {
    teamId: group.id,
    type: isArchived ? 'archiveTeam' : 'unarchiveTeam',
    targetResourceId: group.id,
    targetResourceLocation: `/teams('${group.id}')`,
    effect() {
      team.team.isArchived = isArchived;
      // The group is unchanged, so a delta query of groups does not show the operation.
      call.tenant.changed('teams', 'updated', group.id, call.now);
    },
  });
}

const PARTS = ['apps', 'tabs', 'settings', 'channels', 'members'];

const CLONE = {
  classification: text(),
  description: text(1024),
  displayName: name(256),
  mailNickname: text(64),
  partsToClone: text(),
  visibility: oneOf('private', 'public'),
};

function clone(call: Call) {
  const { group, team } = findTeam(call);
  const body = checkBody<{ [Name in keyof typeof CLONE]: string }>(call.body, 'clone', CLONE, [
    'displayName',
    'partsToClone',
  ]) as Partial<Record<keyof typeof CLONE, string>>;
  const parts = (body.partsToClone ?? '').split(',').map((part) => part.trim().toLowerCase());
  if (parts.some((part) => !PARTS.includes(part))) throw badRequest('Invalid partsToClone.');
  const id = call.tenant.newId('team', body.displayName ?? '');
  return startOperation(call, {
    teamId: group.id,
    type: 'cloneTeam',
    targetResourceId: id,
    targetResourceLocation: `/teams('${id}')`,
    effect: () => addClone(call, id, { group, team }, parts, body),
  });
}

/** Adds a clone. As documented, its alias is derived from the name, and only one owner is copied. */
function addClone(
  call: Call,
  id: string,
  source: { group: StoredGroup; team: StoredTeam },
  parts: readonly string[],
  body: Partial<Record<keyof typeof CLONE, string>>,
): void {
  const nickname = `${(body.displayName ?? '').replaceAll(/[^A-Za-z0-9]/g, '')}${id.slice(0, 8)}`;
  const copy: StoredGroup = {
    id,
    group: {
      ...source.group.group,
      id,
      displayName: body.displayName ?? '',
      description: body.description ?? body.displayName ?? null,
      classification: body.classification ?? source.group.group.classification ?? null,
      mailNickname: nickname,
      mail: `${nickname}@${call.tenant.defaultDomain}`,
      visibility: body.visibility ?? source.group.group.visibility ?? null,
    },
    owners: new Set([...source.group.owners].slice(0, 1)),
    members: new Set(parts.includes('members') ? [...source.group.owners, ...source.group.members] : []),
    labels: [],
    createdAt: call.now.getTime(),
    visibleAt: call.now.getTime(),
  };
  call.tenant.groups.set(id, copy);
  call.tenant.groupsByNickname.set(nickname.toLowerCase(), id);
  call.tenant.changed('groups', 'created', id, call.now);
  const team = addTeam(
    call,
    copy,
    parts.includes('settings') ? ({ ...source.team.team } as Body) : {},
    copy.visibleAt,
  );
  if (!parts.includes('channels')) return;
  for (const channel of source.team.channels.values()) {
    if (channel.id === source.team.primaryChannelId || channel.channel.membershipType !== 'standard')
      continue;
    const { displayName, description } = channel.channel;
    const added = newChannel(
      call,
      id,
      { displayName: displayName ?? '', description: description ?? null },
      copy.visibleAt,
    );
    team.channels.set(added.id, added);
  }
}

export const teamRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: '/groups/{group}/team',
    permissions: ['Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    budgets: ['teamPut', 'oneTeam'],
    handle: putTeam,
  },
  {
    method: 'GET',
    path: '/groups/{team}/team',
    permissions: READ,
    budgets: ['teamGet', 'oneTeam'],
    handle: (call) =>
      ok(
        entityResponse(
          teamEntity(call, findTeam(call)),
          call.query,
          TEAM_RULES,
          `${call.url}/$metadata#teams/$entity`,
        ),
      ),
  },
  {
    method: 'GET',
    path: '/teams',
    permissions: READ,
    budgets: ['teamsGet'],
    handle(call) {
      const found = call.tenant
        .teams()
        .filter(({ group, team }) => isSeen(group, call.now) && isSeen(team, call.now))
        .map((one) => teamEntity(call, one));
      const rules = { ...TEAM_RULES, options: ['$select', '$filter', '$top', '$count'] as const };
      return ok(collectionResponse(found, call.query, rules, `${call.url}/$metadata#teams`));
    },
  },
  {
    method: 'GET',
    path: '/teams/{team}',
    permissions: READ,
    budgets: ['teamGet', 'oneTeam'],
    handle: (call) =>
      ok(
        entityResponse(
          teamEntity(call, findTeam(call)),
          call.query,
          TEAM_RULES,
          `${call.url}/$metadata#teams/$entity`,
        ),
      ),
  },
  {
    method: 'PATCH',
    path: '/teams/{team}',
    permissions: WRITE,
    budgets: ['teamsPatch', 'oneTeam'],
    handle: patchTeam,
  },
  {
    method: 'POST',
    path: '/teams/{team}/archive',
    permissions: WRITE,
    budgets: ['teamsOther', 'oneTeam'],
    handle: (call) => archive(call, true),
  },
  {
    method: 'POST',
    path: '/teams/{team}/unarchive',
    permissions: WRITE,
    budgets: ['teamsOther', 'oneTeam'],
    handle: (call) => archive(call, false),
  },
  {
    method: 'POST',
    path: '/teams/{team}/clone',
    permissions: ['Team.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    budgets: ['teamPut', 'oneTeam'],
    handle: clone,
  },
  {
    method: 'GET',
    path: '/users/{user}/joinedTeams',
    permissions: READ,
    budgets: ['teamGet'],
    handle(call) {
      const user = call.tenant.user(call.parameters.user!);
      if (user === undefined) throw new GraphError(404, 'NotFound', 'The user was not found.');
      const joined = call.tenant.teams().filter(({ group }) => teamRoles(group).has(user.id));
      const found = joined.map((one) => teamEntity(call, one));
      return ok(
        collectionResponse(
          found,
          call.query,
          { ...TEAM_RULES, options: ['$select'] },
          `${call.url}/$metadata#teams`,
        ),
      );
    },
  },
];
