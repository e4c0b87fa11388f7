/** Provisioning as a job: the steps of its plan, and how it ends (contract 8 and 11). */

import type { Happening } from '../../engine/events/model.ts';
import type { JobError, JobRecord } from '../../engine/jobs/model.ts';
import { failureFields, type Workflow } from '../../engine/jobs/workflow.ts';
import type { Suite } from '../../engine/suite.ts';
import { teamProvisioningCompleted } from './events.ts';
import type { ProvisioningPlan, ProvisioningStep } from './plan.ts';
import { createChannels, createTabs, postWelcomeMessage } from './steps/channels.ts';
import { applySettings, installApps, setPicture, setSensitivityLabel } from './steps/configure-team.ts';
import { createTeam } from './steps/create-team.ts';
import { addMembers, isMemberStep, type MemberStep } from './steps/members.ts';
import type { Step } from './steps/step.ts';

const STEPS: Record<Exclude<ProvisioningStep, MemberStep>, Step> = {
  createTeam,
  setSensitivityLabel,
  applySettings,
  createChannels,
  installApps,
  createTabs,
  setPicture,
  postWelcomeMessage,
};

function planOf(job: JobRecord): ProvisioningPlan {
  if (job.plan === null) throw new Error(`Job ${job.id} has no plan.`);
  return job.plan;
}

/** `team_provisioning_completed`, whether it succeeded or not. A team that was never made has no id. */
function completed(job: JobRecord, error: JobError | undefined): Happening {
  const { organisation, name, template } = planOf(job);
  const { id, displayName } = job.requester;
  const team = { id: job.teamId, displayName: name };
  return teamProvisioningCompleted.happened({
    target:
      job.teamId === null
        ? { type: 'job', id: job.id, displayName: name }
        : { type: 'team', id: job.teamId, displayName: name },
    payload: {
      tenant: organisation,
      team,
      requester: { id, displayName },
      template: { id: template.id, name: template.displayName },
      metadata: job.request.metadata ?? {},
      provisioning: { id: job.id, status: error === undefined ? 'completed' : 'failed' },
    },
    unpublished: error && failureFields(error),
  });
}

export const provisioningWorkflow = (suite: Suite): Workflow => ({
  async perform(tenantId, job, step) {
    const context = { suite, tenantId, job, plan: planOf(job) };
    if (isMemberStep(step))
      return addMembers(context, job.steps.slice(job.ledger.length).filter(isMemberStep));
    return [await STEPS[step as Exclude<ProvisioningStep, MemberStep>](context)];
  },
  ended: (job, error) => ({ events: [completed(job, error)] }),
  remains: (job) => (job.teamId === null ? undefined : 'What was built until then is left as it is.'),
});
