/** The client: what is called how, over the paths of the OpenAPI document. */
import createFetchClient from 'openapi-fetch';
import { type Api, bodyOf, createToInit, fillPath, locatedId, type ToInit } from './caller.ts';
import { apps, roles } from './identity.ts';
import { lifecycle } from './lifecycle.ts';
import type * as models from './models.ts';
import type { CallOptions, ClientOptions, PatchOptions, PostOptions } from './options.ts';
import { itemsOf } from './pages.ts';
import { policies } from './policies.ts';
import type { paths } from './schema.ts';
import { addressOf, createTransport } from './transport.ts';
import { type Wait, wait as waitForReal } from './wait.ts';
import { type WaitForJobOptions, waitForJob } from './wait-for-job.ts';
import { webhooks } from './webhooks.ts';

function teams(api: Api, init: ToInit) {
  return {
    getTeam: (teamId: string, options: CallOptions = {}): Promise<models.Team> =>
      bodyOf(api.GET('/v1.0/teams/{teamId}', { ...init(options), params: { path: { teamId } } })),

    updateTeam: async (teamId: string, body: models.TeamPatch, options: PatchOptions = {}): Promise<void> => {
      await bodyOf(
        api.PATCH('/v1.0/teams/{teamId}', { ...init(options), params: { path: { teamId } }, body }),
      );
    },

    deleteTeam: async (teamId: string, options: CallOptions = {}): Promise<void> => {
      await bodyOf(api.DELETE('/v1.0/teams/{teamId}', { ...init(options), params: { path: { teamId } } }));
    },

    /** Starts a job; see `jobs.waitForJob`. */
    archiveTeam: async (
      teamId: string,
      body?: models.ArchiveTeamPayload,
      options: PostOptions = {},
    ): Promise<models.AcceptedJob> => ({
      jobId: await locatedId(
        api.POST('/v1.0/teams/{teamId}/archive', {
          ...init(options),
          params: { path: { teamId } },
          ...(body === undefined ? {} : { body }),
        }),
      ),
    }),

    /** Starts a job; see `jobs.waitForJob`. */
    unarchiveTeam: async (teamId: string, options: PostOptions = {}): Promise<models.AcceptedJob> => ({
      jobId: await locatedId(
        api.POST('/v1.0/teams/{teamId}/unarchive', { ...init(options), params: { path: { teamId } } }),
      ),
    }),

    addTeamMember: (
      teamId: string,
      body: models.TeamMembershipPayload,
      options: PostOptions = {},
    ): Promise<models.TeamMember> =>
      bodyOf(
        api.POST('/v1.0/teams/{teamId}/members', { ...init(options), params: { path: { teamId } }, body }),
      ),

    /** Starts a job; see `jobs.waitForJob`. */
    createTeamProvisioningJob: (
      body: models.TeamProvisioningRequest,
      options: PostOptions = {},
    ): Promise<models.Job> =>
      bodyOf(api.POST('/v1.0/teams/provisioning', { ...init(options), body })) as Promise<models.Job>,

    /** What createTeamProvisioningJob would do, and each policy's verdict; changes nothing. */
    planTeamProvisioning: (
      body: models.TeamProvisioningRequest,
      options: CallOptions = {},
    ): Promise<models.ProvisioningPlan> =>
      bodyOf(
        api.POST('/v1.0/teams/provisioning', {
          ...init(options),
          params: { query: { dryRun: 'true' } },
          body,
        }),
      ) as Promise<models.ProvisioningPlan>,
  };
}

