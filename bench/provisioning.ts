/**
 * Compares provisioning, from the request to `completed`, with inserting the same rows in one transaction per
 * team. Also measures how soon an idle worker starts a job.
 */

import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { JsonObject } from '../server/src/domain/catalog/document.ts';
import { archiveJob, enqueueTeamJob } from '../server/src/domain/teams/team-jobs.ts';
import type { AnyJobDefinition } from '../server/src/engine/jobs/define-job.ts';
import type { JobStore } from '../server/src/engine/jobs/ports.ts';
import type { Store } from '../server/src/engine/store.ts';
import { provisioningJob } from '../server/src/flows/provisioning/job.ts';
import type { TeamProvisioningRequest } from '../server/src/flows/provisioning/request.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { startEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { migrate } from '../server/src/persistence/migrate.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import { startWorkers, type Workers } from '../server/src/workers/index.ts';
import { makeDataDirectory } from '../server/test/data-directory.ts';
import {
  ADA,
  fillDirectory,
  type Node,
  startNode,
  TENANT,
  website,
} from '../server/test/provisioning-world.ts';
import { InsertedTeams, idSuffix } from './hand-made-teams.ts';
import { type Measurement, measureAlternately, percentile } from './measurement.ts';

const WORKERS = 4;
const TEAMS_A_ROUND = 300;
/** Number of inserted teams in a round. It exceeds TEAMS_A_ROUND, so that both rounds take about the same time. */
const HAND_MADE_A_ROUND = 1000;
/** Number of concurrent requests, enough to keep the workers busy. */
const CALLERS = 8;
const PICK_UPS = 300;

const silent = { info: () => undefined, warn: console.error, error: console.error };

/** A template with five channels and eight tabs. */
export const TEMPLATE: JsonObject = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'bench', name: 'Project', version: '1.0', language: 'en', enabled: true },
  newTeam: {
    defaultWelcomeMessage: 'Welcome.',
    teamPrivacy: 'private',
    addRequesterAsTeamOwner: true,
  },
  initialization: {
    structure: {
      channels: [2, 2, 2, 1, 1].map((tabs, channel) => ({
        displayName: `Channel ${channel}`,
        description: 'Where we work',
        tabs: Array.from({ length: tabs }, (_, tab) => website(`Tab ${tab}`)),
      })),
    },
  },
};

const request = (name: string): TeamProvisioningRequest => ({
  template: { id: 'bench' },
  team: {
    name,
    membership: {
      owners: [{ id: 'person-1' }],
      members: Array.from({ length: 8 }, (_, index) => ({ id: `person-${index + 2}` })),
    },
  },
});

/** Wraps the store, and calls `completed` after the commit that completes a job. */
function withNotice(store: Store, completed: (jobId: string) => void): Store {
  const noticingJobs = (jobs: JobStore, note: (jobId: string) => void): JobStore => ({
    ...jobs,
    async record(jobId, attempt, progress, at, events) {
      const held = await jobs.record(jobId, attempt, progress, at, events);
      if (held && progress.status === 'completed') note(jobId);
      return held;
    },
  });
  return {
    in(tenantId) {
      const stores = store.in(tenantId);
      return { ...stores, jobs: noticingJobs(stores.jobs, completed) };
    },
    async transaction(tenantId, work) {
      const done: string[] = [];
      const result = await store.transaction(tenantId, (unit) =>
        work({ ...unit, jobs: noticingJobs(unit.jobs, (jobId) => done.push(jobId)) }),
      );
      done.forEach(completed);
      return result;
    },
  };
}

/** Resolves promises by job id. */
class JobPromises<T> {
  readonly #waiting = new Map<string, (value: T) => void>();

