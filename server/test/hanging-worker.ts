/**
 * A worker node whose steps never end, for tests that kill it. Prints `begun <job id>` for each step it
 * begins. Argument: the service role's URL.
 */

import type { Step } from '../src/engine/jobs/define-job.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { startQueue } from '../src/persistence/queue.ts';
import { startWorkers } from '../src/workers/index.ts';
import { connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';

const [connectionString] = process.argv.slice(2) as [string];

const onError = (error: Error): never => {
  throw error;
};
const queue = await startQueue({ connectionString, works: true, concurrency: 1, onError });
const { store, suiteTenancy } = connectStore(connectionString, queue.boss);
const hang: Step = ({ job }) => {
  console.log(`begun ${job.id}`);
  return new Promise(() => undefined);
};
const definitions = JOB_DEFINITIONS.map((definition) => ({ ...definition, steps: { only: hang } }));
const log = { info: console.error, warn: console.error, error: console.error };
await startWorkers({
  boss: queue.boss,
  onQueued: queue.onQueued,
  concurrency: 1,
  deps: {
    store,
    clock: { now: () => new Date() },
    log,
    suite: await openStoredSuite(suiteDeps(suiteTenancy, systemClock)),
    definitions,
  },
  scheduled: [],
  log,
});
