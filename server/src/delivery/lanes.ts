/**
 * Who is sent to next. Each hook has a lane of its own, of bounded width, and lanes take turns: a receiver
 * that hangs fills its own lane and no other. A lane begins narrow and becomes wider with each success; only
 * one that answers well and quickly has messages wait in it.
 */
import type { LaneUse, TakenDelivery } from '../domain/webhooks/ports.ts';

export interface LaneLimits {
  /** Messages on their way to one hook. */
  width: number;
  /** The same for a hook that has not answered yet, or whose last attempt failed. */
  narrowWidth: number;
  /** Messages that wait in the lane of a hook that answers well, besides. */
  waiting: number;
  /** Messages on their way to all hooks. */
  total: number;
  /** The same for all hooks whose last attempt failed. */
  failingTotal: number;
  /** Messages that are held by this node, on their way or waiting. */
  held: number;
  /** An answer that takes longer is a slow one. */
  slowMilliseconds: number;
  /** An answer that comes within it promises room soon. */
  briskMilliseconds: number;
}

export const LANE_LIMITS: LaneLimits = {
  width: 32,
  narrowWidth: 4,
  waiting: 992,
  total: 512,
  failingTotal: 128,
  held: 4096,
  slowMilliseconds: 2_000,
  briskMilliseconds: 50,
};

export interface Parcel {
  tenantId: string;
  delivery: TakenDelivery;
  /** Milliseconds since 1970 at which the delivery is no longer ours. */
  leaseUntil: number;
}

/** What a parcel's way showed of its hook. */
export interface Answer {
  succeeded: boolean;
  durationMilliseconds: number;
}

/** Lanes that are remembered while nothing is sent to them. */
const MOST_RESTING = 10_000;

