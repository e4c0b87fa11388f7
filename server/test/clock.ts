import type { Clock } from '../src/kernel/clock.ts';

/** A clock that tests move. */
export class TestClock implements Clock {
  #milliseconds: number;

  constructor(start: Date) {
    this.#milliseconds = start.getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  /** Seconds since 1970, as in tokens. */
  seconds(): number {
    return Math.floor(this.#milliseconds / 1000);
  }

  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}