function channels(api: Api, init: ToInit) {
  return {
    getTeamChannels: (teamId: string, options: CallOptions = {}): Promise<models.TeamChannel[]> =>
      bodyOf(api.GET('/v1.0/teams/{teamId}/channels', { ...init(options), params: { path: { teamId } } })),

    getTeamPrimaryChannel: (teamId: string, options: CallOptions = {}): Promise<models.TeamChannel> =>
      bodyOf(
        api.GET('/v1.0/teams/{teamId}/channels/primary', { ...init(options), params: { path: { teamId } } }),
      ),

    createTeamChannel: (
      teamId: string,
      body: models.TeamChannelPayload,
      options: PostOptions = {},
    ): Promise<models.TeamChannel> =>
      bodyOf(
        api.POST('/v1.0/teams/{teamId}/channels', { ...init(options), params: { path: { teamId } }, body }),
      ),

    getTeamChannelTabs: (
      teamId: string,
      channelId: string,
      options: CallOptions = {},
    ): Promise<models.TeamChannelTab[]> =>
      bodyOf(
        api.GET('/v1.0/teams/{teamId}/channels/{channelId}/tabs', {
          ...init(options),
          params: { path: { teamId, channelId } },
        }),
      ),

    createTeamChannelTab: (
      teamId: string,
      channelId: string,
      body: models.TeamChannelTabPayload,
      options: PostOptions = {},
    ): Promise<models.TeamChannelTab> =>
      bodyOf(
        api.POST('/v1.0/teams/{teamId}/channels/{channelId}/tabs', {
          ...init(options),
          params: { path: { teamId, channelId } },
          body,
        }),
      ),
  };
}

function catalog(api: Api, init: ToInit) {
  return {
    getCatalogTemplates: (
      query: models.TemplateQuery = {},
      options: CallOptions = {},
    ): Promise<models.CatalogTemplates> =>
      bodyOf(api.GET('/v1.0/catalog/templates', { ...init(options), params: { query } })),

    getMyCatalogTemplates: (
      query: models.TemplateQuery = {},
      options: CallOptions = {},
    ): Promise<models.CatalogTemplates> =>
      bodyOf(api.GET('/v1.0/me/catalog/templates', { ...init(options), params: { query } })),

    applyCatalogTemplate: (
      body: models.TemplateManifestPayload,
      options: PostOptions = {},
    ): Promise<models.AppliedTemplate> =>
      bodyOf(api.POST('/v1.0/catalog/templates', { ...init(options), body })),

    exportCatalogTemplate: (
      templateId: string,
      query: models.ManifestQuery = {},
      options: CallOptions = {},
    ): Promise<models.ExportedManifest> =>
      bodyOf(
        api.GET('/v1.0/catalog/templates/{templateId}/manifest', {
          ...init(options),
          params: { path: { templateId }, query },
        }),
      ),
  };
}

function jobs(api: Api, init: ToInit, wait: Wait) {
  const getJob = (jobId: string, options: CallOptions = {}): Promise<models.Job> =>
    bodyOf(api.GET('/v1.0/jobs/{jobId}', { ...init(options), params: { path: { jobId } } }));
  return {
    getJob,

    /** The job when it is completed or failed; asked for ever less often, within the caller's rate limit. */
    waitForJob: (jobId: string, options: WaitForJobOptions<models.Job> = {}): Promise<models.Job> =>
      waitForJob((call) => getJob(jobId, call), wait, options),
  };
}

