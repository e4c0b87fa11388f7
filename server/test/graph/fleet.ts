/**
 * Worker processes that run queued jobs on virtual time, and are killed. The queue is the parent's, since pg-boss
 * runs on real time: it starts a job when its time has come and a place is free, and again when its worker dies.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { GraphSuiteOptions } from '../../src/suites/graph/index.ts';
import type { FromWorker, ToWorker } from './job-worker.ts';
import type { VirtualTime } from './virtual-time.ts';

const WORKER = fileURLToPath(new URL('./job-worker.ts', import.meta.url));
/** After a worker's death the queue gives its jobs to others (docs/adr, the queue). */
const TAKEOVER_MILLISECONDS = 15_000;

export interface FleetOptions {
  time: VirtualTime;
  serviceUrl: string;
  suite: GraphSuiteOptions;
  workers: number;
  /** Jobs at the same time in each worker. */
  concurrency: number;
}

interface Job {
  tenantId: string;
  jobId: string;
}

interface Run extends Job {
  /** How many of its calls sleep; time stands still while none does. */
  sleeping: number;
}

class Worker {
  readonly process: ChildProcess;
  readonly runs = new Map<number, Run>();
  readonly alarms = new Map<number, () => void>();
  isDead = false;

  constructor() {
    this.process = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  tell(message: ToWorker): void {
    if (this.process.connected) this.process.send(message);
  }
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #workers: Worker[] = [];
  /** Jobs whose time has come. */
  readonly #due: Job[] = [];
  #runs = 0;
  /** Jobs whose time will come. */
  #queued = 0;
  kills = 0;
  /** Errors that ended a run outside of its job. */
  readonly errors: string[] = [];

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.workers }, () => this.#hire()));
  }

  /** Whether no job runs, is due, or is queued for later. */
  get isIdle(): boolean {
    return this.#queued === 0 && this.#due.length === 0 && this.#workers.every(({ runs }) => runs.size === 0);
  }

  /** Queues a run of the job. */
  enqueue({ tenantId, jobId }: Job, startAfter: number): void {
    const job = { tenantId, jobId };
    this.#queued += 1;
    this.#options.time.at(startAfter, () => {
      this.#queued -= 1;
      this.#due.push(job);
      this.#assign();
    });
  }

  /** Kills the worker with this number, modulo their count, and replaces it. */
  kill(index: number): void {
    const worker = this.#workers[index % this.#workers.length];
    if (worker === undefined) return;
    this.kills += 1;
    worker.process.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    for (const { process } of this.#workers.splice(0)) {
      process.removeAllListeners('exit');
      const gone = once(process, 'exit');
      process.kill('SIGKILL');
      await gone;
    }
  }

  async #hire(): Promise<void> {
    const { time, serviceUrl, suite, concurrency } = this.#options;
    const worker = new Worker();
    const ready = once(worker.process, 'message');
    worker.tell({
      kind: 'start',
      serviceUrl,
      options: suite,
      connections: concurrency,
      now: time.now().getTime(),
    });
    await ready;
    worker.process.on('message', (message: FromWorker) => this.#hear(worker, message));
    worker.process.once('exit', () => this.#bury(worker));
    this.#workers.push(worker);
    this.#assign();
  }

  /** Gives what a dead worker ran to others, and hires another. */
  #bury(worker: Worker): void {
    const { time } = this.#options;
    worker.isDead = true;
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    for (const forget of worker.alarms.values()) forget();
    for (const { tenantId, jobId, sleeping } of worker.runs.values()) {
      this.enqueue({ tenantId, jobId }, time.now().getTime() + TAKEOVER_MILLISECONDS);
      if (sleeping === 0) time.endWork();
    }
    time.beginWork();
    void this.#hire().finally(() => time.endWork());
  }

  /** Starts due jobs where there is a place, the emptiest worker first. */
  #assign(): void {
    const { time, concurrency } = this.#options;
    while (this.#due.length > 0) {
      const [worker] = this.#workers.toSorted((one, other) => one.runs.size - other.runs.size);
      if (worker === undefined || worker.runs.size >= concurrency) return;
      const job = this.#due.shift() as Job;
      const run = ++this.#runs;
      worker.runs.set(run, { ...job, sleeping: 0 });
      time.beginWork();
      worker.tell({ kind: 'run', run, ...job, now: time.now().getTime() });
    }
  }

  #hear(worker: Worker, message: FromWorker): void {
    const { time } = this.#options;
    // What it did in its last moments is found out by its successors.
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

  /** A run that could not even record its failure starts again, as the queue would let it. */
  #fail(worker: Worker, run: number, error: string): void {
    this.errors.push(error);
    const job = worker.runs.get(run);
    if (job) this.enqueue(job, this.#options.time.now().getTime() + TAKEOVER_MILLISECONDS);
  }

  #sleep(worker: Worker, { run: number, sleeper, milliseconds }: FromWorker & { kind: 'sleep' }): void {
    const { time } = this.#options;
    const run = worker.runs.get(number);
    if (run === undefined) throw new Error('Somebody sleeps outside of a run.');
    const wake = (): void => {
      worker.alarms.delete(sleeper);
      run.sleeping -= 1;
      if (run.sleeping === 0) time.beginWork();
      worker.tell({ kind: 'wake', sleeper, now: time.now().getTime() });
    };
    worker.alarms.set(sleeper, time.at(time.now().getTime() + milliseconds, wake));
    run.sleeping += 1;
    if (run.sleeping === 1) time.endWork();
  }
}
