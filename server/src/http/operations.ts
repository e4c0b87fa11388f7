/**
 * The table of operations (docs/specification.md, sections 1 and 2). Each line registers one operation, which calls
 * the route of its name.
 */
import type { Tier } from '../engine/limits/ports.ts';
import type { Role, Scope } from '../engine/principal.ts';
import * as approvals from './approvals/routes.ts';
import * as apps from './apps/routes.ts';
import * as audit from './audit/routes.ts';
import * as branding from './branding/routes.ts';
import * as bulk from './bulk/routes.ts';
import * as blobs from './catalog/blob-routes.ts';
import * as templateCheck from './catalog/check-catalog-template.ts';
import * as catalog from './catalog/routes.ts';
import * as channelRequests from './channel-requests/routes.ts';
import * as contents from './channels/content-routes.ts';
import * as channels from './channels/routes.ts';
import * as channelViolations from './channels/violation-routes.ts';
import * as groups from './groups/routes.ts';
import * as jobs from './jobs/routes.ts';
import * as joinRequests from './join-requests/routes.ts';
import * as labels from './labels/routes.ts';
import * as leavers from './leavers/routes.ts';
import * as lifecycle from './lifecycle/routes.ts';
import * as me from './me/routes.ts';
import * as notifications from './notifications/routes.ts';
import * as overview from './overview/routes.ts';
import * as owners from './owners/routes.ts';
import * as policies from './policies/routes.ts';
import * as privacy from './privacy/routes.ts';
import * as provisioning from './provisioning/routes.ts';
import * as reports from './reports/routes.ts';
import * as reviews from './reviews/routes.ts';
import * as roles from './roles/routes.ts';
import type { Route } from './route.ts';
import * as scimTokens from './scim-tokens/routes.ts';
import * as teamDirectory from './team-directory/routes.ts';
import * as teamPermissions from './teams/get-team-permissions.ts';
import * as teamMembers from './teams/member-routes.ts';
import * as teamMetadata from './teams/metadata-routes.ts';
import * as teams from './teams/routes.ts';
import * as users from './users/routes.ts';
import * as webhookDeliveries from './webhooks/delivery-routes.ts';
import * as webhooks from './webhooks/routes.ts';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base path, with parameters as `:name`. */
  path: string;
  tier: Tier;
  callers: Callers;
  /** An app that is limited to scopes needs all of these. Null for an operation that such an app may not call. */
  scopes: readonly Scope[] | null;
  /** Status of a successful response. */
  success: 200 | 201 | 202 | 204;
  route: Route;
}

/** The principals who may call an operation: those with at least one of the roles. */
export interface Callers {
  roles: readonly Role[];
  /** Requires a user token: the operation answers about the calling user. */
  usersOnly?: true;
}

