/** Audit records of changes of a pending approval that have no domain event. */
import { defineRecord, type RecordDefinition } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Actor } from '../../engine/principal.ts';
import { approvalsTrail, updatedName } from './events.ts';
import type { ApprovalRecord } from './model.ts';

const OF_PENDING = [
  'approvalId',
  'jobId',
  'templateId',
  'templateName',
  'teamName',
  'requesterId',
  'requesterName',
  'stage',
] as const;

export const stageApproved = defineRecord(approvalsTrail, 'team_creation_stage_approved', [
  ...OF_PENDING,
  'approverId',
  'message',
]);

export const approvalDelegated = defineRecord(approvalsTrail, 'team_creation_approval_delegated', [
  ...OF_PENDING,
  'delegateId',
  'delegateName',
  'message',
]);

export const approvalAuditRecord = <Field extends string>(
  definition: RecordDefinition<Field | (typeof OF_PENDING)[number]>,
  approval: ApprovalRecord,
  by: { actor: Actor; requestId: string },
  fields: { readonly [Name in Field]?: unknown },
): NewAuditRecord =>
  definition.record({
    ...by,
    target: { type: 'approval', id: approval.id, displayName: updatedName(approval) },
    fields: {
      approvalId: approval.id,
      jobId: approval.jobId,
      templateId: approval.template.id,
      templateName: approval.template.name,
      teamName: updatedName(approval),
      requesterId: approval.requester.id,
      requesterName: approval.requester.displayName,
      stage: approval.stage + 1,
      ...fields,
    },
  });
