import type { Batch } from './batch.ts';

/** A call that waits for a sandbox. */
export interface QueuedWork extends PromiseWithResolvers<void> {
  readonly tenantId: string;
  readonly batch: Batch;
  /** Epoch milliseconds of the call's arrival. */
  readonly arrived: number;
  /** Sequence number of the call. */
  readonly number: number;
  /** Number of slices that were started for the call. */
  slices: number;
}

/** The waiting calls of one tenant. */
interface Line {
  /** Calls that have not started, in the order of arrival. */
  readonly fresh: QueuedWork[];
  /** Calls that need further slices, in the order of arrival. */
  readonly begun: QueuedWork[];
  /** Whether the last slice went to a started call. */
  begunWasLast: boolean;
}

/**
 * The waiting calls of all tenants. Tenants get slices round-robin, whatever the number of their calls. Within a
 * tenant, slices alternate between new and begun calls: ordinary rules need only the first slice, so new calls finish
 * soon, and long calls finish one after the other.
 */
export class FairQueue {
  /** The tenants with waiting calls, in the order in which they are served. */
  readonly #lines = new Map<string, Line>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Returns the number of a tenant's waiting calls. */
  countOf(tenantId: string): number {
    const line = this.#lines.get(tenantId);
    return line === undefined ? 0 : line.fresh.length + line.begun.length;
  }

  /** Adds a new call or one that needs another slice. */
  add(queued: QueuedWork): void {
    const line = this.#lines.get(queued.tenantId) ?? { fresh: [], begun: [], begunWasLast: false };
    this.#lines.set(queued.tenantId, line);
    if (queued.slices === 0) {
      line.fresh.push(queued);
      return;
    }
    const later = line.begun.findIndex(({ number }) => number > queued.number);
    line.begun.splice(later === -1 ? line.begun.length : later, 0, queued);
  }

  /** Removes and returns the next call of the next tenant. */
  take(): QueuedWork | undefined {
    for (const [tenantId, line] of this.#lines) {
      const takesBegun = line.fresh.length === 0 || (line.begun.length > 0 && !line.begunWasLast);
      const queued = (takesBegun ? line.begun : line.fresh).shift();
      line.begunWasLast = takesBegun;
      if (line.fresh.length + line.begun.length === 0) this.#lines.delete(tenantId);
      else this.moveBack(tenantId);
      return queued;
    }
    return undefined;
  }

  /** Moves a tenant to the end. Also called after its slice, because other tenants may have arrived meanwhile. */
  moveBack(tenantId: string): void {
    const line = this.#lines.get(tenantId);
    if (line === undefined) return;
    this.#lines.delete(tenantId);
    this.#lines.set(tenantId, line);
  }

  /** Removes and returns all calls. */
  clear(): QueuedWork[] {
    const waiting = [...this.#lines.values()].flatMap(({ fresh, begun }) => [...fresh, ...begun]);
    this.#lines.clear();
    return waiting;
  }
}
