/** Follows a job by its events, and polls it where they don't arrive: some proxies hold answers back or cut them. */
import { CharterApiError, CharterConnectionError } from './errors.ts';
import type { EventOf, StreamOptions } from './events.ts';
import type { CallOptions } from './options.ts';
import type { Wait } from './wait.ts';
import { pollJob } from './wait-for-job.ts';

/** Time for the first event, after which the answer counts as held back. The service sends it at once. */
const FIRST_EVENT_MILLISECONDS = 5_000;
const RECONNECT_MILLISECONDS = 1_000;
/** Errors at which polling may succeed: no room for a stream, no answer, a proxy's own answers. */
const POLLED_STATUS = [406, 429, 502, 503, 504];

interface Followed {
  log: string[];
}

export interface FollowableJob extends Followed {
  status: string;
}

/** A change of a job: what it is now, and the lines of its log since the change before. */
export type JobChange<Progress extends Followed> = Progress & {
  /** Number of lines of the whole log. */
  position: number;
};

export interface WatchJobOptions {
  /** Stops watching. The job continues. */
  signal?: AbortSignal;
  /** Number of lines of the log that the caller has. */
  position?: number;
}

export interface JobSource<Progress extends Followed, Job extends FollowableJob> {
  events(options: StreamOptions): AsyncIterable<EventOf<{ job: Progress; end: unknown }>>;
  load(options: CallOptions): Promise<Job>;
  toProgress(job: Job, log: string[]): Progress;
}

/** Aborts with the outer signal, or when no event came in time. */
function firstEventGuard(wait: Wait, signal: AbortSignal | undefined) {
  const silent = new AbortController();
  const arrived = new AbortController();
  const waiting = signal === undefined ? arrived.signal : AbortSignal.any([arrived.signal, signal]);
  wait(FIRST_EVENT_MILLISECONDS, waiting).then(
    () => silent.abort(new CharterConnectionError('http://events', 'No event has arrived in time.')),
    () => undefined,
  );
  return {
    signal: signal === undefined ? silent.signal : AbortSignal.any([silent.signal, signal]),
    arrived: () => arrived.abort(),
  };
}

const mayPoll = (error: unknown): boolean =>
  error instanceof CharterConnectionError ||
  (error instanceof CharterApiError ? POLLED_STATUS.includes(error.status) : error instanceof TypeError);

/**
 * Yields the changes of a job until it ends.
 * @throws CharterApiError when the job can't be read, CharterConnectionError, or the reason of the signal
 */
export async function* watchJob<Progress extends Followed, Job extends FollowableJob>(
  source: JobSource<Progress, Job>,
  wait: Wait,
  { signal, position = 0 }: WatchJobOptions = {},
): AsyncGenerator<JobChange<Progress>, void, undefined> {
  let seen = position;
  for (;;) {
    let received = false;
    const guard = firstEventGuard(wait, signal);
    try {
      const options = { retry: false, signal: guard.signal, lastEventId: String(seen) } as const;
      for await (const event of source.events(options)) {
        received = true;
        guard.arrived();
        if (event.event === 'end') return;
        seen = Number.parseInt(event.id, 10);
        yield { ...event.data, position: seen };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!received && !mayPoll(error)) throw error;
    } finally {
      guard.arrived();
    }
    signal?.throwIfAborted();
    // A node that stops ends its streams; a stream that never began is not worth another try.
    if (!received) break;
    await wait(RECONNECT_MILLISECONDS, signal);
  }
  for await (const job of pollJob(source.load, wait, signal)) {
    if (job.log.length <= seen) continue;
    const log = job.log.slice(seen);
    seen = job.log.length;
    yield { ...source.toProgress(job, log), position: seen };
  }
}
