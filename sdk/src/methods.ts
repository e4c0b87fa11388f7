/** Generated from openapi.json by scripts/write-sdk.ts. Do not edit. */
import type { AcceptedJob, Bytes, Call } from './caller.ts';
import type { EventOf, StreamOptions } from './events.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
type PathOf<Id extends keyof operations> = operations[Id]['parameters']['path'];
type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? NonNullable<Body>
  : never;
type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : undefined;
type AnswerOf<Id extends keyof operations> = operations[Id]['responses'] extends { 201: infer Created }
  ? Json<Created>
  : operations[Id]['responses'] extends { 200: infer Found }
    ? Json<Found>
    : operations[Id]['responses'] extends { 202: infer Accepted }
      ? Json<Accepted>
      : undefined;

export type ApiErrorErrorInnerError = Schemas['ApiErrorErrorInnerError'];
export type ApiErrorError = Schemas['ApiErrorError'];
export type ApiError = Schemas['ApiError'];
export type SuiteNotice = Schemas['SuiteNotice'];
export type MemberUserIdentifier = Schemas['MemberUserIdentifier'];
export type OwnerUserIdentifier = Schemas['OwnerUserIdentifier'];
export type TeamMembershipPayload = Schemas['TeamMembershipPayload'];
export type TeamMemberUpdate = Schemas['TeamMemberUpdate'];
export type TeamChannel = Schemas['TeamChannel'];
export type TeamChannelPayload = Schemas['TeamChannelPayload'];
export type TeamChannelUpdate = Schemas['TeamChannelUpdate'];
export type TeamChannelTabConfiguration = Schemas['TeamChannelTabConfiguration'];
export type TeamChannelTabTeamsApp = Schemas['TeamChannelTabTeamsApp'];
export type TeamChannelTab = Schemas['TeamChannelTab'];
export type TeamChannelTabPayload = Schemas['TeamChannelTabPayload'];
export type LifecycleRules = Schemas['LifecycleRules'];
export type ShownAnswer = Schemas['ShownAnswer'];
export type ProvisioningPlan = Schemas['ProvisioningPlan'];
export type ChannelProvisioningPlan = Schemas['ChannelProvisioningPlan'];
export type TeamProvisioningRequestTemplate = Schemas['TeamProvisioningRequestTemplate'];
export type TeamProvisioningRequestTeamMembership = Schemas['TeamProvisioningRequestTeamMembership'];
export type TeamProvisioningRequestTeam = Schemas['TeamProvisioningRequestTeam'];
export type TeamProvisioningRequest = Schemas['TeamProvisioningRequest'];
export type TeamProvisioningAnswersDraft = Schemas['TeamProvisioningAnswersDraft'];
export type ApprovedApprovalResponsePayloadApprover = Schemas['ApprovedApprovalResponsePayloadApprover'];
export type ApprovedApprovalResponsePayloadUpdates = Schemas['ApprovedApprovalResponsePayloadUpdates'];
export type ApprovedApprovalResponsePayload = Schemas['ApprovedApprovalResponsePayload'];
export type RejectedApprovalResponsePayload = Schemas['RejectedApprovalResponsePayload'];
export type DelegateApprovalPayload = Schemas['DelegateApprovalPayload'];
export type CancelApprovalPayload = Schemas['CancelApprovalPayload'];
export type ApprovalQuestionPayload = Schemas['ApprovalQuestionPayload'];
export type ApprovalRemarkPayload = Schemas['ApprovalRemarkPayload'];
export type ApprovalTeamMember = Schemas['ApprovalTeamMember'];
export type RequestedChannel = Schemas['RequestedChannel'];
export type Approval = Schemas['Approval'];
export type Approvals = Schemas['Approvals'];
export type ApprovalPlan = Schemas['ApprovalPlan'];
export type AppSecretPayload = Schemas['AppSecretPayload'];
export type AppPayload = Schemas['AppPayload'];
export type AppCredentials = Schemas['AppCredentials'];
export type AppSecret = Schemas['AppSecret'];
export type App = Schemas['App'];
export type Apps = Schemas['Apps'];
export type AppUpdate = Schemas['AppUpdate'];
export type AuditTrail = Schemas['AuditTrail'];
export type AuditTrails = Schemas['AuditTrails'];
export type AuditTrailRecord = Schemas['AuditTrailRecord'];
export type TeamHistoryRecord = Schemas['TeamHistoryRecord'];
export type TeamHistory = Schemas['TeamHistory'];
export type AuditTrailRecords = Schemas['AuditTrailRecords'];
export type AuditKeys = Schemas['AuditKeys'];
export type OrganizationBrandingLogo = Schemas['OrganizationBrandingLogo'];
export type OrganizationBrandingSummary = Schemas['OrganizationBrandingSummary'];
export type OrganizationBranding = Schemas['OrganizationBranding'];
export type OrganizationBrandingUpdate = Schemas['OrganizationBrandingUpdate'];
export type JobStep = Schemas['JobStep'];
export type Job = Schemas['Job'];
export type JobSummary = Schemas['JobSummary'];
export type Jobs = Schemas['Jobs'];
export type JobProgress = Schemas['JobProgress'];
export type JobEnd = Schemas['JobEnd'];
export type TeamBulkRequest = Schemas['TeamBulkRequest'];
export type TeamBulkPreview = Schemas['TeamBulkPreview'];
export type CatalogBlob = Schemas['CatalogBlob'];
export type TeamProvisioningAnswers = Schemas['TeamProvisioningAnswers'];
export type PersonReference = Schemas['PersonReference'];
export type CatalogTemplateTemplateConfigurationApproval = Schemas['CatalogTemplateTemplateConfigurationApproval'];
export type CatalogTemplateTemplateConfigurationPermanentMembership = Schemas['CatalogTemplateTemplateConfigurationPermanentMembership'];
export type CatalogTemplateTemplateConfigurationAudienceTargeting = Schemas['CatalogTemplateTemplateConfigurationAudienceTargeting'];
export type TemplateQuestion = Schemas['TemplateQuestion'];
export type CatalogTemplateTemplateConfiguration = Schemas['CatalogTemplateTemplateConfiguration'];
export type CatalogTemplateClonedTeam = Schemas['CatalogTemplateClonedTeam'];
export type CatalogTemplateNewTeam = Schemas['CatalogTemplateNewTeam'];
export type CatalogTemplate = Schemas['CatalogTemplate'];
export type ChannelTemplateNewChannel = Schemas['ChannelTemplateNewChannel'];
export type CatalogTemplates = Schemas['CatalogTemplates'];
export type ChannelTemplate = Schemas['ChannelTemplate'];
export type ChannelTemplates = Schemas['ChannelTemplates'];
export type CatalogTemplateDetails = Schemas['CatalogTemplateDetails'];
export type CatalogTemplateVersion = Schemas['CatalogTemplateVersion'];
export type CatalogTemplateVersions = Schemas['CatalogTemplateVersions'];
export type CatalogTemplateVersionDetails = Schemas['CatalogTemplateVersionDetails'];
export type CatalogTemplateCheckPayload = Schemas['CatalogTemplateCheckPayload'];
export type ManifestProblem = Schemas['ManifestProblem'];
export type TextPreview = Schemas['TextPreview'];
export type AudienceTest = Schemas['AudienceTest'];
export type AudienceGroupTest = Schemas['AudienceGroupTest'];
export type CatalogTemplateCheck = Schemas['CatalogTemplateCheck'];
export type AppliedTemplate = Schemas['AppliedTemplate'];
export type TemplateManifestPayload = Schemas['TemplateManifestPayload'];
export type CatalogTemplateUpdate = Schemas['CatalogTemplateUpdate'];
export type ExportedManifest = Schemas['ExportedManifest'];
export type TeamDiscoverySettings = Schemas['TeamDiscoverySettings'];
export type TeamMemberSettings = Schemas['TeamMemberSettings'];
export type TeamGuestSettings = Schemas['TeamGuestSettings'];
export type TeamMessagingSettings = Schemas['TeamMessagingSettings'];
export type TeamFunSettings = Schemas['TeamFunSettings'];
export type Team = Schemas['Team'];
export type TeamSummary = Schemas['TeamSummary'];
export type Teams = Schemas['Teams'];
export type TeamUpdate = Schemas['TeamUpdate'];
export type MyTeamUpdate = Schemas['MyTeamUpdate'];
export type TeamMemberPermanence = Schemas['TeamMemberPermanence'];
export type TeamMember = Schemas['TeamMember'];
export type TeamMembers = Schemas['TeamMembers'];
export type ArchiveTeamPayload = Schemas['ArchiveTeamPayload'];
export type ChannelProvisioningRequest = Schemas['ChannelProvisioningRequest'];
export type ChannelProvisioningAnswersDraft = Schemas['ChannelProvisioningAnswersDraft'];
export type ChannelFile = Schemas['ChannelFile'];
export type ChannelFiles = Schemas['ChannelFiles'];
export type ChannelPlan = Schemas['ChannelPlan'];
export type ChannelPlans = Schemas['ChannelPlans'];
export type ChannelViolation = Schemas['ChannelViolation'];
export type ChannelViolations = Schemas['ChannelViolations'];
export type User1 = Schemas['User1'];
export type Users = Schemas['Users'];
export type Group = Schemas['Group'];
export type Groups = Schemas['Groups'];
export type ImportedUser = Schemas['ImportedUser'];
export type UserImport = Schemas['UserImport'];
export type UserImportResult = Schemas['UserImportResult'];
export type JobTeam = Schemas['JobTeam'];
export type JobTeams = Schemas['JobTeams'];
export type JobDecisionPayload = Schemas['JobDecisionPayload'];
export type JoinRequest = Schemas['JoinRequest'];
export type JoinRequests = Schemas['JoinRequests'];
export type JoinRequestPayload = Schemas['JoinRequestPayload'];
export type JoinRequestAcceptance = Schemas['JoinRequestAcceptance'];
export type JoinRequestRejection = Schemas['JoinRequestRejection'];
export type Label = Schemas['Label'];
export type Labels = Schemas['Labels'];
export type HoldingCounts = Schemas['HoldingCounts'];
export type Holding = Schemas['Holding'];
export type UserImpact = Schemas['UserImpact'];
export type Leaver = Schemas['Leaver'];
export type Leavers = Schemas['Leavers'];
export type TeamLifecycle = Schemas['TeamLifecycle'];
export type LifecycleRun = Schemas['LifecycleRun'];
export type LifecycleRuns = Schemas['LifecycleRuns'];
export type LifecycleRunTeam = Schemas['LifecycleRunTeam'];
export type LifecycleRunTeams = Schemas['LifecycleRunTeams'];
export type LifecycleSimulation = Schemas['LifecycleSimulation'];
export type MeTenant = Schemas['MeTenant'];
export type Me = Schemas['Me'];
export type Notification = Schemas['Notification'];
export type Notifications = Schemas['Notifications'];
export type NotificationsRead = Schemas['NotificationsRead'];
export type MarkedNotifications = Schemas['MarkedNotifications'];
export type NotificationKindSettings = Schemas['NotificationKindSettings'];
export type NotificationSettings = Schemas['NotificationSettings'];
export type NotificationSettingsUpdate = Schemas['NotificationSettingsUpdate'];
export type OverviewWeek = Schemas['OverviewWeek'];
export type OverviewDuration = Schemas['OverviewDuration'];
export type OverviewApprover = Schemas['OverviewApprover'];
export type Overview = Schemas['Overview'];
export type OwnerRequest = Schemas['OwnerRequest'];
export type OwnerRequests = Schemas['OwnerRequests'];
export type OwnerRequestOfSearch = Schemas['OwnerRequestOfSearch'];
export type OwnerSearchOfTeam = Schemas['OwnerSearchOfTeam'];
export type OwnerSearches = Schemas['OwnerSearches'];
export type OwnerSearch = Schemas['OwnerSearch'];
export type TeamOwnership = Schemas['TeamOwnership'];
export type PolicyScope = Schemas['PolicyScope'];
export type PolicyScopePayload = Schemas['PolicyScopePayload'];
export type PolicySettings = Schemas['PolicySettings'];
export type PolicySettingsPayload = Schemas['PolicySettingsPayload'];
export type PolicySettingsUpdate = Schemas['PolicySettingsUpdate'];
export type PolicyPayload = Schemas['PolicyPayload'];
export type PolicyUpdate = Schemas['PolicyUpdate'];
export type PolicyPerson = Schemas['PolicyPerson'];
export type Policy = Schemas['Policy'];
export type Policies = Schemas['Policies'];
export type PolicyTeam = Schemas['PolicyTeam'];
export type PolicyTeams = Schemas['PolicyTeams'];
export type PolicyReport = Schemas['PolicyReport'];
export type PolicyCheckRequest = Schemas['PolicyCheckRequest'];
export type PolicyCheckResult = Schemas['PolicyCheckResult'];
export type UserErasure = Schemas['UserErasure'];
export type UserErasurePreview = Schemas['UserErasurePreview'];
export type UserExport = Schemas['UserExport'];
export type LegalHold = Schemas['LegalHold'];
export type LegalHoldRequest = Schemas['LegalHoldRequest'];
export type ReportedTeam = Schemas['ReportedTeam'];
export type TeamReport = Schemas['TeamReport'];
export type GuestDomain = Schemas['GuestDomain'];
export type GuestReport = Schemas['GuestReport'];
export type AnswerCount = Schemas['AnswerCount'];
export type RequestReport = Schemas['RequestReport'];
export type Review = Schemas['Review'];
export type Reviews = Schemas['Reviews'];
export type ReviewItem = Schemas['ReviewItem'];
export type ReviewItems = Schemas['ReviewItems'];
export type ReviewDecisions = Schemas['ReviewDecisions'];
export type RoleAssignment = Schemas['RoleAssignment'];
export type RoleAssignmentPayload = Schemas['RoleAssignmentPayload'];
export type RoleAssignments = Schemas['RoleAssignments'];
export type ScimTokenPayload = Schemas['ScimTokenPayload'];
export type ScimToken = Schemas['ScimToken'];
export type ScimTokens = Schemas['ScimTokens'];
export type CreatedScimToken = Schemas['CreatedScimToken'];
export type DirectoryTeam = Schemas['DirectoryTeam'];
export type DirectoryTeams = Schemas['DirectoryTeams'];
export type SimilarTeamsDraft = Schemas['SimilarTeamsDraft'];
export type SimilarTeam = Schemas['SimilarTeam'];
export type SimilarTeams = Schemas['SimilarTeams'];
export type TeamPermissions = Schemas['TeamPermissions'];
export type TeamMembersPayload = Schemas['TeamMembersPayload'];
export type AddedTeamMembers = Schemas['AddedTeamMembers'];
export type TeamMetadata = Schemas['TeamMetadata'];
export type UserLookupRequest = Schemas['UserLookupRequest'];
export type UserLookup = Schemas['UserLookup'];
export type HookConfig = Schemas['HookConfig'];
export type HookPayload = Schemas['HookPayload'];
export type HookUpdate = Schemas['HookUpdate'];
export type HookSecretRotation = Schemas['HookSecretRotation'];
export type Hook = Schemas['Hook'];
export type Hooks = Schemas['Hooks'];
export type HookRequestHeader = Schemas['HookRequestHeader'];
export type HookDeliveryAttempt = Schemas['HookDeliveryAttempt'];
export type HookDelivery = Schemas['HookDelivery'];
export type HookDeliveries = Schemas['HookDeliveries'];
export type HookRedelivery = Schemas['HookRedelivery'];
export type HookRedeliveryResult = Schemas['HookRedeliveryResult'];
export type HookEvent = Schemas['HookEvent'];
export type HooksEvents = Schemas['HooksEvents'];
export type HookSignatureRequest = Schemas['HookSignatureRequest'];
export type HookSignature = Schemas['HookSignature'];

