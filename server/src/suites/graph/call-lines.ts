/**
 * The calls of this node that wait for their turn, in one line for each tenant and budget. The most urgent work comes
 * first (kernel/urgency.ts), and calls of equal rank keep their order.
 */

interface Waiting {
  rank: number;
  number: number;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.number < other.number);

export interface Place {
  /** Number of calls that come earlier. */
  before(): number;
  /** Leaves the line. `enter` returns to the same place. */
  leave(): void;
  enter(): void;
}

export class CallLines {
  /** Only lines in which a call waits. */
  readonly #lines = new Map<string, Set<Waiting>>();
  #count = 0;

  enter(name: string, rank: number): Place {
    const waiting: Waiting = { rank, number: ++this.#count };
    const enter = (): void => {
      const line = this.#lines.get(name) ?? new Set();
      this.#lines.set(name, line.add(waiting));
    };
    enter();
    return {
      before: () => [...(this.#lines.get(name) ?? [])].filter((other) => isBefore(other, waiting)).length,
      leave: () => {
        const line = this.#lines.get(name);
        line?.delete(waiting);
        if (line?.size === 0) this.#lines.delete(name);
      },
      enter,
    };
  }
}
