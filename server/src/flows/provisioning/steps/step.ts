import type { Step as JobStep, StepContext as JobStepContext } from '../../../engine/jobs/define-job.ts';
import type { JobRecord } from '../../../engine/jobs/model.ts';
import type { ProvisioningPlan } from '../plan.ts';
import { withPersonNames } from './departed-people.ts';

/** The input of a step. Effects use the plan's markers, so that a repeated step adopts them. */
export interface StepContext extends JobStepContext<ProvisioningPlan> {
  plan: ProvisioningPlan;
}
export type Step = (context: StepContext) => ReturnType<JobStep>;

export const withPlan =
  (step: Step): JobStep<ProvisioningPlan> =>
  async (context) => {
    const plan = provisioningPlanOf(context.job);
    try {
      return await step({ ...context, plan });
    } catch (error) {
      throw withPersonNames(error, plan);
    }
  };

export function provisioningPlanOf(job: JobRecord<ProvisioningPlan>): ProvisioningPlan {
  if (job.plan === null) throw new Error(`Job ${job.id} has no plan.`);
  return job.plan;
}

export function teamIdOf(job: JobRecord<ProvisioningPlan>): string {
  if (job.subjectId === null) throw new Error(`Job ${job.id} has no team yet.`);
  return job.subjectId;
}
