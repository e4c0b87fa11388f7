/** A clock that advances only while all work waits for it, so that hours of waiting take no real time. */
import type { Clock } from '../../src/kernel/clock.ts';

interface Alarm {
  at: number;
  /** Breaks ties in order of arrival. */
  number: number;
  isForgotten: boolean;
  ring(): void;
}

const isBefore = (one: Alarm, other: Alarm): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number);

/** A binary heap of alarms, the earliest at the top. */
class Alarms {
  readonly #heap: Alarm[] = [];

  get next(): Alarm | undefined {
    return this.#heap[0];
  }

  add(alarm: Alarm): void {
    const heap = this.#heap;
    let place = heap.push(alarm) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(alarm, heap[above]!)) break;
      heap[place] = heap[above]!;
      place = above;
    }
    heap[place] = alarm;
  }

  removeNext(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1;
      if (!isBefore(heap[below]!, last)) break;
      heap[place] = heap[below]!;
      place = below;
    }
    heap[place] = last;
  }
}

/** Real time after which work that neither ends nor waits is reported. */
const STUCK_MILLISECONDS = 60_000;

export class VirtualTime implements Clock {
  #now: number;
  #count = 0;
  /** Number of running units of work. Time stands still while it is not 0. */
  #busy = 0;
  readonly #alarms = new Alarms();
  #onQuiet: (() => void) | undefined;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Calls `ring` at the time. Returns a function that cancels it. */
  at(time: number, ring: () => void): () => void {
    const alarm = { at: Math.max(time, this.#now), number: ++this.#count, isForgotten: false, ring };
    this.#alarms.add(alarm);
    return () => {
      alarm.isForgotten = true;
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
   * Advances time from alarm to alarm until `isOver`. Alarms of the same time ring together, so that their work runs
   * concurrently.
   * @throws Error when no alarm is set, or when work neither ends nor waits for a minute of real time
   */
  async pass(isOver: () => boolean): Promise<void> {
    for (;;) {
      await this.#quiet();
      if (isOver()) return;
      const time = this.#skipForgotten()?.at;
      if (time === undefined) throw new Error('Nothing will happen any more.');
      this.#now = Math.max(this.#now, time);
      for (let next = this.#skipForgotten(); next?.at === time; next = this.#skipForgotten()) {
        this.#alarms.removeNext();
        next.ring();
      }
    }
  }

  #skipForgotten(): Alarm | undefined {
    while (this.#alarms.next?.isForgotten) this.#alarms.removeNext();
    return this.#alarms.next;
  }

  #quiet(): Promise<void> {
    if (this.#busy === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stuck = setTimeout(
        () => reject(new Error(`${this.#busy} pieces of work neither end nor wait.`)),
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
