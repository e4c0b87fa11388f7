import { Worker } from 'node:worker_threads';
import type { Artifacts } from './artifacts.ts';
import { type Board, beat, newBoard, position, preparing, readBoard } from './board.js';
import { hostStackMegabytes, maximumSliceUnits, type RuleLimits, vmBounds } from './limits.ts';
import type { Boot, Ready, Slice, SliceReport } from './protocol.ts';

/** The worker is gone in the middle of a slice: ended by the watchdog, or dead by itself. */
export interface Casualty {
  readonly cause: 'stalled' | 'crashed';
  /** The unit it was busy with, or `preparing`. Verdicts before it are on the board. */
  readonly position: number;
}

export type SliceEnd = { readonly report: SliceReport } | { readonly casualty: Casualty };

/** One worker thread with one VM, and the watchdog outside of it. Used for one slice at a time. */
export interface Sandbox {
  readonly board: Board;
  /** `suspicious` is called, perhaps repeatedly, when a unit is still silent after half the time it is allowed. */
  run(slice: Slice, suspicious: () => void): Promise<SliceEnd>;
  /** False after a casualty or end(). */
  alive(): boolean;
  /** Ends the thread, whatever it is doing; resolves when it is gone. A running slice ends as crashed. */
  end(): Promise<void>;
}

/** How often the watchdog looks. */
const watchMilliseconds = 20;

const startWorker = (boot: Boot): Worker =>
  new Worker(new URL('./worker.js', import.meta.url), {
    name: 'rules',
    workerData: boot,
    // Nothing of the service's surroundings: were a rule ever to leave its VM, it would find no secret here.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: 48,
      maxYoungGenerationSizeMb: 2,
      stackSizeMb: hostStackMegabytes,
    },
  });

/** Processor time of this process, all its threads together, in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Calls `suspicious` when the beat has not changed for half of the time it may, and `stalled` when for all of it;
 * both may be called again, the caller stops the watch. Waiting for a processor is not held against a rule:
 * it has twice the time while this process got less processor time than a rule may use, and a late timer (a
 * busy main thread, a suspended machine) counts as at most two looks.
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
      settle(message === 'ready' ? undefined : new Error('The rules worker did not greet'));
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
  // An error is followed by 'exit', which alone ends the slice: only then can the board no longer change.
  worker.on('error', () => {
    alive = false;
  });
  worker.on('exit', () => {
    alive = false;
    finish?.({ casualty: { cause, position: Atomics.load(board.signs, position) } });
  });
  // An idle sandbox must not keep the process from ending; a slice under way must.
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
