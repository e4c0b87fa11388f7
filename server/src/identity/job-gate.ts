import { CharterError } from '../kernel/errors.ts';

export interface JobGateOptions {
  /** Jobs that run at once. */
  concurrent: number;
  /** Jobs that may wait; more are refused. */
  waiting: number;
}

/** Runs costly jobs a few at a time, so that a flood of them can't take the machine from everybody else. */
export class JobGate {
  readonly #options: JobGateOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: JobGateOptions) {
    this.#options = options;
  }

  /** @throws ServiceUnavailable when too many jobs wait already. */
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
      throw new CharterError('ServiceUnavailable', 'Too many sign-ins are waiting. Try again in a second.', {
        retryAfterSeconds: 1,
        log: { waiting: this.#queue.length },
      });
    }
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
    });
  }

  /** Hands the place to the next in line, or gives it back. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
