/** Records calls rejected by authentication or authorisation in the security trail (docs/audit.md). */
import type { Actor } from '../principal.ts';
import type { Store } from '../store.ts';
import type { NewAuditRecord } from './model.ts';
import { callRefused, refusalsDropped, securityTrail } from './refused-call-records.ts';

export interface RefusedCall {
  /** The caller's tenant. Calls by unknown callers are logged only. */
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

/** Calls of one caller that were counted instead of recorded, because there were too many. */
export interface DroppedRefusals {
  /** Charter itself for all callers beyond those that are counted separately. */
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

/** Writes the tenant's rejected calls and the numbers of dropped ones, all or none. */
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
