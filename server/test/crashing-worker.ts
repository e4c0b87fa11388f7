/**
 * A worker process that runs one job and kills itself with SIGKILL at a given point: a number of statements, counted
 * from the claim of the job (killed-at-statement.ts). Arguments: the service role's URL, tenant, job,
 * fenceMilliseconds, point. Without a point it runs to the end and prints the statements as a JSON array.
 */

import { runJob } from '../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { killedAtStatement } from './killed-at-statement.ts';
import { loopbackCaller } from './loopback-caller.ts';
import { connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';

const [serviceUrl, tenantId, jobId, fence, point] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];

// A job that ends sends nothing to the queue.
const queue = { send: () => Promise.reject(new Error('Nothing is sent here.')) };
const { store, suiteTenancy, close } = connectStore(serviceUrl, queue as never, 1);
await store.in(tenantId).jobs.find(jobId);
const caller = loopbackCaller(systemClock);
const never = new AbortController().signal;
const log = { info: console.error, warn: console.error, error: console.error };
const deps = {
  store,
  suite: await openStoredSuite(suiteDeps(suiteTenancy, systemClock)),
  definitions: JOB_DEFINITIONS,
  clock: systemClock,
  log,
  fenceMilliseconds: Number(fence),
  ports: { hooks: caller.hooks },
};
const sent = await killedAtStatement(point, () =>
  runJob(deps, { tenantId, jobId }, { lost: never, stopping: never }),
);
await caller.close();
await close();
console.log(JSON.stringify(sent));
