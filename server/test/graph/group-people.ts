/** Owners and members of `/groups/{id}`. */
import { badDirectoryRequest, noDirectoryObject } from './errors.ts';
import { addMember, findGroup, READ, WRITE } from './groups.ts';
import { collectionResponse, type Entity } from './odata.ts';
import { type Call, noContent, ok, type Route } from './route.ts';
import { boundId, checkBody, text } from './shapes.ts';
import { findUser, USER_RULES, userEntity } from './users.ts';

const WRITE_MEMBERS = ['GroupMember.ReadWrite.All', ...WRITE];

type Relation = 'owners' | 'members';

const people = (call: Call, ids: Iterable<string>) => {
  const found = [...ids].flatMap((id): Entity[] => {
    const user = call.tenant.user(id);
    return user === undefined ? [] : [{ '@odata.type': '#microsoft.graph.user', ...userEntity(user) }];
  });
  return ok(collectionResponse(found, call.query, USER_RULES, `${call.url}/$metadata#directoryObjects`));
};

/** POST `…/$ref` */
function addReference(call: Call, relation: Relation) {
  const stored = findGroup(call, call.parameters.group!);
  const body = checkBody<{ '@odata.id': string }>(call.body, 'directoryObject', { '@odata.id': text() });
  const link = body['@odata.id'];
  const collection = /\/users[/(]/.test(String(link)) ? 'users' : 'directoryObjects';
  const { id } = findUser(call, boundId(link, collection));
  if (stored[relation].has(id)) {
    throw badDirectoryRequest(
      `One or more added object references already exist for the following modified properties: '${relation}'.`,
    );
  }
  if (relation === 'members') addMember(call, stored, id);
  else stored.owners.add(id);
  call.tenant.changed('groups', 'updated', stored.id, call.now);
  return noContent;
}

function removeReference(call: Call, relation: Relation) {
  const stored = findGroup(call, call.parameters.group!);
  const id = call.parameters.id!;
  if (!stored[relation].has(id)) throw noDirectoryObject(id);
  if (relation === 'owners' && stored.owners.size === 1) {
    throw badDirectoryRequest('The group must have at least one owner, hence this owner cannot be removed.');
  }
  stored[relation].delete(id);
  call.tenant.changed('groups', 'updated', stored.id, call.now);
  return noContent;
}

const routesOf = (relation: Relation): Route[] => [
  {
    method: 'GET',
    path: `/groups/{group}/${relation}`,
    permissions: READ,
    budgets: ['directory'],
    handle: (call) => people(call, findGroup(call, call.parameters.group!)[relation]),
  },
  {
    method: 'GET',
    path: `/groups/{group}/${relation}/microsoft.graph.user`,
    permissions: READ,
    budgets: ['directory'],
    handle: (call) => people(call, findGroup(call, call.parameters.group!)[relation]),
  },
  {
    method: 'POST',
    path: `/groups/{group}/${relation}/$ref`,
    permissions: relation === 'owners' ? WRITE : WRITE_MEMBERS,
    budgets: ['directory', 'directoryWrite'],
    handle: (call) => addReference(call, relation),
  },
  {
    method: 'DELETE',
    path: `/groups/{group}/${relation}/{id}/$ref`,
    permissions: relation === 'owners' ? WRITE : WRITE_MEMBERS,
    budgets: ['directory', 'directoryWrite'],
    handle: (call) => removeReference(call, relation),
  },
];

export const groupPeopleRoutes: Route[] = [...routesOf('owners'), ...routesOf('members')];
