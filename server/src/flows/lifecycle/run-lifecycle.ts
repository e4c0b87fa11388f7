/**
 * Runs a tenant's lifecycle. One transaction writes the effects of a decision (record, event, notifications, job or
 * intent), provided that the record still has the revision that was read. Therefore no effect is repeated by concurrent
 * runs, renewals or crashes, and an interrupted run can start again.
 */

import { renewPeriodically } from '../../engine/leases/lease.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';
import { counter } from '../../kernel/metrics.ts';
import { notifyOfCap } from './announce.ts';
import { runCapped, runCompleted, runFailed } from './events.ts';
import { LifecycleStep, RunTakenOver, reasonOf, type StepDeps } from './lifecycle-step.ts';
import {
  type CapSettings,
  capFor,
  countsAgainstCap,
  inDueOrder,
  LifecyclePlan,
  type PlanDeps,
} from './plan.ts';
import type { RunLimits } from './ports.ts';
import { type PlannedDecision, type RunRecord, runOutcomeOf } from './runs.ts';

export type RunLifecycleDeps = StepDeps & PlanDeps & { settings: { lifecycleCap: CapSettings } };

/** Time without a renewal of the lease after which another node takes over a run. */
export const RUN_LEASE_MILLISECONDS = 15_000;

const RENEWAL_MILLISECONDS = 5000;

/** Pause after an error of the suite or database. */
const RETRY_MILLISECONDS = 60_000;

/** Maximum number of attempts; with the pauses they take about an hour. */
const MAX_ATTEMPTS = 60;

const TRIES = counter(
  'charter_lifecycle_runs_total',
  'Tries of lifecycle runs of tenants. retried: a later try follows an error; failed: given up',
  ['outcome'],
);

/** Thrown when this node stops. Another node continues the run. */
class NodeStopping extends Error {}

async function doAll(step: LifecycleStep, plan: LifecyclePlan, stopping?: AbortSignal): Promise<void> {
  const assertRunning = (): void => {
    if (stopping?.aborted) throw new NodeStopping();
  };
  const actions: PlannedDecision[] = [];
  for await (const page of plan.pages()) {
    assertRunning();
    await step.keep();
    const concerned = page.filter(({ decision }) => runOutcomeOf(decision) !== undefined);
    await step.settle(concerned.filter(({ decision }) => decision.kind !== 'expire'));
    actions.push(...concerned.filter(({ decision }) => decision.kind === 'expire'));
  }
  const left: PlannedDecision[] = [];
  for (const action of inDueOrder(actions)) {
    assertRunning();
    if (countsAgainstCap(action) && step.isFull) left.push(action);
    else await step.act(action, () => plan.lookAgain(action.teamId));
  }
  await step.leave(left);
}

/** Ends the run, and notifies administrators if it stopped at its cap. */
async function complete(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  plan: LifecyclePlan,
  cap: number,
): Promise<void> {
  const at = deps.clock.now();
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.end(run.id, run.attempt, { status: 'completed' }, at))) return;
    const ended = await unit.lifecycleRuns.find(run.id);
    const { counts, acted = 0 } = ended ?? {};
    const leftCount = counts?.left ?? 0;
    const cause = { actor: SYSTEM_ACTOR, requestId: run.requestId };
    const records = [runCompleted.record(run, cause, { cap, counts })];
    if (leftCount > 0) {
      records.push(runCapped.record(run, cause, { cap, counts }));
      const facts = { runId: run.id, actedCount: acted, leftCount };
      await unit.notifications.add(notifyOfCap(plan.administratorIds, facts), at);
    }
    await unit.audit.append(records, at);
  });
  TRIES.inc({ outcome: 'completed' });
}

async function giveUp(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  error: unknown,
): Promise<void> {
  const at = deps.clock.now();
  const reason = reasonOf(error);
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.end(run.id, run.attempt, { status: 'failed', error: reason }, at))) return;
    const cause = { actor: SYSTEM_ACTOR, requestId: run.requestId };
    await unit.audit.append([runFailed.record(run, cause, { errorMessage: reason.message })], at);
  });
}