  wait(jobId: string): Promise<T> {
    return new Promise((resolve) => this.#waiting.set(jobId, resolve));
  }

  resolve(jobId: string, value: T): void {
    this.#waiting.get(jobId)?.(value);
    this.#waiting.delete(jobId);
  }
}

interface TimedNode {
  node: Node;
  workers: Workers;
  completed: JobPromises<void>;
  /** Start times of archive jobs, whose only step records the time and does nothing else. */
  begun: JobPromises<number>;
}

async function startTimedNode(connectionString: string): Promise<TimedNode> {
  const node = await startNode(connectionString, { works: true, concurrency: WORKERS, connections: CALLERS });
  const completed = new JobPromises<void>();
  const begun = new JobPromises<number>();
  const begin: AnyJobDefinition = {
    ...archiveJob,
    steps: {
      async archiveTeam({ job }) {
        begun.resolve(job.id, performance.now());
        return { message: 'Begun.' };
      },
    },
  };
  const workers = await startWorkers({
    boss: node.queue.boss,
    onQueued: node.queue.onQueued,
    concurrency: WORKERS,
    deps: {
      store: withNotice(node.store, (jobId) => completed.resolve(jobId)),
      clock: systemClock,
      log: silent,
      suite: node.suite,
      definitions: [provisioningJob, begin],
    },
    scheduled: [],
    log: silent,
  });
  return { node, workers, completed, begun };
}

/** Runs `work` `times` times with the given concurrency, and returns the rate per second. */
async function ratePerSecond(times: number, atOnce: number, work: () => Promise<void>): Promise<number> {
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun++ < times) await work();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (times * 1000) / (performance.now() - start);
}

async function provision({ node, completed }: TimedNode): Promise<string> {
  const id = newId();
  const end = completed.wait(id);
  await node.request(request(idSuffix(id)), ADA, id);
  await end;
  return id;
}

/** Fills the tables and analyses them, as autovacuum would after some minutes. */
async function warmUp(timed: TimedNode, ownerUrl: string): Promise<void> {
  await ratePerSecond(TEAMS_A_ROUND, CALLERS, async () => void (await provision(timed)));
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

async function measureThroughput(timed: TimedNode): Promise<Measurement> {
  const sampleJob = await provision(timed);
  const teams = await InsertedTeams.like(timed.node.tenancy, TENANT, sampleJob);
  const { provisioned, handMade } = await measureAlternately({
    provisioned: () => ratePerSecond(TEAMS_A_ROUND, CALLERS, async () => void (await provision(timed))),
    handMade: async () => {
      const prepared = Array.from({ length: HAND_MADE_A_ROUND }, () => teams.prepare());
      return ratePerSecond(HAND_MADE_A_ROUND, WORKERS, async () =>
        teams.insert(prepared.pop() ?? teams.prepare()),
      );
    },
  });
  return {
    name: 'provisioning, against inserting the same rows',
    value: provisioned / handMade,
    limit: 0.25,
    comparison: 'atLeast',
    unit: 'times',
    detail: { 'provisioned teams/s': provisioned, 'inserted teams/s': handMade },
  };
}

/** Returns the milliseconds from the commit that queues a job to the start of its first step. */
async function pickUpOnce({ node, completed, begun }: TimedNode): Promise<number> {
  const id = newId();
  const [begin, end] = [begun.wait(id), completed.wait(id)];
  const context = { requestId: id, operationId: id };
  const input = { type: 'TeamArchive', team: { id: 'none', displayName: 'None' } } as const;
  await node.store.transaction(TENANT, (unit) => enqueueTeamJob(unit, ADA, context, input, new Date()));
  const queued = performance.now();
  const waited = (await begin) - queued;
  await end;
  return Math.max(0, waited);
}

async function measurePickUp(timed: TimedNode): Promise<Measurement> {
  const waits: number[] = [];
  for (let index = 0; index < PICK_UPS; index += 1) {
    waits.push(await pickUpOnce(timed));
    // Waits until every worker is idle. The delay shares no factor with the workers' intervals, so that it samples all
    // their phases.
    await delay(7);
  }
  return {
    name: 'start of a job by an idle worker, p99',
    value: percentile(waits, 99),
    limit: 20,
    comparison: 'atMost',
    unit: 'ms',
    detail: { 'p50 ms': percentile(waits, 50), 'longest ms': percentile(waits, 100) },
  };
}

export async function measureProvisioning(): Promise<Measurement[]> {
  const dataDirectory = await makeDataDirectory('charter-bench-');
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined });
  try {
    await migrate(postgres.connectionString);
    const timed = await startTimedNode(await serviceUrl(postgres.connectionString));
    try {
      await fillDirectory(timed.node.suiteTenancy);
      await timed.node.storeTemplate(TEMPLATE);
      await warmUp(timed, postgres.connectionString);
      return [await measureThroughput(timed), await measurePickUp(timed)];
    } finally {
      await timed.workers.stop(1000);
      await timed.node.close();
    }
  } finally {
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
