import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Board, newBoard, position, preparing, readBoard, startedUnits } from './board.js';
import { hostStackMegabytes, maximumSliceUnits, type RuleLimits, vmBounds } from './limits.ts';
import type { Artifacts, BootData, Slice, SliceReport } from './protocol.ts';
import { Watchdog, type WatchdogFinding, type WorkerProgress, watchMilliseconds } from './watchdog.ts';

/** The end of a worker during a slice: by the watchdog, or by a crash. */
export interface WorkerFailure {
  readonly cause: 'stalled' | 'crashed';
  /** The running unit, or `preparing`. The board has the verdicts of earlier units. */
  readonly position: number;
}

type SliceEnd = { readonly report: SliceReport } | { readonly failure: WorkerFailure };

const startWorker = (boot: BootData): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), {
    name: 'rules',
    workerData: boot,
    // The environment is empty, so that a rule that escapes from its VM finds no secrets.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: 48,
      maxYoungGenerationSizeMb: 2,
      stackSizeMb: hostStackMegabytes,
    },
  });

/** Waits for the worker's first message. @throws when the worker fails, ends or takes too long */
const untilReady = async (worker: Worker, milliseconds: number): Promise<void> => {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`The rules worker ended with ${code}`);
  });
  const late = setTimeout(milliseconds, undefined, { signal }).then(() => {
    throw new Error(`The rules worker did not start within ${milliseconds} ms`);
  });
  try {
    await Promise.race([once(worker, 'message', { signal }), ended, late]);
  } finally {
    over.abort();
  }
};

/** CPU time of the thread so far; undefined when it has ended. */
const cpuMillisecondsOf = async (worker: Worker): Promise<number | undefined> => {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return undefined;
  }
};

/**
 * Calls `suspicious` when a unit has used half of its time, and `stalled` after all of it. Both calls repeat until the
 * caller runs the returned function.
 */
const watch = (
  worker: Worker,
  signs: Int32Array,
  limits: RuleLimits,
  react: { suspicious: () => void; stalled: () => void },
): (() => void) => {
  const watchdog = new Watchdog(limits, performance.now());
  const read = (): WorkerProgress => ({
    startedUnits: Atomics.load(signs, startedUnits),
    isPreparing: Atomics.load(signs, position) === preparing,
  });
  const reactTo = (finding: WatchdogFinding): void => {
    if (finding !== 'progress') react[finding]();
  };
  let isOver = false;
  let isReading = false;
  /** Runs one reading at a time. A worker responds even during an endless loop. */
  const measure = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    const used = await cpuMillisecondsOf(worker);
    isReading = false;
    if (!isOver && used !== undefined) reactTo(watchdog.measure(read(), used));
  };
  const timer = setInterval(() => {
    reactTo(watchdog.check(read(), performance.now()));
    void measure();
  }, watchMilliseconds);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
};

/** A worker thread with one VM, and its watchdog. Runs one slice at a time. */
export class Sandbox {
  readonly board: Board;
  /** False after a failure of the worker or end(). */
  alive = true;
  readonly #worker: Worker;
  readonly #limits: RuleLimits;
  #cause: WorkerFailure['cause'] = 'crashed';
  #finish: ((end: SliceEnd) => void) | undefined;

  constructor(worker: Worker, board: Board, limits: RuleLimits) {
    this.#worker = worker;
    this.board = board;
    this.#limits = limits;
    worker.on('message', (report: SliceReport) => this.#finish?.({ report }));
    // Only 'exit', which follows an error, ends the slice: until then the board may change.
    worker.on('error', () => {
      this.alive = false;
    });
    worker.on('exit', () => {
      this.alive = false;
      this.#finish?.({ failure: { cause: this.#cause, position: Atomics.load(board.signs, position) } });
    });
    // Only a running slice keeps the process alive.
    worker.unref();
  }

  /** @throws when the worker does not start within startMilliseconds */
  static async start(artifacts: Artifacts, limits: RuleLimits): Promise<Sandbox> {
    const board = newBoard(maximumSliceUnits);
    const { ruleMilliseconds, sliceMilliseconds } = limits;
    const budgets = { ruleMilliseconds, sliceMilliseconds };
    const worker = startWorker({ ...artifacts, ...vmBounds, ...budgets, board });
    try {
      await untilReady(worker, limits.startMilliseconds);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    return new Sandbox(worker, readBoard(board), limits);
  }

  /** Runs a slice. Calls `suspicious`, possibly several times, when a unit has used half of its time. */
  async run(slice: Slice, suspicious: () => void): Promise<SliceEnd> {
    const { signs, verdicts } = this.board;
    Atomics.store(signs, position, preparing);
    verdicts.fill(0);
    const { promise, resolve } = Promise.withResolvers<SliceEnd>();
    const stalled = (): void => {
      unwatch();
      this.#cause = 'stalled';
      void this.end();
    };
    const unwatch = watch(this.#worker, signs, this.#limits, { suspicious, stalled });
    this.#finish = resolve;
    this.#worker.ref();
    try {
      this.#worker.postMessage(slice);
      return await promise;
    } finally {
      this.#finish = undefined;
      unwatch();
      this.#worker.unref();
    }
  }

  /** Ends the thread and waits for its exit. A running slice then resolves with a failure. */
  async end(): Promise<void> {
    this.alive = false;
    await this.#worker.terminate();
  }
}
