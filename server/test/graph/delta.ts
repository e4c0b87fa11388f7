/** Delta queries of users and groups: first all objects, then the changes since the previous delta link. */
import { badRequest, GraphError } from './errors.ts';
import { GROUP_RULES, groupEntity } from './group-entity.ts';
import { type Entity, project } from './odata.ts';
import { type Call, isSeen, ok, type Route } from './route.ts';
import type { StoredGroup } from './tenant.ts';
import { USER_RULES, userEntity } from './users.ts';

const PAGE = 20;
const RELATIONS = ['members', 'owners'];

interface State {
  /** Epoch of the tenant. Tokens of earlier epochs have expired. */
  epoch: number;
  /** Number of the last change in the caller's previous round, and the start of that round; 0 in the first round. */
  since: number;
  sinceTime: number;
  /** Number of the last change in this round, and the start of the round. */
  until: number;
  untilTime: number;
  /** Position within the round. */
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
  const epoch = call.tenant.deltaEpoch;
  const round = { epoch, until: call.tenant.changes.length, untilTime: call.now.getTime() };
  if (token === null) {
    const [select, filter] = [parameters.get('$select'), parameters.get('$filter')];
    return {
      since: 0,
      sinceTime: 0,
      ...round,
      at: 0,
      ...(select ? { select } : {}),
      ...(filter ? { filter } : {}),
    };
  }
  // Returns only later changes.
  if (token === 'latest') return { since: round.until, sinceTime: round.untilTime, ...round, at: 0 };
  const state = stateIn(token);
  if (state?.epoch !== epoch) {
    throw new GraphError(410, 'SyncStateNotFound', 'The delta token is unknown. Start again without it.');
  }
  if (!parameters.has('$deltatoken')) return state;
  return { ...state, since: state.until, sinceTime: state.untilTime, ...round, at: 0 };
}

function stateIn(token: string): State | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as State;
  } catch {
    return undefined;
  }
}

/** A full round shows existing objects, but no earlier deletions ("Use delta query"). */
const isFromBeginning = ({ since }: State): boolean => since === 0;

/** Returns the ids in the filter, at most 50: `id eq '…' or id eq '…'`. */
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
  // Includes objects that have become visible since the caller's last round, whenever they were created.
  const shown = [...call.tenant[collection].values()]
    .filter(({ visibleAt }) => visibleAt > state.sinceTime && visibleAt <= state.untilTime)
    .map(({ id }) => id);
  return [...new Set([...ids, ...shown])].filter((id) => wanted?.includes(id) ?? true);
}

/**
 * Returns the members or owners that have been added or removed since the caller's last round, each in the latest
 * state. Graph tracks each relation and does not compare states: delta queries also return removed members whom the
 * caller never knew (microsoftgraph/microsoft-graph-docs issues 6651 and 17513).
 */
function relationChange(
  call: Call,
  group: StoredGroup,
  relation: 'members' | 'owners',
  since: number,
): Entity[] {
  const states = call.tenant.changes.filter(
    ({ collection, id }) => collection === 'groups' && id === group.id,
  );
  const known = states.findLast(({ number }) => number <= since);
  let before = new Set(known?.[relation] ?? []);
  const changed = new Set<string>();
  for (const state of [...states.filter(({ number }) => number > since), group]) {
    const now = new Set(state[relation] ?? []);
    for (const id of [...before, ...now]) if (before.has(id) !== now.has(id)) changed.add(id);
    before = now;
  }
  const type = { '@odata.type': '#microsoft.graph.user' };
  const shown = [...changed].filter((id) => since > 0 || before.has(id));
  return shown.map((id) => ({
    ...type,
    id,
    ...(!before.has(id) && { '@removed': { reason: 'deleted' } }),
  }));
}

/** Only this permission shows the members of a group with hidden membership ("List group members"). */
const hidesMembers = ({ registration }: Call, { group }: StoredGroup): boolean =>
  group.visibility === 'HiddenMembership' && !registration.roles.includes('Member.Read.Hidden');

const removal = (id: string, state: State, reason: 'changed' | 'deleted' = 'changed'): Entity | undefined =>
  isFromBeginning(state) ? undefined : { id, '@removed': { reason } };

function groupChange(call: Call, id: string, state: State): Entity | undefined {
  const { select, since } = state;
  const stored = call.tenant.groups.get(id);
  if (stored === undefined) return undefined;
  if (stored.deletedAt !== undefined) return removal(id, state);
  if (!isSeen(stored, call.now)) return undefined;
  const names = (select ?? 'members').split(',');
  const isLittle = call.tenant.showsLittle && !isFromBeginning(state);
  const own = isLittle ? 'id,displayName' : names.filter((one) => !RELATIONS.includes(one)).join();
  const parameters = new URLSearchParams(select === undefined ? {} : { $select: own || 'id' });
  const entity = project(groupEntity(stored), { ...call.query, parameters }, GROUP_RULES);
  for (const relation of RELATIONS.filter((one) => names.includes(one)) as ('members' | 'owners')[]) {
    if (relation === 'members' && hidesMembers(call, stored)) continue;
    const changes = relationChange(call, stored, relation, since);
    if (changes.length > 0) entity[`${relation}@delta`] = changes;
  }
  return entity;
}

function userChange(call: Call, id: string, state: State): Entity | undefined {
  const { select } = state;
  const stored = call.tenant.users.get(id);
  if (stored === undefined) return undefined;
  if (stored.deletedAt !== undefined) return removal(id, state, stored.isPurged ? 'deleted' : 'changed');
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
    .map((id) => (collection === 'users' ? userChange(call, id, state) : groupChange(call, id, state)))
    .filter((one) => one !== undefined);
  const link = `${call.url}/${collection}/delta?`;
  return ok({
    '@odata.context': `${call.url}/$metadata#${collection}`,
    ...(hasMore ? { '@odata.nextLink': `${link}$skiptoken=${next}` } : {}),
    ...(hasMore ? {} : { '@odata.deltaLink': `${link}$deltatoken=${write(state)}` }),
    value: [...value, ...call.tenant.moreEntries[collection].splice(0)],
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
