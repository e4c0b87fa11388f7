/**
 * Returns memory to the system when a node becomes idle. V8 gives a busy process up to 128 MiB for young objects. It
 * keeps the freed pages for later, and without allocations it starts no collection that releases them.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MINUTE_MILLISECONDS = 60_000;
/** Share of a minute in which the event loop of an idle node works at most. */
const IDLE_SHARE = 0.1;
/** Consecutive idle minutes before a collection, so that changing load causes few of them. */
const IDLE_MINUTES = 5;

/** Collects all garbage and releases the free pages. Pauses the process for a fraction of a second. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // The regular flavor keeps the pages.
  collect({ type: 'major', flavor: 'last-resort' });
}

/** Decides when to release memory: once after each busy phase. */
export class IdleMemory {
  readonly #release: () => void;
  #wasBusy = false;
  #idleMinutes = 0;

  constructor(release: () => void) {
    this.#release = release;
  }

  /** @param share part of the last minute in which the event loop worked */
  minutePassed(share: number): void {
    if (share > IDLE_SHARE) {
      this.#wasBusy = true;
      this.#idleMinutes = 0;
      return;
    }
    this.#idleMinutes += 1;
    if (!this.#wasBusy || this.#idleMinutes < IDLE_MINUTES) return;
    this.#wasBusy = false;
    this.#release();
  }
}

/** Watches the load of this process. Returns a function that stops it. */
export function releaseMemoryWhenIdle(): () => Promise<void> {
  const memory = new IdleMemory(releaseMemory);
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const present = performance.eventLoopUtilization();
    memory.minutePassed(performance.eventLoopUtilization(present, last).utilization);
    last = present;
  }, MINUTE_MILLISECONDS);
  timer.unref();
  return async () => clearInterval(timer);
}
