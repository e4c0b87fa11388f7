/**
 * The table of operations: address, tier, callers, status of success and route (docs/specification.md, sections
 * 1 and 2). One line here registers an operation.
 */
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
import { applyCatalogTemplateRoute } from './catalog/apply-catalog-template.ts';
import { exportCatalogTemplateRoute } from './catalog/export-catalog-template.ts';
import { getCatalogTemplatesRoute } from './catalog/get-catalog-templates.ts';
import { getMyCatalogTemplatesRoute } from './catalog/get-my-catalog-templates.ts';
import { createTeamChannelRoute } from './channels/create-team-channel.ts';
import { createTeamChannelTabRoute } from './channels/create-team-channel-tab.ts';
import { getTeamChannelTabsRoute } from './channels/get-team-channel-tabs.ts';
import { getTeamChannelsRoute } from './channels/get-team-channels.ts';
import { getTeamPrimaryChannelRoute } from './channels/get-team-primary-channel.ts';
import { getJobRoute } from './jobs/get-job.ts';
import { getMyLabelsRoute } from './labels/get-my-labels.ts';
import { getLifecycleRunRoute } from './lifecycle/get-lifecycle-run.ts';
import { getLifecycleRunTeamsRoute } from './lifecycle/get-lifecycle-run-teams.ts';
import { getLifecycleRunsRoute } from './lifecycle/get-lifecycle-runs.ts';
import { getLifecycleSimulationRoute } from './lifecycle/get-lifecycle-simulation.ts';
import { getTeamLifecycleRoute } from './lifecycle/get-team-lifecycle.ts';
import { renewTeamLifecycleRoute } from './lifecycle/renew-team-lifecycle.ts';
import { startLifecycleRunRoute } from './lifecycle/start-lifecycle-run.ts';
import { getNotificationsRoute } from './notifications/get-notifications.ts';
import { markNotificationReadRoute } from './notifications/mark-notification-read.ts';
import { attachPolicyRoute } from './policies/attach-policy.ts';
import { checkPoliciesRoute } from './policies/check-policies.ts';
import { createPolicyRoute } from './policies/create-policy.ts';
import { deletePolicyRoute } from './policies/delete-policy.ts';
import { detachPolicyRoute } from './policies/detach-policy.ts';
import { getPoliciesRoute } from './policies/get-policies.ts';
import { getPolicyRoute } from './policies/get-policy.ts';
import { getPolicyTeamsRoute } from './policies/get-policy-teams.ts';
import { updatePolicyRoute } from './policies/update-policy.ts';
import { createTeamProvisioningJobRoute } from './provisioning/create-team-provisioning-job.ts';
import { assignRoleRoute } from './roles/assign-role.ts';
import { getRolesRoute } from './roles/get-roles.ts';
import { removeRoleRoute } from './roles/remove-role.ts';
import type { Route } from './route.ts';
import { addTeamMemberRoute } from './teams/add-team-member.ts';
import { archiveTeamRoute } from './teams/archive-team.ts';
import { deleteTeamRoute } from './teams/delete-team.ts';
import { getTeamRoute } from './teams/get-team.ts';
import { unarchiveTeamRoute } from './teams/unarchive-team.ts';
import { updateTeamRoute } from './teams/update-team.ts';
import { getUsersRoute } from './users/get-users.ts';
import { importUsersRoute } from './users/import-users.ts';
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
  /** Below the base path, parameters as `:name`. */
  path: string;
  tier: Tier;
  callers: Callers;
  /** Status of success. */
  success: 200 | 201 | 202 | 204;
  route: Route;
}

/** Who may call an operation: principals with any one of the roles. */
export interface Callers {
  roles: readonly Role[];
  /** Requires a user token: the operation answers about the calling user. */
  usersOnly?: true;
}

