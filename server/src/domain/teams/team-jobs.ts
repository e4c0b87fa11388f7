/** Archiving and unarchiving a team as jobs. Who may ask for them is decided before, by the commands. */

import { requestRecord } from '../../engine/jobs/job-records.ts';
import { describeJob, type Job, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { firstRecord, type NewJob } from '../../engine/jobs/ports.ts';
import type { JobEvent, Workflow } from '../../engine/jobs/workflow.ts';
import type { Performer, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';

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

const STEPS: Record<TeamJobType, string> = { TeamArchive: 'archiveTeam', TeamUnarchive: 'unarchiveTeam' };

function teamJobRecord(job: NewJob, { team, shouldSetSpoSiteReadOnlyForMembers }: TeamJobRequest) {
  const fields = {
    teamId: team.id,
    teamName: team.displayName,
    siteReadOnly: shouldSetSpoSiteReadOnlyForMembers,
  };
  return requestRecord(job, { type: 'team', ...team }, fields);
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
    steps: [STEPS[input.type]],
    log: [logLine(at, 'Queued.')],
    teamId: input.team.id,
  };
  if (await unit.jobs.add(job, at, teamJobRecord(job, request))) {
    await unit.queue.runJob({ tenantId: principal.tenantId, jobId: job.id });
    return describeJob(firstRecord(job, at));
  }
  const existing = await unit.jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} was there and is gone.`);
  return describeJob(existing);
}

const requestOf = (job: JobRecord): TeamJobRequest => job.request as unknown as TeamJobRequest;

function teamEvent(type: 'team_archived' | 'team_unarchived', job: JobRecord): JobEvent {
  const { team } = requestOf(job);
  return { type, target: { type: 'team', ...team }, payload: { team } };
}

/**
 * A team that was so already was turned by somebody else, unless an earlier run of this job did it and ended
 * before it could say so.
 */
const turnedByAnother = (job: JobRecord, hasChanged: boolean): boolean => !hasChanged && job.attempt === 1;

/** The event of the turn, unless it was somebody else's: then that one's job has it. */
const turnEvents = (type: 'team_archived' | 'team_unarchived', job: JobRecord, status: string): JobEvent[] =>
  status === 'completed' && job.ledger.some((step) => step.status === 'completed')
    ? [teamEvent(type, job)]
    : [];

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
  ended: (job, status) => turnEvents('team_archived', job, status),
});

export const unarchiveWorkflow = (suite: Suite): Workflow => ({
  async perform(tenantId, job) {
    const hasChanged = await suite.teams.unarchive(tenantId, requestOf(job).team.id);
    return turnedByAnother(job, hasChanged)
      ? [{ status: 'skipped', message: 'The team was not archived.' }]
      : [{ message: 'Unarchived the team.' }];
  },
  ended: (job, status) => turnEvents('team_unarchived', job, status),
});
