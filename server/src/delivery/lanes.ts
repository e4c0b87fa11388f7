/**
 * Who is sent to next. Each hook has a lane of its own, of bounded width, and lanes take turns: a receiver
 * that hangs fills its own lane and no other.
 */
import type { LaneUse, TakenDelivery } from '../domain/webhooks/ports.ts';

export interface LaneLimits {
  /** Messages on their way to one hook. */
  width: number;
  /** The same for a hook whose last attempt failed. */
  failingWidth: number;
  /** Messages that wait in a lane, besides. */
  waiting: number;
  /** Messages on their way to all hooks. */
  total: number;
}

export const LANE_LIMITS: LaneLimits = { width: 32, failingWidth: 4, waiting: 224, total: 512 };

export interface Parcel {
  tenantId: string;
  delivery: TakenDelivery;
  /** Milliseconds since 1970 at which the delivery is no longer ours. */
  leaseUntil: number;
}

interface Lane {
  tenantId: string;
  queue: Parcel[];
  /** Places promised to deliveries that are being made. */
  held: number;
  sending: number;
  failing: boolean;
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  #sending = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** What a lane holds at most, by how its hook does. */
  capacity(failing: boolean): number {
    const { width, failingWidth, waiting } = this.#limits;
    return failing ? failingWidth : width + waiting;
  }

  /** Messages that may be taken on top of what is here. */
  get room(): number {
    let held = 0;
    for (const lane of this.#lanes.values()) held += lane.queue.length + lane.held;
    return Math.max(0, this.#limits.total * 4 - held - this.#sending);
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0;
  }

  useOf(tenantId: string): LaneUse[] {
    return [...this.#lanes]
      .filter(([, lane]) => lane.tenantId === tenantId)
      .map(([hookId, lane]) => ({ hookId, inFlight: lane.queue.length + lane.held + lane.sending }));
  }

  /** Holds a place; false when there is none. */
  hold(tenantId: string, hookId: string, failing: boolean): boolean {
    const lane = this.#open(tenantId, hookId, failing);
    const used = lane.queue.length + lane.held + lane.sending;
    if (this.room === 0 || used >= this.capacity(lane.failing)) {
      this.#closeIfEmpty(hookId, lane);
      return false;
    }
    lane.held += 1;
    return true;
  }

  release(hookId: string): void {
    const lane = this.#lanes.get(hookId);
    if (lane === undefined) return;
    lane.held -= 1;
    this.#closeIfEmpty(hookId, lane);
  }

  /** @param held whether a place was held for it */
  add(parcel: Parcel, held: boolean): void {
    const { hook } = parcel.delivery;
    const lane = this.#open(parcel.tenantId, hook.id, hook.failingSince !== null);
    if (held) lane.held -= 1;
    lane.queue.push(parcel);
  }

  /** The next to be sent; undefined when nothing may be. One lane after the other. */
  next(): Parcel | undefined {
    if (this.#sending >= this.#limits.total) return undefined;
    for (const [hookId, lane] of this.#lanes) {
      const width = lane.failing ? this.#limits.failingWidth : this.#limits.width;
      if (lane.sending >= width) continue;
      const parcel = lane.queue.shift();
      if (parcel === undefined) continue;
      lane.sending += 1;
      this.#sending += 1;
      // To the end of the turn.
      this.#lanes.delete(hookId);
      this.#lanes.set(hookId, lane);
      return parcel;
    }
    return undefined;
  }

  /** @param succeeded undefined when it was not sent at all */
  sent(hookId: string, succeeded: boolean | undefined): void {
    this.#sending -= 1;
    const lane = this.#lanes.get(hookId);
    if (lane === undefined) return;
    lane.sending -= 1;
    if (succeeded !== undefined) lane.failing = !succeeded;
    this.#closeIfEmpty(hookId, lane);
  }

  /** Takes out what waits: of one hook, or of all. */
  clear(hookId?: string): Parcel[] {
    const parcels: Parcel[] = [];
    for (const [id, lane] of [...this.#lanes]) {
      if (hookId !== undefined && id !== hookId) continue;
      parcels.push(...lane.queue.splice(0));
      this.#closeIfEmpty(id, lane);
    }
    return parcels;
  }

  #open(tenantId: string, hookId: string, failing: boolean): Lane {
    let lane = this.#lanes.get(hookId);
    if (lane === undefined) {
      lane = { tenantId, queue: [], held: 0, sending: 0, failing };
      this.#lanes.set(hookId, lane);
    }
    return lane;
  }

  #closeIfEmpty(hookId: string, lane: Lane): void {
    if (lane.queue.length + lane.held + lane.sending === 0) this.#lanes.delete(hookId);
  }
}
