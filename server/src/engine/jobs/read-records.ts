/** Audit records of reads of jobs that others requested. */
import { defineRecords } from '../audit/define-record.ts';
import { securityTrail } from '../audit/rejected-calls.ts';
import type { JobRecord } from './model.ts';

type ReadJob = Pick<JobRecord, 'id' | 'subjectName' | 'requester'>;

/** Records that the caller has read a job that another person requested, its results by team, or its changes. */
export const jobRead = defineRecords<ReadJob>(securityTrail, {
  target: ({ id, subjectName }) => ({ type: 'job', id, displayName: subjectName ?? '' }),
  fields: {
    jobId: ({ id }) => id,
    requesterId: ({ requester }) => requester.id,
    requesterName: ({ requester }) => requester.displayName,
  },
  people: { requesterName: 'requesterId' },
})('job_read');

/** Records that the caller has read a page of the tenant's jobs that includes jobs of other requesters. */
export const jobsListed = defineRecords<object>(securityTrail, {
  target: () => ({ type: 'list', id: 'jobs', displayName: 'jobs' }),
  fields: {},
})('jobs_listed');
