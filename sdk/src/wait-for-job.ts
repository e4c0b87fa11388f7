/** Polls a job with growing intervals, within the rate limit of the caller. */
import { CharterApiError, CharterConnectionError } from './errors.ts';
import type { CallOptions } from './options.ts';
import type { Wait } from './wait.ts';

export interface WatchedJob {
  status: string;
}

export interface WaitForJobOptions<Job> {
  /** Receives the job after each poll, including the last one. */
  onProgress?: (job: Job) => void;
  /** Stops polling. The job continues. */
  signal?: AbortSignal;
}

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const GROWTH = 1.5;
/** When fewer calls remain in the window, the polls are spread over the rest of the window. */
const SCARCE_CALLS = 10;
/** Maximum number of consecutive failures. Their pauses outlast the restart of a node, which takes seconds. */
const MAX_FAILURES_IN_A_ROW = 6;
const FIRST_FAILURE_PAUSE_MILLISECONDS = 500;

const hasEnded = (job: WatchedJob): boolean => job.status === 'completed' || job.status === 'failed';

/** Reads the remaining calls and the seconds until the reset from `RateLimit: "tier-3";r=58;t=60`. */
export function readRateLimit(response: Response): { remaining: number; resetSeconds: number } | undefined {
  const found = /;\s*r=(\d+)\s*;\s*t=(\d+)/.exec(response.headers.get('ratelimit') ?? '');
  return found === null ? undefined : { remaining: Number(found[1]), resetSeconds: Number(found[2]) };
}

/** Returns the interval in milliseconds at which the remaining calls last until the reset; 0 while enough remain. */
function pauseOf(response: Response | undefined): number {
  const limit = response === undefined ? undefined : readRateLimit(response);
  if (limit === undefined || limit.remaining >= SCARCE_CALLS) return 0;
  return (limit.resetSeconds * 1000) / (limit.remaining + 1);
}

/** Returns the milliseconds until the next poll; undefined when the failure is final. */
function pauseAfterFailure(error: unknown, failures: number): number | undefined {
  if (failures > MAX_FAILURES_IN_A_ROW) return undefined;
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
 * Yields the job as each poll finds it, until it is completed or failed.
 * @throws CharterApiError when the job can't be read, CharterConnectionError, or the reason of the signal
 */
export async function* pollJob<Job extends WatchedJob>(
  load: (options: CallOptions) => Promise<Job>,
  wait: Wait,
  signal?: AbortSignal,
): AsyncGenerator<Job, void, undefined> {
  const abort = signal === undefined ? {} : { signal };
  let pause = FIRST_PAUSE_MILLISECONDS;
  let failures = 0;
  for (;;) {
    let response: Response | undefined;
    let milliseconds: number;
    let job: Job | undefined;
    try {
      job = await load({ ...abort, retry: false, onResponse: (seen) => (response = seen) });
      failures = 0;
      milliseconds = Math.max(pause, pauseOf(response));
      pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MILLISECONDS);
    } catch (error) {
      failures += 1;
      const pauseOnce = pauseAfterFailure(error, failures);
      if (pauseOnce === undefined) throw error;
      milliseconds = pauseOnce;
    }
    if (job !== undefined) {
      yield job;
      if (hasEnded(job)) return;
    }
    await wait(milliseconds, signal);
  }
}

/**
 * Resolves when the job is completed or failed.
 * @throws the same errors as pollJob
 */
export async function waitForJob<Job extends WatchedJob>(
  load: (options: CallOptions) => Promise<Job>,
  wait: Wait,
  { onProgress, signal }: WaitForJobOptions<Job> = {},
): Promise<Job> {
  let last: Job | undefined;
  for await (const job of pollJob(load, wait, signal)) {
    last = job;
    onProgress?.(job);
  }
  return last as Job;
}
