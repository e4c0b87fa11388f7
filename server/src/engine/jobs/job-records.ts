/** What the audit trails say of jobs: that one was asked for, and how one ended that has no event for it. */
import type { AuditOutcome, AuditTarget, NewAuditRecord } from '../audit/model.ts';
import type { Actor } from '../principal.ts';
import type { JobError, JobRecord, JobType } from './model.ts';

interface Types {
  requested: NewAuditRecord['type'];
  /** Of a success that changed nothing, so that no event tells of it. */
  completed: NewAuditRecord['type'];
  failed: NewAuditRecord['type'];
}

const TYPES: Record<JobType, Types> = {
  TeamProvisioning: {
    requested: 'team_provisioning_requested',
    completed: 'team_provisioning_completed',
    failed: 'team_provisioning_completed',
  },
  TeamArchive: {
    requested: 'team_archive_requested',
    completed: 'team_archive_skipped',
    failed: 'team_archive_failed',
  },
  TeamUnarchive: {
    requested: 'team_unarchive_requested',
    completed: 'team_unarchive_skipped',
    failed: 'team_unarchive_failed',
  },
};

/** What of a job its records need. */
interface RecordedJob {
  id: string;
  type: JobType;
  requester: Actor;
  requestId: string;
}

function recordOf(
  job: RecordedJob,
  type: NewAuditRecord['type'],
  outcome: AuditOutcome,
  target: AuditTarget,
  fields: NewAuditRecord['fields'],
): NewAuditRecord {
  const { id, requester, requestId } = job;
  const trail = job.type === 'TeamProvisioning' ? 'provisioning' : 'teams';
  const all = { jobId: id, ...fields };
  return { trail, type, actor: requester, target, requestId, outcome, fields: all } as NewAuditRecord;
}

/** The record of the call that made the job. */
export const requestRecord = (
  job: RecordedJob,
  target: AuditTarget,
  fields: NewAuditRecord['fields'],
): NewAuditRecord => recordOf(job, TYPES[job.type].requested, 'success', target, fields);

/** The fields that an end adds to its record. */
export const failureFields = ({ code, message, step }: JobError) => ({
  errorCode: code,
  errorMessage: message,
  ...(step === null ? {} : { errorStep: step }),
});

/** The record of the end of a job, for an end that is no domain event. */
export function endRecord(job: JobRecord, error?: JobError): NewAuditRecord {
  const types = TYPES[job.type];
  const { team } = job.request as { team?: { displayName?: string } };
  const target: AuditTarget = job.teamId
    ? { type: 'team', id: job.teamId, displayName: team?.displayName ?? '' }
    : { type: 'job', id: job.id, displayName: job.type };
  const named = job.teamId ? { teamId: job.teamId, teamName: team?.displayName } : {};
  return error === undefined
    ? recordOf(job, types.completed, 'success', target, named)
    : recordOf(job, types.failed, 'failure', target, { ...named, ...failureFields(error) });
}
