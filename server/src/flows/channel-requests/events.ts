/** Events and audit records of requests for channels (docs/channels.md, "Requests by template"). */
import Type from 'typebox';
import { CHANNEL_MEMBERSHIP_TYPES } from '../../domain/channels/model.ts';
import { Named, teamSubject } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/model.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { OneOf, Open } from '../../kernel/schema.ts';
import { provisioningTrail } from '../provisioning/events.ts';
import type { ChannelPlan } from './plan.ts';

interface PlannedJob extends Pick<JobRecord, 'id' | 'requester'> {
  plan: ChannelPlan;
}

const targetOf = ({ id, plan }: PlannedJob) => ({ type: 'job', id, displayName: plan.channel.displayName });

const ofJob = defineRecords<PlannedJob>(provisioningTrail, {
  target: targetOf,
  fields: {
    jobId: ({ id }) => id,
    teamId: ({ plan }) => plan.team.id,
    teamName: ({ plan }) => plan.team.displayName,
    channelName: ({ plan }) => plan.channel.displayName,
    membershipType: ({ plan }) => plan.channel.membershipType,
    templateId: ({ plan }) => plan.template.id,
    templateName: ({ plan }) => plan.template.displayName,
    templateVersion: ({ plan }) => plan.template.version,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
  },
  people: { requesterName: 'requesterId' },
});
export const channelRequested = ofJob('channel_provisioning_requested');
export const channelProvisioningCancelled = ofJob('channel_provisioning_cancelled', ['remove']);
export const channelProvisioningCleanedUp = ofJob('channel_provisioning_cleaned_up', ['removed']);
export const channelProvisioningRetried = ofJob('channel_provisioning_retried', ['errorStep']);

export const channelProvisioningCompleted = defineEvent({
  code: 'channel_provisioning_completed',
  category: 'Provisioning',
  description:
    'The making of a requested channel ended, with success or without. A request that is rejected, withdrawn or not decided in time has an event of its own instead.',
  payload: {
    team: Named,
    channel: Open(
      {
        id: Maybe(Type.String()),
        displayName: Type.String(),
        membershipType: OneOf(CHANNEL_MEMBERSHIP_TYPES),
      },
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
  recipients: 'audience',
  subject: teamSubject.subject,
  trail: provisioningTrail,
  record: {
    ...teamSubject.record,
    channelId: ({ channel }) => channel.id,
    channelName: ({ channel }) => channel.displayName,
    membershipType: ({ channel }) => channel.membershipType,
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
