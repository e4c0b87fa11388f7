/**
 * Watches jobs for the readers on this node, whichever node runs them. One poller for each tenant with readers queries
 * the changes of all watched jobs of the tenant once a second. Without readers there are no queries.
 */
import type { JobChange } from '../../engine/jobs/ports.ts';
import type { Store } from '../../engine/store.ts';

const POLL_MILLISECONDS = 1_000;

export interface JobWatchOptions {
  store: Store;
  /** Waits; resolves early when the signal aborts. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Reports a failed query. The poller retries it. */
  report(error: unknown, details: { tenantId: string }): void;
}

/** A reader of one job. Holds at most one change: a newer change replaces it and includes its log lines. */
interface Reader {
  jobId: string;
  /** Number of log lines that the reader has received. */
  position: number;
  change: JobChange | undefined;
  wake: () => void;
}

interface Watched {
  readers: Set<Reader>;
  /** Aborted when the last reader has left. */
  idle: AbortController;
}

export class JobWatch {
  readonly #options: JobWatchOptions;
  readonly #tenants = new Map<string, Watched>();

  constructor(options: JobWatchOptions) {
    this.#options = options;
  }

  /** Number of readers, for tests. */
  get readers(): number {
    return [...this.#tenants.values()].reduce((sum, { readers }) => sum + readers.size, 0);
  }

  /** Yields the changes to a job after `position`, until the signal aborts. A slow reader gets merged changes. */
  async *changes(
    tenantId: string,
    jobId: string,
    position: number,
    signal: AbortSignal,
  ): AsyncGenerator<JobChange, void, undefined> {
    const reader: Reader = { jobId, position, change: undefined, wake: () => undefined };
    const leave = this.#join(tenantId, reader);
    const wake = () => reader.wake();
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        const { change } = reader;
        if (change === undefined) {
          await new Promise<void>((resolve) => {
            reader.wake = resolve;
          });
          continue;
        }
        reader.change = undefined;
        reader.position = change.length;
        yield change;
      }
    } finally {
      signal.removeEventListener('abort', wake);
      leave();
    }
  }

  /** Starts the tenant's poller for its first reader. Returns a function that removes the reader. */
  #join(tenantId: string, reader: Reader): () => void {
    const present = this.#tenants.get(tenantId);
    const watched = present ?? { readers: new Set(), idle: new AbortController() };
    watched.readers.add(reader);
    if (present === undefined) {
      this.#tenants.set(tenantId, watched);
      void this.#poll(tenantId, watched);
    }
    return () => {
      watched.readers.delete(reader);
      if (watched.readers.size > 0 || watched.idle.signal.aborted) return;
      this.#tenants.delete(tenantId);
      watched.idle.abort();
    };
  }

  async #poll(tenantId: string, { readers, idle }: Watched): Promise<void> {
    const { store, pause, report } = this.#options;
    for (;;) {
      await pause(POLL_MILLISECONDS, idle.signal);
      if (idle.signal.aborted) return;
      try {
        const changes = await store.in(tenantId).jobs.changesSince(positionsOf(readers));
        for (const change of changes) deliver(change, readers);
      } catch (error) {
        // The last reader left during the query, for example because the node stops and closes the database.
        if (idle.signal.aborted) return;
        report(error, { tenantId });
      }
    }
  }
}

/** Returns the lowest position of the readers of each job. */
function positionsOf(readers: ReadonlySet<Reader>): Map<string, number> {
  const positions = new Map<string, number>();
  for (const { jobId, position } of readers) {
    positions.set(jobId, Math.min(position, positions.get(jobId) ?? position));
  }
  return positions;
}

function deliver(change: JobChange, readers: ReadonlySet<Reader>): void {
  const first = change.length - change.log.length;
  for (const reader of readers) {
    if (reader.jobId !== change.id || reader.position >= change.length) continue;
    // A reader that joined during the query may lack lines before `first`. The next query returns them.
    if (reader.position < first) continue;
    reader.change = { ...change, log: change.log.slice(reader.position - first) };
    reader.wake();
  }
}