const after = ({ clock }: RunLifecycleDeps, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);

/** Returns the remaining seconds of a lease, within limits, because a node with a wrong clock may have set it. */
const secondsOf = (leaseUntil: Date, now: Date): number =>
  Math.max(0, Math.min(RUN_LEASE_MILLISECONDS, leaseUntil.getTime() - now.getTime())) / 1000;

/**
 * Leases the tenant's unfinished run, unless another node holds it. Always queues a check for the end of the lease, so
 * that the run continues even after all nodes have died.
 */
function claim(deps: RunLifecycleDeps, tenantId: string, now: Date): Promise<RunRecord | undefined> {
  return deps.store.transaction(tenantId, async ({ lifecycleRuns, queue }) => {
    const run = await lifecycleRuns.claim(now, after(deps, RUN_LEASE_MILLISECONDS));
    const leaseUntil = (run ?? (await lifecycleRuns.findUnderWay()))?.leaseUntil;
    if (leaseUntil) await queue.continueLifecycle(tenantId, secondsOf(leaseUntil, now));
    return run;
  });
}

/** Reports the error and schedules the next attempt; fails the run after the last one. */
async function postpone(
  deps: RunLifecycleDeps,
  tenantId: string,
  run: RunRecord,
  error: unknown,
): Promise<void> {
  deps.report(error, { runId: run.id });
  TRIES.inc({ outcome: run.attempt >= MAX_ATTEMPTS ? 'failed' : 'retried' });
  if (run.attempt >= MAX_ATTEMPTS) return giveUp(deps, tenantId, run, error);
  await deps.store.in(tenantId).lifecycleRuns.extend(run.id, run.attempt, after(deps, RETRY_MILLISECONDS));
}

/** Releases the lease of the run, and queues its continuation, which another node takes. */
async function handOver(deps: RunLifecycleDeps, tenantId: string, run: RunRecord): Promise<void> {
  await deps.store.transaction(tenantId, async ({ lifecycleRuns, queue }) => {
    if (await lifecycleRuns.extend(run.id, run.attempt, deps.clock.now()))
      await queue.continueLifecycle(tenantId, 0);
  });
}

/**
 * Returns the limits that the first attempt set, because the teams that the run has deleted must not lower the
 * announced cap.
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
 * Executes the tenant's unfinished run. Returns false when there is none, or when another node holds it. If the suite
 * or database is unavailable, the run stays unfinished for another attempt.
 * @param stopping when aborted, no further page or action begins, and another node continues the run
 */
export async function runLifecycle(
  deps: RunLifecycleDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { lifecycleRuns: runs } = deps.store.in(tenantId);
  const decidedAt = deps.clock.now();
  const leaseUntil = () => after(deps, RUN_LEASE_MILLISECONDS);
  const run = await claim(deps, tenantId, decidedAt);
  if (run === undefined) return false;
  const renew = () => runs.extend(run.id, run.attempt, leaseUntil());
  const stopRenewing = renewPeriodically(renew, RENEWAL_MILLISECONDS);
  try {
    const limits = await limitsOf(deps, tenantId, run);
    if (!(await runs.setParameters(run.id, run.attempt, { decidedAt, ...limits }))) return true;
    const { cap } = limits;
    const plan = await LifecyclePlan.begin(deps, tenantId, decidedAt);
    const step = new LifecycleStep(deps, tenantId, run, { cap, at: decidedAt, leaseUntil, newId });
    await doAll(step, plan, stopping);
    await complete(deps, tenantId, run, plan, cap);
  } catch (error) {
    await stopRenewing();
    if (error instanceof NodeStopping) await handOver(deps, tenantId, run);
    else if (!(error instanceof RunTakenOver)) await postpone(deps, tenantId, run, error);
  } finally {
    await stopRenewing();
  }
  return true;
}
