/** Calls that were refused for who made them, as records of the security trail (docs/audit.md). */
import type { Actor } from '../principal.ts';
import type { Store } from '../store.ts';
import type { NewAuditRecord } from './model.ts';
import { callRefused, refusalsDropped, securityTrail } from './refused-call-records.ts';

export interface RefusedCall {
  /** The caller's; a call by an unknown caller has none, and is in the log only. */
  tenantId: string;
  actor: Actor;
  /** Of the first call. */
  requestId: string;
  /** The operation's id, for example archiveTeam. */
  operation: string;
  method: string;
  /** With its parameters, without its query. */
  path: string;
  status: number;
  errorCode: string;
  /** The message that the caller got. */
  reason: string;
  clientAddress: string;
}

/** Equal calls of the same caller within a minute. */
export interface RefusedCalls extends RefusedCall {
  count: number;
  firstTime: Date;
  lastTime: Date;
}

function toRecord(refused: RefusedCalls): NewAuditRecord {
  const { actor, requestId, operation, method, path, status, errorCode, reason, clientAddress } = refused;
  return callRefused.record({
    actor,
    target: { type: 'operation', id: operation, displayName: `${method} ${path}` },
    requestId,
    fields: {
      operation,
      method,
      path,
      status,
      errorCode,
      reason,
      clientAddress,
      count: refused.count,
      lastTime: refused.lastTime.toISOString(),
    },
  });
}

/** How many calls of one caller were counted instead of recorded one by one, because there were too many. */
export interface DroppedRefusals {
  /** Charter itself stands for all callers beyond those that are counted one by one. */
  actor: Actor;
  count: number;
}

const toDroppedRecord = ({ actor, count }: DroppedRefusals, requestId: string): NewAuditRecord =>
  refusalsDropped.record({
    actor,
    target: { type: 'trail', id: securityTrail.code, displayName: securityTrail.code },
    requestId,
    fields: { count },
  });

/** Writes the tenant's refused calls, and how many were dropped; all of them or none. */
export async function recordRefusedCalls(
  deps: { store: Store },
  tenantId: string,
  refused: readonly RefusedCalls[],
  dropped?: { callers: readonly DroppedRefusals[]; requestId: string; at: Date },
): Promise<void> {
  // Records of one statement have one time.
  const byTime = Map.groupBy(refused, ({ firstTime }) => firstTime.getTime());
  await deps.store.transaction(tenantId, async (unit) => {
    for (const [time, calls] of byTime) await unit.audit.append(calls.map(toRecord), new Date(time));
    if (dropped === undefined) return;
    const { callers, requestId, at } = dropped;
    await unit.audit.append(
      callers.map((caller) => toDroppedRecord(caller, requestId)),
      at,
    );
  });
}
