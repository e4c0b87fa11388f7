/** Combines the generated methods with methods that need several calls, such as paging. */
import { type Call, createCall } from './caller.ts';
import type { StreamOptions } from './events.ts';
import { createMethods } from './methods.ts';
import type * as models from './models.ts';
import type { CallOptions, ClientOptions, PostOptions } from './options.ts';
import { itemsOf, type Page } from './pages.ts';
import { addressOf, createTransport } from './transport.ts';
import { wait } from './wait.ts';
import type { WaitForJobOptions } from './wait-for-job.ts';
import type { JobChange, WatchJobOptions } from './watch-job.ts';

/** Turns a method that returns one page into a method that iterates over the items of all pages. */
const all =
  <Query extends object, Item>(getPage: (query: Query, options: CallOptions) => Promise<Page<Item>>) =>
  (query: Query = {} as Query, options: CallOptions = {}) =>
    itemsOf<Query, Item>(query, (page) => getPage(page, options));

/** Does the same as `all` for a collection of a nested resource, such as the files of a team's channel. */
const allInside =
  <Query extends object, Item>(
    getPage: (outer: string, inner: string, query: Query, options: CallOptions) => Promise<Page<Item>>,
  ) =>
  (outer: string, inner: string, query: Query = {} as Query, options: CallOptions = {}) =>
    itemsOf<Query, Item>(query, (page) => getPage(outer, inner, page, options));

/** Does the same as `all` for a collection that belongs to one resource. */
const allOf =
  <Query extends object, Item>(
    getPage: (id: string, query: Query, options: CallOptions) => Promise<Page<Item>>,
  ) =>
  (id: string, query: Query = {} as Query, options: CallOptions = {}) =>
    itemsOf<Query, Item>(query, (page) => getPage(id, page, options));

const DRY_RUN = { query: { dryRun: true } } as const;
/** A dry run changes nothing, so it needs no idempotency key. */
const WITHOUT_KEY: PostOptions = { idempotencyKey: false };

export interface CancelJobOptions extends PostOptions {
  /** Deletes everything that the job has built. By default, it stays. */
  remove?: boolean;
}

/** Returns the fields of the job that a `job` event contains. */
function toJobProgress(job: models.Job, log: string[]): models.JobProgress {
  const { id, status, progress, steps, team, cancellation, bulk, lastActionDateTime, data } = job;
  return {
    ...{ id, status, progress, steps, log, lastActionDateTime },
    team: team.id === undefined ? {} : { id: team.id },
    ...(data.error && { error: data.error }),
    ...(cancellation && { cancellation }),
    ...(bulk && { bulk }),
  };
}

type Methods = ReturnType<typeof createMethods>;

/** Adds paging, cancellation with removal, watching and waiting to the methods of jobs. */
const jobMethods = (call: Call, jobs: Methods['jobs'], pause: typeof wait) => ({
  ...jobs,
  list: all(jobs.getJobs),
  /** Iterates over the results of a bulk job by team. */
  teams: allOf(jobs.getJobTeams),
  /** Cancels a job. `remove` deletes what it has built. */
  cancelJob: (jobId: string, { remove = false, ...options }: CancelJobOptions = {}) =>
    call.body<models.Job>(
      'POST',
      '/v1.0/jobs/{jobId}/cancel',
      { path: { jobId }, query: { remove } },
      options,
    ),
  /** Yields the changes of a job as they happen, until it ends. Polls the job when no events arrive. */
  async *watchJob(
    jobId: string,
    watching: WatchJobOptions = {},
  ): AsyncGenerator<JobChange<models.JobProgress>, void, undefined> {
    const { watchJob } = await import('./watch-job.ts');
    const source = {
      events: (each: StreamOptions) => jobs.getJobEvents(jobId, each),
      load: (each: CallOptions) => jobs.getJob(jobId, each),
      toProgress: toJobProgress,
    };
    yield* watchJob(source, pause, watching);
  },
  /** Polls a job until it is completed or failed, with growing intervals, within the rate limit. */
  waitForJob: async (jobId: string, waiting: WaitForJobOptions<models.Job> = {}): Promise<models.Job> => {
    const { waitForJob } = await import('./wait-for-job.ts');
    return waitForJob((each) => jobs.getJob(jobId, each), pause, waiting);
  },
});

/**
 * Creates a client for one caller.
 * @throws TypeError when the address or the credentials are invalid
 */
