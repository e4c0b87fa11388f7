/** The models of the interface, by their names in it. */
import type { components, operations, webhooks } from './schema.ts';

type Schemas = components['schemas'];

export type Team = Schemas['Team'];
export type TeamMember = Schemas['TeamMember'];
export type TeamMembershipPayload = Schemas['TeamMembershipPayload'];
export type TeamChannel = Schemas['TeamChannel'];
export type TeamChannelPayload = Schemas['TeamChannelPayload'];
export type TeamChannelTab = Schemas['TeamChannelTab'];
export type TeamChannelTabPayload = Schemas['TeamChannelTabPayload'];
export type TeamProvisioningRequest = Schemas['TeamProvisioningRequest'];
export type TeamProvisioningRequestTeamMembership = Schemas['TeamProvisioningRequestTeamMembership'];
export type ProvisioningPlan = Schemas['ProvisioningPlan'];
export type Job = Schemas['Job'];
export type Notification = Schemas['Notification'];
export type Notifications = Schemas['Notifications'];
export type Approval = Schemas['Approval'];
export type Approvals = Schemas['Approvals'];
export type ApprovedApprovalResponsePayload = Schemas['ApprovedApprovalResponsePayload'];
export type RejectedApprovalResponsePayload = Schemas['RejectedApprovalResponsePayload'];
export type DelegateApprovalPayload = Schemas['DelegateApprovalPayload'];
export type CancelApprovalPayload = Schemas['CancelApprovalPayload'];
export type CatalogTemplate = Schemas['CatalogTemplate'];
export type CatalogTemplates = Schemas['CatalogTemplates'];
export type TemplateManifestPayload = Schemas['TemplateManifestPayload'];
export type AppliedTemplate = Schemas['AppliedTemplate'];
export type ExportedManifest = Schemas['ExportedManifest'];
export type ImportedUser = Schemas['ImportedUser'];
export type UserImport = Schemas['UserImport'];
export type UserImportResult = Schemas['UserImportResult'];
export type RoleAssignment = Schemas['RoleAssignment'];
export type RoleAssignments = Schemas['RoleAssignments'];
export type AssignableRole = RoleAssignment['role'];
export type AppPayload = Schemas['AppPayload'];
export type AppCredentials = Schemas['AppCredentials'];
export type Label = Schemas['Label'];
export type Labels = Schemas['Labels'];
export type User = Schemas['User1'];
export type Users = Schemas['Users'];
export type AuditTrail = Schemas['AuditTrail'];
export type AuditTrails = Schemas['AuditTrails'];
export type AuditTrailRecord = Schemas['AuditTrailRecord'];
export type AuditTrailRecords = Schemas['AuditTrailRecords'];
export type AuditKeys = Schemas['AuditKeys'];
export type Hook = Schemas['Hook'];
export type HookPayload = Schemas['HookPayload'];
export type HookConfig = Schemas['HookConfig'];
export type HookUpdate = Schemas['HookUpdate'];
export type Hooks = Schemas['Hooks'];
export type HookSecretRotation = Schemas['HookSecretRotation'];
export type HookDelivery = Schemas['HookDelivery'];
export type HookDeliveries = Schemas['HookDeliveries'];
export type HookRedelivery = Schemas['HookRedelivery'];
export type HookEvent = Schemas['HookEvent'];
export type HooksEvents = Schemas['HooksEvents'];
export type HookSignatureRequest = Schemas['HookSignatureRequest'];
export type HookSignature = Schemas['HookSignature'];
export type Policy = Schemas['Policy'];
export type Policies = Schemas['Policies'];
export type PolicyPayload = Schemas['PolicyPayload'];
export type PolicyUpdate = Schemas['PolicyUpdate'];
export type PolicyScope = Schemas['PolicyScope'];
export type PolicySettings = Schemas['PolicySettings'];
export type PolicyTeam = Schemas['PolicyTeam'];
export type PolicyTeams = Schemas['PolicyTeams'];
export type PolicyCheckRequest = Schemas['PolicyCheckRequest'];
export type PolicyCheckResult = Schemas['PolicyCheckResult'];
export type TeamLifecycle = Schemas['TeamLifecycle'];
export type LifecycleRun = Schemas['LifecycleRun'];
export type LifecycleRuns = Schemas['LifecycleRuns'];
export type LifecycleRunTeam = Schemas['LifecycleRunTeam'];
export type LifecycleRunTeams = Schemas['LifecycleRunTeams'];
export type LifecycleSimulation = Schemas['LifecycleSimulation'];
export type ApiError = Schemas['ApiError'];

type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

/** What updateTeam takes: any part of a team. */
export type TeamPatch = Schemas['TeamUpdate'];
export type ArchiveTeamPayload = Schemas['ArchiveTeamPayload'];
export type ApprovalQuery = QueryOf<'getApprovals'>;
export type NotificationQuery = QueryOf<'getNotifications'>;
export type HookQuery = QueryOf<'getHooks'>;
export type HookDeliveryQuery = QueryOf<'getHookDeliveries'>;
export type PolicyQuery = QueryOf<'getPolicies'>;
export type PolicyTeamQuery = QueryOf<'getPolicyTeams'>;
export type LifecycleRunQuery = QueryOf<'getLifecycleRuns'>;
export type LifecycleRunTeamQuery = QueryOf<'getLifecycleRunTeams'>;
export type LifecycleSimulationQuery = QueryOf<'getLifecycleSimulation'>;
export type RoleQuery = QueryOf<'getRoles'>;
export type UserQuery = QueryOf<'getUsers'>;
export type AuditQuery = QueryOf<'getAuditTrailRecords'>;
export type TemplateQuery = QueryOf<'getCatalogTemplates'>;
export type ManifestQuery = QueryOf<'exportCatalogTemplate'>;

/** Code of an event that a webhook is told of, as `X-Charter-Event` has it. */
export type WebhookEvent = keyof webhooks;

/** What a webhook is told of an event. */
export type WebhookPayload<Event extends WebhookEvent = WebhookEvent> =
  webhooks[Event]['post']['requestBody']['content']['application/json'];

/** The job that an accepted call started. */
export interface AcceptedJob {
  jobId: string;
}
