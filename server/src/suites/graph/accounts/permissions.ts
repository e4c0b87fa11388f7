/**
 * The application permissions that Charter's calls to Microsoft Graph v1.0 need: for each call the least one that its
 * page of the documentation lists. Group.ReadWrite.All also permits most calls about teams, but only "for backward
 * compatibility", so it counts only where no lesser one exists.
 */
import type { AccountPurpose } from './account.ts';

/** Features that an administrator can disable by withholding their permissions. */
export const GRAPH_FEATURES = [
  'teams',
  'closedChannels',
  'tabs',
  'apps',
  'labels',
  'activity',
  'notifications',
  'activityFeed',
  'files',
  'largeFiles',
  'plans',
  'lists',
  'pages',
  'signIns',
] as const;
export type GraphFeature = (typeof GRAPH_FEATURES)[number];

/** Features that an administrator must switch on. */
export const OPTIONAL_FEATURES = [
  'activityFeed',
  'lists',
  'pages',
  'signIns',
] as const satisfies readonly GraphFeature[];

interface GraphPermission {
  name: string;
  feature: GraphFeature;
  purpose: string;
  /** Calls that need at least this permission. */
  calls: readonly string[];
  /** Higher permissions that permit the same calls. */
  instead: readonly string[];
}

const DIRECTORY = ['Directory.Read.All', 'Directory.ReadWrite.All'];

const subscriptionCalls = (resource: string): string[] => [
  `GET /subscriptions of ${resource}`,
  `POST /subscriptions to ${resource}`,
  `PATCH /subscriptions/{id} of ${resource}`,
  `DELETE /subscriptions/{id} of ${resource}`,
];

/** The permission to read sign-ins. */
export const SIGN_INS_PERMISSION = 'AuditLog.Read.All';

