/** Archiving and unarchiving a team as jobs. Who may ask for them is decided before, by the commands. */

import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { describeJob, type Job, type JobError, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { firstRecord, type NewJob } from '../../engine/jobs/ports.ts';
import { type Ending, failureFields, type Workflow } from '../../engine/jobs/workflow.ts';
import type { Performer, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import {
  teamArchived,
  teamArchiveFailed,
  teamArchiveRequested,
  teamArchiveSkipped,
  teamUnarchived,
  teamUnarchiveFailed,
  teamUnarchiveRequested,
  teamUnarchiveSkipped,
} from './events.ts';

export type TeamJobType = 'TeamArchive' | 'TeamUnarchive';

export interface TeamJobInput {
  type: TeamJobType;
  team: { id: string; displayName: string };
  /** Archive: members may only read the team's site afterwards. */
  siteReadOnly?: boolean;
}

/** What such a job keeps as its request. */
interface TeamJobRequest {
  team: { id: string; displayName: string };
  shouldSetSpoSiteReadOnlyForMembers?: boolean;
}

/** What each type of job does, and records of it. */
const KINDS = {
  TeamArchive: {
    step: 'archiveTeam',
    turned: teamArchived,
    requested: teamArchiveRequested,
    skipped: teamArchiveSkipped,
    failed: teamArchiveFailed,
  },
  TeamUnarchive: {
    step: 'unarchiveTeam',
    turned: teamUnarchived,
    requested: teamUnarchiveRequested,
    skipped: teamUnarchiveSkipped,
    failed: teamUnarchiveFailed,
  },
};

/** What every record of the job says. */
const recordOf = ({ id, requester, requestId }: NewJob | JobRecord, { team }: TeamJobRequest) => ({
  actor: requester,
  target: { type: 'team', ...team },
  requestId,
  fields: { jobId: id, teamId: team.id, teamName: team.displayName },
});

function requestRecord(job: NewJob, type: TeamJobType, request: TeamJobRequest): NewAuditRecord {
  const { fields, ...common } = recordOf(job, request);
  const siteReadOnly = request.shouldSetSpoSiteReadOnlyForMembers;
  return KINDS[type].requested.record({ ...common, fields: { ...fields, siteReadOnly } });
}

/**
 * Writes the job and its place in the queue; both commit with the caller's transaction. A call repeated under
 * the same operation id gets the job that the first one made.
 */
export async function enqueueTeamJob(
  unit: UnitOfWork,
  principal: Performer,
  context: RequestContext,
  input: TeamJobInput,
  at: Date,
): Promise<Job> {
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
    steps: [KINDS[input.type].step],
    log: [logLine(at, 'Queued.')],
    teamId: input.team.id,
  };
  if (await unit.jobs.add(job, at, requestRecord(job, input.type, request))) {
    await unit.queue.runJob({ tenantId: principal.tenantId, jobId: job.id });
    return describeJob(firstRecord(job, at));
  }
  const existing = await unit.jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} was there and is gone.`);
  return describeJob(existing);
}

const requestOf = (job: JobRecord): TeamJobRequest => job.request as unknown as TeamJobRequest;

/**
 * A team that was so already was turned by somebody else, unless an earlier run of this job did it and ended
 * before it could say so.
 */
const turnedByAnother = (job: JobRecord, hasChanged: boolean): boolean => !hasChanged && job.attempt === 1;

/** The event of the turn; no event when somebody else turned the team, whose job has it. */
function endingOf(type: TeamJobType, job: JobRecord, error: JobError | undefined): Ending {
  const request = requestOf(job);
  const { turned, skipped, failed } = KINDS[type];
  const { fields, ...common } = recordOf(job, request);
  if (error !== undefined) {
    return { records: [failed.record({ ...common, fields: { ...fields, ...failureFields(error) } })] };
  }
  if (job.ledger.every(({ status }) => status === 'skipped')) {
    return { records: [skipped.record({ ...common, fields })] };
  }
  return { events: [turned.happened({ target: common.target, payload: { team: request.team } })] };
}

export const archiveWorkflow = (suite: Suite): Workflow => ({
  async perform(tenantId, job) {
    const { team, shouldSetSpoSiteReadOnlyForMembers: siteReadOnly = false } = requestOf(job);
    const hasChanged = await suite.teams.archive(tenantId, team.id, { siteReadOnly });
    if (turnedByAnother(job, hasChanged)) {
      return [{ status: 'skipped', message: 'The team was archived already.' }];
    }
    const message = siteReadOnly
      ? 'Archived the team and made its site read-only for members.'
      : 'Archived the team.';
    return [{ message }];
  },
  ended: (job, error) => endingOf('TeamArchive', job, error),
});

export const unarchiveWorkflow = (suite: Suite): Workflow => ({
  async perform(tenantId, job) {
    const hasChanged = await suite.teams.unarchive(tenantId, requestOf(job).team.id);
    return turnedByAnother(job, hasChanged)
      ? [{ status: 'skipped', message: 'The team was not archived.' }]
      : [{ message: 'Unarchived the team.' }];
  },
  ended: (job, error) => endingOf('TeamUnarchive', job, error),
});
