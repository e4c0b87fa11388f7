import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

export interface JobGateOptions {
  /** Maximum number of jobs that run at the same time. */
  concurrent: number;
  /** Maximum number of jobs that wait. Further jobs are rejected. */
  waiting: number;
}

interface WaitingJob {
  admit: () => void;
  reject: (error: CharterError) => void;
}

const busy = (waiting: number): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say('identity.signInsWait', 'Too many sign-ins are waiting. Try again in a second.'),
    { retryAfterSeconds: 1, log: { waiting } },
  );

/**
 * Bounds the concurrency of costly jobs, so that a flood of them leaves capacity for other work. Sources take turns.
 * When too many jobs wait, the source with the most waiting jobs loses its newest one, so that one source can't keep
 * the others out.
 */
export class JobGate {
  readonly #options: JobGateOptions;
  /** The waiting jobs by source, in the order in which the sources are served. */
  readonly #lines = new Map<string, WaitingJob[]>();
  #waiting = 0;
  #running = 0;

  constructor(options: JobGateOptions) {
    this.#options = options;
  }

  /**
   * @param source who asks for the job, such as a network address
   * @throws ServiceUnavailable when too many jobs wait
   */
  async run<Result>(source: string, job: () => Promise<Result>): Promise<Result> {
    await this.#enter(source);
    try {
      return await job();
    } finally {
      this.#leave();
    }
  }

  async #enter(source: string): Promise<void> {
    if (this.#running < this.#options.concurrent) {
      this.#running += 1;
      return;
    }
    if (this.#waiting >= this.#options.waiting) this.#makeRoom(source);
    await new Promise<void>((admit, reject) => {
      const line = this.#lines.get(source) ?? [];
      this.#lines.set(source, line);
      line.push({ admit, reject });
      this.#waiting += 1;
    });
  }

  /**
   * Rejects the newest waiting job of the source with the most. Throws if that source would then have fewer waiting
   * jobs than the given source with its new one.
   */
  #makeRoom(source: string): void {
    const own = this.#lines.get(source)?.length ?? 0;
    const [largest, line] = [...this.#lines].reduce((most, one) =>
      one[1].length > most[1].length ? one : most,
    );
    if (line.length <= own + 1) throw busy(this.#waiting);
    this.#take(largest, 'newest')?.reject(busy(this.#waiting));
  }

  #take(source: string, which: 'oldest' | 'newest'): WaitingJob | undefined {
    const line = this.#lines.get(source) ?? [];
    const job = which === 'oldest' ? line.shift() : line.pop();
    if (job !== undefined) this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(source);
    return job;
  }

  /** Passes the slot to the next waiting job, or frees it. */
  #leave(): void {
    const [source] = this.#lines.keys();
    const next = source === undefined ? undefined : this.#take(source, 'oldest');
    if (source === undefined || next === undefined) {
      this.#running -= 1;
      return;
    }
    const rest = this.#lines.get(source);
    if (rest !== undefined) {
      // The source waits for its next turn.
      this.#lines.delete(source);
      this.#lines.set(source, rest);
    }
    next.admit();
  }
}
