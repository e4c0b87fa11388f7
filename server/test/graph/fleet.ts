/**
 * Worker processes that run queued jobs on virtual time and are killed. The parent has its own queue, because pg-boss
 * uses real time. It starts a due job when a worker has a free slot, and starts it again when its worker dies.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { GraphSuiteOptions } from '../../src/suites/graph/suite.ts';
import type { FromWorker, ToWorker } from './job-worker.ts';
import type { VirtualTime } from './virtual-time.ts';

const WORKER = fileURLToPath(new URL('./job-worker.ts', import.meta.url));
/** Delay after which the queue reassigns the jobs of a dead worker. */
const TAKEOVER_MILLISECONDS = 15_000;

/** Interval at which the queue polls for due jobs. */
const POLL_MILLISECONDS = 1_000;

/** Real time within which a worker starts. */
const START_MILLISECONDS = 60_000;

/** Number of errors outside any job after which the fleet gives up, because such runs would repeat forever. */
const MAX_ERRORS = 100;

export interface FleetOptions {
  time: VirtualTime;
  serviceUrl: string;
  suite: GraphSuiteOptions;
  workers: number;
  /** Concurrent jobs of each worker. */
  concurrency: number;
}

interface Job {
  tenantId: string;
  jobId: string;
}

interface Run extends Job {
  /** Number of sleeping calls. Time does not advance while it is 0. */
  sleeping: number;
}

class Worker {
  readonly process: ChildProcess;
  readonly runs = new Map<number, Run>();
  readonly timers = new Map<number, () => void>();
  isDead = false;

  constructor() {
    this.process = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Sends the message. A worker that was just killed does not receive it, and its jobs are retried. */
  tell(message: ToWorker): void {
    if (this.process.connected) this.process.send(message, () => undefined);
  }
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #workers: Worker[] = [];
  /** The next worker, started in advance because the start takes a second. */
  #spare: Promise<Worker> | undefined;
  /** Due jobs that wait for a free worker. */
  readonly #due: Job[] = [];
  /** Number of runs that have begun. */
  runs = 0;
  /** Number of jobs that are due later. */
  #queued = 0;
  kills = 0;
  /** Errors outside any job. */
  readonly errors: string[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const workers = await Promise.all(Array.from({ length: this.#options.workers }, () => this.#launch()));
    for (const worker of workers) this.#employ(worker);
  }

  /**
   * Whether no job runs or is queued.
   * @throws Error when too many runs failed outside of their jobs
   */
  get isIdle(): boolean {
    if (this.errors.length > MAX_ERRORS) throw new Error(`Runs fail again and again: ${this.errors.at(-1)}`);
    return this.#queued === 0 && this.#due.length === 0 && this.#workers.every(({ runs }) => runs.size === 0);
  }

  /** Queues a run of the job, which starts at the next poll of the queue. */
  enqueue({ tenantId, jobId }: Job, startAfter: number): void {
    const job = { tenantId, jobId };
    const poll = Math.ceil(startAfter / POLL_MILLISECONDS) * POLL_MILLISECONDS;
    this.#queued += 1;
    this.#options.time.at(poll, () => {
      this.#queued -= 1;
      this.#due.push(job);
      this.#assign();
    });
  }

  /** Kills the worker with this number modulo the number of workers, and replaces it. */
  kill(index: number): void {
    const worker = this.#workers[index % this.#workers.length];
    if (worker === undefined) return;
    this.kills += 1;
    worker.process.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const spare = await this.#spare;
    for (const { process } of [...this.#workers.splice(0), ...(spare ? [spare] : [])]) {
      process.removeAllListeners('exit');
      const gone = once(process, 'exit');
      process.kill('SIGKILL');
      await gone;
    }
  }

  async #launch(): Promise<Worker> {
    const { time, serviceUrl, suite, concurrency } = this.#options;
    const worker = new Worker();
    const ready = this.#whenReady(worker);
    worker.tell({
      kind: 'start',
      serviceUrl,
      options: suite,
      connections: concurrency,
      now: time.now().getTime(),
    });
    await ready;
    return worker;
  }

  /**
   * Resolves with the worker's first message.
   * @throws Error when the worker exits first, or sends none within a minute
   */
  async #whenReady({ process }: Worker): Promise<void> {
    const ended = new AbortController();
    const { signal } = ended;
    try {
      await Promise.race([
        once(process, 'message', { signal }),
        once(process, 'exit', { signal }).then(([code, name]) => {
          throw new Error(`A worker exited at its start: ${code ?? name}`);
        }),
        delay(START_MILLISECONDS, undefined, { signal, ref: false }).then(() => {
          process.kill('SIGKILL');
          throw new Error('A worker did not start in time.');
        }),
      ]);
    } finally {
      ended.abort();
    }
  }

  /** Starts using the spare worker, and launches the next one. */
  async #hire(): Promise<void> {
    const spare = this.#spare ?? this.#launch();
    this.#spare = spare.then(() => this.#launch());
    this.#employ(await spare);
  }