const GRAPH_PERMISSIONS: readonly GraphPermission[] = [
  {
    name: 'Organization.Read.All',
    feature: 'teams',
    purpose: 'name and domains of the organisation',
    calls: ['GET /organization'],
    instead: ['Organization.ReadWrite.All', ...DIRECTORY],
  },
  {
    name: 'User.Read.All',
    feature: 'teams',
    purpose: 'people, their managers, and the owners of new groups',
    calls: [
      'GET /users',
      'GET /users/delta',
      'GET /users/{id}',
      'GET /directory/deletedItems/{id} of people',
      'PATCH /groups(uniqueName) with owners',
    ],
    instead: ['User.ReadWrite.All', ...DIRECTORY],
  },
  {
    name: 'Group.ReadWrite.All',
    feature: 'teams',
    purpose: 'creating and deleting teams, adding guests, groups of people in rules',
    calls: [
      'PATCH /groups(uniqueName)',
      'PATCH /groups/{id}',
      'DELETE /groups/{id}',
      'PUT /groups/{id}/team',
      'GET /groups',
      'GET /groups/delta',
      'GET /groups/{id}',
      'GET /groups/{id}/members',
      'GET /groups(uniqueName)',
      'GET /directory/deletedItems/{id}',
    ],
    // "Delete group" lists no higher permission.
    instead: [],
  },
  {
    name: 'TeamSettings.ReadWrite.All',
    feature: 'teams',
    purpose: 'settings, archiving, pictures',
    calls: [
      'GET /teams/{id}',
      'PATCH /teams/{id}',
      'POST /teams/{id}/archive',
      'POST /teams/{id}/unarchive',
      'GET /teams/{id}/operations/{id}',
      'PUT /teams/{id}/photo/$value',
    ],
    instead: [],
  },
  {
    name: 'TeamMember.ReadWrite.All',
    feature: 'teams',
    purpose: 'owners and members',
    calls: [
      'GET /teams/{id}/members',
      'GET /teams/{id}/members/{id}',
      'POST /teams/{id}/members',
      'POST /teams/{id}/members/add',
      'PATCH /teams/{id}/members/{id}',
      'DELETE /teams/{id}/members/{id}',
    ],
    instead: [],
  },
  {
    name: 'Channel.Create',
    feature: 'teams',
    purpose: 'new channels',
    calls: ['POST /teams/{id}/channels'],
    instead: [],
  },
  {
    name: 'ChannelSettings.ReadWrite.All',
    feature: 'teams',
    purpose: 'reading, renaming and archiving channels',
    calls: [
      'GET /teams/{id}/channels',
      'GET /teams/{id}/channels/{id}',
      'GET /teams/{id}/primaryChannel',
      'PATCH /teams/{id}/channels/{id}',
      'POST /teams/{id}/channels/{id}/archive',
      'POST /teams/{id}/channels/{id}/unarchive',
    ],
    instead: [],
  },
  {
    name: 'Channel.Delete.All',
    feature: 'teams',
    purpose: 'deleting channels',
    calls: ['DELETE /teams/{id}/channels/{id}'],
    instead: [],
  },
  {
    name: 'ChannelMember.ReadWrite.All',
    feature: 'closedChannels',
    purpose: 'members of private and shared channels',
    calls: [
      'GET /teams/{id}/channels/{id}/members',
      'POST /teams/{id}/channels/{id}/members',
      'PATCH /teams/{id}/channels/{id}/members/{id}',
    ],
    instead: [],
  },
  {
    name: 'TeamsTab.ReadWrite.All',
    feature: 'tabs',
    purpose: 'tabs',
    calls: [
      'GET /teams/{id}/channels/{id}/tabs',
      'POST /teams/{id}/channels/{id}/tabs',
      'DELETE /teams/{id}/channels/{id}/tabs/{id}',
    ],
    instead: [],
  },
  {
    name: 'AppCatalog.Read.All',
    feature: 'apps',
    purpose: 'names of apps',
    calls: ['GET /appCatalogs/teamsApps'],
    // "List teamsApp" lists the permissions of the directory for delegated calls only.
    instead: ['AppCatalog.ReadWrite.All'],
  },
  {
    name: 'TeamsAppInstallation.ReadWriteForTeam.All',
    feature: 'apps',
    purpose: 'installing apps in teams',
    calls: ['GET /teams/{id}/installedApps', 'POST /teams/{id}/installedApps'],
    instead: ['TeamsAppInstallation.ReadWriteAndConsentForTeam.All'],
  },
  {
    // "List sensitivityLabels" of a user names no lesser one for applications.
    name: 'SensitivityLabels.Read.All',
    feature: 'labels',
    purpose: 'reading sensitivity labels',
    calls: [
      'GET /security/dataSecurityAndGovernance/sensitivityLabels',
      'GET /users/{id}/dataSecurityAndGovernance/sensitivityLabels',
    ],
    instead: [],
  },
  {
    name: 'Reports.Read.All',
    feature: 'activity',
    purpose: 'last activity of teams, for the lifecycle',
    calls: ['GET /reports/getTeamsTeamActivityDetail(period)'],
    instead: [],
  },
  // "Create subscription" lists only permissions to read, although "Get change notifications for teams and channels"
  // also lists some to write.
  {
    name: 'Group.Read.All',
    feature: 'notifications',
    purpose: 'notifications of changes of groups, with a public address',
    calls: subscriptionCalls('/groups'),
    instead: [],
  },
  {
    name: 'Team.ReadBasic.All',
    feature: 'notifications',
    purpose: 'notifications of changes of teams, with a public address',
    calls: subscriptionCalls('/teams'),
    instead: ['TeamSettings.Read.All'],
  },
  {
    name: 'Channel.ReadBasic.All',
    feature: 'notifications',
    purpose: 'notifications of changes of channels, with a public address',
    calls: subscriptionCalls('/teams/getAllChannels'),
    instead: ['ChannelSettings.Read.All'],
  },
  {
    // The lesser TeamsActivity.Send.User is granted by each person who installs the app.
    name: 'TeamsActivity.Send',
    feature: 'activityFeed',
    purpose: 'notifications about approvals in the activity feed of Teams',
    calls: ['POST /users/{id}/teamwork/sendActivityNotification'],
    instead: [],
  },
  {
    // Reading would need only Files.Read.All.
    name: 'Files.ReadWrite.All',
    feature: 'files',
    purpose: 'folders and files of channels',
    calls: [
      'GET /teams/{id}/channels/{id}/filesFolder',
      'GET /drives/{id}/items/{id}',
      'GET /drives/{id}/items/{id}:/{path}',
      'GET /drives/{id}/items/{id}/children',
      'POST /drives/{id}/items/{id}/children',
      'PUT /drives/{id}/items/{id}:/{path}:/content',
      'POST /drives/{id}/items/{id}/copy',
      'DELETE /drives/{id}/items/{id}',
    ],
    instead: ['Sites.ReadWrite.All'],
  },
  {
    // "driveItem: createUploadSession" lists no other one for applications.
    name: 'Sites.ReadWrite.All',
    feature: 'largeFiles',
    purpose: 'files of more than 4 MB, in upload sessions that continue after a failure',
    calls: ['POST /drives/{id}/items/{id}:/{path}:/createUploadSession'],
    instead: [],
  },
  {
    // "User resource type", signInActivity. It also requires a licence for Microsoft Entra ID P1 or P2.
    name: SIGN_INS_PERMISSION,
    feature: 'signIns',
    purpose: 'latest sign-ins of guests, for policies that end the stays of inactive guests',
    calls: ['GET /users with $select=signInActivity'],
    instead: [],
  },
  {
    name: 'Tasks.ReadWrite.All',
    feature: 'plans',
    purpose: 'plans of Microsoft Planner',
    calls: [
      'GET /groups/{id}/planner/plans',
      'GET /planner/plans/{id}/details',
      'GET /planner/plans/{id}/buckets',
      'GET /planner/plans/{id}/tasks',
      'GET /planner/tasks/{id}/details',
      'POST /planner/plans',
      'POST /planner/buckets',
      'POST /planner/tasks',
      'PATCH /planner/plans/{id}/details',
      'PATCH /planner/tasks/{id}/details',
    ],
    instead: [],
  },
  {
    name: 'Sites.Read.All',
    feature: 'lists',
    purpose: 'finding the site of a team',
    calls: ['GET /groups/{id}/sites/root', 'GET /sites/{id}/lists'],
    instead: ['Sites.ReadWrite.All'],
  },
  {
    // The page of "Create a new list" names Sites.ReadWrite.All as a higher one, but SharePoint rejects it.
    name: 'Sites.Manage.All',
    feature: 'lists',
    purpose: 'new lists of the site of a team',
    calls: ['POST /sites/{id}/lists'],
    instead: [],
  },
  {
    // Reading would need only Sites.Read.All, and publishing only Files.ReadWrite.All.
    name: 'Sites.ReadWrite.All',
    feature: 'pages',
    purpose: 'new pages of the site of a team',
    calls: [
      'GET /sites/{id}/pages/microsoft.graph.sitePage',
      'POST /sites/{id}/pages',
      'POST /sites/{id}/pages/{id}/microsoft.graph.sitePage/publish',
    ],
    instead: [],
  },
];

