/** Every type of job. To add one, define it beside its command and list it here. */
import { archiveJob, unarchiveJob } from '../../domain/teams/team-jobs.ts';
import type { AnyJobDefinition } from '../../engine/jobs/define-job.ts';
import { describeJob, type Job, type JobRecord } from '../../engine/jobs/model.ts';
import { type ProvisioningJobData, provisioningJob } from '../provisioning/job.ts';

export const JOB_DEFINITIONS: readonly AnyJobDefinition[] = [provisioningJob, archiveJob, unarchiveJob];

/** What the types of jobs add to a published job's `data`. */
export type ShownJob = Job<ProvisioningJobData>;

/** Returns the published form of any job. */
export function showJob(job: JobRecord): ShownJob {
  const definition = JOB_DEFINITIONS.find(({ type }) => type === job.type);
  return describeJob(job, { describe: (record) => definition?.describe(record) ?? {} });
}
