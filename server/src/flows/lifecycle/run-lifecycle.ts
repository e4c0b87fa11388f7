/**
 * Does what is due in the lifecycle of a tenant's teams. Whatever a decision brings with it (the record, the event,
 * what people are told, the job that archives or the intent to delete) is one transaction on the record that was
 * read. So nothing is done twice, whoever else runs, renews or dies at that moment, and a run that was interrupted
 * simply begins again: what is done is decided no more.
 */

import { keepRenewing } from '../../engine/leases/lease.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { runRecord, tellOfCap } from './announce.ts';
import { runCapped, runCompleted, runFailed } from './events.ts';
import { LifecycleStep, LostRun } from './lifecycle-step.ts';
import { type CapSettings, capFor, countsAgainstCap, inTurn, LifecyclePlan, type PlanDeps } from './plan.ts';
import type { RunLimits } from './ports.ts';
import { outcomeOf, type Planned, type RunRecord } from './runs.ts';

export interface RunLifecycleDeps extends PlanDeps {
  store: Store;
  suite: Suite;
  clock: Clock;
  settings: { lifecycleCap: CapSettings };
  /** Told what went wrong with a team, or with the whole run. */
  report(error: unknown, details: { runId: string; teamId?: string }): void;
}

/** A node that says nothing for so long has died; another one takes its run over. */
export const LEASE_MILLISECONDS = 15_000;

/** So often its node says that it goes on, also while the suite lets it wait. */
const RENEWAL_MILLISECONDS = 5000;

/** How long a run waits for a suite that is away. */
const RETRY_MILLISECONDS = 60_000;

/** Tries of one run; with the waits between them an hour. */
const MOST_ATTEMPTS = 60;

async function doAll(step: LifecycleStep, plan: LifecyclePlan): Promise<void> {
  const actions: Planned[] = [];
  for await (const page of plan.pages()) {
    await step.keep();
    const concerned = page.filter(({ decision }) => outcomeOf(decision) !== undefined);
    await step.settle(concerned.filter(({ decision }) => decision.kind !== 'expire'));
    actions.push(...concerned.filter(({ decision }) => decision.kind === 'expire'));
  }
  const left: Planned[] = [];
  for (const action of inTurn(actions)) {
    if (countsAgainstCap(action) && step.isFull) left.push(action);
    else await step.act(action, () => plan.lookAgain(action.teamId));
  }
  await step.leave(left);
}

/** The end of a run; a run that stopped at its cap is told of. */
async function complete(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  plan: LifecyclePlan,
  cap: number,
): Promise<void> {
  const at = deps.clock.now();
  const cause = { runId: run.id, requestId: run.requestId };
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.end(run.id, run.attempt, { status: 'completed' }, at))) return;
    const ended = await unit.lifecycleRuns.find(run.id);
    const { counts, acted = 0 } = ended ?? {};
    const leftCount = counts?.left ?? 0;
    const records = [runRecord(runCompleted, cause, SYSTEM_ACTOR, { cap, ...(counts && { counts }) })];
    if (leftCount > 0) {
      records.push(runRecord(runCapped, cause, SYSTEM_ACTOR, { cap, ...(counts && { counts }) }));
      const facts = { runId: run.id, actedCount: acted, leftCount };
      await unit.notifications.add(tellOfCap(plan.administratorIds, facts), at);
    }
    await unit.audit.append(records, at);
  });
}

async function giveUp(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  error: unknown,
): Promise<void> {
  const at = deps.clock.now();
  const reason = isCharterError(error)
    ? error.message
    : 'An internal error occurred. See the service’s log.';
  const cause = { runId: run.id, requestId: run.requestId };
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.end(run.id, run.attempt, { status: 'failed', error: reason }, at))) return;
    const record = runRecord(runFailed, cause, SYSTEM_ACTOR, { errorMessage: reason });
    await unit.audit.append([record], at);
  });
}

const after = ({ clock }: RunLifecycleDeps, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);

/** Of a lease; one that would last longer than leases do was given by another clock. */
const secondsOf = (leaseUntil: Date, now: Date): number =>
  Math.max(0, Math.min(LEASE_MILLISECONDS, leaseUntil.getTime() - now.getTime())) / 1000;

/**
 * Takes the run that nobody holds. Whether it is this node's or another's: somebody looks again when the lease ends,
 * so a run whose nodes all died is gone on with as soon as there is one again.
 */
function claim(deps: RunLifecycleDeps, tenantId: string, now: Date): Promise<RunRecord | undefined> {
  return deps.store.transaction(tenantId, async ({ lifecycleRuns, queue }) => {
    const run = await lifecycleRuns.claim(now, after(deps, LEASE_MILLISECONDS));
    const leaseUntil = (run ?? (await lifecycleRuns.findUnderWay()))?.leaseUntil;
    if (leaseUntil) await queue.continueLifecycle(tenantId, secondsOf(leaseUntil, now));
    return run;
  });
}

/** Reports the error, and leaves the run for its next try, unless it was the last one. */
async function postpone(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  error: unknown,
): Promise<void> {
  deps.report(error, { runId: run.id });
  if (run.attempt >= MOST_ATTEMPTS) return giveUp(deps, tenantId, run, error);
  await deps.store.in(tenantId).lifecycleRuns.extend(run.id, run.attempt, after(deps, RETRY_MILLISECONDS));
}

/**
 * As the first try found them: teams that a run has deleted are governed no more, and a cap that shrank with them
 * would be another one than was foretold.
 */
async function limitsOf(
  { store, settings }: RunLifecycleDeps,
  tenantId: string,
  { governedTeams, cap }: RunRecord,
): Promise<RunLimits> {
  if (governedTeams !== null && cap !== null) return { governedTeams, cap };
  const governed = await store.in(tenantId).lifecycles.countGoverned();
  return { governedTeams: governed, cap: capFor(settings.lifecycleCap, governed) };
}

/**
 * Does the tenant's run that waits, or that another node began and left; false when there is none. Any number of
 * nodes may call it at once: one of them gets the run. A run that meets a suite or a database that is away stays
 * for another try.
 */
export async function runLifecycle(deps: RunLifecycleDeps, tenantId: string): Promise<boolean> {
  const { lifecycleRuns: runs } = deps.store.in(tenantId);
  const decidedAt = deps.clock.now();
  const leaseUntil = () => after(deps, LEASE_MILLISECONDS);
  const run = await claim(deps, tenantId, decidedAt);
  if (run === undefined) return false;
  const renew = () => runs.extend(run.id, run.attempt, leaseUntil());
  const stopRenewing = keepRenewing(renew, RENEWAL_MILLISECONDS);
  try {
    const limits = await limitsOf(deps, tenantId, run);
    if (!(await runs.setTerms(run.id, run.attempt, { decidedAt, ...limits }))) return true;
    const { cap } = limits;
    const plan = await LifecyclePlan.begin(deps, tenantId, decidedAt);
    await doAll(new LifecycleStep(deps, tenantId, run, { cap, at: decidedAt, leaseUntil, newId }), plan);
    await complete(deps, tenantId, run, plan, cap);
  } catch (error) {
    await stopRenewing();
    if (!(error instanceof LostRun)) await postpone(deps, tenantId, run, error);
  } finally {
    await stopRenewing();
  }
  return true;
}
