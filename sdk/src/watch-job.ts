/** Follows a job by its events, and polls it if they don't arrive: some proxies buffer responses or cut them short. */
import { CharterApiError, CharterConnectionError } from './errors.ts';
import type { EventOf, StreamOptions } from './events.ts';
import type { CallOptions } from './options.ts';
import type { Wait } from './wait.ts';
import { pollJob } from './wait-for-job.ts';

/** Time limit for the first bytes of a stream. The service sends them at once, so a later stream counts as buffered. */
const OPEN_MILLISECONDS = 5_000;
/** Number of consecutive streams without an event after which the job is polled. */
const MAX_SILENT_STREAMS = 3;
/** Pause before the next stream, unless the service names another. */
const RECONNECT_MILLISECONDS = 1_000;
/** Statuses after which polling may still succeed: too many streams, or an error response of a proxy. */
const POLLED_STATUS = [406, 429, 502, 503, 504];

interface JobLogLines {
  log: string[];
}

export interface FollowableJob extends JobLogLines {
  status: string;
}

/** A change of a job: its current state, and the log lines since the previous change. */
export type JobChange<Progress extends JobLogLines> = Progress & {
  /** Number of log lines up to and including this change. */
  position: number;
};

export interface WatchJobOptions {
  /** Stops watching. The job continues. */
  signal?: AbortSignal;
  /** Number of log lines that the caller already has. */
  position?: number;
}

export interface JobSource<Progress extends JobLogLines, Job extends FollowableJob> {
  events(options: StreamOptions): AsyncIterable<EventOf<{ job: Progress; end: unknown }>>;
  load(options: CallOptions): Promise<Job>;
  toProgress(job: Job, log: string[]): Progress;
}

/** Creates a signal that aborts with `signal`, or when the stream does not open in time. */
function openingGuard(wait: Wait, signal: AbortSignal | undefined) {
  const heldBack = new AbortController();
  const opened = new AbortController();
  const waiting = signal === undefined ? opened.signal : AbortSignal.any([opened.signal, signal]);
  wait(OPEN_MILLISECONDS, waiting).then(
    () => heldBack.abort(),
    () => undefined,
  );
  return {
    signal: signal === undefined ? heldBack.signal : AbortSignal.any([heldBack.signal, signal]),
    opened: () => opened.abort(),
    isHeldBack: () => heldBack.signal.aborted,
  };
}

const mayPoll = (error: unknown): boolean =>
  error instanceof CharterConnectionError ||
  (error instanceof CharterApiError ? POLLED_STATUS.includes(error.status) : error instanceof TypeError);

/**
 * Yields the changes of a job until it ends.
 * @throws CharterApiError when the job can't be read, CharterConnectionError, or the reason of the signal
 */
export async function* watchJob<Progress extends JobLogLines, Job extends FollowableJob>(
  source: JobSource<Progress, Job>,
  wait: Wait,
  { signal, position = 0 }: WatchJobOptions = {},
): AsyncGenerator<JobChange<Progress>, void, undefined> {
  let seen = position;
  let silentStreams = 0;
  let pause = RECONNECT_MILLISECONDS;
  while (silentStreams < MAX_SILENT_STREAMS) {
    let isOpen = false;
    const guard = openingGuard(wait, signal);
    const onOpen = () => {
      isOpen = true;
      guard.opened();
    };
    const onRetry = (milliseconds: number) => {
      pause = milliseconds;
    };
    try {
      silentStreams += 1;
      const lastEventId = String(seen);
      const options = { retry: false, signal: guard.signal, lastEventId, onOpen, onRetry } as const;
      for await (const event of source.events(options)) {
        silentStreams = 0;
        if (event.event === 'end') return;
        seen = Number.parseInt(event.id, 10);
        yield { ...event.data, position: seen };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isOpen && !guard.isHeldBack() && !mayPoll(error)) throw error;
    } finally {
      guard.opened();
    }
    signal?.throwIfAborted();
    if (!isOpen) break;
    // A node that stops ends its streams, so the next stream is opened after a pause.
    await wait(pause, signal);
  }
  for await (const job of pollJob(source.load, wait, signal)) {
    if (job.log.length <= seen) continue;
    const log = job.log.slice(seen);
    seen = job.log.length;
    yield { ...source.toProgress(job, log), position: seen };
  }
}
