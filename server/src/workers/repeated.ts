/** Work that a node looks for again and again, more often than a schedule can say. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JobLog } from '../engine/jobs/run-job.ts';

export interface RepeatedWork {
  /** For the log. */
  name: string;
  /** Between the end of one look and the next. */
  milliseconds: number;
  /** Begins nothing more when `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<void>;
}

export interface RepeatedWorker {
  /** Begins nothing more; resolves when what is under way has ended, at the latest after `milliseconds`. */
  stop(milliseconds: number): Promise<void>;
}

/** A failure is told, and the next look comes at its time. */
export function startRepeated({ name, milliseconds, run }: RepeatedWork, log: JobLog): RepeatedWorker {
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
      const enough = new AbortController();
      const outOfTime = delay(patience, undefined, { signal: enough.signal }).catch(() => undefined);
      await Promise.race([ended, outOfTime]);
      enough.abort();
    },
  };
}
