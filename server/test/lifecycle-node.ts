/**
 * A node that runs the lifecycle of the tenant's teams and kills itself with SIGKILL before the given database
 * statement. Arguments: the service role's URL, the tenant, the time, and the statement's number. Without a number it
 * completes and prints the number of statements. A run must be waiting.
 */

import { runLifecycle } from '../src/flows/lifecycle/run-lifecycle.ts';
import { suiteDeps } from '../src/persistence/directory/index.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { killedAtStatement } from './killed-at-statement.ts';
import { connectQueue, connectStore } from './store.ts';
import { openStoredSuite } from './stored-suite.ts';

const [serviceUrl, tenantId, time, point] = process.argv.slice(2) as [string, string, string, string?];

const queue = await connectQueue(serviceUrl);
const { store, tenancy, suiteTenancy, close } = connectStore(serviceUrl, queue.boss, 1);
const clock = { now: () => new Date(time) };
const deps = {
  store,
  suite: await openStoredSuite(suiteDeps(suiteTenancy, clock)),
  roles: createRoleAssignmentStore(tenancy),
  clock,
  settings: { lifecycleCap: { maxPercent: 0, maxTeams: 4 } },
  report: (error: unknown): never => {
    throw error;
  },
};
await store.in(tenantId).lifecycleRuns.findUnderWay();
const sent = await killedAtStatement(point, async () => {
  if (!(await runLifecycle(deps, tenantId))) throw new Error('No run was waiting.');
});
console.log(sent.length);
await queue.stop();
await close();
