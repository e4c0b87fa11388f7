/** Starts the workers of a node: jobs, scheduled work, webhook deliveries and team restorations. */

import { createHookCaller } from '../delivery/attempt.ts';
import { CallSlots } from '../delivery/call-slots.ts';
import { Deliverer, startDeliveryWorker } from '../delivery/deliverer.ts';
import { Messages } from '../delivery/message.ts';
import { createSender } from '../delivery/sender.ts';
import { JOB_DEFINITIONS } from '../flows/definitions.ts';
import { runLifecycle } from '../flows/lifecycle/run-lifecycle.ts';
import { restoreDueTeams } from '../flows/restoration/restore-teams.ts';
import { BUILD } from '../kernel/build.ts';
import { WEBHOOKS_CHANNEL } from '../persistence/deliveries.ts';
import { tenantsWithDueWork } from '../persistence/due-work.ts';
import { listen } from '../persistence/queue-database.ts';
import { startWorkers } from '../workers/index.ts';
import { startPeriodicTask } from '../workers/periodic-task.ts';
import type { Node } from './node.ts';
import { suiteOnNode } from './node.ts';
import { lifecycleDepsOf, scheduledWork } from './schedule.ts';
import { TenantRounds } from './tenant-rounds.ts';

const messageOptionsOf = ({ config, secrets, log }: Node) => ({
  secrets,
  headerPrefix: config.hookHeaderPrefix,
  version: BUILD.version,
  log,
});

/** Starts the workers of the queues. They own the sender that calls webhooks for own steps, and close it last. */
async function startNodeWorkers(node: Node, publicUrl: () => string) {
  const { config, infrastructure, boss, onQueued, store, hooks, clock, log } = node;
  const suite = suiteOnNode(node);
  const sender = createSender({ mayReach: hooks.mayReach });
  const caller = createHookCaller({
    clock,
    sender,
    messages: new Messages(messageOptionsOf(node)),
    slots: new CallSlots(config.workerConcurrency),
    log,
  });
  const workers = await startWorkers({
    boss,
    onQueued,
    concurrency: config.workerConcurrency,
    deps: {
      store,
      suite: infrastructure.suite,
      definitions: JOB_DEFINITIONS,
      clock,
      log,
      ports: { hooks: caller },
    },
    scheduled: scheduledWork(node, suite, publicUrl),
    ofTenants: [
      {
        queue: 'continue-lifecycle',
        run: async (tenantId, stopping) =>
          void (await runLifecycle(lifecycleDepsOf(node, tenantId), tenantId, stopping)),
      },
      { queue: 'observe-teams', run: async (tenantId) => suite?.observe(tenantId) },
      { queue: 'refresh-tenant-directory', run: async (tenantId) => suite?.refresh(tenantId) },
    ],
    log,
  });
  // Queues the first copy of a directory without waiting for the schedule.
  if (suite !== undefined) await boss.send('refresh-directory', {});
  // Continues the erasures that an earlier node left unfinished, without waiting for the schedule.
  await boss.send('erase-people', {});
  return {
    running: workers.running,
    stop: (milliseconds: number) => workers.stop(milliseconds).finally(() => sender.close()),
  };
}

/** Interval between checks for due teams. docs/policies.md promises a check within 20 seconds of an event. */
const RESTORATION_MILLISECONDS = 20_000;

/** Starts the periodic restoration of teams that deviate from their policies. */
function startNodeRestorations({ infrastructure, store, clock, log }: Node) {
  const report = (error: unknown, details: object) =>
    log.warn({ err: error, ...details }, 'A team could not be restored to what its policies ask for.');
  const deps = { store, suite: infrastructure.suite, clock, report };
  const rounds = new TenantRounds();
  const run = async (stopping: AbortSignal): Promise<void> => {
    await rounds.round(
      await tenantsWithDueWork(infrastructure.tenancy, 'policy_checks', clock.now()),
      (tenantId) => restoreDueTeams(deps, tenantId, stopping),
      (error, tenantId) => report(error, { tenantId }),
    );
  };
  const idle = () => rounds.idle();
  return startPeriodicTask({ name: 'restore-teams', milliseconds: RESTORATION_MILLISECONDS, run, idle }, log);
}

/** Starts the delivery of webhooks. `directUrl` is the database URL for LISTEN. */
function startNodeDeliveries(node: Node, directUrl: string) {
  const { infrastructure, store, hooks, clock, log } = node;
  const deliverer = new Deliverer({
    ...messageOptionsOf(node),
    store,
    suite: infrastructure.suite,
    clock,
    sender: createSender({ mayReach: hooks.mayReach }),
  });
  return startDeliveryWorker({
    deliverer,
    listen: (listener) => listen(directUrl, WEBHOOKS_CHANNEL, listener),
    tenants: () => tenantsWithDueWork(infrastructure.tenancy, 'deliveries', clock.now()),
    log,
  });
}

/** Starts all workers of a node. `stop` waits for running work, at most for the shutdown grace period. */
export async function startWorkersOf(node: Node, directUrl: string, publicUrl: () => string) {
  const workers = await startNodeWorkers(node, publicUrl);
  const deliveries = await startNodeDeliveries(node, directUrl).catch(async (error) => {
    await workers.stop(0);
    throw error;
  });
  const restorations = startNodeRestorations(node);
  const grace = node.config.shutdownSeconds * 1000;
  let stopped: Promise<unknown> | undefined;
  return {
    webhooks: deliveries.metrics,
    running: workers.running,
    stop: () =>
      (stopped ??= Promise.all([workers.stop(grace), deliveries.stop(grace), restorations.stop(grace)])),
  };
}
