/** Changes one team of a bulk job, and writes its result with the events and audit records of the change. */
import type { DomainEvent, NewEvent } from '../../engine/events/model.ts';
import { recordChanges } from '../../engine/intents/perform.ts';
import { causeOfJob, type StepContext } from '../../engine/jobs/define-job.ts';
import { hasRetryAfter, isTransient, toStepError } from '../../engine/jobs/retry.ts';
import type { Principal } from '../../engine/principal.ts';
import { type CharterError, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { backoff, chanceFromId } from '../../kernel/retry.ts';
import { ACTIONS, type ActionContext } from './actions.ts';
import { bulkTeamFailed, bulkTeamSkipped } from './events.ts';
import type { BulkPlan, BulkTeam, PendingTeam, SkipReason, StartedChange, TeamOutcome } from './model.ts';

/** Maximum number of attempts for one team. The pauses between them add up to about a minute. */
const MAX_TRIES = 5;
const BACKOFF = { first: 4_000, longest: 60_000 } as const;

export function bulkPlanOf({ job }: StepContext<BulkPlan>): BulkPlan {
  if (job.plan === null) throw new Error(`Job ${job.id} has no plan.`);
  return job.plan;
}

const contextFor = (step: StepContext<BulkPlan>): ActionContext => {
  const { store, suite, clock, tenantId, job } = step;
  const { parameters, roles } = bulkPlanOf(step);
  const principal = { ...job.requester, tenantId, roles: new Set(roles) } as Principal;
  return {
    deps: { store, suite, clock },
    principal,
    context: { requestId: job.requestId, operationId: job.id },
    parameters,
  };
};

/** Writes the result and audit record of a team that was not changed. */
async function endUnchanged(step: StepContext<BulkPlan>, team: BulkTeam, end: TeamOutcome): Promise<void> {
  const subject = { ...team, jobId: step.job.id, action: bulkPlanOf(step).action };
  const cause = causeOfJob(step.job);
  const record =
    end.outcome === 'skipped'
      ? bulkTeamSkipped.record(subject, cause, { reason: end.code })
      : bulkTeamFailed.record(subject, cause, { errorCode: end.code, errorMessage: end.message });
  const at = step.clock.now();
  await step.store.transaction(step.tenantId, async (unit) => {
    if (await unit.bulkTeams.end(step.job.id, team, end, at)) await unit.audit.append([record], at);
  });
}

const skip = (step: StepContext<BulkPlan>, team: BulkTeam, reason: SkipReason): Promise<void> =>
  endUnchanged(step, team, { outcome: 'skipped', code: reason });

/** Writes the result of a changed team with the event, unless another run of the job has done so. */
async function endChanged(
  { store, tenantId, job, clock }: StepContext<BulkPlan>,
  team: BulkTeam,
  marker: string,
  happened: NewEvent,
  since: Date | undefined,
): Promise<void> {
  const at = clock.now();
  const event: DomainEvent & { id: string } = {
    ...happened,
    id: marker,
    actor: job.requester,
    requestId: job.requestId,
  };
  await store.transaction(tenantId, async (unit) => {
    if (await unit.bulkTeams.end(job.id, team, { outcome: 'done' }, at)) {
      await recordChanges(unit, [event], since, at);
    }
  });
}

/** Calls the suite. With `isRepeat`, an earlier attempt may have made the change already. */
async function changeSuite(
  step: StepContext<BulkPlan>,
  team: BulkTeam,
  { marker, input }: StartedChange,
  isRepeat: boolean,
): Promise<void> {
  const { operation, unchanged } = ACTIONS[bulkPlanOf(step).action];
  if (operation === undefined)
    throw new Error(`The action ${bulkPlanOf(step).action} changes nothing in the suite.`);
  const { suite, tenantId } = step;
  const result = await operation.execute(suite, input, { tenantId, marker, isRepeat });
  const event = operation.event(input, result);
  if (event === undefined) return skip(step, team, unchanged);
  await endChanged(step, team, marker, event, operation.sameChangeSince?.(input, { isRepeat }));
}

/** Returns false when the team must be prepared again. */
async function tryTeam(step: StepContext<BulkPlan>, open: PendingTeam): Promise<boolean> {
  const { store, tenantId, job, clock } = step;
  if (open.begun !== null) {
    await changeSuite(step, open, open.begun, true);
    return true;
  }
  const { action } = bulkPlanOf(step);
  const prepared = await ACTIONS[action].prepare(contextFor(step), open);
  const team = { teamId: open.teamId, displayName: prepared.team.displayName };
  if ('skip' in prepared) {
    await skip(step, team, prepared.skip);
    return true;
  }
  if ('input' in prepared) {
    const begun = { marker: newId(), at: clock.now().toISOString(), input: prepared.input };
    if (await store.in(tenantId).bulkTeams.begin(job.id, team, begun))
      await changeSuite(step, team, begun, false);
    return true;
  }
  const at = clock.now();
  const written = await store.transaction(tenantId, async (unit) => {
    if (!(await unit.bulkTeams.hold(job.id, team.teamId))) return undefined;
    const outcome = await prepared.write(unit, at);
    if (outcome === 'done') await unit.bulkTeams.end(job.id, team, { outcome }, at);
    return outcome;
  });
  if (written === 'unchanged') await skip(step, team, ACTIONS[action].unchanged);
  return written !== 'changed';
}

/**
 * Postpones the team after a transient error, otherwise fails it. A retry at the suite's request is not a failed
 * attempt.
 */
async function settleError(
  step: StepContext<BulkPlan>,
  team: PendingTeam,
  error: CharterError,
): Promise<void> {
  const { store, tenantId, job, clock, log } = step;
  const isInternal = error.code === 'InternalError';
  const tries = hasRetryAfter(error) ? team.tries : team.tries + 1;
  if (isInternal)
    log.error({ tenantId, jobId: job.id, teamId: team.teamId, err: error }, 'A bulk change failed');
  if ((isTransient(error) || isInternal) && tries < MAX_TRIES) {
    const wait =
      error.retryAfterSeconds === undefined
        ? backoff(BACKOFF, tries, chanceFromId(job.id))
        : error.retryAfterSeconds * 1000;
    const until = new Date(clock.now().getTime() + wait);
    return store.in(tenantId).bulkTeams.postpone(job.id, team.teamId, tries, until);
  }
  return endUnchanged(step, team, { outcome: 'failed', code: error.code, ...messageOf(error) });
}

/** Changes the team, and records its result or the time of its next attempt. */
export async function changeTeam(step: StepContext<BulkPlan>, team: PendingTeam): Promise<void> {
  try {
    for (let tries = 1; !(await tryTeam(step, team)); tries += 1) {
      if (tries === MAX_TRIES) throw new Error(`Others keep changing team ${team.teamId}.`);
    }
  } catch (thrown) {
    await settleError(step, team, toStepError(thrown));
  }
}
