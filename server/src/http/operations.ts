/** The table of operations: identifier, method, path, tier and callers (interface.md, Endpoints; contract 2). */
import type { Tier } from '../domain/limits/ports.ts';
import type { Role } from '../domain/principal.ts';

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base path, parameters as `:name`. */
  path: string;
  tier: Tier;
  /** Any one of these suffices. */
  roles: readonly Role[];
  /** Status of success. */
  success: 200 | 201 | 202 | 204;
  /** Only a person can call it: it answers about the calling user. */
  usersOnly?: true;
  summary: string;
}

const ANY: readonly Role[] = ['AUTHENTICATED_USER'];
const TEAM_MANAGERS: readonly Role[] = [
  'AUTHORIZED_APP',
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
];
const AUDIT_READERS: readonly Role[] = [
  'AUTHORIZED_APP',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
];
const CATALOG_MANAGERS: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

export const OPERATIONS = {
  addTeamMember: {
    method: 'POST',
    path: '/teams/:teamId/members',
    tier: 2,
    roles: ANY,
    success: 201,
    summary: 'Add a member or an owner to a team',
  },
  archiveTeam: {
    method: 'POST',
    path: '/teams/:teamId/archive',
    tier: 1,
    roles: ANY,
    success: 202,
    summary: 'Archive a team',
  },
  createTeamChannel: {
    method: 'POST',
    path: '/teams/:teamId/channels',
    tier: 2,
    roles: ANY,
    success: 201,
    summary: 'Create a channel',
  },
  createTeamChannelTab: {
    method: 'POST',
    path: '/teams/:teamId/channels/:channelId/tabs',
    tier: 2,
    roles: ANY,
    success: 201,
    summary: 'Create a tab in a channel',
  },
  createTeamProvisioningJob: {
    method: 'POST',
    path: '/teams/provisioning',
    tier: 1,
    roles: ANY,
    success: 201,
    summary: 'Ask for a team built from a template',
  },
  deleteTeam: {
    method: 'DELETE',
    path: '/teams/:teamId',
    tier: 3,
    roles: ANY,
    success: 204,
    summary: 'Delete a team',
  },
  getTeam: {
    method: 'GET',
    path: '/teams/:teamId',
    tier: 3,
    roles: TEAM_MANAGERS,
    success: 200,
    summary: 'Get a team',
  },
  getTeamChannelTabs: {
    method: 'GET',
    path: '/teams/:teamId/channels/:channelId/tabs',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'List the tabs of a channel',
  },
  getTeamChannels: {
    method: 'GET',
    path: '/teams/:teamId/channels',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'List the channels of a team',
  },
  getTeamPrimaryChannel: {
    method: 'GET',
    path: '/teams/:teamId/channels/primary',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Get the primary channel of a team',
  },
  unarchiveTeam: {
    method: 'POST',
    path: '/teams/:teamId/unarchive',
    tier: 1,
    roles: ANY,
    success: 202,
    summary: 'Bring an archived team back',
  },
  updateTeam: {
    method: 'PATCH',
    path: '/teams/:teamId',
    tier: 2,
    roles: TEAM_MANAGERS,
    success: 204,
    summary: 'Update a team',
  },
  getCatalogTemplates: {
    method: 'GET',
    path: '/catalog/templates',
    tier: 3,
    roles: TEAM_MANAGERS,
    success: 200,
    summary: 'List the templates of the catalog',
  },
  getMyCatalogTemplates: {
    method: 'GET',
    path: '/me/catalog/templates',
    tier: 3,
    roles: ANY,
    success: 200,
    usersOnly: true,
    summary: 'List the templates that the calling user may use',
  },
  getJob: {
    method: 'GET',
    path: '/jobs/:jobId',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Get a job',
  },
  getMyLabels: {
    method: 'GET',
    path: '/me/labels',
    tier: 3,
    roles: ANY,
    success: 200,
    usersOnly: true,
    summary: 'List the sensitivity labels of the calling user',
  },
  getUsers: {
    method: 'GET',
    path: '/users',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'List users of the directory',
  },
  getAuditTrails: {
    method: 'GET',
    path: '/audittrails',
    tier: 3,
    roles: AUDIT_READERS,
    success: 200,
    summary: 'List the audit trails',
  },
  getAuditTrailRecords: {
    method: 'GET',
    path: '/audittrails/:code/records',
    tier: 3,
    roles: AUDIT_READERS,
    success: 200,
    summary: 'List the records of an audit trail',
  },
  approveTeamCreation: {
    method: 'POST',
    path: '/approvals/:approvalRequestId/approve',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Approve a request for a team',
  },
  rejectTeamCreation: {
    method: 'POST',
    path: '/approvals/:approvalRequestId/reject',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Reject a request for a team',
  },
  // Additive: beyond interface.md (contract 1).
  applyCatalogTemplate: {
    method: 'POST',
    path: '/catalog/templates',
    tier: 2,
    roles: CATALOG_MANAGERS,
    success: 200,
    summary: 'Add a template from its manifest, or bring it up to date',
  },
  exportCatalogTemplate: {
    method: 'GET',
    path: '/catalog/templates/:templateId/manifest',
    tier: 3,
    roles: TEAM_MANAGERS,
    success: 200,
    summary: 'Export a template as a manifest',
  },
  getAuditKeys: {
    method: 'GET',
    path: '/audittrails/keys',
    tier: 3,
    roles: AUDIT_READERS,
    success: 200,
    summary: 'List the public keys that checkpoints of the audit trails are verified with',
  },
  getApprovals: {
    method: 'GET',
    path: '/approvals',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'List requests for teams that wait for approval, or did',
  },
  getApproval: {
    method: 'GET',
    path: '/approvals/:approvalRequestId',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Get an approval',
  },
  cancelApproval: {
    method: 'POST',
    path: '/approvals/:approvalRequestId/cancel',
    tier: 2,
    roles: ANY,
    success: 200,
    summary: 'Withdraw a request for a team that is not decided yet',
  },
  delegateApproval: {
    method: 'POST',
    path: '/approvals/:approvalRequestId/delegate',
    tier: 2,
    roles: ANY,
    success: 200,
    summary: 'Let a deputy decide in your place',
  },
  getNotifications: {
    method: 'GET',
    path: '/notifications',
    tier: 3,
    roles: ANY,
    success: 200,
    usersOnly: true,
    summary: 'List what the calling user was told',
  },
  markNotificationRead: {
    method: 'POST',
    path: '/notifications/:notificationId/read',
    tier: 2,
    roles: ANY,
    success: 200,
    usersOnly: true,
    summary: 'Mark a notification as read',
  },
  createHook: {
    method: 'POST',
    path: '/hooks',
    tier: 2,
    roles: ANY,
    success: 201,
    summary: 'Create a webhook',
  },
  deleteHook: {
    method: 'DELETE',
    path: '/hooks/:hookId',
    tier: 2,
    roles: ANY,
    success: 200,
    summary: 'Delete a webhook',
  },
  generateHookSignature: {
    method: 'POST',
    path: '/hooks/signature',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'Compute the signature of a message',
  },
  getHooksEvents: {
    method: 'GET',
    path: '/hooks/events',
    tier: 3,
    roles: ANY,
    success: 200,
    summary: 'List the events that webhooks can subscribe to',
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
