/** Audit records of what happens to a pending approval without a domain event. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { TRAILS } from '../../engine/audit/trails.ts';
import type { Actor } from '../../engine/principal.ts';
import { updatedName } from './events.ts';
import type { ApprovalRecord } from './model.ts';

type ApprovalTrail = (typeof TRAILS)['approvals'];
type Fields = { readonly [Field in ApprovalTrail['fields'][number]]?: unknown };

export const approvalAuditRecord = (
  type: 'team_creation_stage_approved' | 'team_creation_approval_delegated',
  approval: ApprovalRecord,
  by: { actor: Actor; requestId: string },
  fields: Fields,
): NewAuditRecord => ({
  trail: 'approvals',
  type,
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
