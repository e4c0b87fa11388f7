import type { Job } from '../../engine/jobs/describe-job.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';
import { findReadableJob } from './access.ts';
import { describeAnyJob } from './definition-of.ts';

/**
 * Returns the published form of a job of the caller's tenant.
 * @throws NotFound also when the caller may not read it
 */
export async function getJob(
  deps: { store: Store },
  principal: Principal,
  input: { jobId: string },
): Promise<Job<ProvisioningJobData>> {
  return describeAnyJob(await findReadableJob(deps.store, principal, input.jobId));
}
