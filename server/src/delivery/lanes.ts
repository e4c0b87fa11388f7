/**
 * Shares a node's capacity fairly between receivers. Each webhook has a lane of bounded width on this node, so a
 * receiver that hangs fills only its own lane. A lane starts narrow, widens with each success, and is narrow again
 * after a failure. A full-width lane of a quick receiver prefetches messages, because leasing in batches costs less.
 */
import type { LeasedDelivery, LeaseOptions } from '../domain/webhooks/ports.ts';

export const LANE_LIMITS = {
  /** Maximum number of concurrent messages to one webhook. */
  width: 32,
  /** Maximum number of concurrent messages to a webhook without a response yet, or whose last attempt failed. */
  narrowWidth: 4,
  /** Maximum number of prefetched messages that wait in the lane of one webhook. */
  ahead: 160,
  /** A receiver is quick when it responds within this time. Messages are prefetched only for quick receivers. */
  quickMilliseconds: 1_000,
  /** Maximum number of leased messages of all webhooks together. */
  total: 768,
  /** Maximum number of leased messages of all webhooks whose last attempt failed. */
  failingTotal: 128,
};

/** Number of lanes above which idle webhooks lose theirs. */
const MAX_LANES = 10_000;

interface Lane {
  tenantId: string;
  sending: number;
  /** Leased messages that wait for capacity. */
  waiting: LeasedDelivery[];
  width: number;
  isQuick: boolean;
}

/** The next steps after an attempt has ended. */
export interface LaneChange {
  /** Waiting messages that the caller must send now. */
  next: LeasedDelivery[];
  /** Leased messages that left the lane unsent, because the receiver is no longer quick. */
  unsent: LeasedDelivery[];
  /** Whether the lane may be filled again at once. After a failure it waits until the outcome is written. */
  hasRoom: boolean;
}

const isFailing = ({ hook }: LeasedDelivery): boolean => hook.failingSince !== null;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #leased = 0;
  #failing = 0;

  /** Number of messages that are being sent. */
  get sending(): number {
    return [...this.#lanes.values()].reduce((sum, { sending }) => sum + sending, 0);
  }

  /** Returns the free capacity for the tenant's deliveries. */
  placesFor(tenantId: string): Omit<LeaseOptions, 'now' | 'leaseUntil'> {
    const lanes = [...this.#lanes].filter(([, lane]) => lane.tenantId === tenantId);
    return {
      limit: LANE_LIMITS.total - this.#leased,
      failingLimit: Math.max(0, LANE_LIMITS.failingTotal - this.#failing),
      perHook: LANE_LIMITS.narrowWidth,
      lanes: lanes.map(([hookId, lane]) => ({ hookId, free: Math.max(0, this.#free(lane)) })),
    };
  }

  /** Adds a leased message to its webhook's lane. Returns true when the caller may send it; otherwise it waits. */
  begin(tenantId: string, delivery: LeasedDelivery): boolean {
    const { id } = delivery.hook;
    const { narrowWidth: width } = LANE_LIMITS;
    const lane = this.#lanes.get(id) ?? { tenantId, sending: 0, waiting: [], width, isQuick: false };
    this.#lanes.set(id, lane);
    this.#leased += 1;
    if (isFailing(delivery)) this.#failing += 1;
    const hasPlace = lane.sending < lane.width;
    if (hasPlace) lane.sending += 1;
    else lane.waiting.push(delivery);
    return hasPlace;
  }

  end(delivery: LeasedDelivery, succeeded: boolean, milliseconds: number): LaneChange {
    const { id } = delivery.hook;
    const lane = this.#lanes.get(id)!;
    lane.sending -= 1;
    this.#forget(delivery);
    const { width, narrowWidth, quickMilliseconds } = LANE_LIMITS;
    lane.width = succeeded ? Math.min(width, lane.width + 1) : narrowWidth;
    lane.isQuick = succeeded && milliseconds <= quickMilliseconds;
    const unsent = lane.isQuick ? [] : this.#empty(lane);
    const next = lane.waiting.splice(0, lane.width - lane.sending);
    lane.sending += next.length;
    // The lane of a responsive webhook stays, so that its next burst starts wide.
    const isKept = lane.width > narrowWidth && this.#lanes.size <= MAX_LANES;
    if (lane.sending === 0 && !isKept) this.#lanes.delete(id);
    return { next, unsent, hasRoom: succeeded && this.#free(lane) >= this.#limitOf(lane) / 2 };
  }

  /** Removes the waiting messages from all lanes. Returns them by tenant. */
  emptyAll(): Map<string, LeasedDelivery[]> {
    const waiting = [...this.#lanes.values()].filter((lane) => lane.waiting.length > 0);
    const byTenant = Map.groupBy(waiting, ({ tenantId }) => tenantId);
    return new Map([...byTenant].map(([id, lanes]) => [id, lanes.flatMap((lane) => this.#empty(lane))]));
  }

  #empty(lane: Lane): LeasedDelivery[] {
    for (const delivery of lane.waiting) this.#forget(delivery);
    return lane.waiting.splice(0);
  }

  #forget(delivery: LeasedDelivery): void {
    this.#leased -= 1;
    if (isFailing(delivery)) this.#failing -= 1;
  }

  /** Returns how many leased messages the lane may hold. Only a quick lane of full width prefetches. */
  #limitOf({ width, isQuick }: Lane): number {
    const { width: full, ahead, total } = LANE_LIMITS;
    if (!isQuick || width < full) return width;
    return Math.max(width, Math.min(width + ahead, Math.floor(total / this.#lanes.size)));
  }

  #free(lane: Lane): number {
    return this.#limitOf(lane) - lane.sending - lane.waiting.length;
  }
}
