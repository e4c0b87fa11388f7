import type { Deps } from '../../engine/deps.ts';
import { actorOf, type Principal, type RequestContext, SYSTEM_ACTOR } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { assertCanManageLifecycle } from './access.ts';
import { runRequested } from './events.ts';
import { RUN_LEASE_MILLISECONDS } from './run-lifecycle.ts';
import { describeRun, type LifecycleRun, type NewRun } from './runs.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** Returns the start of the latest of these hours (UTC) that has begun; undefined without hours. */
export function latestSlot(hours: readonly number[], at: Date): Date | undefined {
  const midnight = Math.floor(at.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const slots = [midnight, midnight - DAY_MILLISECONDS].flatMap((day) =>
    hours.map((hour) => day + hour * HOUR_MILLISECONDS),
  );
  const begun = slots.filter((slot) => slot <= at.getTime());
  return begun.length === 0 ? undefined : new Date(Math.max(...begun));
}

/** Adds the run. Returns false when that hour already has a run, or another run is unfinished. */
async function add(store: Store, tenantId: string, run: NewRun): Promise<boolean> {
  return store.transaction(tenantId, async (unit) => {
    if (!(await unit.lifecycleRuns.add(run))) return false;
    const scheduledDateTime = run.scheduledFor?.toISOString();
    const cause = { actor: run.requester, requestId: run.requestId };
    const record = runRequested.record(run, cause, { scheduledDateTime });
    await unit.audit.append([record], run.createdAt);
    // The round that starts a scheduled run also performs it. A queue entry for each tenant would delay requested runs.
    if (run.scheduledFor === null) await unit.queue.runLifecycles();
    // Queues a check, because the notified worker may be busy or die before it starts the run.
    await unit.queue.continueLifecycle(tenantId, RUN_LEASE_MILLISECONDS / 1000);
    return true;
  });
}

/**
 * Starts the scheduled run. Returns false when no run is due or another run is unfinished. One run replaces all missed
 * ones, but a tenant's first run never starts an hour or more late.
 * @param hours of the day, UTC
 */
export async function startScheduledRun(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
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
 * Starts a run at once. A call repeated under the same operation id returns the same run.
 * @throws Forbidden; Conflict while another run is unfinished
 */
export async function startLifecycleRun(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  { operationId, requestId }: RequestContext,
): Promise<LifecycleRun> {
  assertCanManageLifecycle(principal);
  const { tenantId } = principal;
  const { lifecycleRuns } = store.in(tenantId);
  const requester = actorOf(principal);
  const earlier = await lifecycleRuns.find(operationId);
  const run = { id: operationId, scheduledFor: null, requester, requestId, createdAt: clock.now() };
  if (earlier === undefined && !(await add(store, tenantId, run))) {
    const other = await lifecycleRuns.findUnderWay();
    const message =
      other === undefined
        ? say('lifecycle.anotherRun', 'A lifecycle run is under way. Wait for its end.')
        : say('lifecycle.runUnderWay', 'A lifecycle run is under way. Wait for its end. Its id is {id}.', {
            id: other.id,
          });
    throw conflict(message);
  }
  const begun = await lifecycleRuns.find(operationId);
  if (begun === undefined) throw new Error(`Lifecycle run ${operationId} was added and is gone.`);
  return describeRun(begun);
}
