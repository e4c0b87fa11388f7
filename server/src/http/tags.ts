/** Nouns that operations are grouped by, in the description of the API and in the client. */

/** By the segment of the path that tells the noun; the first one that a path has counts. */
const BY_SEGMENT = {
  lifecycle: {
    tag: 'lifecycle',
    description: 'Where teams are in their lifecycle, and the runs that decide',
  },
  policies: { tag: 'policies', description: 'Rules of the organisation that teams comply with' },
  channels: { tag: 'channels', description: 'Channels and tabs of a team' },
  hooks: { tag: 'webhooks', description: 'Webhooks, their events and their deliveries' },
  audittrails: { tag: 'audit', description: 'Audit trails, their records and keys' },
  approvals: { tag: 'approvals', description: 'Requests for teams that need an approval' },
  notifications: { tag: 'notifications', description: 'What the service told a person' },
  catalog: { tag: 'catalog', description: 'Templates that teams are built from' },
  labels: { tag: 'labels', description: 'Sensitivity labels' },
  jobs: { tag: 'jobs', description: 'Long work: provisioning, archiving, unarchiving' },
  roles: { tag: 'roles', description: 'Roles that the service keeps' },
  apps: { tag: 'apps', description: 'Registered apps' },
  users: { tag: 'users', description: 'People of the directory' },
  teams: { tag: 'teams', description: 'Teams, their members and their provisioning' },
} as const;

export const TAGS = Object.values(BY_SEGMENT).map(({ tag, description }) => ({ name: tag, description }));

export function tagOf(path: string): string {
  const segments = path.split('/');
  const known = Object.entries(BY_SEGMENT).find(([segment]) => segments.includes(segment));
  if (known === undefined) throw new Error(`No noun is known for the path ${path}. Add it to tags.ts.`);
  return known[1].tag;
}