interface Lane {
  tenantId: string;
  hookId: string;
  queue: Parcel[];
  /** Places promised to deliveries that are being made. */
  held: number;
  sending: number;
  width: number;
  state: 'untried' | 'quick' | 'slow' | 'failing';
  /** Of the last answer. */
  milliseconds: number;
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  /** Empty lanes of hooks that answered well, so that a burst need not begin as with a stranger; latest last. */
  readonly #resting = new Map<string, Lane>();
  /** Lanes with something to send and room to do so, in the order of their turns. */
  readonly #ready = new Set<Lane>();
  #held = 0;
  #sending = 0;
  #failing = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Messages that may be taken on top of what is here. */
  get room(): number {
    return Math.max(0, this.#limits.held - this.#held);
  }

  /** Messages on their way. */
  get sending(): number {
    return this.#sending;
  }

  /** Whether to wait for room rather than to let messages lie, which costs more: it will not be long. */
  willHaveRoom(tenantId: string): boolean {
    for (const lane of this.#lanes.values()) {
      const isBrisk = lane.state === 'quick' && lane.milliseconds <= this.#limits.briskMilliseconds;
      if (lane.tenantId === tenantId && isBrisk && !this.#isHalfFree(lane)) return true;
    }
    return false;
  }

  hasRoom(hookId: string): boolean {
    const lane = this.#lanes.get(hookId);
    return lane === undefined || this.#isHalfFree(lane);
  }

  /** What the lane of a hook that is not here may take. */
  capacityOfNew(failing: boolean): number {
    return failing ? this.#limits.narrowWidth : this.#limits.width;
  }

  /** Places of the lanes that are here. */
  useOf(tenantId: string): LaneUse[] {
    const lanes = [...this.#lanes.values()].filter((lane) => lane.tenantId === tenantId);
    return lanes.map((lane) => ({ hookId: lane.hookId, free: Math.max(0, this.#free(lane)) }));
  }

  /** Holds a place; false when there is none. */
  hold(tenantId: string, hookId: string, failing: boolean): boolean {
    if (this.room === 0) return false;
    const lane = this.#open(tenantId, hookId, failing);
    if (this.#free(lane) <= 0) return false;
    lane.held += 1;
    this.#held += 1;
    return true;
  }

  release(hookId: string): void {
    const lane = this.#lanes.get(hookId);
    if (lane === undefined) return;
    lane.held -= 1;
    this.#held -= 1;
    this.#note(lane);
  }

  /** @param held whether a place was held for it */
  add(parcel: Parcel, held: boolean): void {
    const { hook } = parcel.delivery;
    const lane = this.#open(parcel.tenantId, hook.id, hook.failingSince !== null);
    if (held) lane.held -= 1;
    else this.#held += 1;
    lane.queue.push(parcel);
    this.#note(lane);
  }

  /** The next to be sent; undefined when nothing may be. One lane after the other. */
  next(): { parcel: Parcel; sent: (answer?: Answer) => Parcel[] } | undefined {
    if (this.#sending >= this.#limits.total) return undefined;
    for (const lane of this.#ready) {
      const failing = lane.state === 'failing';
      if (failing && this.#failing >= this.#limits.failingTotal) continue;
      const parcel = lane.queue.shift() as Parcel;
      lane.sending += 1;
      this.#sending += 1;
      if (failing) this.#failing += 1;
      // To the end of the turn.
      this.#ready.delete(lane);
      this.#note(lane);
      return { parcel, sent: (answer) => this.#sent(lane, failing, answer) };
    }
    return undefined;
  }

  /** Takes out what waits: of one hook, or of all. */
  clear(hookId?: string): Parcel[] {
    const lanes = [...this.#lanes.values()].filter((lane) => hookId === undefined || lane.hookId === hookId);
    return lanes.flatMap((lane) => this.#shorten(lane, 0));
  }

  /** Answers what is to be given back: a hook that does not answer well has nothing wait here. */
  #sent(lane: Lane, failing: boolean, answer: Answer | undefined): Parcel[] {
    lane.sending -= 1;
    this.#sending -= 1;
    this.#held -= 1;
    if (failing) this.#failing -= 1;
    const { width, narrowWidth, slowMilliseconds } = this.#limits;
    const slow = answer !== undefined && answer.durationMilliseconds > slowMilliseconds;
    if (answer !== undefined) lane.milliseconds = answer.durationMilliseconds;
    if (answer?.succeeded) {
      lane.state = slow ? 'slow' : 'quick';
      lane.width = Math.min(width, lane.width + 1);
    } else if (answer !== undefined) {
      lane.state = 'failing';
      lane.width = narrowWidth;
    }
    // Failures that come quickly give way as quickly; giving their parcels back would cost more.
    const given = slow ? this.#shorten(lane, Math.max(0, this.#capacity(lane) - lane.sending)) : [];
    this.#note(lane);
    return given;
  }

  #capacity(lane: Lane): number {
    const { width, narrowWidth, waiting } = this.#limits;
    if (lane.state === 'quick') return width + waiting;
    return lane.state === 'failing' ? narrowWidth : width;
  }

  #isHalfFree(lane: Lane): boolean {
    return this.#free(lane) >= this.#capacity(lane) / 2;
  }

  #free(lane: Lane): number {
    return this.#capacity(lane) - lane.queue.length - lane.held - lane.sending;
  }

  #open(tenantId: string, hookId: string, failing: boolean): Lane {
    let lane = this.#lanes.get(hookId) ?? this.#resting.get(hookId);
    this.#resting.delete(hookId);
    if (lane === undefined || (failing && !this.#lanes.has(hookId))) {
      const width = this.#limits.narrowWidth;
      const state = failing ? ('failing' as const) : ('untried' as const);
      lane = { tenantId, hookId, queue: [], held: 0, sending: 0, width, state, milliseconds: 0 };
    }
    this.#lanes.set(hookId, lane);
    return lane;
  }

  /** Leaves `length` waiting; answers the others. */
  #shorten(lane: Lane, length: number): Parcel[] {
    const parcels = lane.queue.splice(length);
    this.#held -= parcels.length;
    this.#note(lane);
    return parcels;
  }

  /** Keeps track of what a lane may do now. */
  #note(lane: Lane): void {
    if (lane.queue.length > 0 && lane.sending < lane.width) this.#ready.add(lane);
    else this.#ready.delete(lane);
    if (lane.queue.length + lane.held + lane.sending === 0) this.#rest(lane);
  }

  #rest(lane: Lane): void {
    this.#lanes.delete(lane.hookId);
    if (lane.state !== 'quick') return;
    this.#resting.set(lane.hookId, lane);
    const [oldest] = this.#resting.keys();
    if (oldest !== undefined && this.#resting.size > MOST_RESTING) this.#resting.delete(oldest);
  }
}
