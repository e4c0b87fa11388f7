/**
 * A worker process that runs jobs with the Graph suite on the virtual time of its parent (fleet.ts). Each message has
 * the current time. While a job runs, time stands still unless all jobs sleep.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { runJob } from '../../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../src/flows/definitions.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { suiteDeps } from '../../src/persistence/directory/index.ts';
import { createGraphSuite, type GraphSuiteOptions } from '../../src/suites/graph/suite.ts';
import { connectStore } from '../store.ts';
import { RUN_HEADER } from './calls.ts';

/** Messages from the parent. */
export type ToWorker =
  | { kind: 'start'; serviceUrl: string; options: GraphSuiteOptions; connections: number; now: number }
  | { kind: 'run'; run: number; tenantId: string; jobId: string; now: number }
  | { kind: 'wake'; sleeper: number; now: number };

/** Messages from the worker. */
export type FromWorker =
  | { kind: 'ready' }
  /** A call of the run waits until the parent sends `wake` for this sleeper. */
  | { kind: 'sleep'; run: number; sleeper: number; milliseconds: number }
  | { kind: 'queue'; tenantId: string; jobId: string; startAfter: number | undefined }
  | { kind: 'ended'; run: number; error?: string };

const tell = (message: FromWorker): void => void process.send?.(message);

let now = 0;
let sleepers = 0;
const asleep = new Map<number, () => void>();
const currentRun = new AsyncLocalStorage<number>();

const plainFetch = globalThis.fetch;
/** Adds the run to each call to the stand-in. */
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(RUN_HEADER, String(currentRun.getStore() ?? 0));
  return plainFetch(input, { ...init, headers });
};

const clock: Clock = { now: () => new Date(now) };
const never = new AbortController().signal;
const log = { info: () => undefined, warn: () => undefined, error: console.error };

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((wake) => {
    const sleeper = ++sleepers;
    asleep.set(sleeper, wake);
    tell({ kind: 'sleep', run: currentRun.getStore() ?? 0, sleeper, milliseconds });
  });

/** Sends to the parent's queue. If the sender's transaction rolls back, the job runs once more than necessary. */
const queue = {
  async send(_name: string, job: { tenantId: string; jobId: string }, options: { startAfter?: Date }) {
    tell({ kind: 'queue', ...job, startAfter: options.startAfter?.getTime() });
    return 'sent';
  },
};

let run: (tenantId: string, jobId: string) => Promise<void>;

function start({ serviceUrl, options, connections }: ToWorker & { kind: 'start' }): void {
  const { store, suiteTenancy } = connectStore(serviceUrl, queue as never, connections);
  const suite = createGraphSuite(suiteDeps(suiteTenancy, clock), { ...options, lane: 'background', sleep });
  const deps = { store, suite, definitions: JOB_DEFINITIONS, clock, log };
  run = (tenantId, jobId) => runJob(deps, { tenantId, jobId }, { lost: never, stopping: never });
  tell({ kind: 'ready' });
}

process.on('message', (message: ToWorker) => {
  now = message.now;
  if (message.kind === 'start') return start(message);
  if (message.kind === 'wake') {
    const wake = asleep.get(message.sleeper);
    asleep.delete(message.sleeper);
    return wake?.();
  }
  currentRun.run(message.run, () => {
    run(message.tenantId, message.jobId).then(
      () => tell({ kind: 'ended', run: message.run }),
      (error: Error) => tell({ kind: 'ended', run: message.run, error: String(error.stack) }),
    );
  });
});
