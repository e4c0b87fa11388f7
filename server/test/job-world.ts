/** Jobs on a real database, with steps that the test defines. Tests run them directly. */

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { NewAuditRecord } from '../src/engine/audit/model.ts';
import type { AnyJobDefinition, Step, StepOutcome } from '../src/engine/jobs/define-job.ts';
import type { RunJobDeps } from '../src/engine/jobs/job-run.ts';
import type { JobRecord } from '../src/engine/jobs/model.ts';
import { type RunSignals, runJob } from '../src/engine/jobs/run-job.ts';
import type { Cause } from '../src/engine/principal.ts';
import type { Store } from '../src/engine/store.ts';
import type { Suite } from '../src/engine/suite.ts';
import { newId } from '../src/kernel/ids.ts';
import { verbatim } from '../src/kernel/messages.ts';
import type { StartedQueue } from '../src/persistence/queue.ts';
import { createStore } from '../src/persistence/unit-of-work.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { testSecrets } from './secrets.ts';
import { connectQueue } from './store.ts';

export const TENANT = 'contoso';
const START = Date.parse('2026-11-21T08:00:00Z');
const never: RunSignals = { lost: new AbortController().signal, stopping: new AbortController().signal };

export type Perform = (tenantId: string, job: JobRecord, step: string) => Promise<StepOutcome>;

export class JobWorld {
  readonly database: TestDatabase;
  readonly store: Store;
  readonly #queue: StartedQueue;
  /** Performs a step. Tests set it. */
  perform!: Perform;
  /** Deletes what a job created. Tests set it. */
  remove!: (tenantId: string, job: JobRecord) => Promise<Pick<StepOutcome, 'message' | 'events'>>;
  /** Steps that have started. */
  performed: string[] = [];
  logged: { message: string; details: { err?: unknown } }[] = [];
  /** Each reading of the clock advances it by a millisecond. */
  now = START;

  private constructor(database: TestDatabase, queue: StartedQueue) {
    this.database = database;
    this.#queue = queue;
    this.store = createStore({
      databases: database.tenancy,
      boss: queue.boss,
      secrets: testSecrets(),
    });
    this.reset();
  }

  static async create(): Promise<JobWorld> {
    const database = await createMigratedDatabase({ unaudited: true });
    const queue = await connectQueue(database.serviceUrl);
    return new JobWorld(database, queue);
  }

  async close(): Promise<void> {
    await this.#queue.stop();
    await this.database.drop();
  }

  /** Call it before each test. */
  reset(): void {
    this.performed = [];
    this.logged = [];
    this.now = START;
    this.perform = async (_tenantId, _job, step) => ({ message: `Did ${step}.` });
    this.remove = async () => ({ message: 'Deleted it.' });
  }

  #record(type: string, { id }: JobRecord, cause: Cause): NewAuditRecord {
    const target = { type: 'job', id, displayName: 'x' };
    return { ...cause, trail: 'provisioning', type: `job_${type}`, target, outcome: 'success', fields: {} };
  }

  /** A job type that accepts any step name. */
  get definition(): AnyJobDefinition {
    const stepCalled =
      (name: string): Step =>
      ({ tenantId, job }) => {
        this.performed.push(name);
        return this.perform(tenantId, job, name);
      };
    return {
      type: 'TeamProvisioning',
      steps: new Proxy<Record<string, Step>>({}, { get: (_, name) => stepCalled(String(name)) }),
      end: (job, error) => ({
        events: [
          {
            type: 'team_provisioning_completed',
            target: { type: 'job', id: job.id, displayName: 'x' },
            payload: { provisioning: { id: job.id, status: error === undefined ? 'completed' : 'failed' } },
            record: { trail: 'provisioning', outcome: 'success', fields: { jobId: job.id } },
          },
        ],
        records: [],
      }),
      remains: () => verbatim('The rest stays.'),
      built: (job) => job.ledger.map(({ step }) => ({ type: 'thing', displayName: step })),
      remove: ({ tenantId, job }) => this.remove(tenantId, job),
      cancelled: (job, cause) => this.#record('cancelled', job, cause),
      cleanedUp: (job, cause) => this.#record('cleaned_up', job, cause),
      retried: (job, cause) => this.#record('retried', job, cause),
      describe: () => ({}),
    };
  }

  /** Runs the job. Each step is recorded separately by default. */
  run(
    jobId: string,
    options: Partial<RunJobDeps> = {},
    signals: Partial<RunSignals> = {},
    tenantId = TENANT,
  ): Promise<void> {
    const note = (details: object, message: string) => void this.logged.push({ message, details });
    const deps: RunJobDeps = {
      store: this.store,
      clock: { now: () => new Date(this.now++) },
      log: { info: note, warn: note, error: note },
      // These steps do not use the suite.
      suite: {} as Suite,
      definitions: [this.definition],
      fenceMilliseconds: 0,
      ...options,
    };
    return runJob(deps, { tenantId, jobId }, { ...never, ...signals });
  }

  /** @param queued whether to send the job to the queue as well */
  async addJob(steps = ['one', 'two', 'three'], queued = false): Promise<string> {
    const id = newId();
    const job = {
      id,
      type: 'TeamProvisioning' as const,
      requester: { id: 'ada', kind: 'user' as const, displayName: 'Ada' },
      requestId: 'request-1',
      request: { z: 1, a: '\u0000' },
      plan: null,
      steps,
      log: [],
      subjectId: null,
    };
    const { jobs } = this.store.in(TENANT);
    assert.equal(await jobs.add(job, new Date(this.now)), true);
    assert.equal(await jobs.add(job, new Date(this.now)), false);
    if (queued) {
      await this.store.transaction(TENANT, (unit) => unit.queue.runJob({ tenantId: TENANT, jobId: id }));
    }
    return id;
  }

  async read(jobId: string): Promise<JobRecord> {
    const job = await this.store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  }

  async eventsOf(jobId: string) {
    const { rows } = await sql<{ type: string; payload: object; request_id: string }>`
      select type, payload, request_id from charter.domain_events
       where target ->> 'id' = ${jobId} order by event_id`.execute(this.database.tenancy.for(TENANT));
    return rows;
  }

  /** Returns the times at which the queue will start the job, in seconds after START. */
  async queuedFor(jobId: string): Promise<number[]> {
    const { rows } = await sql<{ start: Date }>`
      select start_after as start from pgboss.job where data ->> 'jobId' = ${jobId} order by created_on`.execute(
      this.database.tenancy.for(TENANT),
    );
    return rows.map(({ start }) => Math.round((start.getTime() - START) / 1000));
  }
}
