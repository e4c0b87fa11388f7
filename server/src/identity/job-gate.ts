import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

export interface JobGateOptions {
  /** Maximum number of jobs that run at the same time. */
  concurrent: number;
  /** Maximum number of jobs that wait. Further jobs are rejected. */
  waiting: number;
}

/** Bounds the concurrency of costly jobs, so that a flood of them leaves capacity for other work. */
export class JobGate {
  readonly #options: JobGateOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: JobGateOptions) {
    this.#options = options;
  }

  /** @throws ServiceUnavailable when too many jobs wait */
  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await job();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#options.concurrent) {
      this.#running += 1;
      return;
    }
    if (this.#queue.length >= this.#options.waiting) {
      throw new CharterError(
        'ServiceUnavailable',
        say('identity.signInsWait', 'Too many sign-ins are waiting. Try again in a second.'),
        {
          retryAfterSeconds: 1,
          log: { waiting: this.#queue.length },
        },
      );
    }
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
    });
  }

  /** Passes the slot to the next waiting job, or frees it. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
