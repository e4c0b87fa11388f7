/**
 * The application permissions that Charter's calls to Microsoft Graph v1.0 need: for each call the least one that its
 * page of the documentation lists. Group.ReadWrite.All also permits most calls about teams, but only "for backward
 * compatibility", so it counts only where no lesser one exists.
 */

import type { AccountPurpose } from './account.ts';

/** Features that can be switched off by withholding their permissions. */
export const GRAPH_FEATURES = [
  'teams',
  'closedChannels',
  'tabs',
  'apps',
  'labels',
  'activity',
  'notifications',
] as const;
export type GraphFeature = (typeof GRAPH_FEATURES)[number];

export interface GraphPermission {
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
    purpose: 'people, their managers, and naming them as owners of new groups',
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
    purpose: 'reading and renaming channels',
    calls: [
      'GET /teams/{id}/channels',
      'GET /teams/{id}/channels/{id}',
      'GET /teams/{id}/primaryChannel',
      'PATCH /teams/{id}/channels/{id}',
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
  // "Create subscription" lists permissions to read only, although "Get change notifications for teams and channels"
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
];

/** A delegated permission of the connected account, for calls that Graph allows no application. */
export interface AccountPermission {
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
    purpose: 'posting welcome messages',
    calls: ['POST /teams/{id}/channels/{id}/messages'],
  },
  {
    name: 'ChannelMessage.Read.All',
    use: 'messages',
    purpose: 'looking for a message before it is posted again',
    calls: ['GET /teams/{id}/channels/{id}/messages'],
  },
];

/** Returns the least permissions for all features but those that are off. */
export const permissionsFor = (off: readonly GraphFeature[] = []): GraphPermission[] =>
  GRAPH_PERMISSIONS.filter(({ feature }) => !off.includes(feature));

export interface GrantedPermission extends GraphPermission {
  /** `higher`: only a higher permission that permits the same calls is granted. */
  state: 'granted' | 'higher' | 'missing';
  /** The granted higher permission. */
  by?: string;
}

export interface PermissionComparison {
  permissions: GrantedPermission[];
  /** Permissions that are granted and not needed. */
  tooMuch: string[];
}

/** Compares the granted permissions with the needed ones. */
export function comparePermissions(
  granted: readonly string[],
  off: readonly GraphFeature[] = [],
): PermissionComparison {
  const permissions = permissionsFor(off).map((permission): GrantedPermission => {
    if (granted.includes(permission.name)) return { ...permission, state: 'granted' };
    const by = permission.instead.find((name) => granted.includes(name));
    return by === undefined ? { ...permission, state: 'missing' } : { ...permission, state: 'higher', by };
  });
  const needed = new Set(permissions.map(({ name }) => name));
  return { permissions, tooMuch: granted.filter((name) => !needed.has(name)).toSorted() };
}

/**
 * Returns a pattern for calls such as `GET /teams/1b2c/members`, from their form in the table. Ids can be segments of
 * their own, or literals in parentheses as in `/users('ada@contoso.com')`.
 */
export function callPattern(call: string): RegExp {
  const literal = call.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/(?<=\()\w+/, "$&='[^']*'");
  return new RegExp(`^${literal.replaceAll('/{id}', "(?:/[^/]+|\\('[^')]*'\\))")}$`);
}

/** Calls that the connected account makes. The path does not tell which permission such a call needs. */
const OF_ACCOUNT = new Set(
  ACCOUNT_PERMISSIONS.flatMap(({ calls }) => calls.map((call) => call.split(' with ')[0])),
);

const PATTERNS = GRAPH_PERMISSIONS.flatMap(({ name, calls }) =>
  calls
    .filter((call) => !/ (?:with|to|of) /.test(call) && !OF_ACCOUNT.has(call))
    .map((call) => ({ name, pattern: callPattern(call) })),
);

/** Returns the application permission that the call needs; undefined when the path alone does not determine it. */
export function permissionOf(call: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(call))?.name;
}
