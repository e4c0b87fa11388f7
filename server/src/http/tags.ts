/** Groups of operations in the API description and in the client. */

const NOTIFICATIONS = { tag: 'notifications', description: 'Notifications of the calling user' } as const;

const USERS = { tag: 'users', description: 'People of the directory' } as const;

const OWNERS = { tag: 'owners', description: 'Owners that teams need, and requests to own one' } as const;

const CHANNELS = { tag: 'channels', description: 'Channels and tabs of a team' } as const;

/** Tags by path segment. The first segment in this list that occurs in a path decides. */
const BY_SEGMENT = {
  reports: { tag: 'reports', description: 'Reports about teams, guests and requests' },
  'notification-settings': NOTIFICATIONS,
  lifecycle: {
    tag: 'lifecycle',
    description: 'Lifecycle of teams and its runs',
  },
  ownership: OWNERS,
  ownerRequests: OWNERS,
  ownerSearches: OWNERS,
  directory: {
    tag: 'directory',
    description: 'The directory of teams: what people see of teams that they are not in',
  },
  joinRequests: { tag: 'joinRequests', description: 'Requests of people to join teams' },
  policies: { tag: 'policies', description: 'Rules of the organisation that teams comply with' },
  reviews: { tag: 'reviews', description: 'Reviews of the guests and members of teams' },
  channels: CHANNELS,
  channelViolations: CHANNELS,
  hooks: { tag: 'webhooks', description: 'Webhooks, their events and their deliveries' },
  audittrails: { tag: 'audit', description: 'Audit trails, their records and keys' },
  approvals: { tag: 'approvals', description: 'Approvals of requests for teams' },
  notifications: NOTIFICATIONS,
  catalog: { tag: 'catalog', description: 'Templates of teams' },
  labels: { tag: 'labels', description: 'Sensitivity labels' },
  jobs: { tag: 'jobs', description: 'Long-running work: provisioning, archiving, unarchiving' },
  roles: { tag: 'roles', description: 'Roles that the service assigns' },
  apps: { tag: 'apps', description: 'Registered apps' },
  'scim-tokens': {
    tag: 'scimTokens',
    description: 'Tokens of the connectors that write people and groups by SCIM',
  },
  users: USERS,
  leavers: USERS,
  groups: { tag: 'groups', description: 'Groups of people in the directory' },
  teams: { tag: 'teams', description: 'Teams, their members and their provisioning' },
  organization: { tag: 'organization', description: 'Name, logo, colour and links of the organisation' },
  overview: { tag: 'overview', description: 'Figures of the organisation' },
  me: { tag: 'me', description: 'The calling person or app' },
} as const;

export const TAGS = [...new Set(Object.values(BY_SEGMENT))].map(({ tag, description }) => ({
  name: tag,
  description,
}));

export function tagOf(path: string): string {
  const segments = path.split('/');
  const known = Object.entries(BY_SEGMENT).find(([segment]) => segments.includes(segment));
  if (known === undefined) throw new Error(`No noun is known for the path ${path}. Add it to tags.ts.`);
  return known[1].tag;
}
