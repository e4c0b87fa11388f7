/** Delta queries of users and groups: everything first, then what changed since the link. */
import { badRequest, GraphError } from './errors.ts';
import { GROUP_RULES, groupEntity } from './group-entity.ts';
import { type Entity, project, type QueryRules } from './odata.ts';
import { type Call, isSeen, ok, type Route } from './route.ts';
import { USER_RULES, userEntity } from './users.ts';

const PAGE = 100;
const RELATIONS = ['members', 'owners'];

interface State {
  /** Number of the last change the caller has. */
  since: number;
  /** Number of the last change of this round. */
  until: number;
  /** Place in the round. */
  at: number;
  select?: string;
  filter?: string;
}

const write = (state: State): string => Buffer.from(JSON.stringify(state)).toString('base64url');

function read(call: Call): State {
  const { parameters } = call.query;
  const token = parameters.get('$deltatoken') ?? parameters.get('$skiptoken');
  for (const option of parameters.keys()) {
    if (!['$deltatoken', '$skiptoken', '$select', '$filter', '$top'].includes(option)) {
      throw badRequest(`Query option '${option}' is not allowed.`);
    }
  }
  const until = call.tenant.changes.length;
  if (token === null) {
    const [select, filter] = [parameters.get('$select'), parameters.get('$filter')];
    return { since: 0, until, at: 0, ...(select ? { select } : {}), ...(filter ? { filter } : {}) };
  }
  // Only the changes from now on.
  if (token === 'latest') return { since: until, until, at: 0 };
  try {
    const state = JSON.parse(Buffer.from(token, 'base64url').toString()) as State;
    return parameters.has('$deltatoken') ? { ...state, since: state.until, until, at: 0 } : state;
  } catch {
    throw new GraphError(410, 'SyncStateNotFound', 'The delta token is unknown. Start again without it.');
  }
}

/** At most 50 objects: `id eq '…' or id eq '…'`. */
function wantedIds(filter: string | undefined): string[] | undefined {
  if (filter === undefined) return undefined;
  const ids = filter.split(/\s+or\s+/i).map((part) => /^\s*id eq '([^']+)'\s*$/i.exec(part)?.[1] ?? '');
  if (ids.includes('') || ids.length > 50) throw badRequest('Unsupported filter for change tracking.');
  return ids;
}

function changedIds(call: Call, collection: 'users' | 'groups', state: State): string[] {
  const wanted = wantedIds(state.filter);
  const ids = call.tenant.changes
    .slice(state.since, state.until)
    .filter((change) => change.collection === collection)
    .map(({ id }) => id);
  return [...new Set(ids)].filter((id) => wanted?.includes(id) ?? true);
}

function groupChange(
  call: Call,
  id: string,
  rules: QueryRules,
  select: string | undefined,
): Entity | undefined {
  const stored = call.tenant.groups.get(id);
  if (stored === undefined) return undefined;
  if (stored.deletedAt !== undefined) return { id, '@removed': { reason: 'changed' } };
  if (!isSeen(stored, call.now)) return undefined;
  const names = (select ?? 'members').split(',');
  const own = names.filter((one) => !RELATIONS.includes(one)).join();
  const parameters = new URLSearchParams(select === undefined || own === '' ? {} : { $select: own });
  const entity = project(groupEntity(stored), { ...call.query, parameters }, rules);
  for (const relation of RELATIONS.filter((one) => names.includes(one)) as ('members' | 'owners')[]) {
    entity[`${relation}@delta`] = [...stored[relation]].map((member) => ({
      '@odata.type': '#microsoft.graph.user',
      id: member,
    }));
  }
  return entity;
}

function userChange(call: Call, id: string, select: string | undefined): Entity | undefined {
  const stored = call.tenant.users.get(id);
  if (stored === undefined) return undefined;
  if (stored.deletedAt !== undefined) return { id, '@removed': { reason: 'changed' } };
  const names = select
    ?.split(',')
    .filter((one) => one !== 'manager')
    .join();
  const parameters = new URLSearchParams(names ? { $select: names } : {});
  const entity = project(userEntity(stored), { ...call.query, parameters }, USER_RULES);
  if (select?.includes('manager') && stored.managerId !== undefined) {
    entity['manager@delta'] = [{ '@odata.type': '#microsoft.graph.user', id: stored.managerId }];
  }
  return entity;
}

const answer = (collection: 'users' | 'groups') => (call: Call) => {
  const state = read(call);
  const ids = changedIds(call, collection, state);
  const page = ids.slice(state.at, state.at + PAGE);
  const hasMore = state.at + PAGE < ids.length;
  const next = write({ ...state, at: state.at + PAGE });
  const value = page
    .map((id) =>
      collection === 'users'
        ? userChange(call, id, state.select)
        : groupChange(call, id, GROUP_RULES, state.select),
    )
    .filter((one) => one !== undefined);
  const link = `${call.url}/${collection}/delta?`;
  return ok({
    '@odata.context': `${call.url}/$metadata#${collection}`,
    ...(hasMore ? { '@odata.nextLink': `${link}$skiptoken=${next}` } : {}),
    ...(hasMore ? {} : { '@odata.deltaLink': `${link}$deltatoken=${write(state)}` }),
    value,
  });
};

export const deltaRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users/delta',
    permissions: ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
    budgets: ['directory'],
    handle: answer('users'),
  },
  {
    method: 'GET',
    path: '/groups/delta',
    permissions: [
      'GroupMember.Read.All',
      'Group.Read.All',
      'Group.ReadWrite.All',
      'Directory.Read.All',
      'Directory.ReadWrite.All',
    ],
    budgets: ['directory'],
    handle: answer('groups'),
  },
];
