/** A clock that advances only while all work waits for timers, so that hours of waiting take no real time. */
import type { Clock } from '../../src/kernel/clock.ts';

interface Timer {
  at: number;
  /** Breaks ties in order of arrival. */
  number: number;
  isCancelled: boolean;
  fire(): void;
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number);

/** A binary heap of timers, the earliest at the top. */
class TimerHeap {
  readonly #heap: Timer[] = [];

  get next(): Timer | undefined {
    return this.#heap[0];
  }

  add(timer: Timer): void {
    const heap = this.#heap;
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = timer;
  }

  removeNext(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}

/** Real time after which `pass` fails because the work neither ends nor sets a timer. */
const STUCK_MILLISECONDS = 60_000;

export class VirtualTime implements Clock {
  #now: number;
  #count = 0;
  /** Number of running units of work. Time does not advance while it is not 0. */
  #busy = 0;
  readonly #timers = new TimerHeap();
  #onQuiet: (() => void) | undefined;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Sets a timer that calls `fire` at the time. Returns a function that cancels the timer. */
  at(time: number, fire: () => void): () => void {
    const timer = { at: Math.max(time, this.#now), number: ++this.#count, isCancelled: false, fire };
    this.#timers.add(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  /** Stops time until the matching `endWork`. */
  beginWork(): void {
    this.#busy += 1;
  }

  endWork(): void {
    this.#busy -= 1;
    if (this.#busy === 0) this.#onQuiet?.();
  }

  /** Advances time instead of waiting. Call it only when nothing else runs. */
  leap = async (milliseconds: number): Promise<void> => {
    this.#now += milliseconds;
  };

  /**
   * Advances time from timer to timer until `isOver`. Fires timers of the same time together, so that their work runs
   * concurrently.
   * @throws Error when no timer is set, or when for a minute of real time the work neither ends nor sets a timer
   */
  async pass(isOver: () => boolean): Promise<void> {
    for (;;) {
      await this.#quiet();
      if (isOver()) return;
      const time = this.#nextTimer()?.at;
      if (time === undefined) throw new Error('No timer is set, so time cannot advance.');
      this.#now = Math.max(this.#now, time);
      for (let next = this.#nextTimer(); next?.at === time; next = this.#nextTimer()) {
        this.#timers.removeNext();
        next.fire();
      }
    }
  }

  /** Returns the earliest timer that is not cancelled. Removes the cancelled ones before it. */
  #nextTimer(): Timer | undefined {
    while (this.#timers.next?.isCancelled) this.#timers.removeNext();
    return this.#timers.next;
  }

  #quiet(): Promise<void> {
    if (this.#busy === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stuck = setTimeout(
        () => reject(new Error(`${this.#busy} units of work neither end nor set a timer.`)),
        STUCK_MILLISECONDS,
      );
      this.#onQuiet = () => {
        clearTimeout(stuck);
        this.#onQuiet = undefined;
        resolve();
      };
    });
  }
}
