/** Seeded random numbers (mulberry32), so that a failure is reproducible. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
