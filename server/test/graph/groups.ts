/** `/groups`: creation, upsert by unique name, reads, updates, deletion. */
import type { Group } from '@microsoft/microsoft-graph-types';
import { badDirectoryRequest, GraphError, noDirectoryObject } from './errors.ts';
import { GROUP_RULES, groupEntity } from './group-entity.ts';
import { collectionResponse, type Entity, entityResponse } from './odata.ts';
import { type Call, created, isSeen, noContent, ok, type Route } from './route.ts';
import {
  anything,
  type Body,
  boundId,
  checkBody,
  type Fields,
  flag,
  list,
  name,
  oneOf,
  text,
} from './shapes.ts';
import type { StoredGroup } from './tenant.ts';
import { findUser } from './users.ts';

export const READ = [
  'GroupMember.Read.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
];
export const WRITE = ['Group.ReadWrite.All', 'Directory.ReadWrite.All'];
const READ_PEOPLE = [
  'User.Read.All',
  'User.ReadWrite.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
  'Group.ReadWrite.All',
];

const MAX_RELATIONS = 20;
/** A mail alias: up to 64 of the permitted ASCII characters. */
const NICKNAME = /^[!#-'*+\-./0-9=?A-Z^-z{|}~]{1,64}$/;

const UPDATABLE: Fields<Group & { uniqueName: string }> = {
  '@odata.type': text(),
  classification: text(),
  description: text(1024),
  displayName: name(256),
  mailNickname: name(64),
  preferredLanguage: text(),
  theme: text(),
  visibility: oneOf('Private', 'Public', 'HiddenMembership'),
  securityEnabled: flag,
  mailEnabled: flag,
  assignedLabels: list(anything),
  'members@odata.bind': list(text(), MAX_RELATIONS),
  'owners@odata.bind': list(text(), MAX_RELATIONS),
};
const CREATABLE: Fields<Group & { resourceBehaviorOptions: string[] }> = {
  ...UPDATABLE,
  groupTypes: list(oneOf('Unified', 'DynamicMembership')),
  isAssignableToRole: flag,
  preferredDataLocation: text(),
  resourceBehaviorOptions: list(text()),
};
/** Fields that only delegated calls can set, and only after the group exists. */
const AFTER_CREATION: Fields<Group> = {
  allowExternalSenders: flag,
  autoSubscribeNewMembers: flag,
  hideFromAddressLists: flag,
  hideFromOutlookClients: flag,
};

const objectConflict = (property: string): GraphError =>
  badDirectoryRequest(`Another object with the same value for property ${property} already exists.`);

/** Returns the group. @throws 404 unless it is visible to reads */
export function findGroup(call: Call, id: string): StoredGroup {
  const group = call.tenant.groups.get(id);
  if (group === undefined || !isSeen(group, call.now)) throw noDirectoryObject(id);
  return group;
}

function findByUniqueName(call: Call): StoredGroup | undefined {
  return call.tenant.groups.get(call.tenant.groupsByUniqueName.get(call.parameters.uniqueName!) ?? '');
}

/** Returns the ids of the people bound as owners or members. */
function bound(call: Call, body: Body, property: string): string[] {
  return ((body[property] as string[] | undefined) ?? []).map((bind) => {
    const collection = /\/directoryObjects[/(]/.test(bind) ? 'directoryObjects' : 'users';
    return findUser(call, boundId(bind, collection)).id;
  });
}

function rejectLabels(body: Body): void {
  if (body.assignedLabels !== undefined) {
    throw new GraphError(
      403,
      'Authorization_RequestDenied',
      'assignedLabels can be set only in delegated calls.',
    );
  }
}

function checkNickname(call: Call, nickname: string, own?: string): void {
  if (!NICKNAME.test(nickname))
    throw badDirectoryRequest("Invalid value specified for property 'mailNickname'.");
  const holder = call.tenant.groupsByNickname.get(nickname.toLowerCase());
  if (holder !== undefined && holder !== own) throw objectConflict('mailNickname');
}

function createGroup(call: Call, uniqueName: string | undefined): StoredGroup {
  const body = checkBody<Group & { resourceBehaviorOptions: string[] }>(call.body, 'group', CREATABLE, [
    'displayName',
    'mailEnabled',
    'mailNickname',
    'securityEnabled',
  ]);
  rejectLabels(body);
  const owners = bound(call, body, 'owners@odata.bind');
  const members = bound(call, body, 'members@odata.bind');
  if (owners.length + members.length > MAX_RELATIONS) {
    throw badDirectoryRequest(`A maximum of ${MAX_RELATIONS} relationships can be added in a creation.`);
  }
  const { roles } = call.registration;
  if (owners.length + members.length > 0 && !READ_PEOPLE.some((role) => roles.includes(role))) {
    throw new GraphError(
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges to complete the operation.',
    );
  }
  const nickname = body.mailNickname as string;
  checkNickname(call, nickname);
  const id = call.tenant.newId('group', uniqueName ?? nickname);
  const { 'owners@odata.bind': _, 'members@odata.bind': __, '@odata.type': ___, ...given } = body;
  const isUnified = (body.groupTypes as string[] | undefined)?.includes('Unified') ?? false;
  const mail = isUnified ? `${nickname}@${call.tenant.defaultDomain}` : null;
  const at = call.now.toISOString().replace(/\.\d+/, '');
  const stored: StoredGroup = {
    id,
    ...(uniqueName === undefined ? {} : { uniqueName }),
    group: {
      classification: null,
      description: null,
      groupTypes: [],
      // Microsoft 365 groups are public by default.
      visibility: isUnified ? 'Public' : null,
      ...given,
      id,
      mail,
      createdDateTime: at,
      renewedDateTime: at,
      proxyAddresses: mail === null ? [] : [`SMTP:${mail}`],
    } as Group,
    owners: new Set(owners),
    members: new Set(members),
    labels: [],
    createdAt: call.now.getTime(),
    visibleAt: call.visibleAt('group'),
  };
  call.tenant.groups.set(id, stored);
  call.tenant.groupsByNickname.set(nickname.toLowerCase(), id);
  if (uniqueName !== undefined) call.tenant.groupsByUniqueName.set(uniqueName, id);
  call.tenant.changed('groups', 'created', id, call.now);
  return stored;
}

/** Only a person can label a group, and only with one label ("Update group"). */
function setLabels(call: Call, stored: StoredGroup, body: Body): void {
  if (body.assignedLabels === undefined) return;
  if (call.person === undefined) rejectLabels(body);
  const given = body.assignedLabels as { labelId: string }[];
  const isForGroups = ({ labelId }: { labelId: string }): boolean => {
    const label = call.tenant.labels.get(labelId)?.label;
    return label !== undefined && (label.applicableTo?.includes('unifiedGroup') ?? true);
  };
  if (given.length > 1 || !given.every(isForGroups)) {
    throw badDirectoryRequest("Invalid value specified for property 'assignedLabels'.");
  }
  stored.labels = given.map(({ labelId }) => ({
    labelId,
    displayName: call.tenant.labels.get(labelId)?.label.name ?? '',
  }));
}

/** Rejects a call that adds an existing member ("Add members"), or people to a group with dynamic membership. */
function checkAdditions(call: Call, stored: StoredGroup): void {
  for (const relation of ['owners', 'members'] as const) {
    const ids = bound(call, (call.body ?? {}) as Body, `${relation}@odata.bind`);
    if (ids.length > 0 && stored.group.groupTypes?.includes('DynamicMembership')) {
      throw new GraphError(
        403,
        'Authorization_RequestDenied',
        'Insufficient privileges to complete the operation.',
      );
    }
    if (ids.some((id) => stored[relation].has(id))) {
      throw badDirectoryRequest(
        `One or more added object references already exist for the following modified properties: '${relation}'.`,
      );
    }
  }
}

/** Adds a person to the group. Teams shows the person later. */
export function addMember(call: Call, stored: StoredGroup, id: string): void {
  stored.members.add(id);
  stored.shownInTeamsAt ??= new Map();
  stored.shownInTeamsAt.set(id, call.visibleAt('person of a group'));
}

function updateGroup(call: Call, stored: StoredGroup): void {
  const body = checkBody<Group>(call.body, 'group', { ...CREATABLE, ...AFTER_CREATION });
  setLabels(call, stored, body);
  if (Object.keys(AFTER_CREATION).some((property) => property in body)) {
    throw new GraphError(
      403,
      'Authorization_RequestDenied',
      'Exchange settings can be set only in delegated calls.',
    );
  }
  const nickname = body.mailNickname as string | undefined;
  if (nickname !== undefined) {
    checkNickname(call, nickname, stored.id);
    call.tenant.groupsByNickname.delete(stored.group.mailNickname?.toLowerCase() ?? '');
    call.tenant.groupsByNickname.set(nickname.toLowerCase(), stored.id);
  }
  for (const id of bound(call, body, 'owners@odata.bind')) stored.owners.add(id);
  for (const id of bound(call, body, 'members@odata.bind')) addMember(call, stored, id);
  const {
    'owners@odata.bind': _,
    'members@odata.bind': __,
    '@odata.type': ___,
    assignedLabels: ____,
    ...given
  } = body;
  Object.assign(stored.group, given);
  const team = stored.team?.team;
  if (team !== undefined) {
    for (const property of ['displayName', 'description', 'classification'] as const) {
      if (given[property] !== undefined) team[property] = given[property] as string;
    }
    if (given.visibility !== undefined)
      team.visibility = (given.visibility as string).toLowerCase() as 'private';
  }
  call.tenant.changed('groups', 'updated', stored.id, call.now);
}

/** Moves the group to the deleted items, from which it can be restored (deleted-items.ts). */
function deleteGroup(call: Call, stored: StoredGroup): void {
  stored.deletedAt = call.now.getTime();
  call.tenant.groupsByNickname.delete(stored.group.mailNickname?.toLowerCase() ?? '');
  if (stored.uniqueName !== undefined) call.tenant.groupsByUniqueName.delete(stored.uniqueName);
  call.tenant.changed('groups', 'deleted', stored.id, call.now);
  if (stored.team !== undefined) call.tenant.changed('teams', 'deleted', stored.id, call.now);
}

export const groupResponse = (call: Call, stored: StoredGroup): Entity =>
  entityResponse(groupEntity(stored), call.query, GROUP_RULES, `${call.url}/$metadata#groups/$entity`);

export const groupRoutes: Route[] = [
  {
    method: 'GET',
    path: '/groups',
    permissions: READ,
    budgets: ['directory'],
    handle(call) {
      const found = [...call.tenant.groups.values()]
        .filter((group) => isSeen(group, call.now))
        .map(groupEntity);
      return ok(collectionResponse(found, call.query, GROUP_RULES, `${call.url}/$metadata#groups`));
    },
  },
  {
    method: 'POST',
    path: '/groups',
    permissions: ['Group.Create', ...WRITE],
    budgets: ['directory', 'directoryWrite'],
    handle: (call) => created(groupResponse(call, createGroup(call, undefined))),
  },
  {
    method: 'PATCH',
    path: '/groups(uniqueName)/{uniqueName}',
    permissions: ['Group.Create', ...WRITE],
    budgets: ['directory', 'directoryWrite'],
    handle(call) {
      const stored = findByUniqueName(call);
      if (stored !== undefined) {
        if (!WRITE.some((role) => call.registration.roles.includes(role))) {
          throw new GraphError(
            403,
            'Authorization_RequestDenied',
            'Insufficient privileges to complete the operation.',
          );
        }
        updateGroup(call, stored);
        return noContent;
      }
      if (!/\bcreate-if-missing\b/.test(call.headers.prefer ?? ''))
        throw noDirectoryObject(call.parameters.uniqueName!);
      return created(groupResponse(call, createGroup(call, call.parameters.uniqueName)));
    },
  },
  {
    method: 'GET',
    path: '/groups(uniqueName)/{uniqueName}',
    permissions: READ,
    budgets: ['directory'],
    handle(call) {
      const stored = findByUniqueName(call);
      if (stored === undefined || !isSeen(stored, call.now))
        throw noDirectoryObject(call.parameters.uniqueName!);
      return ok(groupResponse(call, stored));
    },
  },
  {
    method: 'GET',
    path: '/groups/{group}',
    permissions: READ,
    budgets: ['directory'],
    handle: (call) => ok(groupResponse(call, findGroup(call, call.parameters.group!))),
  },
  {
    method: 'PATCH',
    path: '/groups/{group}',
    permissions: WRITE,
    delegated: ['Group.ManageProtection.All', ...WRITE],
    budgets: ['directory', 'directoryWrite'],
    handle(call) {
      const stored = findGroup(call, call.parameters.group!);
      checkAdditions(call, stored);
      updateGroup(call, stored);
      return noContent;
    },
  },
  {
    method: 'DELETE',
    path: '/groups/{group}',
    permissions: ['Group.ReadWrite.All'],
    budgets: ['directory', 'directoryWrite'],
    handle(call) {
      deleteGroup(call, findGroup(call, call.parameters.group!));
      return noContent;
    },
  },
];
