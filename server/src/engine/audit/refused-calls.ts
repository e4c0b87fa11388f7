/** Calls that were refused for who made them, as the security trail tells of them (contract 12). */
import type { Actor } from '../principal.ts';
import { SYSTEM_ACTOR } from '../principal.ts';
import type { Store } from '../store.ts';
import type { NewAuditRecord } from './model.ts';

export interface RefusedCall {
  /** The caller's; a call by nobody we know has none, and stands in the log only. */
  tenantId: string;
  actor: Actor;
  /** The first one's. */
  requestId: string;
  /** The operation's id, for example archiveTeam. */
  operation: string;
  method: string;
  /** With its parameters, without its query. */
  path: string;
  status: number;
  errorCode: string;
  /** A sentence: what the caller was told. */
  reason: string;
  clientAddress: string;
}

/** Equal calls of the same caller within a short while, told of together. */
export interface RefusedCalls extends RefusedCall {
  count: number;
  firstTime: Date;
  lastTime: Date;
}

function toRecord(refused: RefusedCalls): NewAuditRecord {
  const { actor, requestId, operation, method, path, status, errorCode, reason, clientAddress } = refused;
  return {
    trail: 'security',
    type: 'call_refused',
    actor,
    target: { type: 'operation', id: operation, displayName: `${method} ${path}` },
    requestId,
    outcome: 'denied',
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
  };
}

/** Writes the tenant's refused calls; all of them or none. */
export async function recordRefusedCalls(
  deps: { store: Store },
  tenantId: string,
  refused: readonly RefusedCalls[],
): Promise<void> {
  // Records of one statement have one time.
  const byTime = Map.groupBy(refused, ({ firstTime }) => firstTime.getTime());
  if (byTime.size === 0) return;
  await deps.store.transaction(tenantId, async (unit) => {
    for (const [time, calls] of byTime) await unit.audit.append(calls.map(toRecord), new Date(time));
  });
}

/** Says that so many refused calls were not written one by one, because there were too many at once. */
export async function recordDroppedRefusals(
  deps: { store: Store },
  tenantId: string,
  dropped: { count: number; requestId: string; at: Date },
): Promise<void> {
  const record: NewAuditRecord = {
    trail: 'security',
    type: 'refusals_dropped',
    actor: SYSTEM_ACTOR,
    target: { type: 'trail', id: 'security', displayName: 'security' },
    requestId: dropped.requestId,
    outcome: 'failure',
    fields: { count: dropped.count },
  };
  await deps.store.in(tenantId).audit.append([record], dropped.at);
}
