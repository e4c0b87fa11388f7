import type { ReadLog } from '../../engine/audit/read-log.ts';
import { type Job, type JobSummary, summarizeJob } from '../../engine/jobs/describe-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { JobPosition, JobQuery } from '../../engine/jobs/ports.ts';
import { jobRead, jobsListed } from '../../engine/jobs/read-records.ts';
import { type Actor, isAdmin, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { BulkResult } from '../bulk/model.ts';
import type { BulkResultQuery } from '../bulk/ports.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findReadableJob, isApproverOfJob, mayApproveJob } from './access.ts';
import { describeAnyJob } from './definition-of.ts';

export interface ReadJobDeps {
  store: Store;
  reads: ReadLog;
}

/** Whether another person or app made the request. Charter's own jobs are not requests. */
const isOfAnother = (requester: Actor, { id }: Principal): boolean =>
  requester.kind !== 'system' && requester.id !== id;

/**
 * Returns the stored job. Records the read when an administrator reads the request of somebody else without being an
 * approver of it.
 * @throws NotFound also when the caller may not read it
 */
export async function readJob(
  { store, reads }: ReadJobDeps,
  principal: Principal,
  context: RequestContext,
  jobId: string,
): Promise<JobRecord> {
  const job = await findReadableJob(store, principal, jobId);
  // Other callers may read only their own jobs, and the jobs of which they are approvers.
  if (isAdmin(principal) && isOfAnother(job.requester, principal)) {
    const isApprover = async () =>
      mayApproveJob(principal, job) || (await isApproverOfJob(store, principal, job));
    await reads.record(principal, context, jobRead, job, 'requests', isApprover);
  }
  return job;
}

/** Returns a page of jobs, newest first: the caller's own, or for an administrator all jobs of the tenant. */
export async function listJobs(
  { store, reads }: ReadJobDeps,
  principal: Principal,
  context: RequestContext,
  { conditions, ...query }: JobQuery,
): Promise<Page<JobSummary, JobPosition>> {
  const own = { field: 'requesterId', operator: 'eq', value: principal.id } as const;
  const jobs = await store.in(principal.tenantId).jobs.list({
    ...query,
    conditions: isAdmin(principal) ? conditions : [own, ...conditions],
  });
  const { items, next } = toPage(jobs, query.top, ({ id, createdAt }): JobPosition => ({ id, createdAt }));
  if (items.some(({ requester }) => isOfAnother(requester, principal))) {
    await reads.record(principal, context, jobsListed, {}, 'requests');
  }
  return { items: items.map(summarizeJob), next };
}

/**
 * Returns the published form of a job.
 * @throws NotFound also when the caller may not read it
 */
export async function getJob(
  deps: ReadJobDeps,
  principal: Principal,
  context: RequestContext,
  input: { jobId: string },
): Promise<Job<ProvisioningJobData>> {
  return describeAnyJob(await readJob(deps, principal, context, input.jobId));
}

/**
 * Returns a page of a bulk job's results by team, in the order of the request. Other jobs have no results.
 * @throws NotFound also when the caller may not read the job
 */
export async function listJobTeams(
  deps: ReadJobDeps,
  principal: Principal,
  context: RequestContext,
  query: BulkResultQuery,
): Promise<Page<BulkResult, number>> {
  const { id } = await readJob(deps, principal, context, query.jobId);
  const found = await deps.store.in(principal.tenantId).bulkTeams.list({ ...query, jobId: id });
  return toPage(found, query.top, ({ position }) => position);
}
