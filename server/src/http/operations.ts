/** The table of operations (docs/specification.md, sections 1 and 2). One line registers an operation. */
import type { Tier } from '../engine/limits/ports.ts';
import type { Role } from '../engine/principal.ts';
import { approveTeamCreationRoute } from './approvals/approve-team-creation.ts';
import { cancelApprovalRoute } from './approvals/cancel-approval.ts';
import { delegateApprovalRoute } from './approvals/delegate-approval.ts';
import { getApprovalRoute } from './approvals/get-approval.ts';
import { getApprovalsRoute } from './approvals/get-approvals.ts';
import { rejectTeamCreationRoute } from './approvals/reject-team-creation.ts';
import { createAppRoute } from './apps/create-app.ts';
import { rotateAppSecretRoute } from './apps/rotate-app-secret.ts';
import { getAuditKeysRoute } from './audit/get-audit-keys.ts';
import { getAuditTrailRecordsRoute } from './audit/get-audit-trail-records.ts';
import { getAuditTrailsRoute } from './audit/get-audit-trails.ts';
import { createTeamBulkJobRoute } from './bulk/create-team-bulk-job.ts';
import { applyCatalogTemplateRoute } from './catalog/apply-catalog-template.ts';
import { checkCatalogTemplateRoute } from './catalog/check-catalog-template.ts';
import { deleteCatalogTemplateRoute } from './catalog/delete-catalog-template.ts';
import { exportCatalogTemplateRoute } from './catalog/export-catalog-template.ts';
import { getCatalogTemplateRoute } from './catalog/get-catalog-template.ts';
import { getCatalogTemplateVersionRoute } from './catalog/get-catalog-template-version.ts';
import { getCatalogTemplateVersionsRoute } from './catalog/get-catalog-template-versions.ts';
import { getCatalogTemplatesRoute } from './catalog/get-catalog-templates.ts';
import { getMyCatalogTemplatesRoute } from './catalog/get-my-catalog-templates.ts';
import { updateCatalogTemplateRoute } from './catalog/update-catalog-template.ts';
import { createTeamChannelRoute } from './channels/create-team-channel.ts';
import { createTeamChannelTabRoute } from './channels/create-team-channel-tab.ts';
import { deleteTeamChannelRoute } from './channels/delete-team-channel.ts';
import { deleteTeamChannelTabRoute } from './channels/delete-team-channel-tab.ts';
import { getTeamChannelTabsRoute } from './channels/get-team-channel-tabs.ts';
import { getTeamChannelsRoute } from './channels/get-team-channels.ts';
import { getTeamPrimaryChannelRoute } from './channels/get-team-primary-channel.ts';
import { updateTeamChannelRoute } from './channels/update-team-channel.ts';
import { getGroupMembersRoute } from './groups/get-group-members.ts';
import { getGroupsRoute } from './groups/get-groups.ts';
import { getMyGroupsRoute } from './groups/get-my-groups.ts';
import { cancelJobRoute } from './jobs/cancel-job.ts';
import { getJobRoute } from './jobs/get-job.ts';
import { getJobEventsRoute } from './jobs/get-job-events.ts';
import { getJobTeamsRoute } from './jobs/get-job-teams.ts';
import { getJobsRoute } from './jobs/get-jobs.ts';
import { retryJobRoute } from './jobs/retry-job.ts';
import { getMyLabelsRoute } from './labels/get-my-labels.ts';
import { getLifecycleRunRoute } from './lifecycle/get-lifecycle-run.ts';
import { getLifecycleRunTeamsRoute } from './lifecycle/get-lifecycle-run-teams.ts';
import { getLifecycleRunsRoute } from './lifecycle/get-lifecycle-runs.ts';
import { getLifecycleSimulationRoute } from './lifecycle/get-lifecycle-simulation.ts';
import { getTeamLifecycleRoute } from './lifecycle/get-team-lifecycle.ts';
import { renewTeamLifecycleRoute } from './lifecycle/renew-team-lifecycle.ts';
import { startLifecycleRunRoute } from './lifecycle/start-lifecycle-run.ts';
import { getMeRoute } from './me/get-me.ts';
import { getNotificationSettingsRoute } from './notifications/get-notification-settings.ts';
import { getNotificationsRoute } from './notifications/get-notifications.ts';
import { markNotificationReadRoute } from './notifications/mark-notification-read.ts';
import { markNotificationsReadRoute } from './notifications/mark-notifications-read.ts';
import { updateNotificationSettingsRoute } from './notifications/update-notification-settings.ts';
import { getOverviewRoute } from './overview/get-overview.ts';
import { attachPolicyRoute } from './policies/attach-policy.ts';
import { checkPoliciesRoute } from './policies/check-policies.ts';
import { createPolicyRoute } from './policies/create-policy.ts';
import { deletePolicyRoute } from './policies/delete-policy.ts';
import { detachPolicyRoute } from './policies/detach-policy.ts';
import { getPoliciesRoute } from './policies/get-policies.ts';
import { getPolicyRoute } from './policies/get-policy.ts';
import { getPolicyReportRoute } from './policies/get-policy-report.ts';
import { getPolicyTeamsRoute } from './policies/get-policy-teams.ts';
import { updatePolicyRoute } from './policies/update-policy.ts';
import { createTeamProvisioningJobRoute } from './provisioning/create-team-provisioning-job.ts';
import { assignRoleRoute } from './roles/assign-role.ts';
import { getRolesRoute } from './roles/get-roles.ts';
import { removeRoleRoute } from './roles/remove-role.ts';
import type { Route } from './route.ts';
import { addTeamMemberRoute } from './teams/add-team-member.ts';
import { addTeamMembersRoute } from './teams/add-team-members.ts';
import { archiveTeamRoute } from './teams/archive-team.ts';
import { deleteTeamRoute } from './teams/delete-team.ts';
import { getMyTeamRoute } from './teams/get-my-team.ts';
import { getMyTeamsRoute } from './teams/get-my-teams.ts';
import { getTeamRoute } from './teams/get-team.ts';
import { getTeamHistoryRoute } from './teams/get-team-history.ts';
import { getTeamMembersRoute } from './teams/get-team-members.ts';
import { getTeamPermissionsRoute } from './teams/get-team-permissions.ts';
import { getTeamsRoute } from './teams/get-teams.ts';
import { removeTeamMemberRoute } from './teams/remove-team-member.ts';
import { unarchiveTeamRoute } from './teams/unarchive-team.ts';
import { updateMyTeamRoute } from './teams/update-my-team.ts';
import { updateTeamRoute } from './teams/update-team.ts';
import { updateTeamMemberRoute } from './teams/update-team-member.ts';
import { getUsersRoute } from './users/get-users.ts';
import { importUsersRoute } from './users/import-users.ts';
import { lookupUsersRoute } from './users/lookup-users.ts';
import { createHookRoute } from './webhooks/create-hook.ts';
import { deleteHookRoute } from './webhooks/delete-hook.ts';
import { generateHookSignatureRoute } from './webhooks/generate-hook-signature.ts';
import { getHookRoute } from './webhooks/get-hook.ts';
import { getHookDeliveriesRoute } from './webhooks/get-hook-deliveries.ts';
import { getHookDeliveryRoute } from './webhooks/get-hook-delivery.ts';
import { getHooksRoute } from './webhooks/get-hooks.ts';
import { getHooksEventsRoute } from './webhooks/get-hooks-events.ts';
import { redeliverHookDeliveriesRoute } from './webhooks/redeliver-hook-deliveries.ts';
import { redeliverHookDeliveryRoute } from './webhooks/redeliver-hook-delivery.ts';
import { rotateHookSecretRoute } from './webhooks/rotate-hook-secret.ts';
import { testHookRoute } from './webhooks/test-hook.ts';
import { updateHookRoute } from './webhooks/update-hook.ts';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base path, with parameters as `:name`. */
  path: string;
  tier: Tier;
  callers: Callers;
  /** Status of a successful answer. */
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
const CATALOG_MANAGERS: Callers = { roles: ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'] };
const MANAGERS: Callers = { roles: ['AUTHORIZED_APP', ...CATALOG_MANAGERS.roles] };
const TEAM_MANAGERS: Callers = {
  roles: ['AUTHORIZED_APP', 'INTEGRATION_MANAGER', ...CATALOG_MANAGERS.roles],
};

const operation =
  (method: Operation['method']) =>
  (path: string, tier: Tier, callers: Callers, success: Operation['success'], route: Route): Operation => ({
    method,
    path,
    tier,
    callers,
    success,
    route,
  });

const post = operation('POST');
const put = operation('PUT');
const patch = operation('PATCH');
const del = operation('DELETE');
/** Defines a read operation: tier 3, answered with 200. */
const get = (path: string, callers: Callers, route: Route): Operation =>
  operation('GET')(path, 3, callers, 200, route);

export const OPERATIONS = {
  addTeamMember: post('/teams/:teamId/members', 2, ANY, 201, addTeamMemberRoute),
  archiveTeam: post('/teams/:teamId/archive', 1, ANY, 202, archiveTeamRoute),
  createTeamChannel: post('/teams/:teamId/channels', 2, ANY, 201, createTeamChannelRoute),
  createTeamChannelTab: post(
    '/teams/:teamId/channels/:channelId/tabs',
    2,
    ANY,
    201,
    createTeamChannelTabRoute,
  ),
  createTeamProvisioningJob: post('/teams/provisioning', 1, ANY, 201, createTeamProvisioningJobRoute),
  deleteTeam: del('/teams/:teamId', 3, ANY, 204, deleteTeamRoute),
  getTeam: get('/teams/:teamId', TEAM_MANAGERS, getTeamRoute),
  getTeamChannelTabs: get('/teams/:teamId/channels/:channelId/tabs', ANY, getTeamChannelTabsRoute),
  getTeamChannels: get('/teams/:teamId/channels', ANY, getTeamChannelsRoute),
  getTeamPrimaryChannel: get('/teams/:teamId/channels/primary', ANY, getTeamPrimaryChannelRoute),
  unarchiveTeam: post('/teams/:teamId/unarchive', 1, ANY, 202, unarchiveTeamRoute),
  updateTeam: patch('/teams/:teamId', 2, TEAM_MANAGERS, 204, updateTeamRoute),
  getCatalogTemplates: get('/catalog/templates', TEAM_MANAGERS, getCatalogTemplatesRoute),
  getMyCatalogTemplates: get('/me/catalog/templates', USERS, getMyCatalogTemplatesRoute),
  getJob: get('/jobs/:jobId', ANY, getJobRoute),
  getMyLabels: get('/me/labels', USERS, getMyLabelsRoute),
  getUsers: get('/users', ANY, getUsersRoute),
  getAuditTrails: get('/audittrails', MANAGERS, getAuditTrailsRoute),
  getAuditTrailRecords: get('/audittrails/:code/records', MANAGERS, getAuditTrailRecordsRoute),
  approveTeamCreation: post('/approvals/:approvalRequestId/approve', 3, ANY, 200, approveTeamCreationRoute),
  rejectTeamCreation: post('/approvals/:approvalRequestId/reject', 3, ANY, 200, rejectTeamCreationRoute),
  // Of the operations below, the published interface has only createHook, deleteHook, generateHookSignature and
  // getHooksEvents.
  getMyTeams: get('/me/teams', USERS, getMyTeamsRoute),
  getMyTeam: get('/me/teams/:teamId', USERS, getMyTeamRoute),
  updateMyTeam: patch('/me/teams/:teamId', 2, USERS, 204, updateMyTeamRoute),
  getTeams: get('/teams', TEAM_MANAGERS, getTeamsRoute),
  createTeamBulkJob: post('/teams/bulk', 1, ANY, 201, createTeamBulkJobRoute),
  getTeamMembers: get('/teams/:teamId/members', ANY, getTeamMembersRoute),
  addTeamMembers: post('/teams/:teamId/members/add', 2, ANY, 200, addTeamMembersRoute),
  updateTeamMember: patch('/teams/:teamId/members/:membershipId', 2, ANY, 200, updateTeamMemberRoute),
  getTeamHistory: get('/teams/:teamId/history', ANY, getTeamHistoryRoute),
  getTeamPermissions: get('/teams/:teamId/permissions', ANY, getTeamPermissionsRoute),
  updateTeamChannel: patch('/teams/:teamId/channels/:channelId', 2, ANY, 204, updateTeamChannelRoute),
  deleteTeamChannel: del('/teams/:teamId/channels/:channelId', 2, ANY, 204, deleteTeamChannelRoute),
  deleteTeamChannelTab: del(
    '/teams/:teamId/channels/:channelId/tabs/:tabId',
    2,
    ANY,
    204,
    deleteTeamChannelTabRoute,
  ),
  removeTeamMember: del('/teams/:teamId/members/:membershipId', 2, ANY, 204, removeTeamMemberRoute),
  getMe: get('/me', ANY, getMeRoute),
  getOverview: get('/overview', MANAGERS, getOverviewRoute),
  applyCatalogTemplate: post('/catalog/templates', 2, CATALOG_MANAGERS, 200, applyCatalogTemplateRoute),
  exportCatalogTemplate: get(
    '/catalog/templates/:templateId/manifest',
    TEAM_MANAGERS,
    exportCatalogTemplateRoute,
  ),
  checkCatalogTemplate: post('/catalog/templates/check', 3, CATALOG_MANAGERS, 200, checkCatalogTemplateRoute),
  getCatalogTemplate: get('/catalog/templates/:templateId', TEAM_MANAGERS, getCatalogTemplateRoute),
  updateCatalogTemplate: patch(
    '/catalog/templates/:templateId',
    2,
    CATALOG_MANAGERS,
    200,
    updateCatalogTemplateRoute,
  ),
  deleteCatalogTemplate: del(
    '/catalog/templates/:templateId',
    2,
    CATALOG_MANAGERS,
    204,
    deleteCatalogTemplateRoute,
  ),
  getCatalogTemplateVersions: get(
    '/catalog/templates/:templateId/versions',
    TEAM_MANAGERS,
    getCatalogTemplateVersionsRoute,
  ),
  getCatalogTemplateVersion: get(
    '/catalog/templates/:templateId/versions/:version',
    TEAM_MANAGERS,
    getCatalogTemplateVersionRoute,
  ),
  getAuditKeys: get('/audittrails/keys', MANAGERS, getAuditKeysRoute),
  getApprovals: get('/approvals', ANY, getApprovalsRoute),
  getApproval: get('/approvals/:approvalRequestId', ANY, getApprovalRoute),
  cancelApproval: post('/approvals/:approvalRequestId/cancel', 2, ANY, 200, cancelApprovalRoute),
  delegateApproval: post('/approvals/:approvalRequestId/delegate', 2, ANY, 200, delegateApprovalRoute),
  getJobs: get('/jobs', ANY, getJobsRoute),
  getJobEvents: get('/jobs/:jobId/events', ANY, getJobEventsRoute),
  getJobTeams: get('/jobs/:jobId/teams', ANY, getJobTeamsRoute),
  cancelJob: post('/jobs/:jobId/cancel', 2, ANY, 200, cancelJobRoute),
  retryJob: post('/jobs/:jobId/retry', 2, ANY, 200, retryJobRoute),
  getNotifications: get('/notifications', USERS, getNotificationsRoute),
  markNotificationsRead: post('/notifications/read', 2, USERS, 200, markNotificationsReadRoute),
  getNotificationSettings: get('/me/notification-settings', USERS, getNotificationSettingsRoute),
  updateNotificationSettings: patch(
    '/me/notification-settings',
    2,
    USERS,
    200,
    updateNotificationSettingsRoute,
  ),
  markNotificationRead: post('/notifications/:notificationId/read', 2, USERS, 200, markNotificationReadRoute),
  getPolicies: get('/policies', MANAGERS, getPoliciesRoute),
  createPolicy: post('/policies', 2, MANAGERS, 201, createPolicyRoute),
  checkPolicies: post('/policies/check', 3, MANAGERS, 200, checkPoliciesRoute),
  getPolicy: get('/policies/:policyId', MANAGERS, getPolicyRoute),
  updatePolicy: patch('/policies/:policyId', 2, MANAGERS, 200, updatePolicyRoute),
  deletePolicy: del('/policies/:policyId', 2, MANAGERS, 204, deletePolicyRoute),
  getPolicyReport: get('/policies/:policyId/report', MANAGERS, getPolicyReportRoute),
  getPolicyTeams: get('/policies/:policyId/teams', MANAGERS, getPolicyTeamsRoute),
  attachPolicy: put('/policies/:policyId/teams/:teamId', 2, MANAGERS, 204, attachPolicyRoute),
  detachPolicy: del('/policies/:policyId/teams/:teamId', 2, MANAGERS, 204, detachPolicyRoute),
  createHook: post('/hooks', 2, ANY, 201, createHookRoute),
  deleteHook: del('/hooks/:hookId', 2, ANY, 200, deleteHookRoute),
  generateHookSignature: post('/hooks/signature', 3, ANY, 200, generateHookSignatureRoute),
  getHooksEvents: get('/hooks/events', ANY, getHooksEventsRoute),
  getHooks: get('/hooks', ANY, getHooksRoute),
  getHook: get('/hooks/:hookId', ANY, getHookRoute),
  updateHook: patch('/hooks/:hookId', 2, ANY, 200, updateHookRoute),
  rotateHookSecret: post('/hooks/:hookId/secret', 2, ANY, 200, rotateHookSecretRoute),
  testHook: post('/hooks/:hookId/test', 2, ANY, 201, testHookRoute),
  getHookDeliveries: get('/hooks/:hookId/deliveries', ANY, getHookDeliveriesRoute),
  getHookDelivery: get('/hooks/:hookId/deliveries/:deliveryId', ANY, getHookDeliveryRoute),
  redeliverHookDelivery: post(
    '/hooks/:hookId/deliveries/:deliveryId/redeliver',
    2,
    ANY,
    202,
    redeliverHookDeliveryRoute,
  ),
  redeliverHookDeliveries: post('/hooks/:hookId/redeliver', 2, ANY, 202, redeliverHookDeliveriesRoute),
  getTeamLifecycle: get('/teams/:teamId/lifecycle', ANY, getTeamLifecycleRoute),
  renewTeamLifecycle: post('/teams/:teamId/lifecycle/renew', 2, ANY, 200, renewTeamLifecycleRoute),
  getLifecycleSimulation: get('/lifecycle/simulation', MANAGERS, getLifecycleSimulationRoute),
  getLifecycleRuns: get('/lifecycle/runs', MANAGERS, getLifecycleRunsRoute),
  startLifecycleRun: post('/lifecycle/runs', 2, MANAGERS, 202, startLifecycleRunRoute),
  getLifecycleRun: get('/lifecycle/runs/:runId', MANAGERS, getLifecycleRunRoute),
  getLifecycleRunTeams: get('/lifecycle/runs/:runId/teams', MANAGERS, getLifecycleRunTeamsRoute),
  createApp: post('/apps', 2, GLOBAL_ADMINS, 201, createAppRoute),
  rotateAppSecret: post('/apps/:appId/rotate-secret', 2, GLOBAL_ADMINS, 200, rotateAppSecretRoute),
  getGroups: get('/groups', MANAGERS, getGroupsRoute),
  getMyGroups: get('/me/groups', USERS, getMyGroupsRoute),
  getGroupMembers: get('/groups/:groupId/members', ANY, getGroupMembersRoute),
  lookupUsers: post('/users/lookup', 3, ANY, 200, lookupUsersRoute),
  importUsers: post('/users/import', 2, GLOBAL_ADMINS, 200, importUsersRoute),
  getRoles: get('/roles', GLOBAL_ADMINS, getRolesRoute),
  assignRole: put('/roles/:principalId/:role', 2, GLOBAL_ADMINS, 200, assignRoleRoute),
  removeRole: del('/roles/:principalId/:role', 2, GLOBAL_ADMINS, 204, removeRoleRoute),
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
