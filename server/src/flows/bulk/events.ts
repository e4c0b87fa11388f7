/** Audit records of bulk jobs. A changed team gets the record of the single operation instead (docs/bulk.md). */
import { teamsTrail } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { BulkTeam } from './model.ts';

type Subject = Pick<JobRecord, 'id'> & { bulk?: JobRecord['bulk'] };

const ofJob = {
  target: ({ id, bulk }: Subject) => ({
    type: 'job',
    id,
    displayName: `${bulk?.action} ${bulk?.count} teams`,
  }),
  fields: {
    jobId: ({ id }: Subject) => id,
    action: ({ bulk }: Subject) => bulk?.action,
    teams: ({ bulk }: Subject) => bulk?.count,
  },
  people: { errorMessage: OF_ACTOR },
};
const aboutCounts = defineRecords<Subject>(teamsTrail, {
  ...ofJob,
  fields: {
    ...ofJob.fields,
    done: ({ bulk }) => bulk?.done,
    skipped: ({ bulk }) => bulk?.skipped,
    failed: ({ bulk }) => bulk?.failed,
  },
});

export const bulkRequested = defineRecords<Subject>(teamsTrail, ofJob)('bulk_requested', [
  'filter',
  'parameters',
]);
export const bulkCompleted = aboutCounts('bulk_completed');
export const bulkFailed = aboutCounts('bulk_failed', ['errorCode', 'errorMessage', 'errorStep'], 'failure');
export const bulkCancelled = aboutCounts('bulk_cancelled');
export const bulkRetried = aboutCounts('bulk_retried');

const aboutTeam = defineRecords<Pick<BulkTeam, 'teamId' | 'displayName'> & { jobId: string; action: string }>(
  teamsTrail,
  {
    target: ({ teamId, displayName }) => ({ type: 'team', id: teamId, displayName: displayName ?? teamId }),
    fields: {
      jobId: ({ jobId }) => jobId,
      action: ({ action }) => action,
      teamId: ({ teamId }) => teamId,
      teamName: ({ displayName }) => displayName,
    },
    people: { errorMessage: OF_ACTOR },
  },
);
export const bulkTeamSkipped = aboutTeam('bulk_team_skipped', ['reason']);
export const bulkTeamFailed = aboutTeam('bulk_team_failed', ['errorCode', 'errorMessage'], 'failure');
