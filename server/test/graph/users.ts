/** `/users`, their managers and groups, and `directoryObjects/getByIds`. */
import type { User } from '@microsoft/microsoft-graph-types';
import { badDirectoryRequest, GraphError, noDirectoryObject, unsupportedQuery } from './errors.ts';
import { GROUP_RULES, groupEntity } from './group-entity.ts';
import { collectionResponse, type Entity, entityResponse, project, type QueryRules } from './odata.ts';
import { type Call, isSeen, ok, type Route } from './route.ts';
import { checkBody, list, oneOf, text } from './shapes.ts';
import type { StoredUser, Tenant } from './tenant.ts';

const PROPERTIES = [
  'id',
  'accountEnabled',
  'ageGroup',
  'assignedPlans',
  'businessPhones',
  'city',
  'companyName',
  'country',
  'createdDateTime',
  'deletedDateTime',
  'department',
  'displayName',
  'employeeId',
  'employeeType',
  'givenName',
  'identities',
  'jobTitle',
  'mail',
  'mailNickname',
  'mobilePhone',
  'officeLocation',
  'onPremisesExtensionAttributes',
  'onPremisesSyncEnabled',
  'postalCode',
  'preferredLanguage',
  'proxyAddresses',
  'signInActivity',
  'state',
  'streetAddress',
  'surname',
  'usageLocation',
  'userPrincipalName',
  'userType',
] as const satisfies readonly (keyof User)[];

export const USER_RULES: QueryRules = {
  type: 'user',
  properties: PROPERTIES,
  defaults: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
  ],
  options: ['$select', '$filter', '$search', '$orderby', '$top', '$count', '$expand'],
  pages: { most: 999, usual: 100 },
  advanced: true,
};

const READ = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'];
const READ_BASIC = ['User.ReadBasic.All', ...READ];
const READ_MEMBERSHIP = [
  'Directory.Read.All',
  'Directory.ReadWrite.All',
  'GroupMember.Read.All',
  'Group.Read.All',
  'Group.ReadWrite.All',
];

const BASIC = ['id', 'displayName', 'givenName', 'surname', 'mail', 'userPrincipalName', 'photo'];

/** The plan for Teams of a person with a licence. */
const TEAMS_PLAN = {
  assignedDateTime: '2025-01-01T00:00:00Z',
  capabilityStatus: 'Enabled',
  service: 'TeamspaceAPI',
  servicePlanId: '57ff2da0-773e-42df-b2af-ffb7a2317929',
};

export const userEntity = ({ user, extensions }: StoredUser): Entity => ({
  businessPhones: [],
  assignedPlans: [TEAMS_PLAN],
  ...user,
  ...extensions,
});

/** Returns the permitted properties: User.ReadBasic.All permits six and the id. The others become null. */
function asPermitted(entity: Entity, call: Call): Entity {
  if (READ.some((role) => call.registration.roles.includes(role))) return entity;
  return Object.fromEntries(Object.entries(entity).filter(([name]) => BASIC.includes(name)));
}

export function findUser(call: Call, reference: string): StoredUser {
  const found = call.tenant.user(reference);
  if (found === undefined || !isSeen(found, call.now)) throw noDirectoryObject(reference);
  return found;
}

const usersOf = (call: Call): Entity[] =>
  [...call.tenant.users.values()]
    .filter((user) => isSeen(user, call.now))
    .map((user) => asPermitted(userEntity(user), call));

/** `$expand=manager($levels=…;$select=…)` */
function expanded(call: Call, user: StoredUser): Entity {
  const expand = call.query.parameters.get('$expand');
  if (expand === null) return {};
  const [, nested = ''] = /^manager(?:\(([^)]*)\))?$/.exec(expand) ?? [];
  if (!expand.startsWith('manager')) throw badDirectoryRequest(`Invalid $expand '${expand}'.`);
  const levels = /\$levels=(\w+)/.exec(nested)?.[1];
  const isEventual = call.headers.consistencylevel?.toLowerCase() === 'eventual';
  if (levels !== undefined && (!isEventual || call.query.parameters.get('$count') !== 'true')) {
    throw unsupportedQuery('$levels needs ConsistencyLevel: eventual and $count=true.');
  }
  const depth = levels === undefined ? 1 : levels === 'max' ? 1000 : Number(levels);
  const chain = withManagers(call.tenant, user, depth, new Set());
  const select = /\$select=([\w,]+)/.exec(nested)?.[1]?.split(',');
  return chain === undefined ? {} : { manager: narrowed(chain, select) };
}

/** Returns the chain of managers to the requested depth, each nested in the `manager` of the person below. */
function withManagers(
  tenant: Tenant,
  user: StoredUser,
  levels: number,
  seen: Set<string>,
): Entity | undefined {
  const manager = user.managerId === undefined ? undefined : tenant.user(user.managerId);
  if (manager === undefined || levels === 0 || seen.has(manager.id)) return undefined;
  seen.add(manager.id);
  const above = withManagers(tenant, manager, levels - 1, seen);
  return {
    '@odata.type': '#microsoft.graph.user',
    ...userEntity(manager),
    ...(above ? { manager: above } : {}),
  };
}

