/** Time that passes only while everybody waits for it: hours of waiting take the time of the work between them. */
import type { Clock } from '../../src/kernel/clock.ts';

interface Alarm {
  at: number;
  /** Breaks ties: first come, first served. */
  number: number;
  ring(): void;
}

/** Real time after which something that should have waited is reported. */
const STUCK_MILLISECONDS = 60_000;

export class VirtualTime implements Clock {
  #now: number;
  #count = 0;
  /** Work that goes on now. */
  #busy = 0;
  #alarms: Alarm[] = [];
  #onQuiet: (() => void) | undefined;

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Calls `ring` at the time, and returns how to forget it. */
  at(time: number, ring: () => void): () => void {
    const alarm = { at: Math.max(time, this.#now), number: ++this.#count, ring };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((one) => one !== alarm);
    };
  }

  /** Time stands still while work goes on. */
  beginWork(): void {
    this.#busy += 1;
  }

  endWork(): void {
    this.#busy -= 1;
    if (this.#busy === 0) this.#onQuiet?.();
  }

  /** Waits by moving time: for what happens while nobody else is there. */
  leap = async (milliseconds: number): Promise<void> => {
    this.#now += milliseconds;
  };

  /** Lets time pass until `isOver`, from one alarm to the next. @throws Error when nobody waits for anything */
  async pass(isOver: () => boolean): Promise<void> {
    for (;;) {
      await this.#quiet();
      if (isOver()) return;
      const [next] = this.#alarms.sort((one, other) => one.at - other.at || one.number - other.number);
      if (next === undefined) throw new Error('Nothing will happen any more.');
      this.#alarms.shift();
      this.#now = Math.max(this.#now, next.at);
      next.ring();
    }
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
