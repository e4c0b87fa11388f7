import { Worker } from 'node:worker_threads';
import type { Artifacts } from './artifacts.ts';
import { type Board, beat, newBoard, position, preparing, readBoard } from './board.js';
import { hostStackMegabytes, maximumSliceUnits, type RuleLimits, vmBounds } from './limits.ts';
import type { Boot, Ready, Slice, SliceReport } from './protocol.ts';

/** The end of a worker during a slice: by the watchdog, or by a crash. */
export interface Casualty {
  readonly cause: 'stalled' | 'crashed';
  /** The running unit, or `preparing`. The board has the verdicts of earlier units. */
  readonly position: number;
}

type SliceEnd = { readonly report: SliceReport } | { readonly casualty: Casualty };

/** A worker thread with one VM, and its watchdog. Runs one slice at a time. */
export interface Sandbox {
  readonly board: Board;
  /** Calls `suspicious`, perhaps repeatedly, when a unit has run for half of its time. */
  run(slice: Slice, suspicious: () => void): Promise<SliceEnd>;
  /** False after a casualty or end(). */
  alive(): boolean;
  /** Ends the thread and waits for its exit. A running slice ends as crashed. */
  end(): Promise<void>;
}

const watchMilliseconds = 20;

const startWorker = (boot: Boot): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), {
    name: 'rules',
    workerData: boot,
    // No environment, so that a rule that escaped from its VM would find no secret.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: 48,
      maxYoungGenerationSizeMb: 2,
      stackSizeMb: hostStackMegabytes,
    },
  });

/** CPU time of all threads of this process, in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Calls `suspicious` when the beat has not changed for half of the allowed time, and `stalled` after all of it, both
 * repeatedly until the returned function stops it. A busy machine does not count against a rule: the time doubles while
 * the process got less CPU time than a rule may use, and a late timer counts as at most two intervals.
 */
const watch = (
  signs: Int32Array,
  limits: RuleLimits,
  { suspicious, stalled }: { suspicious: () => void; stalled: () => void },
): (() => void) => {
  let lastBeat = Atomics.load(signs, beat);
  let lastLook = performance.now();
  let still = 0;
  let processorAtBeat = processorTime();
  const timer = setInterval(() => {
    const now = performance.now();
    const currentBeat = Atomics.load(signs, beat);
    if (currentBeat === lastBeat) {
      still += Math.min(now - lastLook, 2 * watchMilliseconds);
    } else {
      still = 0;
      processorAtBeat = processorTime();
    }
    lastBeat = currentBeat;
    lastLook = now;
    const unitLimit =
      Atomics.load(signs, position) === preparing ? limits.prepareMilliseconds : limits.stallMilliseconds;
    const worked = processorTime() - processorAtBeat >= limits.ruleMilliseconds;
    if (still >= unitLimit / 2) suspicious();
    if (still >= (worked ? unitLimit : 2 * unitLimit)) stalled();
  }, watchMilliseconds);
  return () => clearInterval(timer);
};

const untilReady = (worker: Worker, milliseconds: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (problem?: Error) => {
      clearTimeout(timer);
      worker.off('message', greeted).off('error', settle).off('exit', ended);
      if (problem === undefined) resolve();
      else reject(problem);
    };
    const greeted = (message: Ready) =>
      settle(
        message === 'ready'
          ? undefined
          : new Error('The first message of the rules worker was not its greeting'),
      );
    const ended = (code: number) => settle(new Error(`The rules worker ended with ${code}`));
    const timer = setTimeout(
      () => settle(new Error(`The rules worker did not start within ${milliseconds} ms`)),
      milliseconds,
    );
    worker.once('message', greeted).once('error', settle).once('exit', ended);
  });

/** @throws when the worker does not come up within startMilliseconds. */
export const startSandbox = async (artifacts: Artifacts, limits: RuleLimits): Promise<Sandbox> => {
  const shared = newBoard(maximumSliceUnits);
  const board = readBoard(shared);
  const { ruleMilliseconds, interruptMilliseconds, sliceMilliseconds } = limits;
  const budgets = { ruleMilliseconds, interruptMilliseconds, sliceMilliseconds };
  const worker = startWorker({ ...artifacts, ...vmBounds, ...budgets, board: shared });
  try {
    await untilReady(worker, limits.startMilliseconds);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  let alive = true;
  let finish: ((end: SliceEnd) => void) | undefined;
  const end = async (): Promise<void> => {
    alive = false;
    await worker.terminate();
  };
  let cause: Casualty['cause'] = 'crashed';
  worker.on('message', (report: SliceReport) => finish?.({ report }));
  // Only 'exit', which follows an error, ends the slice: until then the board may change.
  worker.on('error', () => {
    alive = false;
  });
  worker.on('exit', () => {
    alive = false;
    finish?.({ casualty: { cause, position: Atomics.load(board.signs, position) } });
  });
  // Only a running slice keeps the process alive.
  worker.unref();

  const run = async (slice: Slice, suspicious: () => void): Promise<SliceEnd> => {
    Atomics.store(board.signs, position, preparing);
    board.verdicts.fill(0);
    let unwatch = () => {};
    worker.ref();
    try {
      return await new Promise<SliceEnd>((resolve) => {
        finish = resolve;
        const stalled = () => {
          unwatch();
          cause = 'stalled';
          void end();
        };
        unwatch = watch(board.signs, limits, { suspicious, stalled });
        worker.postMessage(slice);
      });
    } finally {
      finish = undefined;
      unwatch();
      worker.unref();
    }
  };
  return { board, run, alive: () => alive, end };
};