function narrowed(entity: Entity, select: readonly string[] | undefined): Entity {
  const above = entity.manager as Entity | undefined;
  const own = Object.entries(entity).filter(
    ([name]) =>
      name !== 'manager' &&
      (select === undefined || name.startsWith('@') || name === 'id' || select.includes(name)),
  );
  return { ...Object.fromEntries(own), ...(above ? { manager: narrowed(above, select) } : {}) };
}

/** Returns the groups that have this member and, if transitive, the groups that contain those groups. */
function groupsOf(call: Call, id: string, isTransitive: boolean): Entity[] {
  const found = new Set<string>();
  const add = (member: string): void => {
    for (const group of call.tenant.groups.values()) {
      if (!group.members.has(member) || found.has(group.id) || !isSeen(group, call.now)) continue;
      found.add(group.id);
      if (isTransitive) add(group.id);
    }
  };
  add(id);
  return [...found].map((one) => ({
    '@odata.type': '#microsoft.graph.group',
    ...groupEntity(call.tenant.groups.get(one)!),
  }));
}

const groupList = (isTransitive: boolean) => (call: Call) => {
  const user = findUser(call, call.parameters.user!);
  const context = `${call.url}/$metadata#directoryObjects`;
  return ok(collectionResponse(groupsOf(call, user.id, isTransitive), call.query, GROUP_RULES, context));
};

/**
 * Returns the query rules for a list of people. A list with their sign-ins needs a further permission and a licence,
 * and has smaller pages ("user resource type", signInActivity).
 * @throws GraphError 403
 */
function rulesOfList({ query: { parameters }, registration, tenant }: Call): QueryRules {
  const names = `${parameters.get('$select')} ${parameters.get('$filter')}`;
  if (!names.includes('signInActivity')) return USER_RULES;
  if (!registration.roles.includes('AuditLog.Read.All')) {
    throw new GraphError(
      403,
      'Authentication_MSGraphPermissionMissing',
      'Calling principal does not have required MSGraph permissions AuditLog.Read.All',
    );
  }
  if (!tenant.hasPremiumLicence) {
    throw new GraphError(
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      "Neither tenant is B2C or tenant doesn't have premium license",
    );
  }
  return { ...USER_RULES, pages: { most: 999, usual: 100, served: tenant.signInsOfPage } };
}

const BY_IDS = {
  ids: list(text(), 1000),
  types: list(oneOf('user', 'group', 'device', 'servicePrincipal', 'directoryObject')),
};

export const userRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/users',
    permissions: READ_BASIC,
    budgets: ['directory'],
    handle: (call) =>
      ok(collectionResponse(usersOf(call), call.query, rulesOfList(call), `${call.url}/$metadata#users`)),
  },
  {
    method: 'GET',
    path: '/users/{user}',
    permissions: READ_BASIC,
    budgets: ['directory'],
    handle(call) {
      const user = findUser(call, call.parameters.user!);
      const entity = asPermitted(userEntity(user), call);
      const answered = entityResponse(entity, call.query, USER_RULES, `${call.url}/$metadata#users/$entity`);
      return ok({ ...answered, ...expanded(call, user) });
    },
  },
  {
    method: 'GET',
    path: '/users/{user}/manager',
    permissions: READ,
    budgets: ['directory'],
    handle(call) {
      const user = findUser(call, call.parameters.user!);
      const manager = user.managerId === undefined ? undefined : call.tenant.user(user.managerId);
      if (manager === undefined) throw noDirectoryObject('manager');
      const entity = { '@odata.type': '#microsoft.graph.user', ...userEntity(manager) };
      return ok(
        entityResponse(entity, call.query, USER_RULES, `${call.url}/$metadata#directoryObjects/$entity`),
      );
    },
  },
  ...[false, true].flatMap((isTransitive): Route[] =>
    ['', '/microsoft.graph.group'].map((cast) => ({
      method: 'GET',
      path: `/users/{user}/${isTransitive ? 'transitiveMemberOf' : 'memberOf'}${cast}`,
      permissions: READ_MEMBERSHIP,
      budgets: ['directory'],
      handle: groupList(isTransitive),
    })),
  ),
  {
    method: 'POST',
    path: '/directoryObjects/getByIds',
    permissions: [
      'Directory.Read.All',
      'Directory.ReadWrite.All',
      'User.Read.All',
      'GroupMember.Read.All',
      'Group.Read.All',
    ],
    budgets: ['directory'],
    handle(call) {
      const body = checkBody<{ ids: string[]; types: string[] }>(call.body, 'getByIds', BY_IDS, ['ids']);
      const types = (body.types as string[] | undefined)?.map((one) => one.toLowerCase()) ?? [
        'directoryobject',
      ];
      const isWanted = (type: string): boolean => types.includes(type) || types.includes('directoryobject');
      const found = (body.ids as string[]).flatMap((id): Entity[] => {
        const user = call.tenant.users.get(id);
        if (isWanted('user') && user !== undefined && isSeen(user, call.now)) {
          return [
            { '@odata.type': '#microsoft.graph.user', ...project(userEntity(user), call.query, USER_RULES) },
          ];
        }
        const group = call.tenant.groups.get(id);
        if (isWanted('group') && group !== undefined && isSeen(group, call.now)) {
          return [
            {
              '@odata.type': '#microsoft.graph.group',
              ...project(groupEntity(group), call.query, GROUP_RULES),
            },
          ];
        }
        return [];
      });
      return ok({ '@odata.context': `${call.url}/$metadata#directoryObjects`, value: found });
    },
  },
];
