/**
 * Returns memory to the system when a node becomes idle. V8 grows the young generation of a busy process to up to 128
 * MiB. It retains the freed pages, and without allocations no collection releases them. glibc retains small blocks that
 * native code has freed.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { trimNativeHeap } from './native-heap.ts';

const MINUTE_MILLISECONDS = 60_000;
/** Maximum share of a core that an idle node uses, over a minute. */
const IDLE_SHARE = 0.1;
const BURST_MILLISECONDS = 5_000;
/** Minimum share of a core that a busy node uses, over five seconds. */
const BURST_SHARE = 0.3;
/** Time in which V8's threads free the native memory of collected objects. */
const SWEEP_MILLISECONDS = 1_000;
/** Consecutive idle minutes before a collection. They limit the number of collections under changing load. */
const IDLE_MINUTES = 3;

/** Lets V8's young generation grow again. */
export const allowHeapGrowth = (): void => setFlagsFromString('--semi-space-growth-factor=2');

/**
 * Collects all garbage and releases V8's free pages. Pauses the process for a fraction of a second. The young
 * generation then keeps its size until allowHeapGrowth(): the few objects that survive on an idle node would make V8
 * grow it again within minutes.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--semi-space-growth-factor=1');
  // The regular flavor does not release the pages.
  collect({ type: 'major', flavor: 'last-resort' });
}

interface Reaction {
  release: () => void;
  /** Lets V8's young generation grow: at the start of each busy phase, and after the release that follows the start. */
  grow: () => void;
}

/** Collects garbage, releases the freed memory of V8 and of native code, and logs the resident memory in MB. */
export async function releaseMemory(log: Logger): Promise<void> {
  const before = residentMegabytes();
  collectGarbage();
  await delay(SWEEP_MILLISECONDS);
  const collected = residentMegabytes();
  const isTrimmed = await trimNativeHeap(log);
  const trimmed = isTrimmed ? { trimmed: residentMegabytes() } : {};
  log.info({ before, collected, ...trimmed }, 'The idle node released memory (resident MB).');
}

const residentMegabytes = (): number => Math.round(process.memoryUsage.rss() / 1e6);

/** Decides when to release memory: after the start, and once after each busy phase. */
export class IdleMemory {
  readonly #react: Reaction;
  #isStarting = true;
  /** The start counts as a busy phase. */
  #wasBusy = true;
  #idleMinutes = 0;

  constructor(react: Reaction) {
    this.#react = react;
  }

  /** @param share processor time of the main thread per second, over the last minute */
  minutePassed(share: number): void {
    if (share > IDLE_SHARE) {
      this.#becomeBusy();
      return;
    }
    this.#idleMinutes += 1;
    if (!this.#wasBusy || this.#idleMinutes < IDLE_MINUTES) return;
    this.#wasBusy = false;
    this.#react.release();
  }

  /**
   * Allows growth soon after load begins, and releases the memory of the start unless load follows the start at once.
   * @param share processor time of the main thread per second, over the last five seconds
   */
  burstPassed(share: number): void {
    if (share > BURST_SHARE) {
      this.#becomeBusy();
    } else if (this.#isStarting && share <= IDLE_SHARE) {
      this.#isStarting = false;
      this.#react.release();
      this.#react.grow();
    }
  }

  #becomeBusy(): void {
    this.#isStarting = false;
    if (!this.#wasBusy) this.#react.grow();
    this.#wasBusy = true;
    this.#idleMinutes = 0;
  }
}

/**
 * Calls `listener` at each interval with the share of a core that the main thread used, 0 to 1. The utilization of the
 * event loop also counts the time that a thread waits for a core, so an idle node on a busy machine would count as
 * busy.
 */
function watchUtilization(milliseconds: number, listener: (share: number) => void): NodeJS.Timeout {
  let last = process.threadCpuUsage();
  let lastAt = performance.now();
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(last);
    const elapsed = performance.now() - lastAt;
    listener((used.user + used.system) / 1000 / elapsed);
    last = process.threadCpuUsage();
    lastAt = performance.now();
  }, milliseconds);
  return timer.unref();
}

/** Watches the load of this process. Returns a function that stops it. */
export function releaseMemoryWhenIdle(log: Logger): () => Promise<void> {
  const memory = new IdleMemory({ release: () => void releaseMemory(log), grow: allowHeapGrowth });
  const timers = [
    watchUtilization(MINUTE_MILLISECONDS, (share) => memory.minutePassed(share)),
    watchUtilization(BURST_MILLISECONDS, (share) => memory.burstPassed(share)),
  ];
  return async () => timers.forEach(clearInterval);
}
