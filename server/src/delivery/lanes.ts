/**
 * Fair sharing between receivers. Each webhook has a lane of bounded width on this node, so a receiver that hangs fills
 * its own lane and no other. A lane starts narrow, widens with each success, and is narrow again after a failure.
 */
import type { TakenDelivery, TakeOptions } from '../domain/webhooks/ports.ts';

export const LANE_LIMITS = {
  /** Concurrent messages to one webhook. */
  width: 32,
  /** The same for a webhook that has not answered yet, or whose last attempt failed. */
  narrowWidth: 4,
  /** Concurrent messages to all webhooks. */
  total: 512,
  /** Limit over all webhooks whose last attempt failed. */
  failingTotal: 128,
};

/** Above this, the lanes of idle webhooks are forgotten. */
const MOST_LANES = 10_000;

interface Lane {
  tenantId: string;
  sending: number;
  width: number;
}

const isFailing = ({ hook }: TakenDelivery): boolean => hook.failingSince !== null;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #sending = 0;
  #failing = 0;

  get sending(): number {
    return this.#sending;
  }

  /** Free places for the tenant's deliveries. */
  placesFor(tenantId: string): Omit<TakeOptions, 'now' | 'leaseUntil'> {
    const lanes = [...this.#lanes].filter(([, lane]) => lane.tenantId === tenantId);
    return {
      most: LANE_LIMITS.total - this.#sending,
      mostFailing: Math.max(0, LANE_LIMITS.failingTotal - this.#failing),
      perHook: LANE_LIMITS.narrowWidth,
      lanes: lanes.map(([hookId, { width, sending }]) => ({ hookId, free: Math.max(0, width - sending) })),
    };
  }

  begin(tenantId: string, delivery: TakenDelivery): void {
    const { id } = delivery.hook;
    const lane = this.#lanes.get(id) ?? { tenantId, sending: 0, width: LANE_LIMITS.narrowWidth };
    this.#lanes.set(id, lane);
    lane.sending += 1;
    this.#sending += 1;
    if (isFailing(delivery)) this.#failing += 1;
  }

  /** Returns whether the lane may be filled again at once. After a failure it waits until the outcome is written. */
  end(delivery: TakenDelivery, succeeded: boolean): boolean {
    const { id } = delivery.hook;
    const lane = this.#lanes.get(id)!;
    lane.sending -= 1;
    this.#sending -= 1;
    if (isFailing(delivery)) this.#failing -= 1;
    const { width, narrowWidth } = LANE_LIMITS;
    lane.width = succeeded ? Math.min(width, lane.width + 1) : narrowWidth;
    // A webhook that answers keeps its lane, so that its next burst starts wide.
    const isKept = lane.width > narrowWidth && this.#lanes.size <= MOST_LANES;
    if (lane.sending === 0 && !isKept) this.#lanes.delete(id);
    return succeeded && lane.sending <= lane.width / 2;
  }
}