export function createClient(options: ClientOptions) {
  const call = createCall(addressOf(options.baseUrl), createTransport(options));
  const methods = createMethods(call);
  const { teams, webhooks } = methods;
  return {
    ...methods,
    teams: {
      ...teams,
      list: all(teams.getTeams),
      /** Iterates over the teams of the calling user. */
      mine: all(teams.getMyTeams),
      members: allOf(teams.getTeamMembers),
      history: allOf(teams.getTeamHistory),
      /** Returns the plan of createTeamProvisioningJob with the verdict of each policy. Changes nothing. */
      planTeamProvisioning: (
        body: models.TeamProvisioningRequest,
        options: CallOptions = {},
      ): Promise<models.ProvisioningPlan> =>
        call.body('POST', '/v1.0/teams/provisioning', { ...DRY_RUN, body }, { ...options, ...WITHOUT_KEY }),
      /** Returns the teams that createTeamBulkJob would touch. Changes nothing. */
      previewTeamBulkJob: (
        body: models.TeamBulkRequest,
        options: CallOptions = {},
      ): Promise<models.TeamBulkPreview> =>
        call.body('POST', '/v1.0/teams/bulk', { ...DRY_RUN, body }, { ...options, ...WITHOUT_KEY }),
    },
    channels: {
      ...methods.channels,
      files: allInside(methods.channels.getTeamChannelFiles),
      violations: all(methods.channels.getChannelViolations),
      /** Returns the plan of createTeamChannelRequest with the verdict of each check. Changes nothing. */
      planChannelRequest: (
        teamId: string,
        body: models.ChannelProvisioningRequest,
        options: CallOptions = {},
      ): Promise<models.ChannelProvisioningPlan> =>
        call.body(
          'POST',
          '/v1.0/teams/{teamId}/channels/requests',
          { path: { teamId }, ...DRY_RUN, body },
          { ...options, ...WITHOUT_KEY },
        ),
    },
    jobs: jobMethods(call, methods.jobs, options.wait ?? wait),
    catalog: { ...methods.catalog, versions: allOf(methods.catalog.getCatalogTemplateVersions) },
    approvals: {
      ...methods.approvals,
      list: all(methods.approvals.getApprovals),
      /** Returns the plan of approveTeamCreation with the verdict of each policy. Decides nothing. */
      planApproval: (
        approvalRequestId: string,
        body: models.ApprovedApprovalResponsePayload = {},
        options: CallOptions = {},
      ): Promise<models.ProvisioningPlan> =>
        call.body(
          'POST',
          '/v1.0/approvals/{approvalRequestId}/approve',
          { path: { approvalRequestId }, ...DRY_RUN, body },
          { ...options, ...WITHOUT_KEY },
        ),
      /** Returns the plan of approveTeamCreation for a channel, with the verdict of each check. Decides nothing. */
      planChannelApproval: (
        approvalRequestId: string,
        body: models.ApprovedApprovalResponsePayload = {},
        options: CallOptions = {},
      ): Promise<models.ChannelProvisioningPlan> =>
        call.body(
          'POST',
          '/v1.0/approvals/{approvalRequestId}/approve',
          { path: { approvalRequestId }, ...DRY_RUN, body },
          { ...options, ...WITHOUT_KEY },
        ),
    },
    notifications: { ...methods.notifications, list: all(methods.notifications.getNotifications) },
    groups: {
      ...methods.groups,
      list: all(methods.groups.getGroups),
      members: allOf(methods.groups.getGroupMembers),
    },
    users: {
      ...methods.users,
      list: all(methods.users.getUsers),
      listLeavers: all(methods.users.getLeavers),
      /** Counts what eraseUser would change. Changes nothing. */
      previewUserErasure: (id: string, options: CallOptions = {}): Promise<models.UserErasurePreview> =>
        call.body(
          'POST',
          '/v1.0/users/{id}/erase',
          { path: { id }, ...DRY_RUN },
          { ...options, ...WITHOUT_KEY },
        ),
    },
    roles: { ...methods.roles, list: all(methods.roles.getRoles) },
    apps: { ...methods.apps, list: all(methods.apps.getApps) },
    audit: { ...methods.audit, records: allOf(methods.audit.getAuditTrailRecords) },
    policies: {
      ...methods.policies,
      list: all(methods.policies.getPolicies),
      teams: allOf(methods.policies.getPolicyTeams),
    },
    owners: {
      ...methods.owners,
      requests: all(methods.owners.getOwnerRequests),
      searches: all(methods.owners.getOwnerSearches),
    },
    lifecycle: {
      ...methods.lifecycle,
      list: all(methods.lifecycle.getLifecycleRuns),
      simulated: all(methods.lifecycle.getLifecycleSimulation),
      teams: allOf(methods.lifecycle.getLifecycleRunTeams),
    },
    reports: {
      ...methods.reports,
      teams: all(methods.reports.getTeamReport),
      guests: all(methods.reports.getGuestReport),
      requests: allOf(methods.reports.getRequestReport),
    },
    directory: { ...methods.directory, list: all(methods.directory.getDirectoryTeams) },
    joinRequests: {
      ...methods.joinRequests,
      list: all(methods.joinRequests.getJoinRequests),
      mine: all(methods.joinRequests.getMyJoinRequests),
    },
    reviews: {
      ...methods.reviews,
      list: all(methods.reviews.getReviews),
      items: allOf(methods.reviews.getReviewItems),
    },
    webhooks: {
      ...webhooks,
      list: all(webhooks.getHooks),
      deliveries: allOf(webhooks.getHookDeliveries),
      /** Resolves with the number of redelivered messages. */
      redeliverHookDeliveries: async (
        hookId: string,
        body: models.HookRedelivery,
        options: PostOptions = {},
      ) => (await webhooks.redeliverHookDeliveries(hookId, body, options)).count,
    },
  };
}

export type CharterClient = ReturnType<typeof createClient>;
