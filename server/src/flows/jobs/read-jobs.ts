import { type Job, type JobSummary, summarizeJob } from '../../engine/jobs/describe-job.ts';
import type { JobPosition, JobQuery } from '../../engine/jobs/ports.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import type { BulkResult } from '../bulk/model.ts';
import type { BulkResultQuery } from '../bulk/ports.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findReadableJob } from './access.ts';
import { describeAnyJob } from './definition-of.ts';

/** Returns a page of jobs, newest first: the caller's own, or for an administrator all jobs of the tenant. */
export async function listJobs(
  { store }: { store: Store },
  principal: Principal,
  { conditions, ...query }: JobQuery,
): Promise<Page<JobSummary, JobPosition>> {
  const own = { field: 'requesterId', operator: 'eq', value: principal.id } as const;
  const jobs = await store.in(principal.tenantId).jobs.list({
    ...query,
    conditions: isAdmin(principal) ? conditions : [own, ...conditions],
  });
  const { items, next } = toPage(jobs, query.top, ({ id, createdAt }): JobPosition => ({ id, createdAt }));
  return { items: items.map(summarizeJob), next };
}

/**
 * Returns the published form of a job.
 * @throws NotFound also when the caller may not read it
 */
export async function getJob(
  deps: { store: Store },
  principal: Principal,
  input: { jobId: string },
): Promise<Job<ProvisioningJobData>> {
  return describeAnyJob(await findReadableJob(deps.store, principal, input.jobId));
}

/**
 * Returns a page of a bulk job's results by team, in the order of the request. Other jobs have no results.
 * @throws NotFound also when the caller may not read the job
 */
export async function listJobTeams(
  { store }: { store: Store },
  principal: Principal,
  query: BulkResultQuery,
): Promise<Page<BulkResult, number>> {
  const { id } = await findReadableJob(store, principal, query.jobId);
  const found = await store.in(principal.tenantId).bulkTeams.list({ ...query, jobId: id });
  return toPage(found, query.top, ({ position }) => position);
}