/** A delegated permission of the connected account, for calls that Graph does not allow an application to make. */
interface AccountPermission {
  name: string;
  use: AccountPurpose;
  purpose: string;
  calls: readonly string[];
}

export const ACCOUNT_PERMISSIONS: readonly AccountPermission[] = [
  {
    name: 'Group.ManageProtection.All',
    use: 'sensitivityLabels',
    purpose: 'setting sensitivity labels',
    calls: ['PATCH /groups/{id} with assignedLabels'],
  },
  {
    name: 'ChannelMessage.Send',
    use: 'messages',
    purpose: 'posting welcome messages and announcements',
    calls: ['POST /teams/{id}/channels/{id}/messages'],
  },
  {
    name: 'ChannelMessage.Read.All',
    use: 'messages',
    purpose: 'looking for a message before it is posted again',
    calls: ['GET /teams/{id}/channels/{id}/messages'],
  },
];

/** Combines the rows of a permission that several features need. */
const onceEach = (rows: readonly GraphPermission[]): GraphPermission[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].map((same) => ({
    ...(same[0] as GraphPermission),
    purpose: same.map(({ purpose }) => purpose).join('; '),
    calls: same.flatMap(({ calls }) => calls),
  }));

/**
 * Returns the least permissions for all features that are not in `off`. Default: without the optional ones. A higher
 * permission that is needed anyway replaces those whose calls it permits.
 */
export function permissionsFor(off: readonly GraphFeature[] = OPTIONAL_FEATURES): GraphPermission[] {
  const used = onceEach(GRAPH_PERMISSIONS.filter(({ feature }) => !off.includes(feature)));
  const isReplaced = ({ instead }: GraphPermission): boolean =>
    used.some(({ name }) => instead.includes(name));
  return used
    .filter((permission) => !isReplaced(permission))
    .map((permission) => {
      const replaced = used.filter(({ instead }) => instead.includes(permission.name));
      return {
        ...permission,
        purpose: [...replaced.map(({ purpose }) => purpose), permission.purpose].join('; '),
        calls: [...replaced.flatMap(({ calls }) => calls), ...permission.calls],
      };
    });
}

interface GrantedPermission extends GraphPermission {
  /** `higher`: only a higher permission that permits the same calls is granted. */
  state: 'granted' | 'higher' | 'missing';
  /** The granted higher permission. */
  by?: string;
}

