import type { RuleLimits } from './limits.ts';

/** Interval between two checks of the worker. */
export const watchMilliseconds = 20;

/** The progress of a worker, read from its board (board.js). */
export interface WorkerProgress {
  /** Number of begun units. */
  readonly startedUnits: number;
  /** Whether the VM still reads the scope. */
  readonly isPreparing: boolean;
}

export type WatchdogFinding = 'progress' | 'suspicious' | 'stalled';

/**
 * Decides whether a worker makes progress. The limits count CPU time, so that honest units don't fail on a busy
 * machine. The generous wall-clock limit ends workers whose CPU time can't be read.
 */
export class Watchdog {
  readonly #limits: RuleLimits;
  #startedUnits: number | undefined;
  #lastLook: number;
  #stillMilliseconds = 0;
  #cpuAtBeat: number | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(limits: RuleLimits, now: number) {
    this.#limits = limits;
    this.#lastLook = now;
  }

  /** Checks the wall-clock limit. A late timer counts as at most two intervals: the machine was busy, not the unit. */
  check({ startedUnits }: WorkerProgress, now: number): WatchdogFinding {
    if (startedUnits === this.#startedUnits) {
      this.#stillMilliseconds += Math.min(now - this.#lastLook, 2 * watchMilliseconds);
    } else {
      this.#startedUnits = startedUnits;
      this.#stillMilliseconds = 0;
      this.#cpuAtBeat = undefined;
    }
    this.#lastLook = now;
    return this.#stillMilliseconds >= this.#limits.backstopMilliseconds ? 'stalled' : 'progress';
  }

  /**
   * Checks the CPU time limit, given the total CPU time of the thread. The first reading during a unit is its baseline.
   * Ignores a reading when another unit has begun since the last check().
   */
  measure({ startedUnits, isPreparing }: WorkerProgress, cpuMilliseconds: number): WatchdogFinding {
    if (startedUnits !== this.#startedUnits) return 'progress';
    this.#cpuAtBeat ??= cpuMilliseconds;
    const used = cpuMilliseconds - this.#cpuAtBeat;
    const most = isPreparing ? this.#limits.prepareMilliseconds : this.#limits.stallMilliseconds;
    if (used >= most) return 'stalled';
    return used >= most / 2 ? 'suspicious' : 'progress';
  }
}
