import { notFound } from '../../kernel/errors.ts';
import { isAdmin, type Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { describeJob, type Job, type JobRecord } from './model.ts';

/** Contract 4: its requester, and admin. */
export const mayReadJob = (principal: Principal, job: JobRecord): boolean =>
  job.requester.id === principal.id || isAdmin(principal);

/**
 * A job of the caller's tenant.
 * @throws NotFound also when the caller may not read it
 */
export async function getJob(
  deps: { store: Store },
  principal: Principal,
  input: { jobId: string },
): Promise<Job> {
  const job = await deps.store.in(principal.tenantId).jobs.find(input.jobId);
  if (job === undefined || !mayReadJob(principal, job)) throw notFound('job', input.jobId);
  return describeJob(job);
}