function approvals(api: Api, init: ToInit) {
  const getApprovals = (
    query: models.ApprovalQuery = {},
    options: CallOptions = {},
  ): Promise<models.Approvals> => bodyOf(api.GET('/v1.0/approvals', { ...init(options), params: { query } }));
  const at = (approvalRequestId: string) => ({ params: { path: { approvalRequestId } } });
  return {
    /** One page. */
    getApprovals,

    /** Every approval the query finds, page by page. */
    list: (query: models.ApprovalQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.ApprovalQuery, models.Approval>(query, (page) => getApprovals(page, options)),

    getApproval: (approvalId: string, options: CallOptions = {}): Promise<models.Approval> =>
      bodyOf(api.GET('/v1.0/approvals/{approvalRequestId}', { ...init(options), ...at(approvalId) })),

    approveTeamCreation: async (
      approvalId: string,
      body?: models.ApprovedApprovalResponsePayload,
      options: PostOptions = {},
    ): Promise<void> => {
      const call = { ...init(options), ...at(approvalId), ...(body === undefined ? {} : { body }) };
      await bodyOf(api.POST('/v1.0/approvals/{approvalRequestId}/approve', call));
    },

    rejectTeamCreation: async (
      approvalId: string,
      body?: models.RejectedApprovalResponsePayload,
      options: PostOptions = {},
    ): Promise<void> => {
      const call = { ...init(options), ...at(approvalId), ...(body === undefined ? {} : { body }) };
      await bodyOf(api.POST('/v1.0/approvals/{approvalRequestId}/reject', call));
    },

    /** By an approver who is still to decide. */
    delegateApproval: async (
      approvalId: string,
      body: models.DelegateApprovalPayload,
      options: PostOptions = {},
    ): Promise<void> => {
      const call = { ...init(options), ...at(approvalId), body };
      await bodyOf(api.POST('/v1.0/approvals/{approvalRequestId}/delegate', call));
    },

    /** By who asked for the team, while nobody has decided. */
    cancelApproval: async (
      approvalId: string,
      body?: models.CancelApprovalPayload,
      options: PostOptions = {},
    ): Promise<void> => {
      const call = { ...init(options), ...at(approvalId), ...(body === undefined ? {} : { body }) };
      await bodyOf(api.POST('/v1.0/approvals/{approvalRequestId}/cancel', call));
    },
  };
}

function notifications(api: Api, init: ToInit) {
  const getNotifications = (
    query: models.NotificationQuery = {},
    options: CallOptions = {},
  ): Promise<models.Notifications> =>
    bodyOf(api.GET('/v1.0/notifications', { ...init(options), params: { query } }));
  return {
    /** One page. */
    getNotifications,

    /** Everything the calling person was told, page by page. */
    list: (query: models.NotificationQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.NotificationQuery, models.Notification>(query, (page) =>
        getNotifications(page, options),
      ),

    markNotificationRead: async (notificationId: string, options: PostOptions = {}): Promise<void> => {
      const path = { notificationId };
      await bodyOf(
        api.POST('/v1.0/notifications/{notificationId}/read', { ...init(options), params: { path } }),
      );
    },
  };
}

function users(api: Api, init: ToInit) {
  const getUsers = (query: models.UserQuery = {}, options: CallOptions = {}): Promise<models.Users> =>
    bodyOf(api.GET('/v1.0/users', { ...init(options), params: { query } }));
  return {
    /** One page. */
    getUsers,

    /** Every user the query finds, page by page. */
    list: (query: models.UserQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.UserQuery, models.User>(query, (page) => getUsers(page, options)),

    /** At most 1,000 people a call. */
    importUsers: (body: models.UserImport, options: PostOptions = {}): Promise<models.UserImportResult> =>
      bodyOf(api.POST('/v1.0/users/import', { ...init(options), body })),
  };
}

function labels(api: Api, init: ToInit) {
  return {
    getMyLabels: (options: CallOptions = {}): Promise<models.Labels> =>
      bodyOf(api.GET('/v1.0/me/labels', { ...init(options) })),
  };
}

function audit(api: Api, init: ToInit) {
  const getAuditTrailRecords = (
    code: string,
    query: models.AuditQuery = {},
    options: CallOptions = {},
  ): Promise<models.AuditTrailRecords> =>
    bodyOf(
      api.GET('/v1.0/audittrails/{code}/records', {
        ...init(options),
        params: { path: { code }, query },
      }),
    );
  return {
    getAuditTrails: (options: CallOptions = {}): Promise<models.AuditTrails> =>
      bodyOf(api.GET('/v1.0/audittrails', { ...init(options) })),

    /** One page. */
    getAuditTrailRecords,

    /** Every record the query finds, page by page. */
    records: (code: string, query: models.AuditQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.AuditQuery, models.AuditTrailRecord>(query, (page) =>
        getAuditTrailRecords(code, page, options),
      ),

    /** Public keys of the checkpoints. */
    getAuditKeys: (options: CallOptions = {}): Promise<models.AuditKeys> =>
      bodyOf(api.GET('/v1.0/audittrails/keys', { ...init(options) })),
  };
}

/**
 * A client for one caller.
 * @throws TypeError when the address or the credentials make no sense.
 */
export function createClient(options: ClientOptions) {
  const api = createFetchClient<paths>({
    baseUrl: addressOf(options.baseUrl),
    pathSerializer: fillPath,
  });
  const init = createToInit(createTransport(options));
  return {
    teams: teams(api, init),
    channels: channels(api, init),
    catalog: catalog(api, init),
    jobs: jobs(api, init, options.wait ?? waitForReal),
    approvals: approvals(api, init),
    notifications: notifications(api, init),
    users: users(api, init),
    roles: roles(api, init),
    apps: apps(api, init),
    labels: labels(api, init),
    audit: audit(api, init),
    policies: policies(api, init),
    lifecycle: lifecycle(api, init),
    webhooks: webhooks(api, init),
  };
}

export type CharterClient = ReturnType<typeof createClient>;