  #employ(worker: Worker): void {
    worker.process.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.process.once('exit', () => this.#replace(worker));
    this.#workers.push(worker);
    this.#assign();
  }

  /** Reassigns the jobs of a dead worker, and replaces the worker. */
  #replace(worker: Worker): void {
    const { time } = this.#options;
    worker.isDead = true;
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    for (const cancel of worker.timers.values()) cancel();
    for (const { tenantId, jobId, sleeping } of worker.runs.values()) {
      this.enqueue({ tenantId, jobId }, time.now().getTime() + TAKEOVER_MILLISECONDS);
      if (sleeping === 0) time.endWork();
    }
    time.beginWork();
    void this.#hire().finally(() => time.endWork());
  }

  /**
   * Assigns each due job to the worker with the fewest jobs among those with a free slot. No worker runs a job twice at
   * once: the second run would wait for the first one, whose sleep can't end before the second run sleeps too.
   */
  #assign(): void {
    for (const job of this.#due.splice(0)) {
      const worker = this.#freeWorkerFor(job);
      if (worker === undefined) this.#due.push(job);
      else this.#run(worker, job);
    }
  }

  #freeWorkerFor({ jobId }: Job): Worker | undefined {
    const runsJob = ({ runs }: Worker): boolean => [...runs.values()].some((run) => run.jobId === jobId);
    const free = this.#workers.filter((worker) => worker.runs.size < this.#options.concurrency);
    return free.toSorted((one, other) => one.runs.size - other.runs.size).find((worker) => !runsJob(worker));
  }

  #run(worker: Worker, job: Job): void {
    const { time } = this.#options;
    const run = ++this.runs;
    worker.runs.set(run, { ...job, sleeping: 0 });
    time.beginWork();
    worker.tell({ kind: 'run', run, ...job, now: time.now().getTime() });
  }

  #receive(worker: Worker, message: FromWorker): void {
    const { time } = this.#options;
    // Ignores the last messages of a dead worker, because another worker retries its jobs.
    if (worker.isDead) return;
    if (message.kind === 'queue') {
      this.enqueue(message, message.startAfter ?? time.now().getTime());
    } else if (message.kind === 'sleep') {
      this.#sleep(worker, message);
    } else if (message.kind === 'ended') {
      if (message.error !== undefined) this.#fail(worker, message.run, message.error);
      worker.runs.delete(message.run);
      this.#assign();
      time.endWork();
    }
  }

  /** Restarts a run that could not record its failure, as the real queue does. */
  #fail(worker: Worker, run: number, error: string): void {
    this.errors.push(error);
    const job = worker.runs.get(run);
    if (job) this.enqueue(job, this.#options.time.now().getTime() + TAKEOVER_MILLISECONDS);
  }

  #sleep(worker: Worker, { run: number, sleeper, milliseconds }: FromWorker & { kind: 'sleep' }): void {
    const { time } = this.#options;
    const run = worker.runs.get(number);
    if (run === undefined) throw new Error(`Run ${number} sleeps, but does not exist.`);
    const wake = (): void => {
      worker.timers.delete(sleeper);
      run.sleeping -= 1;
      if (run.sleeping === 0) time.beginWork();
      worker.tell({ kind: 'wake', sleeper, now: time.now().getTime() });
    };
    worker.timers.set(sleeper, time.at(time.now().getTime() + milliseconds, wake));
    run.sleeping += 1;
    if (run.sleeping === 1) time.endWork();
  }
}
