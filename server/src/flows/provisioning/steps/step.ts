import type { JobRecord } from '../../../engine/jobs/model.ts';
import type { StepOutcome } from '../../../engine/jobs/workflow.ts';
import type { Suite } from '../../../engine/suite.ts';
import type { ProvisioningPlan } from '../plan.ts';

/** What a step works with. Its effects are made under the plan's markers, so that a repetition adopts them. */
export interface StepContext {
  suite: Suite;
  tenantId: string;
  job: JobRecord;
  plan: ProvisioningPlan;
}

export type Step = (context: StepContext) => Promise<StepOutcome>;

/** The team, which the first step has made. */
export function teamIdOf(job: JobRecord): string {
  if (job.teamId === null) throw new Error(`Job ${job.id} has no team yet.`);
  return job.teamId;
}

/** `1 channel`, `2 channels`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
