import { type AnyJobDefinition, findDefinition } from '../../engine/jobs/define-job.ts';
import { describeJob, type Job } from '../../engine/jobs/describe-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';

/** The job definitions that a command uses. */
export interface WithDefinitions {
  /** Default: all definitions. */
  definitions?: readonly AnyJobDefinition[];
}

/** Returns the definition of the job's type. */
export const definitionOf = (
  { type }: Pick<JobRecord, 'type'>,
  { definitions = JOB_DEFINITIONS }: WithDefinitions = {},
): AnyJobDefinition => findDefinition(definitions, type);

/** Returns the published form of a job. */
export const describeAnyJob = (job: JobRecord, deps: WithDefinitions = {}): Job<ProvisioningJobData> =>
  // The cast is safe: the definition of the job's type made its plan.
  describeJob(job as JobRecord<never>, definitionOf(job, deps));
