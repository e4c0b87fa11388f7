/** Runs begin by the schedule, or because an administrator asks for one. */

import { actorOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { mustManageLifecycle } from './access.ts';
import { runRecord } from './announce.ts';
import { runRequested } from './events.ts';
import { DAY_MILLISECONDS } from './model.ts';
import { LEASE_MILLISECONDS } from './run-lifecycle.ts';
import { describeRun, type LifecycleRun, type NewRun } from './runs.ts';

interface StartDeps {
  store: Store;
  clock: Clock;
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** The latest of these hours of the day (UTC) that has begun. */
export function latestSlot(hours: readonly number[], at: Date): Date | undefined {
  const midnight = Math.floor(at.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const slots = [midnight, midnight - DAY_MILLISECONDS].flatMap((day) =>
    hours.map((hour) => day + hour * HOUR_MILLISECONDS),
  );
  const begun = slots.filter((slot) => slot <= at.getTime());
  return begun.length === 0 ? undefined : new Date(Math.max(...begun));
}

/** False when there is one for that hour already, or one is under way. */
async function add(store: Store, tenantId: string, run: NewRun): Promise<boolean> {
  return store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.add(run))) return false;
    const scheduledDateTime = run.scheduledFor?.toISOString();
    const cause = { runId: run.id, requestId: run.requestId };
    const fields = scheduledDateTime === undefined ? {} : { scheduledDateTime };
    await unit.audit.append([runRecord(runRequested, cause, run.requester, fields)], run.createdAt);
    await unit.queue.runLifecycles();
    // The worker that hears of it may be busy with another tenant, or die before it has begun.
    await unit.queue.continueLifecycle(tenantId, LEASE_MILLISECONDS / 1000);
    return true;
  });
}

/**
 * Begins the run that the schedule asks for; false when there is none to begin. One that was missed, because no
 * node was up, is made up for; but nobody is surprised by a first one at another hour.
 * @param hours of the day, UTC
 */
export async function startScheduledRun(
  { store, clock }: StartDeps,
  tenantId: string,
  hours: readonly number[],
): Promise<boolean> {
  const createdAt = clock.now();
  const slot = latestSlot(hours, createdAt);
  if (slot === undefined) return false;
  const last = await store.in(tenantId).lifecycleRuns.lastScheduledFor();
  if (last !== undefined && last >= slot) return false;
  if (last === undefined && createdAt.getTime() - slot.getTime() >= HOUR_MILLISECONDS) return false;
  const requester = SYSTEM_ACTOR;
  return add(store, tenantId, { id: newId(), scheduledFor: slot, requester, requestId: newId(), createdAt });
}

/**
 * Lets a run begin at once. A call repeated under the same operation id gets the run that the first one began.
 * @throws Forbidden; Conflict while another run is under way
 */
export async function startLifecycleRun(
  { store, clock }: StartDeps,
  principal: Principal,
  { operationId, requestId }: RequestContext,
): Promise<LifecycleRun> {
  mustManageLifecycle(principal);
  const { tenantId } = principal;
  const { lifecycleRuns } = store.in(tenantId);
  const requester = actorOf(principal);
  const earlier = await lifecycleRuns.find(operationId);
  const run = { id: operationId, scheduledFor: null, requester, requestId, createdAt: clock.now() };
  if (earlier === undefined && !(await add(store, tenantId, run))) {
    const other = await lifecycleRuns.findUnderWay();
    const which = other === undefined ? '' : ` Its id is ${other.id}.`;
    throw new CharterError('Conflict', `A lifecycle run is under way. Wait for its end.${which}`);
  }
  const begun = await lifecycleRuns.find(operationId);
  if (begun === undefined) throw new Error(`Lifecycle run ${operationId} was added and is gone.`);
  return describeRun(begun);
}
