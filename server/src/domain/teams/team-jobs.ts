/** Archiving and unarchiving a team as jobs. The commands decide first who may ask for them. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { defineJob, failureFields, type JobEnd, type Step } from '../../engine/jobs/define-job.ts';
import { type JobError, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { firstRecord, type NewJob } from '../../engine/jobs/ports.ts';
import type { Performer, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';

export type TeamJobType = 'TeamArchive' | 'TeamUnarchive';

export interface TeamJobInput {
  type: TeamJobType;
  team: { id: string; displayName: string };
  /** For archiving: members may only read the team's site afterwards. */
  siteReadOnly?: boolean;
}

/** What such a job keeps as its request. */
interface TeamJobRequest {
  team: { id: string; displayName: string };
  shouldSetSpoSiteReadOnlyForMembers?: boolean;
}

const STEPS: Record<TeamJobType, string> = { TeamArchive: 'archiveTeam', TeamUnarchive: 'unarchiveTeam' };

function requestedRecord(job: NewJob, { team, shouldSetSpoSiteReadOnlyForMembers }: TeamJobRequest) {
  return {
    trail: 'teams',
    type: job.type === 'TeamArchive' ? 'team_archive_requested' : 'team_unarchive_requested',
    actor: job.requester,
    target: { type: 'team', ...team },
    requestId: job.requestId,
    fields: {
      jobId: job.id,
      teamId: team.id,
      teamName: team.displayName,
      siteReadOnly: shouldSetSpoSiteReadOnlyForMembers,
    },
  } as const satisfies NewAuditRecord;
}

/**
 * Writes the job and queues it in the caller's transaction. Returns the job; a call repeated under the same
 * operation id gets the first one's job.
 */
export async function enqueueTeamJob(
  unit: UnitOfWork,
  principal: Performer,
  context: RequestContext,
  input: TeamJobInput,
  at: Date,
): Promise<JobRecord> {
  const { id, kind, displayName } = principal;
  const request: TeamJobRequest = {
    team: input.team,
    ...(input.type === 'TeamArchive' && {
      shouldSetSpoSiteReadOnlyForMembers: input.siteReadOnly ?? false,
    }),
  };
  const job: NewJob = {
    id: context.operationId,
    type: input.type,
    requester: { id, kind, displayName },
    requestId: context.requestId,
    request,
    plan: null,
    steps: [STEPS[input.type]],
    log: [logLine(at, 'Queued.')],
    subjectId: input.team.id,
  };
  if (await unit.jobs.add(job, at, requestedRecord(job, request))) {
    await unit.queue.runJob({ tenantId: principal.tenantId, jobId: job.id });
    return firstRecord(job, at);
  }
  const existing = await unit.jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} existed a moment ago and is gone.`);
  return existing;
}

const requestOf = (job: JobRecord): TeamJobRequest => job.request as unknown as TeamJobRequest;

/**
 * Whether somebody else archived or unarchived the team. In a later run the change may be this job's own: an
 * earlier run may have ended between the change and its record.
 */
const isByOthers = (job: JobRecord, hasChanged: boolean): boolean => !hasChanged && job.attempt === 1;

const archiveStep: Step = async ({ suite, tenantId, job }) => {
  const { team, shouldSetSpoSiteReadOnlyForMembers: siteReadOnly = false } = requestOf(job);
  const hasChanged = await suite.teams.archive(tenantId, team.id, { siteReadOnly });
  if (isByOthers(job, hasChanged)) return { status: 'skipped', message: 'The team was archived already.' };
  return {
    message: siteReadOnly
      ? 'Archived the team and made its site read-only for members.'
      : 'Archived the team.',
  };
};

const unarchiveStep: Step = async ({ suite, tenantId, job }) => {
  const hasChanged = await suite.teams.unarchive(tenantId, requestOf(job).team.id);
  return isByOthers(job, hasChanged)
    ? { status: 'skipped', message: 'The team was not archived.' }
    : { message: 'Unarchived the team.' };
};

/** Types of the event and the records of an end. `skipped` and `failed` have no event. */
interface EndTypes {
  done: 'team_archived' | 'team_unarchived';
  skipped: 'team_archive_skipped' | 'team_unarchive_skipped';
  failed: 'team_archive_failed' | 'team_unarchive_failed';
}

function endOf(job: JobRecord, error: JobError | undefined, types: EndTypes): JobEnd {
  const { team } = requestOf(job);
  const target = { type: 'team', ...team } as const;
  if (error === undefined && job.ledger.some((step) => step.status === 'completed')) {
    return { events: [{ type: types.done, target, payload: { team } }], records: [] };
  }
  const fields = { jobId: job.id, teamId: team.id, teamName: team.displayName };
  const record: NewAuditRecord = {
    trail: 'teams',
    type: error === undefined ? types.skipped : types.failed,
    actor: job.requester,
    target,
    requestId: job.requestId,
    outcome: error === undefined ? 'success' : 'failure',
    fields: error === undefined ? fields : { ...fields, ...failureFields(error) },
  };
  return { events: [], records: [record] };
}

const describe = ({ subjectId }: JobRecord) => (subjectId === null ? {} : { team: { id: subjectId } });

export const archiveJob = defineJob<unknown, { team?: { id: string } }>({
  type: 'TeamArchive',
  steps: { [STEPS.TeamArchive]: archiveStep },
  end: (job, error) =>
    endOf(job, error, {
      done: 'team_archived',
      skipped: 'team_archive_skipped',
      failed: 'team_archive_failed',
    }),
  describe,
});

export const unarchiveJob = defineJob<unknown, { team?: { id: string } }>({
  type: 'TeamUnarchive',
  steps: { [STEPS.TeamUnarchive]: unarchiveStep },
  end: (job, error) =>
    endOf(job, error, {
      done: 'team_unarchived',
      skipped: 'team_unarchive_skipped',
      failed: 'team_unarchive_failed',
    }),
  describe,
});