export interface PermissionComparison {
  permissions: GrantedPermission[];
  /** Granted permissions that Charter does not need, without those that replace a missing lower one. */
  tooMuch: string[];
}

/** Compares the granted permissions with the needed ones. */
export function comparePermissions(
  granted: readonly string[],
  off: readonly GraphFeature[] = OPTIONAL_FEATURES,
): PermissionComparison {
  const permissions = permissionsFor(off).map((permission): GrantedPermission => {
    if (granted.includes(permission.name)) return { ...permission, state: 'granted' };
    const by = permission.instead.find((name) => granted.includes(name));
    return by === undefined ? { ...permission, state: 'missing' } : { ...permission, state: 'higher', by };
  });
  const needed = new Set(permissions.flatMap(({ name, by }) => by ?? name));
  return { permissions, tooMuch: granted.filter((name) => !needed.has(name)).toSorted() };
}

/**
 * Returns a pattern for calls such as `GET /teams/1b2c/members`, from their form in the table. Ids can be segments of
 * their own, or literals in parentheses as in `/users('ada@contoso.com')`.
 */
function callPattern(call: string): RegExp {
  const literal = call.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/(?<=\()\w+/, "$&='[^']*'");
  const pattern = literal.replaceAll('/{id}', "(?:/[^/]+|\\('[^')]*'\\))").replaceAll('/{path}', '/.+');
  return new RegExp(`^${pattern}$`);
}

/** Calls of the connected account. Their path does not determine the permission that they need. */
const CALLS_OF_ACCOUNT = new Set(
  ACCOUNT_PERMISSIONS.flatMap(({ calls }) => calls.map((call) => call.split(' with ')[0])),
);

const PATTERNS = GRAPH_PERMISSIONS.flatMap(({ name, calls }) =>
  calls
    .filter((call) => !/ (?:with|to|of) /.test(call) && !CALLS_OF_ACCOUNT.has(call))
    .map((call) => ({ name, pattern: callPattern(call) })),
);

/** Returns the application permission that the call needs; undefined when the path does not determine it. */
export function permissionOf(call: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(call))?.name;
}

/**
 * The permissions in an access token for Microsoft Graph. The signature is not verified: the token is meant for Graph,
 * which verifies it.
 */
interface Claims {
  /** Permissions of an application. */
  roles?: string[];
  /** Permissions of an account, separated by spaces. */
  scp?: string;
}

interface TokenPermissions {
  names: string[];
  isAccount: boolean;
}

/** Returns the permissions in the token; undefined when the token can't be read. */
function permissionsIn(token: string): TokenPermissions | undefined {
  try {
    const claims: Claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { roles = [], scp } = claims;
    return scp === undefined
      ? { names: roles, isAccount: false }
      : { names: scp.split(' '), isAccount: true };
  } catch {
    return undefined;
  }
}

/** Returns the permissions in the token of an application; undefined when the token can't be read. */
export function rolesIn(token: string): string[] | undefined {
  const found = permissionsIn(token);
  return found?.isAccount ? [] : found?.names;
}

/* Whether a token has the permissions that a call needs. */

/** Permissions with the calls that need them. A name in `instead` permits the same calls. */
interface Needed {
  names: string[];
  patterns: RegExp[];
}

const neededBy = (list: readonly { name: string; calls: readonly string[]; instead?: readonly string[] }[]) =>
  list.map(
    ({ name, calls, instead = [] }): Needed => ({
      names: [name, ...instead],
      // A text after `with`, `to` or `of` only distinguishes two calls with the same path. A call that needs more
      // because of its query is not recognised.
      patterns: calls
        .filter((call) => !call.includes('$select'))
        .map((call) => callPattern(call.split(/ (?:with|to|of) /)[0] as string)),
    }),
  );

const NEEDED_BY_APPLICATION = neededBy(GRAPH_PERMISSIONS);
const NEEDED_BY_ACCOUNT = neededBy(ACCOUNT_PERMISSIONS);

/**
 * Returns whether the token has all permissions that the call may need; undefined when the token can't be read, or the
 * table of permissions lacks the call.
 * @param call method and path without the query
 */
export function isGranted(call: string, token: string): boolean | undefined {
  const granted = permissionsIn(token);
  if (granted === undefined) return undefined;
  const table = granted.isAccount ? NEEDED_BY_ACCOUNT : NEEDED_BY_APPLICATION;
  const needed = table.filter(({ patterns }) => patterns.some((pattern) => pattern.test(call)));
  if (needed.length === 0) return undefined;
  return needed.every(({ names }) => names.some((name) => granted.names.includes(name)));
}
