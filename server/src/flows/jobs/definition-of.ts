import { type AnyJobDefinition, findDefinition } from '../../engine/jobs/define-job.ts';
import { describeJob, type Job } from '../../engine/jobs/describe-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import type { ProvisioningJobData } from '../provisioning/job.ts';

/** The dependencies of commands on the definitions of jobs. */
export interface WithDefinitions {
  /** Default: all. */
  definitions?: readonly AnyJobDefinition[];
}

/** Returns the definition of a job of this version. */
export const definitionOf = (
  { type }: Pick<JobRecord, 'type'>,
  { definitions = JOB_DEFINITIONS }: WithDefinitions = {},
): AnyJobDefinition => findDefinition(definitions, type);

/** Returns the published form of a job. */
export const describeAnyJob = (job: JobRecord, deps: WithDefinitions = {}): Job<ProvisioningJobData> =>
  // A job's plan is the one that its definition made.
  describeJob(job as JobRecord<never>, definitionOf(job, deps));
