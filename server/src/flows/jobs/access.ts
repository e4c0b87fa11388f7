/** Who may read, cancel and retry jobs (docs/specification.md, section 4). */

import type { JobRecord } from '../../engine/jobs/model.ts';
import { hasAnyRole, isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { forbidden, hidden, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { isApproverOf } from '../approvals/access.ts';

const mayChangeJob = (principal: Principal, { requester }: JobRecord): boolean =>
  requester.id === principal.id || isAdmin(principal);

/** Whether the caller is an approver of the job's request. */
export async function isApproverOfJob(store: Store, principal: Principal, job: JobRecord): Promise<boolean> {
  if (job.holdId === null) return false;
  const approval = await store.in(principal.tenantId).approvals.find(job.holdId);
  return approval !== undefined && isApproverOf(approval, principal.id);
}

/** The requester, the approvers and administrators may read a job. */
const mayReadJob = async (store: Store, principal: Principal, job: JobRecord): Promise<boolean> =>
  mayChangeJob(principal, job) || (await isApproverOfJob(store, principal, job));

/** Whether the caller is the second administrator who may approve the job, or reject it. */
export const mayApproveJob = (principal: Principal, { secondApproval, requester }: JobRecord): boolean =>
  secondApproval !== null &&
  principal.kind === 'user' &&
  principal.id !== requester.id &&
  hasAnyRole(principal, secondApproval.roles);

/** @throws NotFound, with the same message whether the job does not exist or the caller may not read it */
export async function findReadableJob(store: Store, principal: Principal, jobId: string): Promise<JobRecord> {
  const job = await store.in(principal.tenantId).jobs.find(jobId);
  if (job === undefined) throw notFound('job', jobId);
  if (!(await mayReadJob(store, principal, job))) throw hidden('job', jobId);
  return job;
}

/** @throws NotFound, Forbidden */
export async function findChangeableJob(
  store: Store,
  principal: Principal,
  jobId: string,
): Promise<JobRecord> {
  const job = await findReadableJob(store, principal, jobId);
  if (!mayChangeJob(principal, job)) {
    throw forbidden(
      say('jobs.requesterOnly', 'Only the requester and administrators can cancel or retry a job.'),
    );
  }
  return job;
}