const ANY: Callers = { roles: ['AUTHENTICATED_USER'] };
const USERS: Callers = { ...ANY, usersOnly: true };
const GLOBAL_ADMINS: Callers = { roles: ['GLOBAL_ADMIN'] };
const APP_MANAGERS: Callers = { roles: ['GLOBAL_ADMIN', 'INTEGRATION_MANAGER'] };
const CATALOG_MANAGERS: Callers = { roles: ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'] };
const MANAGERS: Callers = { roles: ['AUTHORIZED_APP', ...CATALOG_MANAGERS.roles] };
const TEAM_MANAGERS: Callers = {
  roles: ['AUTHORIZED_APP', 'INTEGRATION_MANAGER', ...CATALOG_MANAGERS.roles],
};

/** For operations about the caller, which an app may call whatever its scopes are. */
const ANY_SCOPE: readonly Scope[] = [];
/** For operations about a person, and for those that change access, so that no app can extend its own scopes. */
const NO_SCOPE = null;
/** The overview counts teams, requests and approvals. */
const OVERVIEW: readonly Scope[] = ['teams.read', 'jobs.read', 'approvals.read'];
/** A request can name any bulk action, so an app needs the scopes of all of them. */
const BULK: readonly Scope[] = ['teams.manage', 'teams.delete', 'governance.manage'];

type Line = Omit<Operation, 'route'>;

const operation =
  (method: Line['method']) =>
  (
    path: string,
    tier: Tier,
    callers: Callers,
    scopes: Scope | Line['scopes'],
    success: Line['success'],
  ): Line => ({
    method,
    path,
    tier,
    callers,
    scopes: typeof scopes === 'string' ? [scopes] : scopes,
    success,
  });

const post = operation('POST');
const put = operation('PUT');
const patch = operation('PATCH');
const del = operation('DELETE');
/** Defines a read operation: tier 3, status 200. */
const get = (path: string, callers: Callers, scopes: Scope | Line['scopes']): Line =>
  operation('GET')(path, 3, callers, scopes, 200);

const TABLE = {
  addTeamMember: post('/teams/:teamId/members', 2, ANY, 'teams.manage', 201),
  archiveTeam: post('/teams/:teamId/archive', 1, ANY, 'teams.manage', 202),
  createTeamChannel: post('/teams/:teamId/channels', 2, ANY, 'teams.manage', 201),
  createTeamChannelTab: post('/teams/:teamId/channels/:channelId/tabs', 2, ANY, 'teams.manage', 201),
  createTeamProvisioningJob: post('/teams/provisioning', 1, ANY, 'teams.request', 201),
  deleteTeam: del('/teams/:teamId', 3, ANY, 'teams.delete', 204),
  getTeam: get('/teams/:teamId', TEAM_MANAGERS, 'teams.read'),
  getTeamChannelTabs: get('/teams/:teamId/channels/:channelId/tabs', ANY, 'teams.read'),
  getTeamChannelFiles: get('/teams/:teamId/channels/:channelId/files', ANY, 'teams.read'),
  getTeamChannelFileContent: get('/teams/:teamId/channels/:channelId/files/:path/content', ANY, 'teams.read'),
  getTeamChannelPlans: get('/teams/:teamId/channels/:channelId/plans', ANY, 'teams.read'),
  getTeamChannels: get('/teams/:teamId/channels', ANY, 'teams.read'),
  getTeamPrimaryChannel: get('/teams/:teamId/channels/primary', ANY, 'teams.read'),
  unarchiveTeam: post('/teams/:teamId/unarchive', 1, ANY, 'teams.manage', 202),
  updateTeam: patch('/teams/:teamId', 2, TEAM_MANAGERS, 'teams.manage', 204),
  getCatalogTemplates: get('/catalog/templates', TEAM_MANAGERS, 'catalog.read'),
  getMyCatalogTemplates: get('/me/catalog/templates', USERS, NO_SCOPE),
  getJob: get('/jobs/:jobId', ANY, 'jobs.read'),
  getMyLabels: get('/me/labels', USERS, NO_SCOPE),
  getUsers: get('/users', ANY, 'people.read'),
  getAuditTrails: get('/audittrails', MANAGERS, 'audit.read'),
  getAuditTrailRecords: get('/audittrails/:code/records', MANAGERS, 'audit.read'),
  approveTeamCreation: post('/approvals/:approvalRequestId/approve', 3, ANY, 'approvals.decide', 200),
  rejectTeamCreation: post('/approvals/:approvalRequestId/reject', 3, ANY, 'approvals.decide', 200),
  // The published interface has only these of the operations below: createHook, deleteHook, generateHookSignature and
  // getHooksEvents.
  checkAnswers: post('/teams/provisioning/answers', 3, ANY, 'teams.request', 200),
  createTeamChannelRequest: post('/teams/:teamId/channels/requests', 1, ANY, 'teams.request', 201),
  checkChannelAnswers: post('/teams/:teamId/channels/requests/answers', 3, ANY, 'teams.request', 200),
  getTeamChannelTemplates: get('/teams/:teamId/channels/templates', ANY, 'teams.request'),
  getChannelTemplates: get('/catalog/channelTemplates', TEAM_MANAGERS, 'catalog.read'),
  getMyTeams: get('/me/teams', USERS, NO_SCOPE),
  getMyTeam: get('/me/teams/:teamId', USERS, NO_SCOPE),
  updateMyTeam: patch('/me/teams/:teamId', 2, USERS, NO_SCOPE, 204),
  getTeams: get('/teams', TEAM_MANAGERS, 'teams.read'),
  createTeamBulkJob: post('/teams/bulk', 1, ANY, BULK, 201),
  getTeamMembers: get('/teams/:teamId/members', ANY, 'teams.read'),
  addTeamMembers: post('/teams/:teamId/members/add', 2, ANY, 'teams.manage', 200),
  updateTeamMember: patch('/teams/:teamId/members/:membershipId', 2, ANY, 'teams.manage', 200),
  getTeamHistory: get('/teams/:teamId/history', ANY, 'audit.read'),
  getTeamMetadata: get('/teams/:teamId/metadata', ANY, 'teams.read'),
  updateTeamMetadata: patch('/teams/:teamId/metadata', 2, ANY, 'teams.manage', 200),
  getTeamPermissions: get('/teams/:teamId/permissions', ANY, 'teams.read'),
  updateTeamChannel: patch('/teams/:teamId/channels/:channelId', 2, ANY, 'teams.manage', 204),
  deleteTeamChannel: del('/teams/:teamId/channels/:channelId', 2, ANY, 'teams.manage', 204),
  archiveTeamChannel: post('/teams/:teamId/channels/:channelId/archive', 2, ANY, 'teams.manage', 202),
  unarchiveTeamChannel: post('/teams/:teamId/channels/:channelId/unarchive', 2, ANY, 'teams.manage', 202),
  deleteTeamChannelTab: del('/teams/:teamId/channels/:channelId/tabs/:tabId', 2, ANY, 'teams.manage', 204),
  removeTeamMember: del('/teams/:teamId/members/:membershipId', 2, ANY, 'teams.manage', 204),
  getMe: get('/me', ANY, ANY_SCOPE),
  getOverview: get('/overview', MANAGERS, OVERVIEW),
  getTeamReport: get('/reports/teams', TEAM_MANAGERS, 'teams.read'),
  getGuestReport: get('/reports/guests', TEAM_MANAGERS, 'teams.read'),
  getRequestReport: get('/reports/requests/:questionId', TEAM_MANAGERS, 'jobs.read'),
  applyCatalogTemplate: post('/catalog/templates', 2, CATALOG_MANAGERS, 'catalog.manage', 200),
  exportCatalogTemplate: get('/catalog/templates/:templateId/manifest', TEAM_MANAGERS, 'catalog.read'),
  // Tier 3, because the contents of one template may have many files.
  putCatalogBlob: put('/catalog/blobs/:sha256', 3, CATALOG_MANAGERS, 'catalog.manage', 200),
  getCatalogBlob: get('/catalog/blobs/:sha256', TEAM_MANAGERS, 'catalog.read'),
  checkCatalogTemplate: post('/catalog/templates/check', 3, CATALOG_MANAGERS, 'catalog.manage', 200),
  getCatalogTemplate: get('/catalog/templates/:templateId', TEAM_MANAGERS, 'catalog.read'),
  updateCatalogTemplate: patch('/catalog/templates/:templateId', 2, CATALOG_MANAGERS, 'catalog.manage', 200),
  deleteCatalogTemplate: del('/catalog/templates/:templateId', 2, CATALOG_MANAGERS, 'catalog.manage', 204),
  getCatalogTemplateVersions: get('/catalog/templates/:templateId/versions', TEAM_MANAGERS, 'catalog.read'),
  getCatalogTemplateVersion: get(
    '/catalog/templates/:templateId/versions/:version',
    TEAM_MANAGERS,
    'catalog.read',
  ),
  getOrganizationBranding: get('/organization/branding', ANY, ANY_SCOPE),
  updateOrganizationBranding: patch('/organization/branding', 2, CATALOG_MANAGERS, 'governance.manage', 200),
  getOrganizationLogo: get('/organization/branding/logo', ANY, ANY_SCOPE),
  putOrganizationLogo: put('/organization/branding/logo', 2, CATALOG_MANAGERS, 'governance.manage', 200),
  deleteOrganizationLogo: del('/organization/branding/logo', 2, CATALOG_MANAGERS, 'governance.manage', 204),
  getAuditKeys: get('/audittrails/keys', MANAGERS, 'audit.read'),
  getApprovals: get('/approvals', ANY, 'approvals.read'),
  getApproval: get('/approvals/:approvalRequestId', ANY, 'approvals.read'),
  cancelApproval: post('/approvals/:approvalRequestId/cancel', 2, ANY, 'teams.request', 200),
  askRequester: post('/approvals/:approvalRequestId/ask', 2, ANY, 'approvals.decide', 200),
  withdrawQuestion: post('/approvals/:approvalRequestId/ask/withdraw', 2, ANY, 'approvals.decide', 200),
  answerQuestion: post('/approvals/:approvalRequestId/answer', 2, ANY, 'teams.request', 200),
  commentOnApproval: post('/approvals/:approvalRequestId/comments', 2, ANY, 'approvals.decide', 200),
  delegateApproval: post('/approvals/:approvalRequestId/delegate', 2, ANY, 'approvals.decide', 200),
  getJobs: get('/jobs', ANY, 'jobs.read'),
  getJobEvents: get('/jobs/:jobId/events', ANY, 'jobs.read'),
  getJobTeams: get('/jobs/:jobId/teams', ANY, 'jobs.read'),
  approveJob: post('/jobs/:jobId/approve', 2, CATALOG_MANAGERS, NO_SCOPE, 200),
  rejectJob: post('/jobs/:jobId/reject', 2, CATALOG_MANAGERS, NO_SCOPE, 200),
  cancelJob: post('/jobs/:jobId/cancel', 2, ANY, 'teams.manage', 200),
  retryJob: post('/jobs/:jobId/retry', 2, ANY, 'teams.manage', 200),
  getNotifications: get('/notifications', USERS, NO_SCOPE),
  markNotificationsRead: post('/notifications/read', 2, USERS, NO_SCOPE, 200),
  getNotificationSettings: get('/me/notification-settings', USERS, NO_SCOPE),
  updateNotificationSettings: patch('/me/notification-settings', 2, USERS, NO_SCOPE, 200),
  markNotificationRead: post('/notifications/:notificationId/read', 2, USERS, NO_SCOPE, 200),
  getPolicies: get('/policies', MANAGERS, 'governance.manage'),
  createPolicy: post('/policies', 2, MANAGERS, 'governance.manage', 201),
  checkPolicies: post('/policies/check', 3, MANAGERS, 'governance.manage', 200),
  getPolicy: get('/policies/:policyId', MANAGERS, 'governance.manage'),
  updatePolicy: patch('/policies/:policyId', 2, MANAGERS, 'governance.manage', 200),
  deletePolicy: del('/policies/:policyId', 2, MANAGERS, 'governance.manage', 204),
  getPolicyReport: get('/policies/:policyId/report', MANAGERS, 'governance.manage'),
  getPolicyTeams: get('/policies/:policyId/teams', MANAGERS, 'governance.manage'),
  attachPolicy: put('/policies/:policyId/teams/:teamId', 2, MANAGERS, 'governance.manage', 204),
  detachPolicy: del('/policies/:policyId/teams/:teamId', 2, MANAGERS, 'governance.manage', 204),
  createHook: post('/hooks', 2, ANY, 'hooks.manage', 201),
  deleteHook: del('/hooks/:hookId', 2, ANY, 'hooks.manage', 200),
  generateHookSignature: post('/hooks/signature', 3, ANY, 'hooks.manage', 200),
  getHooksEvents: get('/hooks/events', ANY, 'hooks.manage'),
  getHooks: get('/hooks', ANY, 'hooks.manage'),
  getHook: get('/hooks/:hookId', ANY, 'hooks.manage'),
  updateHook: patch('/hooks/:hookId', 2, ANY, 'hooks.manage', 200),
  rotateHookSecret: post('/hooks/:hookId/secret', 2, ANY, 'hooks.manage', 200),
  testHook: post('/hooks/:hookId/test', 2, ANY, 'hooks.manage', 201),
  getHookDeliveries: get('/hooks/:hookId/deliveries', ANY, 'hooks.manage'),
  getHookDelivery: get('/hooks/:hookId/deliveries/:deliveryId', ANY, 'hooks.manage'),
  redeliverHookDelivery: post('/hooks/:hookId/deliveries/:deliveryId/redeliver', 2, ANY, 'hooks.manage', 202),
  redeliverHookDeliveries: post('/hooks/:hookId/redeliver', 2, ANY, 'hooks.manage', 202),
  getTeamLifecycle: get('/teams/:teamId/lifecycle', ANY, 'teams.read'),
  renewTeamLifecycle: post('/teams/:teamId/lifecycle/renew', 2, ANY, 'teams.manage', 200),
  getLifecycleSimulation: get('/lifecycle/simulation', MANAGERS, 'governance.manage'),
  getLifecycleRuns: get('/lifecycle/runs', MANAGERS, 'governance.manage'),
  startLifecycleRun: post('/lifecycle/runs', 2, MANAGERS, 'governance.manage', 202),
  getLifecycleRun: get('/lifecycle/runs/:runId', MANAGERS, 'governance.manage'),
  getLifecycleRunTeams: get('/lifecycle/runs/:runId/teams', MANAGERS, 'governance.manage'),
  getOwnerRequests: get('/ownerRequests', USERS, NO_SCOPE),
  acceptOwnerRequest: post('/ownerRequests/:requestId/accept', 2, USERS, NO_SCOPE, 200),
  declineOwnerRequest: post('/ownerRequests/:requestId/decline', 2, USERS, NO_SCOPE, 200),
  getOwnerSearches: get('/ownerSearches', MANAGERS, 'governance.manage'),
  getTeamOwnership: get('/teams/:teamId/ownership', ANY, 'teams.read'),
  getChannelViolations: get('/channelViolations', ANY, 'teams.read'),
  allowChannel: post('/channelViolations/:violationId/allow', 2, MANAGERS, 'governance.manage', 200),
  getDirectoryTeams: get('/directory/teams', ANY, 'teams.read'),
  getDirectoryTeam: get('/directory/teams/:teamId', ANY, 'teams.read'),
  findSimilarTeams: post('/directory/teams/similar', 3, ANY, 'teams.request', 200),
  createJoinRequest: post('/teams/:teamId/joinRequests', 2, USERS, NO_SCOPE, 201),
  getJoinRequests: get('/joinRequests', ANY, 'teams.read'),
  getMyJoinRequests: get('/me/joinRequests', USERS, NO_SCOPE),
  acceptJoinRequest: post('/joinRequests/:requestId/accept', 2, ANY, 'teams.manage', 200),
  declineJoinRequest: post('/joinRequests/:requestId/decline', 2, ANY, 'teams.manage', 200),
  withdrawJoinRequest: post('/joinRequests/:requestId/withdraw', 2, USERS, NO_SCOPE, 200),
  getReviews: get('/reviews', ANY, 'teams.read'),
  getReview: get('/reviews/:reviewId', ANY, 'teams.read'),
  getReviewItems: get('/reviews/:reviewId/items', ANY, 'teams.read'),
  decideReview: post('/reviews/:reviewId/decisions', 2, ANY, 'teams.manage', 200),
  getApps: get('/apps', APP_MANAGERS, NO_SCOPE),
  getApp: get('/apps/:appId', APP_MANAGERS, NO_SCOPE),
  updateApp: patch('/apps/:appId', 2, APP_MANAGERS, NO_SCOPE, 200),
  deleteApp: del('/apps/:appId', 2, APP_MANAGERS, NO_SCOPE, 204),
  addAppSecret: post('/apps/:appId/secrets', 2, APP_MANAGERS, NO_SCOPE, 201),
  removeAppSecret: del('/apps/:appId/secrets/:secretId', 2, APP_MANAGERS, NO_SCOPE, 204),
  createApp: post('/apps', 2, GLOBAL_ADMINS, NO_SCOPE, 201),
  rotateAppSecret: post('/apps/:appId/rotate-secret', 2, GLOBAL_ADMINS, NO_SCOPE, 200),
  getScimTokens: get('/scim-tokens', APP_MANAGERS, NO_SCOPE),
  createScimToken: post('/scim-tokens', 2, GLOBAL_ADMINS, NO_SCOPE, 201),
  deleteScimToken: del('/scim-tokens/:tokenId', 2, APP_MANAGERS, NO_SCOPE, 204),
  getGroups: get('/groups', MANAGERS, 'people.read'),
  getMyGroups: get('/me/groups', USERS, NO_SCOPE),
  getGroupMembers: get('/groups/:groupId/members', ANY, 'people.read'),
  lookupUsers: post('/users/lookup', 3, ANY, 'people.read', 200),
  exportUser: get('/users/:id/export', GLOBAL_ADMINS, 'people.read'),
  eraseUser: post('/users/:id/erase', 2, GLOBAL_ADMINS, 'people.manage', 202),
  placeUserHold: put('/users/:id/hold', 2, GLOBAL_ADMINS, 'people.manage', 200),
  removeUserHold: del('/users/:id/hold', 2, GLOBAL_ADMINS, 'people.manage', 204),
  importUsers: post('/users/import', 2, GLOBAL_ADMINS, 'people.manage', 200),
  getUserImpact: get('/users/:userId/impact', GLOBAL_ADMINS, 'people.read'),
  getLeavers: get('/leavers', GLOBAL_ADMINS, 'people.read'),
  getRoles: get('/roles', GLOBAL_ADMINS, 'people.read'),
  assignRole: put('/roles/:principalId/:role', 2, GLOBAL_ADMINS, NO_SCOPE, 200),
  removeRole: del('/roles/:principalId/:role', 2, GLOBAL_ADMINS, NO_SCOPE, 204),
} satisfies Record<string, Line>;

export type OperationId = keyof typeof TABLE;

/** The routes by their names: the route of getTeam is `getTeamRoute`. */
const ROUTES: { readonly [Id in OperationId as `${Id}Route`]: Route } = {
  ...approvals,
  ...apps,
  ...audit,
  ...blobs,
  ...branding,
  ...bulk,
  ...catalog,
  ...channels,
  ...channelRequests,
  ...channelViolations,
  ...contents,
  ...groups,
  ...jobs,
  ...joinRequests,
  ...labels,
  ...leavers,
  ...lifecycle,
  ...me,
  ...notifications,
  ...overview,
  ...owners,
  ...policies,
  ...provisioning,
  ...reports,
  ...reviews,
  ...roles,
  ...scimTokens,
  ...teamDirectory,
  ...teamMembers,
  ...teamMetadata,
  ...teams,
  ...templateCheck,
  ...teamPermissions,
  ...users,
  ...privacy,
  ...webhookDeliveries,
  ...webhooks,
};

const ids = Object.keys(TABLE) as OperationId[];

export const OPERATIONS = Object.fromEntries(
  ids.map((id) => [id, { ...TABLE[id], route: ROUTES[`${id}Route`] }]),
) as Record<OperationId, Operation>;
