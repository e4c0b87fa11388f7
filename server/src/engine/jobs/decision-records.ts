/** Audit records of the decisions of a second administrator (docs/your-own-organisation.md, "Four eyes"). */
import { defineRecords } from '../audit/define-record.ts';
import { OF_ACTOR } from '../audit/personal-texts.ts';
import { securityTrail } from '../audit/rejected-calls.ts';
import type { JobRecord } from './model.ts';

const ofDecision = defineRecords<JobRecord>(securityTrail, {
  target: ({ id, type }) => ({ type: 'job', id, displayName: type }),
  fields: {
    jobId: ({ id }) => id,
    jobType: ({ type }) => type,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
  },
  people: { requesterName: 'requesterId', message: OF_ACTOR },
});
export const changeApproved = ofDecision('change_approved', ['message']);
export const changeRejected = ofDecision('change_rejected', ['message']);
export const changeExpired = ofDecision('change_expired');
