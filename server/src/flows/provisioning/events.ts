/** Events and audit records of provisioning (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { Named } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { OneOf, Open } from '../../kernel/schema.ts';
import type { ProvisioningPlan } from './plan.ts';

export const provisioningTrail: Trail = { code: 'provisioning', category: 'Teams' };

/** A new job, with the name and template of its plan. */
type Requested = Pick<JobRecord, 'id' | 'requester'> & Pick<ProvisioningPlan, 'name' | 'template'>;

export const teamProvisioningRequested = defineRecords<Requested>(provisioningTrail, {
  target: ({ id, name }) => ({ type: 'job', id, displayName: name }),
  fields: {
    jobId: ({ id }) => id,
    templateId: ({ template }) => template.id,
    templateName: ({ template }) => template.displayName,
    templateVersion: ({ template }) => template.version,
    teamName: ({ name }) => name,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
  },
  people: { requesterName: 'requesterId' },
})('team_provisioning_requested');

/** Returns the team, or the job if no team was created. */
export const targetOfJob = ({ id, subjectId, plan }: JobRecord<ProvisioningPlan>) => {
  const displayName = plan?.name ?? '';
  return subjectId === null ? { type: 'job', id, displayName } : { type: 'team', id: subjectId, displayName };
};

const ofJob = defineRecords<JobRecord<ProvisioningPlan>>(provisioningTrail, {
  target: targetOfJob,
  fields: {
    jobId: ({ id }) => id,
    teamId: ({ subjectId }) => subjectId,
    teamName: ({ plan }) => plan?.name,
    templateId: ({ plan }) => plan?.template.id,
    templateName: ({ plan }) => plan?.template.displayName,
  },
});
export const teamProvisioningCancelled = ofJob('team_provisioning_cancelled', ['remove']);
export const teamProvisioningCleanedUp = ofJob('team_provisioning_cleaned_up', ['removed']);
export const teamProvisioningRetried = ofJob('team_provisioning_retried', ['errorStep']);

/** Fields shared by the definitions of the events about a template's own steps. */
const ofOwnStep = {
  category: 'Provisioning',
  payload: {
    team: Named,
    step: Open({ id: Type.String({ description: 'As the template names it' }) }),
    hook: Open({ id: Maybe(Type.String()), displayName: Type.String() }, { description: 'The webhook' }),
    template: Open({ id: Type.String(), name: Type.String() }),
    provisioning: Open({ id: Type.String({ description: 'The job’s id' }) }),
  },
  trail: provisioningTrail,
  record: {
    teamId: ({ team }: OfOwnStep) => team.id,
    teamName: ({ team }: OfOwnStep) => team.displayName,
    jobId: ({ provisioning }: OfOwnStep) => provisioning.id,
    templateId: ({ template }: OfOwnStep) => template.id,
    templateName: ({ template }: OfOwnStep) => template.name,
    stepId: ({ step }: OfOwnStep) => step.id,
    hookId: ({ hook }: OfOwnStep) => hook.id,
    hookName: ({ hook }: OfOwnStep) => hook.displayName,
  },
};

interface OfOwnStep {
  team: { id: string; displayName: string };
  step: { id: string };
  hook: { id?: string | null; displayName: string };
  template: { id: string; name: string };
  provisioning: { id: string };
}

export const provisioningStepStarted = defineEvent({
  ...ofOwnStep,
  code: 'provisioning_step_started',
  description:
    'A step of a template begins: Charter sends the plan and the answers to its webhook, and asks until the step is done.',
});

export const provisioningStepCompleted = defineEvent({
  ...ofOwnStep,
  code: 'provisioning_step_completed',
  description:
    'The receiver of a step of a template responded that it is done. A step that fails ends the job, which has an event of its own.',
});

export const teamProvisioningCompleted = defineEvent({
  code: 'team_provisioning_completed',
  category: 'Provisioning',
  description:
    'The building of a requested team ended, with success or without. A request that is rejected, withdrawn or not decided in time has an event of its own instead.',
  payload: {
    tenant: Open({
      id: Type.String(),
      initialDomainName: Type.String(),
      defaultDomainName: Type.String(),
    }),
    team: Open(
      { id: Maybe(Type.String()), displayName: Type.String() },
      { description: 'Without an id when none was made' },
    ),
    requester: Named,
    template: Open({ id: Type.String(), name: Type.String() }),
    metadata: Open({}, { description: 'As the request had it' }),
    provisioning: Open({
      id: Type.String({ description: 'The job’s id' }),
      status: OneOf(['completed', 'failed']),
    }),
  },
  trail: provisioningTrail,
  record: {
    teamId: ({ team }) => team.id,
    teamName: ({ team }) => team.displayName,
    jobId: ({ provisioning }) => provisioning.id,
    templateId: ({ template }) => template.id,
    templateName: ({ template }) => template.name,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
    status: ({ provisioning }) => provisioning.status,
  },
  people: { requesterName: 'requesterId', errorMessage: 'requesterId' },
  unpublished: ['errorCode', 'errorMessage', 'errorStep'],
  outcome: ({ provisioning }) => (provisioning.status === 'completed' ? 'success' : 'failure'),
});