const ANY: Callers = { roles: ['AUTHENTICATED_USER'] };
const USERS: Callers = { ...ANY, usersOnly: true };
const GLOBAL_ADMINS: Callers = { roles: ['GLOBAL_ADMIN'] };
const CATALOG_MANAGERS: Callers = { roles: ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'] };
const MANAGERS: Callers = {
  roles: ['AUTHORIZED_APP', 'GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'],
};
const TEAM_MANAGERS: Callers = {
  roles: [
    'AUTHORIZED_APP',
    'INTEGRATION_MANAGER',
    'GOVERNANCE_MANAGER',
    'TEAMS_SERVICE_ADMIN',
    'GLOBAL_ADMIN',
  ],
};

function operation(
  address: `${Operation['method']} /${string}`,
  tier: Tier,
  callers: Callers,
  success: Operation['success'],
  route: Route,
): Operation {
  const [method, path] = address.split(' ') as [Operation['method'], string];
  return { method, path, tier, callers, success, route };
}

export const OPERATIONS = {
  addTeamMember: operation('POST /teams/:teamId/members', 2, ANY, 201, addTeamMemberRoute),
  archiveTeam: operation('POST /teams/:teamId/archive', 1, ANY, 202, archiveTeamRoute),
  createTeamChannel: operation('POST /teams/:teamId/channels', 2, ANY, 201, createTeamChannelRoute),
  createTeamChannelTab: operation(
    'POST /teams/:teamId/channels/:channelId/tabs',
    2,
    ANY,
    201,
    createTeamChannelTabRoute,
  ),
  createTeamProvisioningJob: operation(
    'POST /teams/provisioning',
    1,
    ANY,
    201,
    createTeamProvisioningJobRoute,
  ),
  deleteTeam: operation('DELETE /teams/:teamId', 3, ANY, 204, deleteTeamRoute),
  getTeam: operation('GET /teams/:teamId', 3, TEAM_MANAGERS, 200, getTeamRoute),
  getTeamChannelTabs: operation(
    'GET /teams/:teamId/channels/:channelId/tabs',
    3,
    ANY,
    200,
    getTeamChannelTabsRoute,
  ),
  getTeamChannels: operation('GET /teams/:teamId/channels', 3, ANY, 200, getTeamChannelsRoute),
  getTeamPrimaryChannel: operation(
    'GET /teams/:teamId/channels/primary',
    3,
    ANY,
    200,
    getTeamPrimaryChannelRoute,
  ),
  unarchiveTeam: operation('POST /teams/:teamId/unarchive', 1, ANY, 202, unarchiveTeamRoute),
  updateTeam: operation('PATCH /teams/:teamId', 2, TEAM_MANAGERS, 204, updateTeamRoute),
  getCatalogTemplates: operation('GET /catalog/templates', 3, TEAM_MANAGERS, 200, getCatalogTemplatesRoute),
  getMyCatalogTemplates: operation('GET /me/catalog/templates', 3, USERS, 200, getMyCatalogTemplatesRoute),
  getJob: operation('GET /jobs/:jobId', 3, ANY, 200, getJobRoute),
  getMyLabels: operation('GET /me/labels', 3, USERS, 200, getMyLabelsRoute),
  getUsers: operation('GET /users', 3, ANY, 200, getUsersRoute),
  getAuditTrails: operation('GET /audittrails', 3, MANAGERS, 200, getAuditTrailsRoute),
  getAuditTrailRecords: operation(
    'GET /audittrails/:code/records',
    3,
    MANAGERS,
    200,
    getAuditTrailRecordsRoute,
  ),
  approveTeamCreation: operation(
    'POST /approvals/:approvalRequestId/approve',
    3,
    ANY,
    200,
    approveTeamCreationRoute,
  ),
  rejectTeamCreation: operation(
    'POST /approvals/:approvalRequestId/reject',
    3,
    ANY,
    200,
    rejectTeamCreationRoute,
  ),
  // Beyond the published interface.
  applyCatalogTemplate: operation(
    'POST /catalog/templates',
    2,
    CATALOG_MANAGERS,
    200,
    applyCatalogTemplateRoute,
  ),
  exportCatalogTemplate: operation(
    'GET /catalog/templates/:templateId/manifest',
    3,
    TEAM_MANAGERS,
    200,
    exportCatalogTemplateRoute,
  ),
  getAuditKeys: operation('GET /audittrails/keys', 3, MANAGERS, 200, getAuditKeysRoute),
  getApprovals: operation('GET /approvals', 3, ANY, 200, getApprovalsRoute),
  getApproval: operation('GET /approvals/:approvalRequestId', 3, ANY, 200, getApprovalRoute),
  cancelApproval: operation('POST /approvals/:approvalRequestId/cancel', 2, ANY, 200, cancelApprovalRoute),
  delegateApproval: operation(
    'POST /approvals/:approvalRequestId/delegate',
    2,
    ANY,
    200,
    delegateApprovalRoute,
  ),
  getNotifications: operation('GET /notifications', 3, USERS, 200, getNotificationsRoute),
  markNotificationRead: operation(
    'POST /notifications/:notificationId/read',
    2,
    USERS,
    200,
    markNotificationReadRoute,
  ),
  getPolicies: operation('GET /policies', 3, MANAGERS, 200, getPoliciesRoute),
  createPolicy: operation('POST /policies', 2, MANAGERS, 201, createPolicyRoute),
  checkPolicies: operation('POST /policies/check', 3, MANAGERS, 200, checkPoliciesRoute),
  getPolicy: operation('GET /policies/:policyId', 3, MANAGERS, 200, getPolicyRoute),
  updatePolicy: operation('PATCH /policies/:policyId', 2, MANAGERS, 200, updatePolicyRoute),
  deletePolicy: operation('DELETE /policies/:policyId', 2, MANAGERS, 204, deletePolicyRoute),
  getPolicyTeams: operation('GET /policies/:policyId/teams', 3, MANAGERS, 200, getPolicyTeamsRoute),
  attachPolicy: operation('PUT /policies/:policyId/teams/:teamId', 2, MANAGERS, 204, attachPolicyRoute),
  detachPolicy: operation('DELETE /policies/:policyId/teams/:teamId', 2, MANAGERS, 204, detachPolicyRoute),
  createHook: operation('POST /hooks', 2, ANY, 201, createHookRoute),
  deleteHook: operation('DELETE /hooks/:hookId', 2, ANY, 200, deleteHookRoute),
  generateHookSignature: operation('POST /hooks/signature', 3, ANY, 200, generateHookSignatureRoute),
  getHooksEvents: operation('GET /hooks/events', 3, ANY, 200, getHooksEventsRoute),
  getHooks: operation('GET /hooks', 3, ANY, 200, getHooksRoute),
  getHook: operation('GET /hooks/:hookId', 3, ANY, 200, getHookRoute),
  updateHook: operation('PATCH /hooks/:hookId', 2, ANY, 200, updateHookRoute),
  rotateHookSecret: operation('POST /hooks/:hookId/secret', 2, ANY, 200, rotateHookSecretRoute),
  testHook: operation('POST /hooks/:hookId/test', 2, ANY, 201, testHookRoute),
  getHookDeliveries: operation('GET /hooks/:hookId/deliveries', 3, ANY, 200, getHookDeliveriesRoute),
  getHookDelivery: operation('GET /hooks/:hookId/deliveries/:deliveryId', 3, ANY, 200, getHookDeliveryRoute),
  redeliverHookDelivery: operation(
    'POST /hooks/:hookId/deliveries/:deliveryId/redeliver',
    2,
    ANY,
    202,
    redeliverHookDeliveryRoute,
  ),
  redeliverHookDeliveries: operation(
    'POST /hooks/:hookId/redeliver',
    2,
    ANY,
    202,
    redeliverHookDeliveriesRoute,
  ),
  getTeamLifecycle: operation('GET /teams/:teamId/lifecycle', 3, ANY, 200, getTeamLifecycleRoute),
  renewTeamLifecycle: operation('POST /teams/:teamId/lifecycle/renew', 2, ANY, 200, renewTeamLifecycleRoute),
  getLifecycleSimulation: operation(
    'GET /lifecycle/simulation',
    3,
    MANAGERS,
    200,
    getLifecycleSimulationRoute,
  ),
  getLifecycleRuns: operation('GET /lifecycle/runs', 3, MANAGERS, 200, getLifecycleRunsRoute),
  startLifecycleRun: operation('POST /lifecycle/runs', 2, MANAGERS, 202, startLifecycleRunRoute),
  getLifecycleRun: operation('GET /lifecycle/runs/:runId', 3, MANAGERS, 200, getLifecycleRunRoute),
  getLifecycleRunTeams: operation(
    'GET /lifecycle/runs/:runId/teams',
    3,
    MANAGERS,
    200,
    getLifecycleRunTeamsRoute,
  ),
  createApp: operation('POST /apps', 2, GLOBAL_ADMINS, 201, createAppRoute),
  rotateAppSecret: operation('POST /apps/:appId/rotate-secret', 2, GLOBAL_ADMINS, 200, rotateAppSecretRoute),
  importUsers: operation('POST /users/import', 2, GLOBAL_ADMINS, 200, importUsersRoute),
  getRoles: operation('GET /roles', 3, GLOBAL_ADMINS, 200, getRolesRoute),
  assignRole: operation('PUT /roles/:principalId/:role', 2, GLOBAL_ADMINS, 200, assignRoleRoute),
  removeRole: operation('DELETE /roles/:principalId/:role', 2, GLOBAL_ADMINS, 204, removeRoleRoute),
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
