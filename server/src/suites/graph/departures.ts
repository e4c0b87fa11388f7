/**
 * The times at which calls of this process have left. A process that is short of CPU wakes its calls late, and a late
 * call can leave close to the next ones. A call then waits until its budgets have room by these times, too.
 */
import type { Rate } from './budgets.ts';

/** Part of the margin of a window (budgets.ts) that a late call may use up. The rest covers the way to Graph. */
const LATE_MILLISECONDS = 10;

const MOST_BUDGETS = 500;

export class Departures {
  readonly #times = new Map<string, number[]>();

  /**
   * Records that calls leave now, if all budgets have room.
   * @returns 0, or the milliseconds until there is room
   */
  leave(demands: ReadonlyMap<string, { rate: Rate; calls: number }>, now: number): number {
    const waits = [...demands].map(([name, { rate, calls }]) => {
      const times = this.#times.get(name) ?? [];
      const earlier = times[times.length - rate.calls + Math.min(calls, rate.calls) - 1];
      return earlier === undefined ? 0 : earlier + rate.milliseconds - LATE_MILLISECONDS - now;
    });
    const wait = Math.max(0, ...waits);
    if (wait > 0) return wait;
    for (const [name, { rate, calls }] of demands) {
      const times = [...(this.#times.get(name) ?? []), ...Array<number>(calls).fill(now)];
      this.#times.delete(name);
      this.#times.set(name, times.slice(-rate.calls));
    }
    while (this.#times.size > MOST_BUDGETS) this.#times.delete(this.#times.keys().next().value as string);
    return 0;
  }
}
