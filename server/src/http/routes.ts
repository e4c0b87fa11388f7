/** Every route; a missing operation fails to compile. */

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
import type { OperationId } from './operations.ts';
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

const byOperation = {
  addTeamMember: addTeamMemberRoute,
  applyCatalogTemplate: applyCatalogTemplateRoute,
  assignRole: assignRoleRoute,
  createApp: createAppRoute,
  rotateAppSecret: rotateAppSecretRoute,
  importUsers: importUsersRoute,
  getRoles: getRolesRoute,
  removeRole: removeRoleRoute,
  attachPolicy: attachPolicyRoute,
  checkPolicies: checkPoliciesRoute,
  createPolicy: createPolicyRoute,
  deletePolicy: deletePolicyRoute,
  detachPolicy: detachPolicyRoute,
  getPolicies: getPoliciesRoute,
  getPolicy: getPolicyRoute,
  getPolicyTeams: getPolicyTeamsRoute,
  updatePolicy: updatePolicyRoute,
  approveTeamCreation: approveTeamCreationRoute,
  archiveTeam: archiveTeamRoute,
  cancelApproval: cancelApprovalRoute,
  createHook: createHookRoute,
  createTeamChannel: createTeamChannelRoute,
  createTeamChannelTab: createTeamChannelTabRoute,
  createTeamProvisioningJob: createTeamProvisioningJobRoute,
  delegateApproval: delegateApprovalRoute,
  deleteHook: deleteHookRoute,
  deleteTeam: deleteTeamRoute,
  exportCatalogTemplate: exportCatalogTemplateRoute,
  generateHookSignature: generateHookSignatureRoute,
  getAuditKeys: getAuditKeysRoute,
  getAuditTrailRecords: getAuditTrailRecordsRoute,
  getAuditTrails: getAuditTrailsRoute,
  getApproval: getApprovalRoute,
  getApprovals: getApprovalsRoute,
  getCatalogTemplates: getCatalogTemplatesRoute,
  getHooksEvents: getHooksEventsRoute,
  getHook: getHookRoute,
  getHooks: getHooksRoute,
  updateHook: updateHookRoute,
  rotateHookSecret: rotateHookSecretRoute,
  testHook: testHookRoute,
  getHookDeliveries: getHookDeliveriesRoute,
  getHookDelivery: getHookDeliveryRoute,
  redeliverHookDelivery: redeliverHookDeliveryRoute,
  redeliverHookDeliveries: redeliverHookDeliveriesRoute,
  getJob: getJobRoute,
  getMyCatalogTemplates: getMyCatalogTemplatesRoute,
  getMyLabels: getMyLabelsRoute,
  getNotifications: getNotificationsRoute,
  getTeam: getTeamRoute,
  getTeamChannels: getTeamChannelsRoute,
  getTeamChannelTabs: getTeamChannelTabsRoute,
  getTeamPrimaryChannel: getTeamPrimaryChannelRoute,
  getUsers: getUsersRoute,
  markNotificationRead: markNotificationReadRoute,
  rejectTeamCreation: rejectTeamCreationRoute,
  unarchiveTeam: unarchiveTeamRoute,
  updateTeam: updateTeamRoute,
  getTeamLifecycle: getTeamLifecycleRoute,
  renewTeamLifecycle: renewTeamLifecycleRoute,
  getLifecycleSimulation: getLifecycleSimulationRoute,
  getLifecycleRuns: getLifecycleRunsRoute,
  startLifecycleRun: startLifecycleRunRoute,
  getLifecycleRun: getLifecycleRunRoute,
  getLifecycleRunTeams: getLifecycleRunTeamsRoute,
} satisfies Partial<Record<OperationId, Route>>;

export const routes: readonly Route[] = Object.values(byOperation);
