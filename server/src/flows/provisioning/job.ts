/** Provisioning as a job: the steps of its plan, and what its end publishes. */
import type { Happening } from '../../engine/events/model.ts';
import { defineJob, failureFields } from '../../engine/jobs/define-job.ts';
import type { JobError, JobRecord } from '../../engine/jobs/model.ts';
import { teamProvisioningCompleted } from './events.ts';
import { type ProvisioningPlan, type ProvisioningStep, type ShownPlan, showPlan } from './plan.ts';
import { createChannels, createTabs, postWelcomeMessage } from './steps/channels.ts';
import { applySettings, installApps, setPicture, setSensitivityLabel } from './steps/configure-team.ts';
import { createTeam } from './steps/create-team.ts';
import { addMembers } from './steps/members.ts';
import { planOf, type Step, withPlan } from './steps/step.ts';

const STEPS: Record<ProvisioningStep, Step> = {
  createTeam,
  setSensitivityLabel,
  applySettings,
  createChannels,
  installApps,
  createTabs,
  setPicture,
  addRequester: addMembers,
  addRequestedMembers: addMembers,
  addPermanentMembers: addMembers,
  postWelcomeMessage,
};

/** Returns `team_provisioning_completed`, for success and failure. A team that was never created has no id. */
function completed(job: JobRecord<ProvisioningPlan>, error: JobError | undefined): Happening {
  const { organisation, name, template } = planOf(job);
  const { id, displayName } = job.requester;
  return teamProvisioningCompleted.happened({
    target:
      job.subjectId === null
        ? { type: 'job', id: job.id, displayName: name }
        : { type: 'team', id: job.subjectId, displayName: name },
    payload: {
      tenant: organisation,
      team: { id: job.subjectId, displayName: name },
      requester: { id, displayName },
      template: { id: template.id, name: template.displayName },
      metadata: job.request.metadata ?? {},
      provisioning: { id: job.id, status: error === undefined ? 'completed' : 'failed' },
    },
    unpublished: error && failureFields(error),
  });
}

export interface ProvisioningJobData {
  plan?: ShownPlan;
  approval?: { id: string };
  team?: { id: string };
}

export const provisioningJob = defineJob<ProvisioningPlan, ProvisioningJobData>({
  type: 'TeamProvisioning',
  steps: Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, withPlan(step)])),
  end: (job, error) => ({ events: [completed(job, error)], records: [] }),
  remains: (job) => (job.subjectId === null ? undefined : 'What was built until then is left as it is.'),
  describe: ({ plan, holdId, subjectId }) => ({
    ...(plan && { plan: showPlan(plan) }),
    ...(holdId !== null && { approval: { id: holdId } }),
    ...(subjectId !== null && { team: { id: subjectId } }),
  }),
});
