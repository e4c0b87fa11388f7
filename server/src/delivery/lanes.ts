/**
 * Fair sharing between receivers. Each webhook has a lane of bounded width on this node, and lanes take turns:
 * a receiver that hangs fills its own lane and no other. A lane starts narrow and widens with each success. Only
 * the lane of a receiver that answers well and quickly queues messages beyond its width.
 */
import type { LaneUse, TakenDelivery } from '../domain/webhooks/ports.ts';

export interface LaneLimits {
  /** Concurrent messages to one webhook. */
  width: number;
  /** The same for a webhook that has not answered yet, or whose last attempt failed. */
  narrowWidth: number;
  /** Queued messages of a webhook that answers well, beyond its width. */
  waiting: number;
  /** Concurrent messages to all webhooks. */
  total: number;
  /** The same for all webhooks whose last attempt failed. */
  failingTotal: number;
  /** Messages leased by this node: queued or being sent. */
  held: number;
  /** A longer answer counts as slow. */
  slowMilliseconds: number;
}

export const LANE_LIMITS: LaneLimits = {
  width: 32,
  narrowWidth: 4,
  waiting: 992,
  total: 512,
  failingTotal: 128,
  held: 4096,
  slowMilliseconds: 2_000,
};

/** A leased delivery on this node. */
export interface Parcel {
  tenantId: string;
  delivery: TakenDelivery;
  /** End of the lease; milliseconds since 1970. */
  leaseUntil: number;
}

export interface Answer {
  succeeded: boolean;
  durationMilliseconds: number;
}

/** Above this, the lanes of idle webhooks are forgotten. */
const MOST_LANES = 10_000;

interface Lane {
  tenantId: string;
  hookId: string;
  queue: Parcel[];
  sending: number;
  width: number;
  state: 'untried' | 'quick' | 'slow' | 'failing';
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with a queued message and room to send it, in the order of their turns. */
  readonly #ready = new Set<Lane>();
  #held = 0;
  #sending = 0;
  #failing = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** How many more messages this node may lease. */
  get room(): number {
    return Math.max(0, this.#limits.held - this.#held);
  }

  get sending(): number {
    return this.#sending;
  }

  /** Whether the lane has drained enough to be filled again. */
  hasRoom(hookId: string): boolean {
    const lane = this.#lanes.get(hookId);
    return lane === undefined || this.#free(lane) >= this.#capacity(lane.state) / 2;
  }

  /** Capacity of the lane of a webhook that has no lane yet. */
  capacityOfNew(failing: boolean): number {
    return this.#capacity(failing ? 'failing' : 'untried');
  }

  /** Free places of the tenant's lanes. */
  useOf(tenantId: string): LaneUse[] {
    const lanes = [...this.#lanes.values()].filter((lane) => lane.tenantId === tenantId);
    return lanes.map((lane) => ({ hookId: lane.hookId, free: Math.max(0, this.#free(lane)) }));
  }

  add(parcel: Parcel): void {
    const { hook } = parcel.delivery;
    const lane = this.#open(parcel.tenantId, hook.id, hook.failingSince !== null);
    this.#held += 1;
    lane.queue.push(parcel);
    this.#update(lane);
  }

  /**
   * The next message to send, lane by lane; undefined when none may be sent now. The caller passes the answer to
   * `sent`, which returns the parcels to give back: a slow webhook queues nothing on this node.
   */
  next(): { parcel: Parcel; sent: (answer?: Answer) => Parcel[] } | undefined {
    if (this.#sending >= this.#limits.total) return undefined;
    for (const lane of this.#ready) {
      const failing = lane.state === 'failing';
      if (failing && this.#failing >= this.#limits.failingTotal) continue;
      const parcel = lane.queue.shift() as Parcel;
      lane.sending += 1;
      this.#sending += 1;
      if (failing) this.#failing += 1;
      // Moves the lane to the end of the turn.
      this.#ready.delete(lane);
      this.#update(lane);
      return { parcel, sent: (answer) => this.#sent(lane, failing, answer) };
    }
    return undefined;
  }

  /** Removes the queued messages of one webhook, or of all. */
  clear(hookId?: string): Parcel[] {
    const lanes = [...this.#lanes.values()].filter((lane) => hookId === undefined || lane.hookId === hookId);
    return lanes.flatMap((lane) => this.#shorten(lane, 0));
  }

  #sent(lane: Lane, failing: boolean, answer: Answer | undefined): Parcel[] {
    lane.sending -= 1;
    this.#sending -= 1;
    this.#held -= 1;
    if (failing) this.#failing -= 1;
    const { width, narrowWidth, slowMilliseconds } = this.#limits;
    const slow = answer !== undefined && answer.durationMilliseconds > slowMilliseconds;
    if (answer?.succeeded) {
      lane.state = slow ? 'slow' : 'quick';
      lane.width = Math.min(width, lane.width + 1);
    } else if (answer !== undefined) {
      lane.state = 'failing';
      lane.width = narrowWidth;
    }
    // Quick failures drain as quickly; giving their parcels back would cost more.
    const given = slow ? this.#shorten(lane, Math.max(0, this.#capacity(lane.state) - lane.sending)) : [];
    this.#update(lane);
    return given;
  }

  #capacity(state: Lane['state']): number {
    const { width, narrowWidth, waiting } = this.#limits;
    if (state === 'quick') return width + waiting;
    return state === 'failing' ? narrowWidth : width;
  }

  #free(lane: Lane): number {
    return this.#capacity(lane.state) - lane.queue.length - lane.sending;
  }

  #open(tenantId: string, hookId: string, failing: boolean): Lane {
    let lane = this.#lanes.get(hookId);
    if (lane === undefined || (failing && this.#isEmpty(lane))) {
      const state = failing ? ('failing' as const) : ('untried' as const);
      lane = { tenantId, hookId, queue: [], sending: 0, width: this.#limits.narrowWidth, state };
      this.#lanes.set(hookId, lane);
    }
    return lane;
  }

  /** Leaves `length` parcels queued and returns the others. */
  #shorten(lane: Lane, length: number): Parcel[] {
    const parcels = lane.queue.splice(length);
    this.#held -= parcels.length;
    this.#update(lane);
    return parcels;
  }

  #isEmpty(lane: Lane): boolean {
    return lane.queue.length + lane.sending === 0;
  }

  #update(lane: Lane): void {
    if (lane.queue.length > 0 && lane.sending < lane.width) this.#ready.add(lane);
    else this.#ready.delete(lane);
    // A webhook that answered quickly keeps its lane, so that its next burst starts wide.
    const isKept = lane.state === 'quick' && this.#lanes.size <= MOST_LANES;
    if (this.#isEmpty(lane) && !isKept) this.#lanes.delete(lane.hookId);
  }
}