export type TeamMembersQuery = QueryOf<'getTeamMembers'>;
export type TeamChannelFilesQuery = QueryOf<'getTeamChannelFiles'>;
export type CatalogTemplatesQuery = QueryOf<'getCatalogTemplates'>;
export type MyCatalogTemplatesQuery = QueryOf<'getMyCatalogTemplates'>;
export type UsersQuery = QueryOf<'getUsers'>;
export type AuditTrailRecordsQuery = QueryOf<'getAuditTrailRecords'>;
export type MyTeamsQuery = QueryOf<'getMyTeams'>;
export type TeamsQuery = QueryOf<'getTeams'>;
export type TeamHistoryQuery = QueryOf<'getTeamHistory'>;
export type OverviewQuery = QueryOf<'getOverview'>;
export type TeamReportQuery = QueryOf<'getTeamReport'>;
export type GuestReportQuery = QueryOf<'getGuestReport'>;
export type RequestReportQuery = QueryOf<'getRequestReport'>;
export type exportCatalogTemplateQuery = QueryOf<'exportCatalogTemplate'>;
export type CatalogTemplateVersionsQuery = QueryOf<'getCatalogTemplateVersions'>;
export type ApprovalsQuery = QueryOf<'getApprovals'>;
export type JobsQuery = QueryOf<'getJobs'>;
export type JobTeamsQuery = QueryOf<'getJobTeams'>;
export type NotificationsQuery = QueryOf<'getNotifications'>;
export type PoliciesQuery = QueryOf<'getPolicies'>;
export type PolicyTeamsQuery = QueryOf<'getPolicyTeams'>;
export type HooksQuery = QueryOf<'getHooks'>;
export type HookDeliveriesQuery = QueryOf<'getHookDeliveries'>;
export type LifecycleSimulationQuery = QueryOf<'getLifecycleSimulation'>;
export type LifecycleRunsQuery = QueryOf<'getLifecycleRuns'>;
export type LifecycleRunTeamsQuery = QueryOf<'getLifecycleRunTeams'>;
export type OwnerRequestsQuery = QueryOf<'getOwnerRequests'>;
export type OwnerSearchesQuery = QueryOf<'getOwnerSearches'>;
export type ChannelViolationsQuery = QueryOf<'getChannelViolations'>;
export type DirectoryTeamsQuery = QueryOf<'getDirectoryTeams'>;
export type JoinRequestsQuery = QueryOf<'getJoinRequests'>;
export type MyJoinRequestsQuery = QueryOf<'getMyJoinRequests'>;
export type ReviewsQuery = QueryOf<'getReviews'>;
export type ReviewItemsQuery = QueryOf<'getReviewItems'>;
export type AppsQuery = QueryOf<'getApps'>;
export type GroupsQuery = QueryOf<'getGroups'>;
export type GroupMembersQuery = QueryOf<'getGroupMembers'>;
export type LeaversQuery = QueryOf<'getLeavers'>;
export type RolesQuery = QueryOf<'getRoles'>;

