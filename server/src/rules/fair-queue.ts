import type { Batch } from './batch.ts';

/** A call that waits for a sandbox. */
export interface QueuedWork extends PromiseWithResolvers<void> {
  readonly tenantId: string;
  readonly batch: Batch;
  /** Epoch milliseconds of the call. */
  readonly arrived: number;
  /** Position among all calls. */
  readonly number: number;
  /** Slices that it has had. */
  slices: number;
}

/** The waiting calls of one tenant. */
interface Line {
  /** Calls without a slice so far, in the order of arrival. */
  readonly fresh: QueuedWork[];
  /** Calls whose first slice was not enough, in the order of arrival. */
  readonly begun: QueuedWork[];
  /** Whether the last slice went to a begun call. */
  begunWasLast: boolean;
}

/**
 * The waiting calls of all tenants. Tenants get slices in rotation, whatever the number of their calls. Within a tenant
 * slices alternate: a new call soon gets its first one, which is enough for ordinary rules, and long calls finish one
 * after the other.
 */
export class FairQueue {
  /** Only tenants with waiting calls; the next one to serve is first. */
  readonly #lines = new Map<string, Line>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Returns the number of a tenant's waiting calls. */
  countOf(tenantId: string): number {
    const line = this.#lines.get(tenantId);
    return line === undefined ? 0 : line.fresh.length + line.begun.length;
  }

  /** Adds a call, or one that needs another slice. */
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

  /** Takes the next call of the next tenant. */
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

  /** Moves a tenant behind the others. Also called after its slice, because others may have arrived meanwhile. */
  moveBack(tenantId: string): void {
    const line = this.#lines.get(tenantId);
    if (line === undefined) return;
    this.#lines.delete(tenantId);
    this.#lines.set(tenantId, line);
  }

  /** Takes all calls. */
  clear(): QueuedWork[] {
    const waiting = [...this.#lines.values()].flatMap(({ fresh, begun }) => [...fresh, ...begun]);
    this.#lines.clear();
    return waiting;
  }
}
