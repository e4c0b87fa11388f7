/**
 * A worker process that runs one job and kills itself with SIGKILL at a given point, for tests. Points are
 * the statements it sends to the database, from the claim of the job on: point 3 is right before the fourth.
 * What a worker leaves behind differs from one statement to the next and nowhere in between, so these are
 * all the points there are. Arguments: the service role's URL, tenant, job, fenceMilliseconds, point. Without a
 * point it runs to the end and prints the statements as a JSON array.
 */
import pg from 'pg';
import { runJob } from '../src/domain/jobs/run-job.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { suiteOver, workflowsOf } from './provisioning-world.ts';
import { connectStore } from './store.ts';

const [serviceUrl, tenantId, jobId, fence, point] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];
const killAt = point === undefined ? Number.POSITIVE_INFINITY : Number(point);

const sent: string[] = [];
let counting = false;

type Query = (...parameters: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function countingQuery(this: unknown, ...parameters) {
  if (counting) {
    if (sent.length === killAt) process.kill(process.pid, 'SIGKILL');
    const [statement] = parameters as [string | { text?: string }];
    sent.push(
      (typeof statement === 'string' ? statement : (statement.text ?? 'begin')).replace(/\s+/g, ' ').trim(),
    );
  }
  return query.apply(this, parameters);
};

// The queue is not reached: a job that ends sends nothing.
const queue = { send: () => Promise.reject(new Error('Nothing is sent here.')) };
const { store, suiteTenancy, close } = connectStore(serviceUrl, queue as never, 1);
await store.in(tenantId).jobs.find(jobId);
counting = true;
const never = new AbortController().signal;
const log = { info: console.error, warn: console.error, error: console.error };
const deps = {
  store,
  workflows: workflowsOf(suiteOver(suiteTenancy)),
  clock: systemClock,
  log,
  fenceMilliseconds: Number(fence),
};
await runJob(deps, { tenantId, jobId }, { lost: never, stopping: never });
counting = false;
await close();
console.log(JSON.stringify(sent));