/** Creates one method for each operation, grouped by tag. */
export const createMethods = (call: Call) => ({
teams: {
/** Add a member or an owner to a team. */
addTeamMember: (teamId: PathOf<'addTeamMember'>['teamId'], body: BodyOf<'addTeamMember'>, options: PostOptions = {}): Promise<AnswerOf<'addTeamMember'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/members', { path: { teamId }, body }, options),

/** List the members of a team. */
getTeamMembers: (teamId: PathOf<'getTeamMembers'>['teamId'], query: QueryOf<'getTeamMembers'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getTeamMembers'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/members', { path: { teamId }, query }, options),

/** Archive a team. */
archiveTeam: (teamId: PathOf<'archiveTeam'>['teamId'], body?: BodyOf<'archiveTeam'>, options: PostOptions = {}): Promise<AcceptedJob> =>
  call.job('POST', '/v1.0/teams/{teamId}/archive', { path: { teamId }, body }, options),

/** Request a team from a template. */
createTeamProvisioningJob: (body: BodyOf<'createTeamProvisioningJob'>, options: PostOptions = {}): Promise<AnswerOf<'createTeamProvisioningJob'>> =>
  call.body('POST', '/v1.0/teams/provisioning', { body }, options),

/** Delete a team. */
deleteTeam: (teamId: PathOf<'deleteTeam'>['teamId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/teams/{teamId}', { path: { teamId } }, options),

/** Get a team. */
getTeam: (teamId: PathOf<'getTeam'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeam'>> =>
  call.body('GET', '/v1.0/teams/{teamId}', { path: { teamId } }, options),

/** Update a team. */
updateTeam: (teamId: PathOf<'updateTeam'>['teamId'], body: BodyOf<'updateTeam'>, options: PatchOptions = {}): Promise<void> =>
  call.none('PATCH', '/v1.0/teams/{teamId}', { path: { teamId }, body }, options),

/** Unarchive a team. */
unarchiveTeam: (teamId: PathOf<'unarchiveTeam'>['teamId'], options: PostOptions = {}): Promise<AcceptedJob> =>
  call.job('POST', '/v1.0/teams/{teamId}/unarchive', { path: { teamId } }, options),

/** Check the answers to the questions of a template. */
checkAnswers: (body: BodyOf<'checkAnswers'>, options: PostOptions = {}): Promise<AnswerOf<'checkAnswers'>> =>
  call.body('POST', '/v1.0/teams/provisioning/answers', { body }, options),

/** List the teams of the calling user. */
getMyTeams: (query: QueryOf<'getMyTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getMyTeams'>> =>
  call.body('GET', '/v1.0/me/teams', { query }, options),

/** Get a team that the caller owns. */
getMyTeam: (teamId: PathOf<'getMyTeam'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getMyTeam'>> =>
  call.body('GET', '/v1.0/me/teams/{teamId}', { path: { teamId } }, options),

/** Rename or describe a team that the caller owns. */
updateMyTeam: (teamId: PathOf<'updateMyTeam'>['teamId'], body: BodyOf<'updateMyTeam'>, options: PatchOptions = {}): Promise<void> =>
  call.none('PATCH', '/v1.0/me/teams/{teamId}', { path: { teamId }, body }, options),

/** List all teams. */
getTeams: (query: QueryOf<'getTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getTeams'>> =>
  call.body('GET', '/v1.0/teams', { query }, options),

/** Change many teams. */
createTeamBulkJob: (body: BodyOf<'createTeamBulkJob'>, options: PostOptions = {}): Promise<AnswerOf<'createTeamBulkJob'>> =>
  call.body('POST', '/v1.0/teams/bulk', { body }, options),

/** Add a list of people to a team. */
addTeamMembers: (teamId: PathOf<'addTeamMembers'>['teamId'], body: BodyOf<'addTeamMembers'>, options: PostOptions = {}): Promise<AnswerOf<'addTeamMembers'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/members/add', { path: { teamId }, body }, options),

/** Change the role of a member, or the stay of a guest. */
updateTeamMember: (teamId: PathOf<'updateTeamMember'>['teamId'], membershipId: PathOf<'updateTeamMember'>['membershipId'], body: BodyOf<'updateTeamMember'>, options: PatchOptions = {}): Promise<AnswerOf<'updateTeamMember'>> =>
  call.body('PATCH', '/v1.0/teams/{teamId}/members/{membershipId}', { path: { teamId, membershipId }, body }, options),

/** Remove a member from a team. */
removeTeamMember: (teamId: PathOf<'removeTeamMember'>['teamId'], membershipId: PathOf<'removeTeamMember'>['membershipId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/teams/{teamId}/members/{membershipId}', { path: { teamId, membershipId } }, options),

/** List the history of a team. */
getTeamHistory: (teamId: PathOf<'getTeamHistory'>['teamId'], query: QueryOf<'getTeamHistory'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getTeamHistory'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/history', { path: { teamId }, query }, options),

/** Get the answers of a team. */
getTeamMetadata: (teamId: PathOf<'getTeamMetadata'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamMetadata'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/metadata', { path: { teamId } }, options),

/** Change answers of a team. */
updateTeamMetadata: (teamId: PathOf<'updateTeamMetadata'>['teamId'], body: BodyOf<'updateTeamMetadata'>, options: PatchOptions = {}): Promise<AnswerOf<'updateTeamMetadata'>> =>
  call.body('PATCH', '/v1.0/teams/{teamId}/metadata', { path: { teamId }, body }, options),

/** List what the caller may do in a team. */
getTeamPermissions: (teamId: PathOf<'getTeamPermissions'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamPermissions'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/permissions', { path: { teamId } }, options),
},

channels: {
/** Create a channel. */
createTeamChannel: (teamId: PathOf<'createTeamChannel'>['teamId'], body: BodyOf<'createTeamChannel'>, options: PostOptions = {}): Promise<AnswerOf<'createTeamChannel'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/channels', { path: { teamId }, body }, options),

/** List the channels of a team. */
getTeamChannels: (teamId: PathOf<'getTeamChannels'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamChannels'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels', { path: { teamId } }, options),

/** Create a tab in a channel. */
createTeamChannelTab: (teamId: PathOf<'createTeamChannelTab'>['teamId'], channelId: PathOf<'createTeamChannelTab'>['channelId'], body: BodyOf<'createTeamChannelTab'>, options: PostOptions = {}): Promise<AnswerOf<'createTeamChannelTab'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/channels/{channelId}/tabs', { path: { teamId, channelId }, body }, options),

/** List the tabs of a channel. */
getTeamChannelTabs: (teamId: PathOf<'getTeamChannelTabs'>['teamId'], channelId: PathOf<'getTeamChannelTabs'>['channelId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamChannelTabs'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels/{channelId}/tabs', { path: { teamId, channelId } }, options),

/** List the files and folders of a channel. */
getTeamChannelFiles: (teamId: PathOf<'getTeamChannelFiles'>['teamId'], channelId: PathOf<'getTeamChannelFiles'>['channelId'], query: QueryOf<'getTeamChannelFiles'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getTeamChannelFiles'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels/{channelId}/files', { path: { teamId, channelId }, query }, options),

/** Download a file of a channel. */
getTeamChannelFileContent: (teamId: PathOf<'getTeamChannelFileContent'>['teamId'], channelId: PathOf<'getTeamChannelFileContent'>['channelId'], path: PathOf<'getTeamChannelFileContent'>['path'], options: CallOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  call.download('GET', '/v1.0/teams/{teamId}/channels/{channelId}/files/{path}/content', { path: { teamId, channelId, path } }, options),

/** List the plans of a channel. */
getTeamChannelPlans: (teamId: PathOf<'getTeamChannelPlans'>['teamId'], channelId: PathOf<'getTeamChannelPlans'>['channelId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamChannelPlans'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels/{channelId}/plans', { path: { teamId, channelId } }, options),

/** Get the primary channel of a team. */
getTeamPrimaryChannel: (teamId: PathOf<'getTeamPrimaryChannel'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamPrimaryChannel'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels/primary', { path: { teamId } }, options),

/** Request a channel from a channel template. */
createTeamChannelRequest: (teamId: PathOf<'createTeamChannelRequest'>['teamId'], body: BodyOf<'createTeamChannelRequest'>, options: PostOptions = {}): Promise<AnswerOf<'createTeamChannelRequest'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/channels/requests', { path: { teamId }, body }, options),

/** Check the answers to the questions of a channel template. */
checkChannelAnswers: (teamId: PathOf<'checkChannelAnswers'>['teamId'], body: BodyOf<'checkChannelAnswers'>, options: PostOptions = {}): Promise<AnswerOf<'checkChannelAnswers'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/channels/requests/answers', { path: { teamId }, body }, options),

/** List the channel templates that the caller may use in a team. */
getTeamChannelTemplates: (teamId: PathOf<'getTeamChannelTemplates'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamChannelTemplates'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/channels/templates', { path: { teamId } }, options),

/** Update a channel. */
updateTeamChannel: (teamId: PathOf<'updateTeamChannel'>['teamId'], channelId: PathOf<'updateTeamChannel'>['channelId'], body: BodyOf<'updateTeamChannel'>, options: PatchOptions = {}): Promise<void> =>
  call.none('PATCH', '/v1.0/teams/{teamId}/channels/{channelId}', { path: { teamId, channelId }, body }, options),

/** Delete a channel. */
deleteTeamChannel: (teamId: PathOf<'deleteTeamChannel'>['teamId'], channelId: PathOf<'deleteTeamChannel'>['channelId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/teams/{teamId}/channels/{channelId}', { path: { teamId, channelId } }, options),

/** Archive a channel. */
archiveTeamChannel: (teamId: PathOf<'archiveTeamChannel'>['teamId'], channelId: PathOf<'archiveTeamChannel'>['channelId'], body?: BodyOf<'archiveTeamChannel'>, options: PostOptions = {}): Promise<AcceptedJob> =>
  call.job('POST', '/v1.0/teams/{teamId}/channels/{channelId}/archive', { path: { teamId, channelId }, body }, options),

/** Unarchive a channel. */
unarchiveTeamChannel: (teamId: PathOf<'unarchiveTeamChannel'>['teamId'], channelId: PathOf<'unarchiveTeamChannel'>['channelId'], options: PostOptions = {}): Promise<AcceptedJob> =>
  call.job('POST', '/v1.0/teams/{teamId}/channels/{channelId}/unarchive', { path: { teamId, channelId } }, options),

/** Delete a tab. */
deleteTeamChannelTab: (teamId: PathOf<'deleteTeamChannelTab'>['teamId'], channelId: PathOf<'deleteTeamChannelTab'>['channelId'], tabId: PathOf<'deleteTeamChannelTab'>['tabId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/teams/{teamId}/channels/{channelId}/tabs/{tabId}', { path: { teamId, channelId, tabId } }, options),

/** List the channels that violate policies. */
getChannelViolations: (query: QueryOf<'getChannelViolations'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getChannelViolations'>> =>
  call.body('GET', '/v1.0/channelViolations', { query }, options),

/** Allow a channel that violates a policy. */
allowChannel: (violationId: PathOf<'allowChannel'>['violationId'], options: PostOptions = {}): Promise<AnswerOf<'allowChannel'>> =>
  call.body('POST', '/v1.0/channelViolations/{violationId}/allow', { path: { violationId } }, options),
},

catalog: {
/** List the templates of the catalog. */
getCatalogTemplates: (query: QueryOf<'getCatalogTemplates'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getCatalogTemplates'>> =>
  call.body('GET', '/v1.0/catalog/templates', { query }, options),

/** Create or update a template from its manifest. */
applyCatalogTemplate: (body: BodyOf<'applyCatalogTemplate'>, options: PostOptions & PatchOptions = {}): Promise<AnswerOf<'applyCatalogTemplate'>> =>
  call.body('POST', '/v1.0/catalog/templates', { body }, options),

/** List the templates that the calling user may use. */
getMyCatalogTemplates: (query: QueryOf<'getMyCatalogTemplates'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getMyCatalogTemplates'>> =>
  call.body('GET', '/v1.0/me/catalog/templates', { query }, options),

/** List the channel templates of the catalog. */
getChannelTemplates: (options: CallOptions = {}): Promise<AnswerOf<'getChannelTemplates'>> =>
  call.body('GET', '/v1.0/catalog/channelTemplates', {  }, options),

/** Export a template as a manifest. */
exportCatalogTemplate: (templateId: PathOf<'exportCatalogTemplate'>['templateId'], query: QueryOf<'exportCatalogTemplate'> = {}, options: CallOptions = {}): Promise<AnswerOf<'exportCatalogTemplate'>> =>
  call.body('GET', '/v1.0/catalog/templates/{templateId}/manifest', { path: { templateId }, query }, options),

/** Store a file for templates. */
putCatalogBlob: (sha256: PathOf<'putCatalogBlob'>['sha256'], body: Bytes, options: CallOptions = {}): Promise<AnswerOf<'putCatalogBlob'>> =>
  call.upload('PUT', '/v1.0/catalog/blobs/{sha256}', { path: { sha256 }, body }, options),

/** Get a file of templates. */
getCatalogBlob: (sha256: PathOf<'getCatalogBlob'>['sha256'], options: CallOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  call.download('GET', '/v1.0/catalog/blobs/{sha256}', { path: { sha256 } }, options),

/** Check a manifest without saving it. */
checkCatalogTemplate: (body: BodyOf<'checkCatalogTemplate'>, options: PostOptions = {}): Promise<AnswerOf<'checkCatalogTemplate'>> =>
  call.body('POST', '/v1.0/catalog/templates/check', { body }, options),

/** Get a template. */
getCatalogTemplate: (templateId: PathOf<'getCatalogTemplate'>['templateId'], options: CallOptions = {}): Promise<AnswerOf<'getCatalogTemplate'>> =>
  call.body('GET', '/v1.0/catalog/templates/{templateId}', { path: { templateId } }, options),

/** Enable or disable a template. */
updateCatalogTemplate: (templateId: PathOf<'updateCatalogTemplate'>['templateId'], body: BodyOf<'updateCatalogTemplate'>, options: PatchOptions = {}): Promise<AnswerOf<'updateCatalogTemplate'>> =>
  call.body('PATCH', '/v1.0/catalog/templates/{templateId}', { path: { templateId }, body }, options),

/** Delete a template. */
deleteCatalogTemplate: (templateId: PathOf<'deleteCatalogTemplate'>['templateId'], options: PatchOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/catalog/templates/{templateId}', { path: { templateId } }, options),

/** List the versions of a template. */
getCatalogTemplateVersions: (templateId: PathOf<'getCatalogTemplateVersions'>['templateId'], query: QueryOf<'getCatalogTemplateVersions'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getCatalogTemplateVersions'>> =>
  call.body('GET', '/v1.0/catalog/templates/{templateId}/versions', { path: { templateId }, query }, options),

/** Get a version of a template with its manifest. */
getCatalogTemplateVersion: (templateId: PathOf<'getCatalogTemplateVersion'>['templateId'], version: PathOf<'getCatalogTemplateVersion'>['version'], options: CallOptions = {}): Promise<AnswerOf<'getCatalogTemplateVersion'>> =>
  call.body('GET', '/v1.0/catalog/templates/{templateId}/versions/{version}', { path: { templateId, version } }, options),
},

jobs: {
/** Get a job. */
getJob: (jobId: PathOf<'getJob'>['jobId'], options: CallOptions = {}): Promise<AnswerOf<'getJob'>> =>
  call.body('GET', '/v1.0/jobs/{jobId}', { path: { jobId } }, options),

/** List jobs. */
getJobs: (query: QueryOf<'getJobs'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getJobs'>> =>
  call.body('GET', '/v1.0/jobs', { query }, options),

/** Follow a job. */
getJobEvents: (jobId: PathOf<'getJobEvents'>['jobId'], options: StreamOptions = {}): AsyncGenerator<EventOf<{ job: JobProgress; end: JobEnd }>, void, undefined> =>
  call.events<{ job: JobProgress; end: JobEnd }>('GET', '/v1.0/jobs/{jobId}/events', { path: { jobId } }, options),

/** List the results of a bulk job by team. */
getJobTeams: (jobId: PathOf<'getJobTeams'>['jobId'], query: QueryOf<'getJobTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getJobTeams'>> =>
  call.body('GET', '/v1.0/jobs/{jobId}/teams', { path: { jobId }, query }, options),

/** Approve a change of another administrator. */
approveJob: (jobId: PathOf<'approveJob'>['jobId'], body?: BodyOf<'approveJob'>, options: PostOptions = {}): Promise<AnswerOf<'approveJob'>> =>
  call.body('POST', '/v1.0/jobs/{jobId}/approve', { path: { jobId }, body }, options),

/** Reject a change of another administrator. */
rejectJob: (jobId: PathOf<'rejectJob'>['jobId'], body?: BodyOf<'rejectJob'>, options: PostOptions = {}): Promise<AnswerOf<'rejectJob'>> =>
  call.body('POST', '/v1.0/jobs/{jobId}/reject', { path: { jobId }, body }, options),

/** Cancel a job. */
cancelJob: (jobId: PathOf<'cancelJob'>['jobId'], options: PostOptions = {}): Promise<AnswerOf<'cancelJob'>> =>
  call.body('POST', '/v1.0/jobs/{jobId}/cancel', { path: { jobId } }, options),

/** Retry a failed job. */
retryJob: (jobId: PathOf<'retryJob'>['jobId'], options: PostOptions = {}): Promise<AnswerOf<'retryJob'>> =>
  call.body('POST', '/v1.0/jobs/{jobId}/retry', { path: { jobId } }, options),
},

labels: {
/** List the sensitivity labels of the calling user. */
getMyLabels: (options: CallOptions = {}): Promise<AnswerOf<'getMyLabels'>> =>
  call.body('GET', '/v1.0/me/labels', {  }, options),
},

users: {
/** List users of the directory. */
getUsers: (query: QueryOf<'getUsers'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getUsers'>> =>
  call.body('GET', '/v1.0/users', { query }, options),

/** Look up a list of people. */
lookupUsers: (body: BodyOf<'lookupUsers'>, options: PostOptions = {}): Promise<AnswerOf<'lookupUsers'>> =>
  call.body('POST', '/v1.0/users/lookup', { body }, options),

/** Export what is stored about a person. */
exportUser: (id: PathOf<'exportUser'>['id'], options: CallOptions = {}): Promise<AnswerOf<'exportUser'>> =>
  call.body('GET', '/v1.0/users/{id}/export', { path: { id } }, options),

/** Erase a person. */
eraseUser: (id: PathOf<'eraseUser'>['id'], options: PostOptions = {}): Promise<Json<operations['eraseUser']['responses'][202]>> =>
  call.body('POST', '/v1.0/users/{id}/erase', { path: { id } }, options),

/** Place a legal hold on a person. */
placeUserHold: (id: PathOf<'placeUserHold'>['id'], body: BodyOf<'placeUserHold'>, options: CallOptions = {}): Promise<AnswerOf<'placeUserHold'>> =>
  call.body('PUT', '/v1.0/users/{id}/hold', { path: { id }, body }, options),

/** Remove the legal hold on a person. */
removeUserHold: (id: PathOf<'removeUserHold'>['id'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/users/{id}/hold', { path: { id } }, options),

/** Import people into the directory. */
importUsers: (body: BodyOf<'importUsers'>, options: PostOptions = {}): Promise<AnswerOf<'importUsers'>> =>
  call.body('POST', '/v1.0/users/import', { body }, options),

/** Show what depends on a person. */
getUserImpact: (userId: PathOf<'getUserImpact'>['userId'], options: CallOptions = {}): Promise<AnswerOf<'getUserImpact'>> =>
  call.body('GET', '/v1.0/users/{userId}/impact', { path: { userId } }, options),

/** List people who have left and still have teams, roles or other objects. */
getLeavers: (query: QueryOf<'getLeavers'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getLeavers'>> =>
  call.body('GET', '/v1.0/leavers', { query }, options),
},

audit: {
/** List the audit trails. */
getAuditTrails: (options: CallOptions = {}): Promise<AnswerOf<'getAuditTrails'>> =>
  call.body('GET', '/v1.0/audittrails', {  }, options),

/** List the records of an audit trail. */
getAuditTrailRecords: (code: PathOf<'getAuditTrailRecords'>['code'], query: QueryOf<'getAuditTrailRecords'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getAuditTrailRecords'>> =>
  call.body('GET', '/v1.0/audittrails/{code}/records', { path: { code }, query }, options),

/** List the public keys that verify checkpoints of the audit trails. */
getAuditKeys: (options: CallOptions = {}): Promise<AnswerOf<'getAuditKeys'>> =>
  call.body('GET', '/v1.0/audittrails/keys', {  }, options),
},

approvals: {
/** Approve a request. */
approveTeamCreation: (approvalRequestId: PathOf<'approveTeamCreation'>['approvalRequestId'], body?: BodyOf<'approveTeamCreation'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/approve', { path: { approvalRequestId }, body }, options),

/** Reject a request. */
rejectTeamCreation: (approvalRequestId: PathOf<'rejectTeamCreation'>['approvalRequestId'], body?: BodyOf<'rejectTeamCreation'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/reject', { path: { approvalRequestId }, body }, options),

/** List requests for teams and channels that need or needed an approval. */
getApprovals: (query: QueryOf<'getApprovals'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getApprovals'>> =>
  call.body('GET', '/v1.0/approvals', { query }, options),

/** Get an approval. */
getApproval: (approvalRequestId: PathOf<'getApproval'>['approvalRequestId'], options: CallOptions = {}): Promise<AnswerOf<'getApproval'>> =>
  call.body('GET', '/v1.0/approvals/{approvalRequestId}', { path: { approvalRequestId } }, options),

/** Withdraw a pending request. */
cancelApproval: (approvalRequestId: PathOf<'cancelApproval'>['approvalRequestId'], body?: BodyOf<'cancelApproval'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/cancel', { path: { approvalRequestId }, body }, options),

/** Ask the requester for more information. */
askRequester: (approvalRequestId: PathOf<'askRequester'>['approvalRequestId'], body: BodyOf<'askRequester'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/ask', { path: { approvalRequestId }, body }, options),

/** Withdraw a question to the requester. */
withdrawQuestion: (approvalRequestId: PathOf<'withdrawQuestion'>['approvalRequestId'], body?: BodyOf<'withdrawQuestion'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/ask/withdraw', { path: { approvalRequestId }, body }, options),

/** Answer a question about a request for a team. */
answerQuestion: (approvalRequestId: PathOf<'answerQuestion'>['approvalRequestId'], body: BodyOf<'answerQuestion'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/answer', { path: { approvalRequestId }, body }, options),

/** Comment on a pending request for a team. */
commentOnApproval: (approvalRequestId: PathOf<'commentOnApproval'>['approvalRequestId'], body: BodyOf<'commentOnApproval'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/comments', { path: { approvalRequestId }, body }, options),

/** Delegate an approval to a deputy. */
delegateApproval: (approvalRequestId: PathOf<'delegateApproval'>['approvalRequestId'], body: BodyOf<'delegateApproval'>, options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/approvals/{approvalRequestId}/delegate', { path: { approvalRequestId }, body }, options),
},

me: {
/** Describe the caller. */
getMe: (options: CallOptions = {}): Promise<AnswerOf<'getMe'>> =>
  call.body('GET', '/v1.0/me', {  }, options),
},

overview: {
/** Get the figures of the organisation. */
getOverview: (query: QueryOf<'getOverview'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getOverview'>> =>
  call.body('GET', '/v1.0/overview', { query }, options),
},

reports: {
/** Report all teams. */
getTeamReport: (query: QueryOf<'getTeamReport'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getTeamReport'>> =>
  call.body('GET', '/v1.0/reports/teams', { query }, options),

/** Report guests by mail domain. */
getGuestReport: (query: QueryOf<'getGuestReport'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getGuestReport'>> =>
  call.body('GET', '/v1.0/reports/guests', { query }, options),

/** Report requests by answer. */
getRequestReport: (questionId: PathOf<'getRequestReport'>['questionId'], query: QueryOf<'getRequestReport'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getRequestReport'>> =>
  call.body('GET', '/v1.0/reports/requests/{questionId}', { path: { questionId }, query }, options),
},

organization: {
/** Get the branding of the organisation. */
getOrganizationBranding: (options: CallOptions = {}): Promise<AnswerOf<'getOrganizationBranding'>> =>
  call.body('GET', '/v1.0/organization/branding', {  }, options),

/** Change the branding of the organisation. */
updateOrganizationBranding: (body: BodyOf<'updateOrganizationBranding'>, options: PatchOptions = {}): Promise<AnswerOf<'updateOrganizationBranding'>> =>
  call.body('PATCH', '/v1.0/organization/branding', { body }, options),

/** Get the logo of the organisation. */
getOrganizationLogo: (options: CallOptions = {}): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> =>
  call.download('GET', '/v1.0/organization/branding/logo', {  }, options),

/** Replace the logo of the organisation. */
putOrganizationLogo: (body: Bytes, options: PatchOptions = {}): Promise<AnswerOf<'putOrganizationLogo'>> =>
  call.upload('PUT', '/v1.0/organization/branding/logo', { body }, options),

/** Remove the logo of the organisation. */
deleteOrganizationLogo: (options: PatchOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/organization/branding/logo', {  }, options),
},

notifications: {
/** List notifications of the calling user. */
getNotifications: (query: QueryOf<'getNotifications'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getNotifications'>> =>
  call.body('GET', '/v1.0/notifications', { query }, options),

/** Mark all notifications of the calling user as read. */
markNotificationsRead: (body?: BodyOf<'markNotificationsRead'>, options: PostOptions = {}): Promise<AnswerOf<'markNotificationsRead'>> =>
  call.body('POST', '/v1.0/notifications/read', { body }, options),

/** Get what the calling user gets by mail. */
getNotificationSettings: (options: CallOptions = {}): Promise<AnswerOf<'getNotificationSettings'>> =>
  call.body('GET', '/v1.0/me/notification-settings', {  }, options),

/** Choose what the calling user gets by mail. */
updateNotificationSettings: (body: BodyOf<'updateNotificationSettings'>, options: PatchOptions = {}): Promise<AnswerOf<'updateNotificationSettings'>> =>
  call.body('PATCH', '/v1.0/me/notification-settings', { body }, options),

/** Mark a notification as read. */
markNotificationRead: (notificationId: PathOf<'markNotificationRead'>['notificationId'], options: PostOptions = {}): Promise<void> =>
  call.none('POST', '/v1.0/notifications/{notificationId}/read', { path: { notificationId } }, options),
},

policies: {
/** List policies. */
getPolicies: (query: QueryOf<'getPolicies'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getPolicies'>> =>
  call.body('GET', '/v1.0/policies', { query }, options),

/** Create a policy. */
createPolicy: (body: BodyOf<'createPolicy'>, options: PostOptions = {}): Promise<AnswerOf<'createPolicy'>> =>
  call.body('POST', '/v1.0/policies', { body }, options),

/** Check a name or a visibility against the policies. */
checkPolicies: (body: BodyOf<'checkPolicies'>, options: PostOptions = {}): Promise<AnswerOf<'checkPolicies'>> =>
  call.body('POST', '/v1.0/policies/check', { body }, options),

/** Get a policy. */
getPolicy: (policyId: PathOf<'getPolicy'>['policyId'], options: CallOptions = {}): Promise<AnswerOf<'getPolicy'>> =>
  call.body('GET', '/v1.0/policies/{policyId}', { path: { policyId } }, options),

/** Change a policy. */
updatePolicy: (policyId: PathOf<'updatePolicy'>['policyId'], body: BodyOf<'updatePolicy'>, options: PatchOptions = {}): Promise<AnswerOf<'updatePolicy'>> =>
  call.body('PATCH', '/v1.0/policies/{policyId}', { path: { policyId }, body }, options),

/** Delete a policy. */
deletePolicy: (policyId: PathOf<'deletePolicy'>['policyId'], options: PatchOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/policies/{policyId}', { path: { policyId } }, options),

/** Report the teams that a policy affects. */
getPolicyReport: (policyId: PathOf<'getPolicyReport'>['policyId'], options: CallOptions = {}): Promise<AnswerOf<'getPolicyReport'>> =>
  call.body('GET', '/v1.0/policies/{policyId}/report', { path: { policyId } }, options),

/** List the teams that a policy is attached to. */
getPolicyTeams: (policyId: PathOf<'getPolicyTeams'>['policyId'], query: QueryOf<'getPolicyTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getPolicyTeams'>> =>
  call.body('GET', '/v1.0/policies/{policyId}/teams', { path: { policyId }, query }, options),

/** Attach a policy to a team. */
attachPolicy: (policyId: PathOf<'attachPolicy'>['policyId'], teamId: PathOf<'attachPolicy'>['teamId'], options: CallOptions = {}): Promise<void> =>
  call.none('PUT', '/v1.0/policies/{policyId}/teams/{teamId}', { path: { policyId, teamId } }, options),

/** Detach a policy from a team. */
detachPolicy: (policyId: PathOf<'detachPolicy'>['policyId'], teamId: PathOf<'detachPolicy'>['teamId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/policies/{policyId}/teams/{teamId}', { path: { policyId, teamId } }, options),
},

webhooks: {
/** Create a webhook. */
createHook: (body: BodyOf<'createHook'>, options: PostOptions = {}): Promise<AnswerOf<'createHook'>> =>
  call.body('POST', '/v1.0/hooks', { body }, options),

/** List webhooks. */
getHooks: (query: QueryOf<'getHooks'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getHooks'>> =>
  call.body('GET', '/v1.0/hooks', { query }, options),

/** Delete a webhook. */
deleteHook: (hookId: PathOf<'deleteHook'>['hookId'], options: CallOptions = {}): Promise<AnswerOf<'deleteHook'>> =>
  call.body('DELETE', '/v1.0/hooks/{hookId}', { path: { hookId } }, options),

/** Get a webhook. */
getHook: (hookId: PathOf<'getHook'>['hookId'], options: CallOptions = {}): Promise<AnswerOf<'getHook'>> =>
  call.body('GET', '/v1.0/hooks/{hookId}', { path: { hookId } }, options),

/** Change, disable or enable a webhook. */
updateHook: (hookId: PathOf<'updateHook'>['hookId'], body: BodyOf<'updateHook'>, options: PatchOptions = {}): Promise<AnswerOf<'updateHook'>> =>
  call.body('PATCH', '/v1.0/hooks/{hookId}', { path: { hookId }, body }, options),

/** Compute the signature of a message. */
generateHookSignature: (body: BodyOf<'generateHookSignature'>, options: PostOptions = {}): Promise<AnswerOf<'generateHookSignature'>> =>
  call.body('POST', '/v1.0/hooks/signature', { body }, options),

/** List the events that webhooks can subscribe to. */
getHooksEvents: (options: CallOptions = {}): Promise<AnswerOf<'getHooksEvents'>> =>
  call.body('GET', '/v1.0/hooks/events', {  }, options),

/** Replace the secret of a webhook. */
rotateHookSecret: (hookId: PathOf<'rotateHookSecret'>['hookId'], body?: BodyOf<'rotateHookSecret'>, options: PostOptions = {}): Promise<AnswerOf<'rotateHookSecret'>> =>
  call.body('POST', '/v1.0/hooks/{hookId}/secret', { path: { hookId }, body }, options),

/** Send a test message to a webhook. */
testHook: (hookId: PathOf<'testHook'>['hookId'], options: PostOptions = {}): Promise<AnswerOf<'testHook'>> =>
  call.body('POST', '/v1.0/hooks/{hookId}/test', { path: { hookId } }, options),

/** List the deliveries of a webhook. */
getHookDeliveries: (hookId: PathOf<'getHookDeliveries'>['hookId'], query: QueryOf<'getHookDeliveries'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getHookDeliveries'>> =>
  call.body('GET', '/v1.0/hooks/{hookId}/deliveries', { path: { hookId }, query }, options),

/** Get a delivery with its message and attempts. */
getHookDelivery: (hookId: PathOf<'getHookDelivery'>['hookId'], deliveryId: PathOf<'getHookDelivery'>['deliveryId'], options: CallOptions = {}): Promise<AnswerOf<'getHookDelivery'>> =>
  call.body('GET', '/v1.0/hooks/{hookId}/deliveries/{deliveryId}', { path: { hookId, deliveryId } }, options),

/** Redeliver a message. */
redeliverHookDelivery: (hookId: PathOf<'redeliverHookDelivery'>['hookId'], deliveryId: PathOf<'redeliverHookDelivery'>['deliveryId'], options: PostOptions = {}): Promise<AnswerOf<'redeliverHookDelivery'>> =>
  call.body('POST', '/v1.0/hooks/{hookId}/deliveries/{deliveryId}/redeliver', { path: { hookId, deliveryId } }, options),

/** Redeliver the messages of a time range. */
redeliverHookDeliveries: (hookId: PathOf<'redeliverHookDeliveries'>['hookId'], body: BodyOf<'redeliverHookDeliveries'>, options: PostOptions = {}): Promise<AnswerOf<'redeliverHookDeliveries'>> =>
  call.body('POST', '/v1.0/hooks/{hookId}/redeliver', { path: { hookId }, body }, options),
},

lifecycle: {
/** Get the lifecycle of a team. */
getTeamLifecycle: (teamId: PathOf<'getTeamLifecycle'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamLifecycle'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/lifecycle', { path: { teamId } }, options),

/** Renew a team. */
renewTeamLifecycle: (teamId: PathOf<'renewTeamLifecycle'>['teamId'], options: PostOptions = {}): Promise<AnswerOf<'renewTeamLifecycle'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/lifecycle/renew', { path: { teamId } }, options),

/** Simulate a lifecycle run. */
getLifecycleSimulation: (query: QueryOf<'getLifecycleSimulation'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getLifecycleSimulation'>> =>
  call.body('GET', '/v1.0/lifecycle/simulation', { query }, options),

/** List lifecycle runs. */
getLifecycleRuns: (query: QueryOf<'getLifecycleRuns'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getLifecycleRuns'>> =>
  call.body('GET', '/v1.0/lifecycle/runs', { query }, options),

/** Start a lifecycle run. */
startLifecycleRun: (options: PostOptions = {}): Promise<AnswerOf<'startLifecycleRun'>> =>
  call.body('POST', '/v1.0/lifecycle/runs', {  }, options),

/** Get a lifecycle run. */
getLifecycleRun: (runId: PathOf<'getLifecycleRun'>['runId'], options: CallOptions = {}): Promise<AnswerOf<'getLifecycleRun'>> =>
  call.body('GET', '/v1.0/lifecycle/runs/{runId}', { path: { runId } }, options),

/** List the outcomes of a lifecycle run by team. */
getLifecycleRunTeams: (runId: PathOf<'getLifecycleRunTeams'>['runId'], query: QueryOf<'getLifecycleRunTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getLifecycleRunTeams'>> =>
  call.body('GET', '/v1.0/lifecycle/runs/{runId}/teams', { path: { runId }, query }, options),
},

owners: {
/** List the requests to own a team. */
getOwnerRequests: (query: QueryOf<'getOwnerRequests'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getOwnerRequests'>> =>
  call.body('GET', '/v1.0/ownerRequests', { query }, options),

/** Accept to own a team. */
acceptOwnerRequest: (requestId: PathOf<'acceptOwnerRequest'>['requestId'], options: PostOptions = {}): Promise<AnswerOf<'acceptOwnerRequest'>> =>
  call.body('POST', '/v1.0/ownerRequests/{requestId}/accept', { path: { requestId } }, options),

/** Decline to own a team. */
declineOwnerRequest: (requestId: PathOf<'declineOwnerRequest'>['requestId'], options: PostOptions = {}): Promise<AnswerOf<'declineOwnerRequest'>> =>
  call.body('POST', '/v1.0/ownerRequests/{requestId}/decline', { path: { requestId } }, options),

/** List the searches for owners. */
getOwnerSearches: (query: QueryOf<'getOwnerSearches'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getOwnerSearches'>> =>
  call.body('GET', '/v1.0/ownerSearches', { query }, options),

/** Get the owners that a team needs. */
getTeamOwnership: (teamId: PathOf<'getTeamOwnership'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getTeamOwnership'>> =>
  call.body('GET', '/v1.0/teams/{teamId}/ownership', { path: { teamId } }, options),
},

directory: {
/** List the directory of teams. */
getDirectoryTeams: (query: QueryOf<'getDirectoryTeams'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getDirectoryTeams'>> =>
  call.body('GET', '/v1.0/directory/teams', { query }, options),

/** Get a team of the directory. */
getDirectoryTeam: (teamId: PathOf<'getDirectoryTeam'>['teamId'], options: CallOptions = {}): Promise<AnswerOf<'getDirectoryTeam'>> =>
  call.body('GET', '/v1.0/directory/teams/{teamId}', { path: { teamId } }, options),

/** Find teams that are similar to a requested one. */
findSimilarTeams: (body: BodyOf<'findSimilarTeams'>, options: PostOptions = {}): Promise<AnswerOf<'findSimilarTeams'>> =>
  call.body('POST', '/v1.0/directory/teams/similar', { body }, options),
},

joinRequests: {
/** Ask to join a team. */
createJoinRequest: (teamId: PathOf<'createJoinRequest'>['teamId'], body?: BodyOf<'createJoinRequest'>, options: PostOptions = {}): Promise<AnswerOf<'createJoinRequest'>> =>
  call.body('POST', '/v1.0/teams/{teamId}/joinRequests', { path: { teamId }, body }, options),

/** List the requests to join teams. */
getJoinRequests: (query: QueryOf<'getJoinRequests'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getJoinRequests'>> =>
  call.body('GET', '/v1.0/joinRequests', { query }, options),

/** List the calling user’s requests to join teams. */
getMyJoinRequests: (query: QueryOf<'getMyJoinRequests'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getMyJoinRequests'>> =>
  call.body('GET', '/v1.0/me/joinRequests', { query }, options),

/** Accept a request to join a team. */
acceptJoinRequest: (requestId: PathOf<'acceptJoinRequest'>['requestId'], body?: BodyOf<'acceptJoinRequest'>, options: PostOptions = {}): Promise<AnswerOf<'acceptJoinRequest'>> =>
  call.body('POST', '/v1.0/joinRequests/{requestId}/accept', { path: { requestId }, body }, options),

/** Decline a request to join a team. */
declineJoinRequest: (requestId: PathOf<'declineJoinRequest'>['requestId'], body?: BodyOf<'declineJoinRequest'>, options: PostOptions = {}): Promise<AnswerOf<'declineJoinRequest'>> =>
  call.body('POST', '/v1.0/joinRequests/{requestId}/decline', { path: { requestId }, body }, options),

/** Withdraw a request to join a team. */
withdrawJoinRequest: (requestId: PathOf<'withdrawJoinRequest'>['requestId'], options: PostOptions = {}): Promise<AnswerOf<'withdrawJoinRequest'>> =>
  call.body('POST', '/v1.0/joinRequests/{requestId}/withdraw', { path: { requestId } }, options),
},

reviews: {
/** List reviews of guests and members. */
getReviews: (query: QueryOf<'getReviews'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getReviews'>> =>
  call.body('GET', '/v1.0/reviews', { query }, options),

/** Get a review. */
getReview: (reviewId: PathOf<'getReview'>['reviewId'], options: CallOptions = {}): Promise<AnswerOf<'getReview'>> =>
  call.body('GET', '/v1.0/reviews/{reviewId}', { path: { reviewId } }, options),

/** List the people of a review. */
getReviewItems: (reviewId: PathOf<'getReviewItems'>['reviewId'], query: QueryOf<'getReviewItems'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getReviewItems'>> =>
  call.body('GET', '/v1.0/reviews/{reviewId}/items', { path: { reviewId }, query }, options),

/** Decide about people of a review. */
decideReview: (reviewId: PathOf<'decideReview'>['reviewId'], body: BodyOf<'decideReview'>, options: PostOptions = {}): Promise<AnswerOf<'decideReview'>> =>
  call.body('POST', '/v1.0/reviews/{reviewId}/decisions', { path: { reviewId }, body }, options),
},

apps: {
/** List apps. */
getApps: (query: QueryOf<'getApps'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getApps'>> =>
  call.body('GET', '/v1.0/apps', { query }, options),

/** Register an app. */
createApp: (body: BodyOf<'createApp'>, options: PostOptions = {}): Promise<AnswerOf<'createApp'>> =>
  call.body('POST', '/v1.0/apps', { body }, options),

/** Get an app. */
getApp: (appId: PathOf<'getApp'>['appId'], options: CallOptions = {}): Promise<AnswerOf<'getApp'>> =>
  call.body('GET', '/v1.0/apps/{appId}', { path: { appId } }, options),

/** Change an app. */
updateApp: (appId: PathOf<'updateApp'>['appId'], body: BodyOf<'updateApp'>, options: PatchOptions = {}): Promise<AnswerOf<'updateApp'>> =>
  call.body('PATCH', '/v1.0/apps/{appId}', { path: { appId }, body }, options),

/** Delete an app. */
deleteApp: (appId: PathOf<'deleteApp'>['appId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/apps/{appId}', { path: { appId } }, options),

/** Add a secret to an app. */
addAppSecret: (appId: PathOf<'addAppSecret'>['appId'], body?: BodyOf<'addAppSecret'>, options: PostOptions = {}): Promise<AnswerOf<'addAppSecret'>> =>
  call.body('POST', '/v1.0/apps/{appId}/secrets', { path: { appId }, body }, options),

/** Remove a secret from an app. */
removeAppSecret: (appId: PathOf<'removeAppSecret'>['appId'], secretId: PathOf<'removeAppSecret'>['secretId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/apps/{appId}/secrets/{secretId}', { path: { appId, secretId } }, options),

/** Replace the secrets of an app by a new one. */
rotateAppSecret: (appId: PathOf<'rotateAppSecret'>['appId'], options: PostOptions = {}): Promise<AnswerOf<'rotateAppSecret'>> =>
  call.body('POST', '/v1.0/apps/{appId}/rotate-secret', { path: { appId } }, options),
},

scimTokens: {
/** List the SCIM tokens. */
getScimTokens: (options: CallOptions = {}): Promise<AnswerOf<'getScimTokens'>> =>
  call.body('GET', '/v1.0/scim-tokens', {  }, options),

/** Create a SCIM token. */
createScimToken: (body: BodyOf<'createScimToken'>, options: PostOptions = {}): Promise<AnswerOf<'createScimToken'>> =>
  call.body('POST', '/v1.0/scim-tokens', { body }, options),

/** Revoke a SCIM token. */
deleteScimToken: (tokenId: PathOf<'deleteScimToken'>['tokenId'], options: CallOptions = {}): Promise<void> =>
  call.none('DELETE', '/v1.0/scim-tokens/{tokenId}', { path: { tokenId } }, options),
},

groups: {
/** List groups of the directory. */
getGroups: (query: QueryOf<'getGroups'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getGroups'>> =>
  call.body('GET', '/v1.0/groups', { query }, options),

/** List the groups of the calling user. */
getMyGroups: (options: CallOptions = {}): Promise<AnswerOf<'getMyGroups'>> =>
  call.body('GET', '/v1.0/me/groups', {  }, options),

/** List the members of a group. */
getGroupMembers: (groupId: PathOf<'getGroupMembers'>['groupId'], query: QueryOf<'getGroupMembers'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getGroupMembers'>> =>
  call.body('GET', '/v1.0/groups/{groupId}/members', { path: { groupId }, query }, options),
},

roles: {
/** List the roles that the service assigned. */
getRoles: (query: QueryOf<'getRoles'> = {}, options: CallOptions = {}): Promise<AnswerOf<'getRoles'>> =>
  call.body('GET', '/v1.0/roles', { query }, options),

/** Assign a role to a person or an app. */
assignRole: (principalId: PathOf<'assignRole'>['principalId'], role: PathOf<'assignRole'>['role'], body?: BodyOf<'assignRole'>, options: CallOptions = {}): Promise<Json<operations['assignRole']['responses'][200]> | Json<operations['assignRole']['responses'][202]>> =>
  call.body('PUT', '/v1.0/roles/{principalId}/{role}', { path: { principalId, role }, body }, options),

/** Remove a role from a person or an app. */
removeRole: (principalId: PathOf<'removeRole'>['principalId'], role: PathOf<'removeRole'>['role'], options: CallOptions = {}): Promise<Json<operations['removeRole']['responses'][202]> | undefined> =>
  call.body('DELETE', '/v1.0/roles/{principalId}/{role}', { path: { principalId, role } }, options),
},
});
