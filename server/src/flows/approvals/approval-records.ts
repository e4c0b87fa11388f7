/** Audit records of reads of approvals by callers who are neither the requester nor an approver. */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import { type ApprovalRecord, updatedTeam } from './model.ts';

export const approvalRead = defineRecords<ApprovalRecord>(securityTrail, {
  target: (approval) => ({ type: 'approval', id: approval.id, displayName: updatedTeam(approval).name }),
  fields: {
    approvalId: ({ id }) => id,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
  },
  people: { requesterName: 'requesterId' },
})('approval_read');

/** Records that the caller has read a page of the tenant's approvals, some of which do not involve the caller. */
export const approvalsListed = defineRecords<object>(securityTrail, {
  target: () => ({ type: 'list', id: 'approvals', displayName: 'approvals' }),
  fields: {},
})('approvals_listed');
