/**
 * Runs queued jobs in the slots of this node. A job mostly waits for the suite, so a node has many slots. One loop
 * fetches all jobs, because pg-boss's own workers would poll once a second for each slot. One statement sends all
 * heartbeats.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import type { JobLog } from '../engine/jobs/job-log.ts';
import type { RunJobDeps } from '../engine/jobs/job-run.ts';
import type { JobEntry } from '../engine/jobs/queue.ts';
import { runJob } from '../engine/jobs/run-job.ts';
import { waitAtMost } from '../kernel/deadline.ts';
import { Slots } from '../kernel/slots.ts';

const RUN_JOB = 'run-job';

/** NOTIFY announces a queued job. Polling finds delayed jobs and jobs of dead workers. */
const POLL_MILLISECONDS = 1_000;

/** A worker counts as dead when its heartbeat is 10 s old (persistence/queues.ts). */
const HEARTBEAT_MILLISECONDS = 4_000;

export interface JobWorkerOptions {
  boss: PgBoss;
  /** Calls the listener when an entry of any queue becomes due. Returns a function that removes the listener. */
  onQueued(listener: (queue: string) => void): () => void;
  /** Maximum number of jobs that this node runs at the same time. */
  concurrency: number;
  deps: RunJobDeps;
  log: JobLog;
}

interface Held {
  job: Job<JobEntry>;
  lost: AbortController;
  ended: Promise<void>;
}

/** The result of heartbeats, with the ids that pg-boss's types omit. */
type Touched = Awaited<ReturnType<PgBoss['touch']>> & { settled?: string[] };

export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #slots: Slots;
  readonly #held = new Map<string, Held>();
  readonly #stopping = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #forget: () => void;
  readonly #loop: Promise<void>;
  /** Ends the pause before the next search; undefined during a search. */
  #wake: (() => void) | undefined;
  /** Whether another search has been requested since the current one began. */
  #isAwake = false;
  /** The excluded tenants of recent searches without a result. Cleared by each notification and each poll. */
  #unsuccessful: string[][] = [];
  #pollAt = 0;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#slots = new Slots(options.concurrency);
    this.#forget = options.onQueued((queue) => {
      if (queue !== RUN_JOB) return;
      this.#unsuccessful = [];
      this.#search();
    });
    this.#heartbeat = setInterval(() => void this.#sendHeartbeats(), HEARTBEAT_MILLISECONDS);
    this.#loop = this.#work();
  }

  /** Number of jobs that this node runs now. */
  get running(): number {
    return this.#held.size;
  }

  /**
   * Stops fetching jobs. Running jobs finish their current step and continue on other nodes. Jobs that still run after
   * `milliseconds` are released to other nodes.
   */
  async stop(milliseconds: number): Promise<void> {
    this.#stopping.abort();
    this.#forget();
    this.#search();
    const drained = this.#loop.then(() => Promise.all([...this.#held.values()].map(({ ended }) => ended)));
    await waitAtMost(milliseconds, drained);
    clearInterval(this.#heartbeat);
    const left = [...this.#held.values()];
    for (const { lost } of left) lost.abort();
    if (left.length === 0) return;
    const jobs = left.map(({ job }) => job);
    await this.#settle(() => this.#options.boss.fail(RUN_JOB, jobs, { message: 'The node has stopped.' }));
  }

  #search(): void {
    this.#isAwake = true;
    this.#wake?.();
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isAwake = false;
      const job = await this.#fetch();
      if (job !== undefined) this.#start(job);
      else if (!this.#isAwake) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    await delay(POLL_MILLISECONDS, undefined, { signal: waking.signal }).catch(() => undefined);
    this.#wake = undefined;
  }

  async #fetch(): Promise<Job<JobEntry> | undefined> {
    if (performance.now() >= this.#pollAt) {
      this.#unsuccessful = [];
      this.#pollAt = performance.now() + POLL_MILLISECONDS;
    }
    try {
      for (const ignoreGroups of this.#slots.searches()) {
        const unsuccessful = this.#unsuccessful;
        // A freed slot adds no queue entry, so a search that excludes the same tenants, or more, would again find none.
        if (unsuccessful.some((leftOut) => leftOut.every((tenantId) => ignoreGroups.includes(tenantId))))
          continue;
        const [job] = await this.#options.boss.fetch<JobEntry>(RUN_JOB, { ignoreGroups });
        if (job !== undefined) return job;
        unsuccessful.push(ignoreGroups);
      }
    } catch (error) {
      this.#options.log.error({ err: error, queue: RUN_JOB }, 'The queue gave no job');
      this.#isAwake = false;
    }
    return undefined;
  }

  #start(job: Job<JobEntry>): void {
    const lost = new AbortController();
    this.#slots.take(job.data.tenantId);
    const held: Held = { job, lost, ended: Promise.resolve() };
    this.#held.set(job.id, held);
    held.ended = this.#run(job, lost.signal).finally(() => {
      this.#held.delete(job.id);
      this.#slots.release(job.data.tenantId);
      this.#search();
    });
  }

  async #run(job: Job<JobEntry>, lost: AbortSignal): Promise<void> {
    const { boss, deps, log } = this.#options;
    try {
      await runJob(deps, job.data, { lost, stopping: this.#stopping.signal });
    } catch (error) {
      log.error({ err: error, queue: RUN_JOB }, 'Background work failed');
      return this.#settle(() => boss.fail(RUN_JOB, job, { message: String(error) }));
    }
    return this.#settle(() => boss.complete(RUN_JOB, job));
  }

  /** Settles queue entries. After a failure, the entry's heartbeat expires and the job runs again. */
  async #settle(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.error({ err: error, queue: RUN_JOB }, 'The queue did not take the end of a run');
    }
  }

  /** Sends the heartbeats, and aborts each run whose entry now belongs to another worker. */
  async #sendHeartbeats(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job }) => job);
      const { settled }: Touched = await this.#options.boss.touch(RUN_JOB, jobs);
      if (settled === undefined) return;
      const live = new Set(settled);
      for (const { job, lost } of held) if (!live.has(job.id)) lost.abort();
    } catch (error) {
      // After a failed heartbeat, the entries may still belong to this node.
      this.#options.log.error({ err: error, queue: RUN_JOB }, 'The queue took no heartbeats');
    }
  }
}
