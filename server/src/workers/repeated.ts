/** Periodic work, which a node repeats after a fixed pause. Scheduled work (index.ts) runs on one node at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobLog } from '../engine/jobs/job-log.ts';
import { waitAtMost } from '../kernel/deadline.ts';

export interface RepeatedWork {
  /** Name for the log. */
  name: string;
  /** Pause between two runs. */
  milliseconds: number;
  /** Runs the work once. Must start no new work after `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<void>;
  /** Resolves when the work that a run has left running has ended. */
  idle?(): Promise<void>;
}

export interface RepeatedWorker {
  /** Starts no new run. Resolves when all work has ended, at the latest after `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
}

/** Repeats the work. Logs a failure and continues with the next run after the pause. */
export function startRepeated({ name, milliseconds, run, idle }: RepeatedWork, log: JobLog): RepeatedWorker {
  const stopping = new AbortController();
  const pause = (time: number): Promise<void> =>
    delay(time, undefined, { signal: stopping.signal }).catch(() => undefined);
  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await run(stopping.signal);
      } catch (error) {
        log.error({ err: error, work: name }, 'Repeated work failed');
      }
      await pause(milliseconds);
    }
  };
  const ended = repeat();
  return {
    async stop(patience) {
      stopping.abort();
      await waitAtMost(patience, ended.then(idle));
    },
  };
}
