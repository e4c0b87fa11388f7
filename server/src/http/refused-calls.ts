/**
 * Refused calls on their way into the security trail, without making anybody wait: they are kept for a moment
 * and written together. Equal ones within a minute are told of together, a flood is counted instead of kept,
 * and what was only counted is said to have been. A node that is killed loses those of its last second.
 */
import type { FastifyRequest } from 'fastify';
import {
  type RefusedCall,
  type RefusedCalls,
  recordDroppedRefusals,
  recordRefusedCalls,
} from '../engine/audit/refused-calls.ts';
import type { Principal } from '../engine/principal.ts';
import type { Store } from '../engine/store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CharterError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';

const PATH_MAX_LENGTH = 500;

/** Whom the call was refused to: the caller, or whom its credentials name. */
function refusedPrincipal(
  error: CharterError,
  request: FastifyRequest,
): Omit<Principal, 'roles'> | undefined {
  if (error.code === 'Unauthenticated') return error.caller;
  if (error.code === 'Forbidden' || error.hides) return request.principal ?? undefined;
  return undefined;
}

/** The call as the security trail tells of it; undefined when it was not refused for who made it. */
export function refusedCallOf(
  error: CharterError,
  request: FastifyRequest,
  status: number,
): RefusedCall | undefined {
  const { operation } = request.routeOptions.config;
  const principal = refusedPrincipal(error, request);
  if (principal === undefined || operation === undefined) return undefined;
  const { tenantId, id, kind, displayName } = principal;
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
    clientAddress: request.ip,
  };
}

export interface RefusalLog {
  warn(details: object, message: string): void;
}

export interface RefusedCallsOptions {
  store: Store;
  clock: Clock;
  log: RefusalLog;
  /** Different ones kept at most, over all tenants. Default: 2,000. */
  most?: number;
}

export const WRITE_MILLISECONDS = 1_000;
const TOGETHER_MILLISECONDS = 60_000;
const MOST = 2_000;

interface Kept {
  call: RefusedCall;
  /** Since it was last written. */
  count: number;
  firstTime: Date;
  lastTime: Date;
  /** When it may be written, in milliseconds since 1970. */
  dueAt: number;
}

const keyOf = ({ tenantId, actor, operation, path, status, clientAddress }: RefusedCall): string =>
  JSON.stringify([tenantId, actor.kind, actor.id, operation, path, status, clientAddress]);

export class RefusedCallLog {
  readonly #options: RefusedCallsOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #dropped = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RefusedCallsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_MILLISECONDS).unref();
  }

  note(call: RefusedCall): void {
    const now = this.#options.clock.now();
    const key = keyOf(call);
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      if (kept.count === 0) Object.assign(kept, { call, firstTime: now });
      kept.count += 1;
      kept.lastTime = now;
      return;
    }
    if (this.#kept.size >= (this.#options.most ?? MOST)) {
      this.#dropped.set(call.tenantId, (this.#dropped.get(call.tenantId) ?? 0) + 1);
      return;
    }
    this.#kept.set(key, { call, count: 1, firstTime: now, lastTime: now, dueAt: now.getTime() });
  }

  /** Writes what is due; with `all`, also what would wait for more of its kind. */
  async write(all = false): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    this.#writing = this.#write(all).finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Writes everything, and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write(true);
  }

  async #write(all: boolean): Promise<void> {
    const now = this.#options.clock.now().getTime();
    const due: [string, Kept][] = [];
    for (const [key, kept] of this.#kept) {
      if (kept.count > 0 && (all || kept.dueAt <= now)) due.push([key, kept]);
      else if (kept.count === 0 && kept.dueAt <= now) this.#kept.delete(key);
    }
    const byTenant = Map.groupBy(due, ([, { call }]) => call.tenantId);
    for (const tenantId of new Set([...byTenant.keys(), ...this.#dropped.keys()])) {
      await this.#writeFor(tenantId, byTenant.get(tenantId) ?? [], now);
    }
  }

  /** What can't be written stays, and is tried again. */
  async #writeFor(tenantId: string, due: readonly [string, Kept][], now: number): Promise<void> {
    const { store, clock, log } = this.#options;
    try {
      const told = due.map(([, kept]) => ({ kept, count: kept.count, said: tell(kept) }));
      await recordRefusedCalls(
        { store },
        tenantId,
        told.map(({ said }) => said),
      );
      for (const { kept, count } of told) {
        kept.count -= count;
        kept.firstTime = kept.lastTime;
        kept.dueAt = now + TOGETHER_MILLISECONDS;
      }
      const count = this.#dropped.get(tenantId) ?? 0;
      if (count === 0) return;
      await recordDroppedRefusals({ store }, tenantId, { count, requestId: newId(), at: clock.now() });
      const since = (this.#dropped.get(tenantId) ?? 0) - count;
      if (since > 0) this.#dropped.set(tenantId, since);
      else this.#dropped.delete(tenantId);
    } catch (error) {
      log.warn({ err: error, tenantId }, 'Refused calls could not be recorded; it is tried again.');
    }
  }
}

const tell = ({ call, count, firstTime, lastTime }: Kept): RefusedCalls => ({
  ...call,
  count,
  firstTime,
  lastTime,
});
