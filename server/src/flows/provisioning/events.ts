/** Events and audit records of provisioning (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { Named } from '../../domain/teams/events.ts';
import { defineRecord } from '../../engine/audit/define-record.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { defineEvent } from '../../engine/events/define-event.ts';
import { Maybe } from '../../engine/events/payload.ts';
import { OneOf, Open } from '../../kernel/schema.ts';

export const provisioningTrail: Trail = { code: 'provisioning', category: 'Teams' };

export const teamProvisioningRequested = defineRecord(provisioningTrail, 'team_provisioning_requested', [
  'jobId',
  'templateId',
  'templateName',
  'templateVersion',
  'teamName',
  'requesterId',
  'requesterName',
]);

const OF_JOB = ['jobId', 'teamId', 'teamName', 'templateId', 'templateName'] as const;

export const teamProvisioningCancelled = defineRecord(provisioningTrail, 'team_provisioning_cancelled', [
  ...OF_JOB,
  'remove',
]);

export const teamProvisioningCleanedUp = defineRecord(provisioningTrail, 'team_provisioning_cleaned_up', [
  ...OF_JOB,
  'removed',
]);

export const teamProvisioningRetried = defineRecord(provisioningTrail, 'team_provisioning_retried', [
  ...OF_JOB,
  'errorStep',
]);

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
  unpublished: ['errorCode', 'errorMessage', 'errorStep'],
  outcome: ({ provisioning }) => (provisioning.status === 'completed' ? 'success' : 'failure'),
});
