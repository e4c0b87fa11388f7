import { type AnyJobDefinition, findDefinition } from '../../engine/jobs/define-job.ts';
import { describeJob, type Job } from '../../engine/jobs/describe-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';

/** Dependencies that can replace the job definitions, for tests. */
export interface WithDefinitions {
  /** Default: all definitions. */
  definitions?: readonly AnyJobDefinition[];
}

/** Returns the definition of the job's type. */
export const jobDefinitionOf = (
  { type }: Pick<JobRecord, 'type'>,
  { definitions = JOB_DEFINITIONS }: WithDefinitions = {},
): AnyJobDefinition => findDefinition(definitions, type);

/** Returns the published form of a job. */
export const describeAnyJob = (job: JobRecord, deps: WithDefinitions = {}): Job<ProvisioningJobData> =>
  // Safe cast: the plan was made by the definition of the job's type.
  describeJob(job as JobRecord<never>, jobDefinitionOf(job, deps));
