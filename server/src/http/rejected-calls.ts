/**
 * Collects rejected calls for the security trail, so that no caller waits for the write. Equal calls within a minute
 * share one record. Beyond a limit for each caller and tenant, only the number of calls is recorded. A killed node
 * loses the calls of its last second, and the counts of its last minute.
 */
import type { FastifyRequest } from 'fastify';
import {
  type DroppedRejections,
  type RejectedCall,
  type RejectedCalls,
  recordRejectedCalls,
} from '../engine/audit/rejected-calls.ts';
import { type Actor, SYSTEM_ACTOR } from '../engine/principal.ts';
import type { Store } from '../engine/store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CharterError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';

const PATH_MAX_LENGTH = 500;

/** Returns the call for the security trail; undefined for an unknown caller, or an error unrelated to access. */
export function rejectedCallOf(
  error: CharterError,
  request: FastifyRequest,
  status: number,
): RejectedCall | undefined {
  const { operation } = request.routeOptions.config;
  const isForbidden = error.code === 'Forbidden' || error.hides;
  const caller = error.caller ?? (isForbidden && request.principal);
  if (!caller || operation === undefined) return undefined;
  const { tenantId, id, kind, displayName } = caller;
  return {
    tenantId,
    actor: { id, kind, displayName },
    requestId: request.id,
    operation,
    method: request.method,
    path: (request.url.split('?')[0] ?? '').slice(0, PATH_MAX_LENGTH),
    status,
    errorCode: error.code,
    reason: error.message,
    clientAddress: request.clientAddress,
  };
}

export interface RejectedCallsOptions {
  store: Store;
  clock: Clock;
  log: { warn(details: object, message: string): void };
  /** Maximum number of different calls in memory for one caller and for one tenant. */
  limits?: { principal: number; tenant: number };
}

const WRITE_MILLISECONDS = 1_000;
const TOGETHER_MILLISECONDS = 60_000;
/** Default limits. The calls of one tenant use at most about a megabyte. */
const LIMITS = { principal: 100, tenant: 500 };
/** Maximum number of callers in a tenant whose dropped calls are counted separately. */
const MAX_COUNTED = 100;

/** Equal calls; `count` is their number since the last write. */
interface PendingCall extends RejectedCalls {
  /** Earliest time of the next write, in milliseconds since 1970. */
  dueAt: number;
}

interface TenantCalls {
  pending: Map<string, PendingCall>;
  /** Dropped calls, counted by caller. */
  dropped: Map<string, DroppedRejections>;
  /** Earliest time of the next write of dropped calls, in milliseconds since 1970. */
  droppedDueAt: number;
}

const keyOf = ({ actor, operation, path, status, clientAddress }: RejectedCall): string =>
  JSON.stringify([actor.kind, actor.id, operation, path, status, clientAddress]);

const callerOf = ({ kind, id }: Actor): string => JSON.stringify([kind, id]);

export class RejectedCallLog {
  readonly #options: RejectedCallsOptions;
  readonly #limits: typeof LIMITS;
  readonly #tenants = new Map<string, TenantCalls>();
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RejectedCallsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? LIMITS;
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_MILLISECONDS).unref();
  }

  record(call: RejectedCall): void {
    const now = this.#options.clock.now();
    let calls = this.#tenants.get(call.tenantId);
    if (calls === undefined) {
      calls = { pending: new Map(), dropped: new Map(), droppedDueAt: 0 };
      this.#tenants.set(call.tenantId, calls);
    }
    const key = keyOf(call);
    const pending = calls.pending.get(key);
    if (pending !== undefined) {
      if (pending.count === 0) Object.assign(pending, call, { firstTime: now });
      pending.count += 1;
      pending.lastTime = now;
    } else if (this.#hasRoom(calls, call.actor)) {
      calls.pending.set(key, { ...call, count: 1, firstTime: now, lastTime: now, dueAt: now.getTime() });
    } else {
      countDropped(calls, call.actor);
    }
  }

  #hasRoom({ pending }: TenantCalls, actor: Actor): boolean {
    if (pending.size >= this.#limits.tenant) return false;
    const calls = [...pending.values()].filter((call) => callerOf(call.actor) === callerOf(actor));
    return calls.length < this.#limits.principal;
  }

  /** Writes the records that are due, or all records. */
  async write(all = false): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    this.#writing = this.#write(all).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Writes all records and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write(true);
  }

  async #write(all: boolean): Promise<void> {
    const now = this.#options.clock.now().getTime();
    for (const [tenantId, calls] of this.#tenants) {
      const due: PendingCall[] = [];
      for (const [key, pending] of calls.pending) {
        if (pending.count > 0 && (all || pending.dueAt <= now)) due.push(pending);
        else if (pending.count === 0 && pending.dueAt <= now) calls.pending.delete(key);
      }
      const isDroppedDue = calls.dropped.size > 0 && (all || calls.droppedDueAt <= now);
      if (due.length > 0 || isDroppedDue) await this.#writeFor(tenantId, calls, due, isDroppedDue);
    }
  }

  /** Writes the records of a tenant. After a failure, keeps them for the next attempt. */
  async #writeFor(tenantId: string, calls: TenantCalls, due: readonly PendingCall[], withDropped: boolean) {
    const { store, clock, log } = this.#options;
    const written = due.map((pending) => {
      const { dueAt: _, ...record } = pending;
      // Calls that arrive during the write belong to the next record, which has its own first time.
      pending.count = 0;
      return { pending, record };
    });
    const { dropped } = calls;
    if (withDropped) calls.dropped = new Map();
    try {
      await recordRejectedCalls(
        { store },
        tenantId,
        written.map(({ record }) => record),
        withDropped ? { callers: [...dropped.values()], requestId: newId(), at: clock.now() } : undefined,
      );
      const now = clock.now().getTime();
      for (const { pending } of written) pending.dueAt = now + TOGETHER_MILLISECONDS;
      if (withDropped) calls.droppedDueAt = now + TOGETHER_MILLISECONDS;
    } catch (error) {
      for (const { pending, record } of written) {
        pending.count += record.count;
        pending.firstTime = record.firstTime;
      }
      if (withDropped) for (const { actor, count } of dropped.values()) countDropped(calls, actor, count);
      log.warn({ err: error, tenantId }, 'Rejected calls could not be recorded. The service tries again.');
    }
  }
}

function countDropped({ dropped }: TenantCalls, actor: Actor, count = 1): void {
  const isCounted = dropped.has(callerOf(actor)) || dropped.size < MAX_COUNTED;
  const whose = isCounted ? actor : SYSTEM_ACTOR;
  const before = dropped.get(callerOf(whose))?.count ?? 0;
  dropped.set(callerOf(whose), { actor: whose, count: before + count });
}
