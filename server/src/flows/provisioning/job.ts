/** The provisioning job: the steps of its plan, and the event at its end. */

import type { ProvisioningStep } from '../../domain/catalog/manifest-steps.ts';
import { teamDeleted } from '../../domain/teams/events.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import {
  defineJob,
  failureFields,
  type JobCleanup,
  type Step as JobStep,
} from '../../engine/jobs/define-job.ts';
import type { BuiltObject, JobError, JobRecord } from '../../engine/jobs/model.ts';
import { type Message, say } from '../../kernel/messages.ts';
import {
  targetOfJob,
  teamProvisioningCancelled,
  teamProvisioningCleanedUp,
  teamProvisioningCompleted,
  teamProvisioningRetried,
} from './events.ts';
import { type ProvisioningPlan, type ShownPlan, type Step, toShownPlan } from './plan.ts';
import { reclaimNames } from './reservations.ts';
import { createContents, createContentTabs } from './steps/contents.ts';
import { withPersonNames } from './steps/departed-people.ts';
import { addMembers } from './steps/members.ts';
import { callOwnStep } from './steps/own-step.ts';
import {
  applySettings,
  channelIdsOf,
  createChannels,
  createTabs,
  createTeam,
  installApps,
  postWelcomeMessage,
  setPicture,
  setSensitivityLabel,
} from './steps/team.ts';

function provisioningPlanOf(job: JobRecord<ProvisioningPlan>): ProvisioningPlan {
  if (job.plan === null) throw new Error(`Job ${job.id} has no plan.`);
  return job.plan;
}

/** Returns the objects that a provisioning has created, by the ledger of its job. */
function builtBy(job: JobRecord<ProvisioningPlan>): BuiltObject[] {
  const { plan, subjectId, ledger } = job;
  if (plan === null || subjectId === null) return [];
  const hasChannels = ledger.some(({ step }) => step === 'createChannels');
  const channelIds = hasChannels ? channelIdsOf({ job, plan }) : [];
  return [
    { type: 'team', id: subjectId, displayName: plan.name },
    ...channelIds.map((id, index) => ({
      type: 'channel',
      id,
      displayName: plan.channels[index]?.displayName ?? '',
    })),
  ];
}

/**
 * Deletes the team of a cancelled provisioning. Finds it by its marker, because a step may have created it without
 * recording it. Publishes no deletion for a team whose creation was not published.
 */
const removeTeam: JobCleanup<ProvisioningPlan> = async ({ suite, tenantId, job }) => {
  const plan = provisioningPlanOf(job);
  const isRemoved = await suite.teams.removeByMarker(tenantId, plan.marker);
  const deleted = say('provisioning.teamDeleted', "Deleted the team '{team}'.", { team: plan.name });
  const id = job.subjectId;
  if (id === null) {
    return {
      message: isRemoved ? deleted : say('provisioning.nothingBuilt', 'Nothing was built.'),
    };
  }
  // Uses the planned owners, because the suite can't list the owners of a deleted team.
  const owners = [...(plan.requester ? [plan.requester] : []), ...plan.owners, ...plan.permanentOwners];
  return {
    message: deleted,
    events: [
      teamDeleted.happened({
        target: { type: 'team', id, displayName: plan.name },
        payload: { team: { id, displayName: plan.name } },
        audience: [...new Set(owners.map((owner) => owner.id))],
      }),
    ],
  };
};

/** The steps by kind: a template's own steps are `ownStep:<id>`. */
const STEPS: Record<ProvisioningStep | 'ownStep', Step> = {
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
  createContents,
  createContentTabs,
  postWelcomeMessage,
  ownStep: callOwnStep,
};

const withPlan =
  (step: Step): JobStep<ProvisioningPlan> =>
  async (context) => {
    const plan = provisioningPlanOf(context.job);
    try {
      return await step({ ...context, plan });
    } catch (error) {
      throw withPersonNames(error, plan);
    }
  };

/** Builds `team_provisioning_completed`, for success and failure. A team that was not created has no id. */
function completed(job: JobRecord<ProvisioningPlan>, error: JobError | undefined): NewEvent {
  const { organisation, name, template } = provisioningPlanOf(job);
  const { id, displayName } = job.requester;
  return teamProvisioningCompleted.happened({
    target: targetOfJob(job),
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

const REMAINS = say('provisioning.remains', 'What was built until then is left as it is.');

/** Returns the log line about the objects that a failed job has left. */
function remainingText({ subjectId, left }: JobRecord<ProvisioningPlan>): Message | undefined {
  if (subjectId !== null) return REMAINS;
  const [first] = left ?? [];
  return (
    first &&
    say(
      'provisioning.leaves',
      "It has left the {type} '{name}' ({id}). Cancel the job with the removal of what was built to delete it.",
      { type: first.type, name: first.displayName, id: first.id ?? '' },
    )
  );
}

/** Names of the steps in the portal's wording. */
const NAMES: Record<ProvisioningStep, Message> & { ownStep: (id: string) => Message } = {
  createTeam: say('steps.createTeam', 'Create the team'),
  setSensitivityLabel: say('steps.setSensitivityLabel', 'Set the sensitivity label'),
  applySettings: say('steps.applySettings', 'Apply the settings'),
  createChannels: say('steps.createChannels', 'Create the channels'),
  installApps: say('steps.installApps', 'Install the apps'),
  createTabs: say('steps.createTabs', 'Create the tabs'),
  setPicture: say('steps.setPicture', 'Set the picture'),
  addRequester: say('steps.addRequester', 'Add the requester'),
  addRequestedMembers: say('steps.addRequestedMembers', 'Add the requested owners and members'),
  addPermanentMembers: say('steps.addPermanentMembers', 'Add the permanent owners and members'),
  createContents: say('steps.createContents', 'Create the files and plans'),
  createContentTabs: say('steps.createContentTabs', 'Create the tabs of the files and plans'),
  postWelcomeMessage: say('steps.postWelcomeMessage', 'Post the welcome message'),
  ownStep: (id) => say('steps.ownStep', 'Own step {id}', { id }),
};

export const provisioningJob = defineJob<ProvisioningPlan, ProvisioningJobData>({
  type: 'TeamProvisioning',
  steps: Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, withPlan(step)])),
  names: NAMES,
  end: (job, error) => ({ events: [completed(job, error)], records: [] }),
  remains: remainingText,
  built: builtBy,
  remove: removeTeam,
  cancelled: (job, cause, remove) => teamProvisioningCancelled.record(job, cause, { remove }),
  cleanedUp: (job, cause, removed) => teamProvisioningCleanedUp.record(job, cause, { removed }),
  retried: (job, cause) => teamProvisioningRetried.record(job, cause, { errorStep: job.error?.step }),
  reclaim: reclaimNames,
  describe: ({ plan, holdId, subjectId }) => ({
    ...(plan && { plan: toShownPlan(plan) }),
    ...(holdId !== null && { approval: { id: holdId } }),
    ...(subjectId !== null && { team: { id: subjectId } }),
  }),
});
