/**
 * A worker node whose steps never end, for tests that kill it. Prints `begun <job id>` for each step it
 * begins. Argument: the service role's URL.
 */
import type { Workflow } from '../src/engine/jobs/workflow.ts';
import { startQueue } from '../src/persistence/queue.ts';
import { startWorkers } from '../src/workers/index.ts';
import { connectStore } from './store.ts';

const [connectionString] = process.argv.slice(2) as [string];

const onError = (error: Error): never => {
  throw error;
};
const queue = await startQueue({ connectionString, works: true, concurrency: 1, onError });
const { store } = connectStore(connectionString, queue.boss);
const workflow: Workflow = {
  perform(_tenantId, job) {
    console.log(`begun ${job.id}`);
    return new Promise(() => undefined);
  },
  ended: () => ({}),
};
const log = { info: console.error, warn: console.error, error: console.error };
await startWorkers({
  boss: queue.boss,
  concurrency: 1,
  deps: {
    store,
    clock: { now: () => new Date() },
    log,
    workflows: { TeamProvisioning: workflow, TeamArchive: workflow, TeamUnarchive: workflow },
  },
  scheduled: [],
  log,
});
