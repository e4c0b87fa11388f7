/** Periodic tasks: each node repeats them after a fixed pause. Scheduled work (index.ts) runs on one node at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobLog } from '../engine/jobs/job-log.ts';
import { waitAtMost } from '../kernel/deadline.ts';

export interface PeriodicTaskOptions {
  /** Name for the log. */
  name: string;
  /** Pause between two runs. */
  milliseconds: number;
  /** Counts the pause from the start of a run, for work with a deadline. At least half of it follows the run's end. */
  isFromStart?: boolean;
  /** Runs the task once. Must start no new work after `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<void>;
  /** Resolves when the work that a run has left running has ended. */
  idle?(): Promise<void>;
}

export interface PeriodicTask {
  /** Starts no new run. Resolves when all work has ended, at the latest after `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
}

/** Returns the pause after a run. @param took milliseconds of the run */
export const pauseAfter = (
  took: number,
  { milliseconds, isFromStart = false }: Pick<PeriodicTaskOptions, 'milliseconds' | 'isFromStart'>,
): number => (isFromStart ? Math.max(milliseconds / 2, milliseconds - took) : milliseconds);

/** Starts the task. Logs a failed run and continues with the next one after the pause. */
export function startPeriodicTask(
  { name, run, idle, ...pauses }: PeriodicTaskOptions,
  log: JobLog,
): PeriodicTask {
  const stopping = new AbortController();
  const pause = (time: number): Promise<void> =>
    delay(time, undefined, { signal: stopping.signal }).catch(() => undefined);
  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      try {
        await run(stopping.signal);
      } catch (error) {
        log.error({ err: error, task: name }, 'A periodic task failed. It is retried after its pause.');
      }
      await pause(pauseAfter(performance.now() - began, pauses));
    }
  };
  const ended = repeat();
  return {
    async stop(gracePeriod) {
      stopping.abort();
      await waitAtMost(gracePeriod, ended.then(idle));
    },
  };
}
