/** Watching a job politely: soon at first, then ever less often, and within the caller's rate limit. */
import { CharterApiError, CharterConnectionError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { Wait } from './wait.ts';

export interface WatchedJob {
  status: string;
}

export interface WaitForJobOptions<Job> {
  /** Called for each look at the job, the last one included. */
  onProgress?: (job: Job) => void;
  /** Stops waiting; the job itself goes on. */
  signal?: AbortSignal;
}

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const GROWTH = 1.5;
/** With fewer calls left in the window, the rest of it is shared out among them. */
const SCARCE_CALLS = 10;
/** A node that restarts is away for seconds; whoever is away longer than these tries is not coming back. */
const MOST_FAILURES_IN_A_ROW = 6;
const FIRST_FAILURE_PAUSE_MILLISECONDS = 500;

const hasEnded = (job: WatchedJob): boolean => job.status === 'completed' || job.status === 'failed';

/** Calls left and seconds until the window is over, of `RateLimit: "tier-3";r=58;t=60`. */
export function readRateLimit(response: Response): { remaining: number; resetSeconds: number } | undefined {
  const found = /;\s*r=(\d+)\s*;\s*t=(\d+)/.exec(response.headers.get('ratelimit') ?? '');
  return found === null ? undefined : { remaining: Number(found[1]), resetSeconds: Number(found[2]) };
}

/** Milliseconds to let pass so that the calls left last until the window is over. */
function pauseOf(response: Response | undefined): number {
  const limit = response === undefined ? undefined : readRateLimit(response);
  if (limit === undefined || limit.remaining >= SCARCE_CALLS) return 0;
  return (limit.resetSeconds * 1000) / (limit.remaining + 1);
}

/** How long to wait after this failure; undefined when it is final. */
function pauseAfterFailure(error: unknown, failures: number): number | undefined {
  if (failures > MOST_FAILURES_IN_A_ROW) return undefined;
  const growing = Math.min(
    FIRST_FAILURE_PAUSE_MILLISECONDS * 2 ** (failures - 1),
    LONGEST_PAUSE_MILLISECONDS,
  );
  if (error instanceof CharterConnectionError) return growing;
  if (!(error instanceof CharterApiError)) return undefined;
  if (![429, 502, 503, 504].includes(error.status)) return undefined;
  return error.retryAfterSeconds === undefined ? growing : error.retryAfterSeconds * 1000;
}

/**
 * Resolves with the job when it is completed or failed.
 * @throws CharterApiError when it can't be read (any more), or the signal's reason.
 */
export async function waitForJob<Job extends WatchedJob>(
  load: (options: CallOptions) => Promise<Job>,
  wait: Wait,
  { onProgress, signal }: WaitForJobOptions<Job> = {},
): Promise<Job> {
  const abort = signal === undefined ? {} : { signal };
  let pause = FIRST_PAUSE_MILLISECONDS;
  let failures = 0;
  for (;;) {
    let response: Response | undefined;
    let milliseconds: number;
    try {
      const job = await load({ ...abort, retry: false, onResponse: (seen) => (response = seen) });
      failures = 0;
      onProgress?.(job);
      if (hasEnded(job)) return job;
      milliseconds = Math.max(pause, pauseOf(response));
      pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MILLISECONDS);
    } catch (error) {
      failures += 1;
      const pauseOnce = pauseAfterFailure(error, failures);
      if (pauseOnce === undefined) throw error;
      milliseconds = pauseOnce;
    }
    await wait(milliseconds, signal);
  }
}
