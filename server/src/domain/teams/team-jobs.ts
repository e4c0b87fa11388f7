/** Archives and unarchives teams in jobs. The commands authorise the caller. */

import type { Deps } from '../../engine/deps.ts';
import {
  causeOfJob,
  defineJob,
  failureFields,
  type JobEnd,
  type Step,
} from '../../engine/jobs/define-job.ts';
import { type JobError, type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import {
  type ActingPrincipal,
  actorOf,
  type Principal,
  type RequestContext,
} from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { say } from '../../kernel/messages.ts';
import { authoriseTeamAction } from './access.ts';
import {
  teamArchiveCancelled,
  teamArchived,
  teamArchiveFailed,
  teamArchiveRequested,
  teamArchiveRetried,
  teamArchiveSkipped,
  teamUnarchiveCancelled,
  teamUnarchived,
  teamUnarchiveFailed,
  teamUnarchiveRequested,
  teamUnarchiveRetried,
  teamUnarchiveSkipped,
} from './events.ts';

export type TeamJobType = 'TeamArchive' | 'TeamUnarchive';

export interface TeamJobInput {
  type: TeamJobType;
  team: { id: string; displayName: string };
  /** Makes the team's site read-only for members while the team is archived. */
  siteReadOnly?: boolean;
}

interface TeamJobRequest {
  team: { id: string; displayName: string };
  shouldSetSpoSiteReadOnlyForMembers?: boolean;
}

const KINDS = {
  TeamArchive: {
    step: 'archiveTeam',
    requested: teamArchiveRequested,
    done: teamArchived,
    skipped: teamArchiveSkipped,
    failed: teamArchiveFailed,
    cancelled: teamArchiveCancelled,
    retried: teamArchiveRetried,
  },
  TeamUnarchive: {
    step: 'unarchiveTeam',
    requested: teamUnarchiveRequested,
    done: teamUnarchived,
    skipped: teamUnarchiveSkipped,
    failed: teamUnarchiveFailed,
    cancelled: teamUnarchiveCancelled,
    retried: teamUnarchiveRetried,
  },
};

function requestedRecord(job: NewJob, type: TeamJobType, { team, ...request }: TeamJobRequest) {
  const siteReadOnly = request.shouldSetSpoSiteReadOnlyForMembers;
  return KINDS[type].requested.record({ id: job.id, team }, causeOfJob(job), { siteReadOnly });
}

/**
 * Writes the job and queues it in the caller's transaction. Returns the job. A repeated call with the same operation id
 * returns the first call's job.
 */
export async function enqueueTeamJob(
  unit: UnitOfWork,
  principal: ActingPrincipal,
  context: RequestContext,
  input: TeamJobInput,
  at: Date,
): Promise<JobRecord> {
  const request: TeamJobRequest = {
    team: input.team,
    ...(input.type === 'TeamArchive' && {
      shouldSetSpoSiteReadOnlyForMembers: input.siteReadOnly ?? false,
    }),
  };
  const job: NewJob = {
    id: context.operationId,
    type: input.type,
    requester: actorOf(principal),
    requestId: context.requestId,
    request,
    plan: null,
    steps: [KINDS[input.type].step],
    log: [logLine(at, say('jobs.queued', 'Queued.'))],
    subjectId: input.team.id,
    subjectName: input.team.displayName,
  };
  if (await unit.jobs.add(job, at, requestedRecord(job, input.type, request))) {
    await unit.queue.runJob({ tenantId: principal.tenantId, jobId: job.id });
    return newJobRecord(job, at);
  }
  const existing = await unit.jobs.find(job.id);
  if (existing === undefined) throw new Error(`Job ${job.id} existed a moment ago and is gone.`);
  return existing;
}

const requestOf = (job: JobRecord): TeamJobRequest => job.request as unknown as TeamJobRequest;

/**
 * Whether another caller archived or unarchived the team. In a later run the change may be this job's own: an earlier
 * run may have ended between the change and its record.
 */
const isByOthers = (job: JobRecord, hasChanged: boolean): boolean => !hasChanged && job.attempt === 1;

const archiveStep: Step = async ({ suite, tenantId, job }) => {
  const { team, shouldSetSpoSiteReadOnlyForMembers: siteReadOnly = false } = requestOf(job);
  const hasChanged = await suite.teams.archive(tenantId, team.id, { siteReadOnly });
  if (isByOthers(job, hasChanged))
    return {
      status: 'skipped',
      message: say('teams.archivedAlready', 'The team was archived already.'),
    };
  return {
    message: siteReadOnly
      ? say('teams.archivedWithSite', 'Archived the team and made its site read-only for members.')
      : say('teams.archived', 'Archived the team.'),
  };
};

const unarchiveStep: Step = async ({ suite, tenantId, job }) => {
  const hasChanged = await suite.teams.unarchive(tenantId, requestOf(job).team.id);
  return isByOthers(job, hasChanged)
    ? { status: 'skipped', message: say('teams.notArchived', 'The team was not archived.') }
    : { message: say('teams.unarchived', 'Unarchived the team.') };
};

/** Returns the event of the change, or an audit record when nothing changed or the job failed. */
function endOf(type: TeamJobType, job: JobRecord, error: JobError | undefined): JobEnd {
  const { done, skipped, failed } = KINDS[type];
  const { team } = requestOf(job);
  const cause = causeOfJob(job);
  if (error !== undefined) {
    return { events: [], records: [failed.record({ id: job.id, team }, cause, failureFields(error))] };
  }
  if (job.ledger.every(({ status }) => status === 'skipped')) {
    return { events: [], records: [skipped.record({ id: job.id, team }, cause)] };
  }
  return { events: [done.happened({ target: { type: 'team', ...team }, payload: { team } })], records: [] };
}

const teamJob = (type: TeamJobType, step: Step) =>
  defineJob<unknown, { team?: { id: string } }>({
    type,
    steps: { [KINDS[type].step]: step },
    names: {
      archiveTeam: say('steps.archiveTeam', 'Archive the team'),
      unarchiveTeam: say('steps.unarchiveTeam', 'Unarchive the team'),
    },
    end: (job, error) => endOf(type, job, error),
    cancelled: (job, cause, remove) =>
      KINDS[type].cancelled.record({ id: job.id, team: requestOf(job).team }, cause, { remove }),
    retried: (job, cause) =>
      KINDS[type].retried.record({ id: job.id, team: requestOf(job).team }, cause, {
        errorStep: job.error?.step,
      }),
    describe: ({ subjectId }) => (subjectId === null ? {} : { team: { id: subjectId } }),
  });

export const archiveJob = teamJob('TeamArchive', archiveStep);
export const unarchiveJob = teamJob('TeamUnarchive', unarchiveStep);

/**
 * Queues the archiving of a team. `siteReadOnly` makes its site read-only for members.
 * @throws NotFound, Forbidden, TeamArchived when it is already archived
 */
export async function archiveTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId, siteReadOnly }: { teamId: string; siteReadOnly: boolean },
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'archive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamArchive', team: { id, displayName }, siteReadOnly };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}

/**
 * Queues the unarchiving of a team. For a team that is not archived, the job completes without a change.
 * @throws NotFound, Forbidden
 */
export async function unarchiveTeam(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { teamId }: { teamId: string },
): Promise<JobRecord> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'unarchive');
  const { id, displayName } = suiteTeam.team;
  const input: TeamJobInput = { type: 'TeamUnarchive', team: { id, displayName } };
  return deps.store.transaction(principal.tenantId, (unit) =>
    enqueueTeamJob(unit, principal, context, input, deps.clock.now()),
  );
}
