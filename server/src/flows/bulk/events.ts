/** Audit records of bulk jobs. A changed team has the record of the single change instead (docs/bulk.md). */
import { teamsTrail } from '../../domain/teams/events.ts';
import { defineRecord } from '../../engine/audit/define-record.ts';

const OF_JOB = ['jobId', 'action'] as const;
const COUNTS = [...OF_JOB, 'teams', 'done', 'skipped', 'failed'] as const;
const OF_TEAM = [...OF_JOB, 'teamId', 'teamName'] as const;

export const bulkRequested = defineRecord(teamsTrail, 'bulk_requested', [
  ...OF_JOB,
  'teams',
  'filter',
  'parameters',
]);
export const bulkCompleted = defineRecord(teamsTrail, 'bulk_completed', COUNTS);
export const bulkFailed = defineRecord(
  teamsTrail,
  'bulk_failed',
  [...COUNTS, 'errorCode', 'errorMessage', 'errorStep'],
  'failure',
);
export const bulkCancelled = defineRecord(teamsTrail, 'bulk_cancelled', COUNTS);
export const bulkRetried = defineRecord(teamsTrail, 'bulk_retried', COUNTS);

export const bulkTeamSkipped = defineRecord(teamsTrail, 'bulk_team_skipped', [...OF_TEAM, 'reason']);
export const bulkTeamFailed = defineRecord(
  teamsTrail,
  'bulk_team_failed',
  [...OF_TEAM, 'errorCode', 'errorMessage'],
  'failure',
);
