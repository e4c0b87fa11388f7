import { describeJob, type Job, type JobRecord } from '../../engine/jobs/model.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { hidden, notFound } from '../../kernel/errors.ts';
import { isApproverOf } from '../approvals/access.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';

/** The requester, the approvers and administrators may (docs/specification.md, section 4). */
async function mayReadJob(store: Store, principal: Principal, job: JobRecord): Promise<boolean> {
  if (job.requester.id === principal.id || isAdmin(principal)) return true;
  if (job.holdId === null) return false;
  const approval = await store.in(principal.tenantId).approvals.find(job.holdId);
  return approval !== undefined && isApproverOf(approval, principal.id);
}

/**
 * Returns the published form of a job of the caller's tenant.
 * @throws NotFound also when the caller may not read it
 */
export async function getJob(
  deps: { store: Store },
  principal: Principal,
  input: { jobId: string },
): Promise<Job<ProvisioningJobData>> {
  const { store } = deps;
  const job = await store.in(principal.tenantId).jobs.find(input.jobId);
  if (job === undefined) throw notFound('job', input.jobId);
  if (!(await mayReadJob(store, principal, job))) throw hidden('job', input.jobId);
  const definition = JOB_DEFINITIONS.find(({ type }) => type === job.type);
  return describeJob(job as JobRecord<never>, { describe: (record) => definition?.describe(record) ?? {} });
}
