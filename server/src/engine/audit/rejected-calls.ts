/** The trail `security`: calls that authentication or authorisation rejected (docs/audit.md). */
import type { Actor } from '../principal.ts';
import type { Store } from '../store.ts';
import { defineRecords } from './define-record.ts';
import { OF_ACTOR } from './personal-texts.ts';
import type { Trail } from './trails.ts';

export const securityTrail: Trail = { code: 'security', category: 'Security' };

export const callRejected = defineRecords<RejectedCalls>(securityTrail, {
  target: ({ operation, method, path }) => ({
    type: 'operation',
    id: operation,
    displayName: `${method} ${path}`,
  }),
  fields: {
    operation: ({ operation }) => operation,
    method: ({ method }) => method,
    path: ({ path }) => path,
    status: ({ status }) => status,
    errorCode: ({ errorCode }) => errorCode,
    reason: ({ reason }) => reason,
    count: ({ count }) => count,
    lastTime: ({ lastTime }) => lastTime.toISOString(),
    clientAddress: ({ clientAddress }) => clientAddress,
  },
  people: { target: OF_ACTOR, path: OF_ACTOR, reason: OF_ACTOR, clientAddress: OF_ACTOR },
})('call_refused', [], 'denied');

/** Number of rejected calls that were not recorded, because the rate of rejections was too high. */
export const rejectionsDropped = defineRecords<DroppedRejections>(securityTrail, {
  target: () => ({ type: 'trail', id: securityTrail.code, displayName: securityTrail.code }),
  fields: { count: ({ count }) => count },
})('refusals_dropped', [], 'failure');

export interface RejectedCall {
  /** The caller's tenant. Calls by unknown callers are logged only. */
  tenantId: string;
  actor: Actor;
  /** Id of the rejected call. For several equal calls: id of the first one. */
  requestId: string;
  /** The operation's id, for example archiveTeam. */
  operation: string;
  method: string;
  /** Path of the request, without the query string. */
  path: string;
  status: number;
  errorCode: string;
  /** The message of the error response. */
  reason: string;
  clientAddress: string;
}

/** Equal rejected calls of one caller within a minute. */
export interface RejectedCalls extends RejectedCall {
  count: number;
  firstTime: Date;
  lastTime: Date;
}

/** Calls of one caller that were counted instead of recorded, because there were too many. */
export interface DroppedRejections {
  /** The caller. Charter itself stands for all callers that are not counted separately. */
  actor: Actor;
  count: number;
}

/** Writes the tenant's rejected calls and the numbers of dropped ones in one transaction. */
export async function recordRejectedCalls(
  deps: { store: Store },
  tenantId: string,
  rejected: readonly RejectedCalls[],
  dropped?: { callers: readonly DroppedRejections[]; requestId: string; at: Date },
): Promise<void> {
  // One append gives all its records the same time, so the calls are grouped by time.
  const byTime = Map.groupBy(rejected, ({ firstTime }) => firstTime.getTime());
  await deps.store.transaction(tenantId, async (unit) => {
    for (const [time, calls] of byTime)
      await unit.audit.append(
        calls.map((call) => callRejected.record(call, call)),
        new Date(time),
      );
    if (dropped === undefined) return;
    const { callers, requestId, at } = dropped;
    const records = callers.map((dropped) =>
      rejectionsDropped.record(dropped, { actor: dropped.actor, requestId }),
    );
    await unit.audit.append(records, at);
  });
}
