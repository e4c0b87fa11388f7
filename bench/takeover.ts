/** Measures the time from the death of a worker until another one has finished its job or its lifecycle run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@charter/sdk';
import pg from 'pg';
import { subjectOf } from '../acceptance/callers.ts';
import { completedRun } from '../acceptance/operations/lifecycle.ts';
import { RAISED_LIMITS, type Service, startNode } from '../acceptance/service.ts';
import { issueToken } from '../acceptance/tokens.ts';
import { archiveJob } from '../server/src/domain/teams/team-jobs.ts';
import type { AnyJobDefinition } from '../server/src/engine/jobs/define-job.ts';
import type { Suite } from '../server/src/engine/suite.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { startQueue } from '../server/src/persistence/queue.ts';
import { startWorkers } from '../server/src/workers/index.ts';
import { createMigratedDatabase } from '../server/test/database.ts';
import { createTestDatabase } from '../server/test/postgres.ts';
import { connectStore } from '../server/test/store.ts';
import { type Measurement, median, percentile } from './measurement.ts';

const ROUNDS = 3;
const TENANT = 'contoso';
const HANGING_WORKER = fileURLToPath(new URL('../server/test/hanging-worker.ts', import.meta.url));

const secondsSince = (time: number): number => (performance.now() - time) / 1000;

/** Returns the seconds from the death of a job's worker to the end of the job. */
async function takeOverJob(): Promise<number> {
  const database = await createMigratedDatabase({ unaudited: true });
  const onError = (error: Error) => console.error(error);
  const connectionString = database.serviceUrl;
  const queue = await startQueue({ connectionString, works: true, concurrency: 2, onError });
  const { store, close } = connectStore(connectionString, queue.boss);
  const ended = Promise.withResolvers<number>();
  const definition: AnyJobDefinition = {
    ...archiveJob,
    steps: { only: async () => ({ message: 'Done.' }) },
    end: () => {
      ended.resolve(performance.now());
      return { events: [], records: [] };
    },
  };
  const job = {
    id: newId(),
    type: archiveJob.type,
    requester: { id: 'bench', kind: 'app' as const, displayName: 'Bench' },
    requestId: newId(),
    request: {},
    plan: null,
    steps: ['only'],
    log: [],
    subjectId: null,
  };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [HANGING_WORKER, connectionString], { stdio: [...stdio] });
  await store.transaction(TENANT, async (unit) => {
    await unit.jobs.add(job, systemClock.now());
    await unit.queue.runJob({ tenantId: TENANT, jobId: job.id });
  });
  await once(createInterface({ input: child.stdout as never }), 'line');
  const log = { info: () => undefined, warn: console.error, error: console.error };
  // The step does not use the suite.
  const deps = { store, suite: {} as Suite, clock: systemClock, log, definitions: [definition] };
  const workers = await startWorkers({ ...queue, concurrency: 2, deps, scheduled: [], log });
  child.kill('SIGKILL');
  const killed = performance.now();
  const seconds = ((await ended.promise) - killed) / 1000;
  await workers.stop(10_000);
  await queue.stop();
  await close();
  await database.drop();
  return seconds;
}

/** Returns the seconds from the kill of all workers during a lifecycle run until a new worker completes it. */
async function takeOverLifecycleRun(): Promise<number> {
  const database = await createTestDatabase();
  const holder = new pg.Client(database.connectionString);
  await holder.connect();
  const environment = { ...RAISED_LIMITS, DATABASE_URL: database.connectionString };
  const start = (services: string): Promise<Service> =>
    startNode({ environment, args: [`--services=${services}`] });
  const api = await start('api');
  const token = await issueToken(api, subjectOf('admin'));
  const admin = createClient({ baseUrl: api.url, token, retry: false });
  const first = await start('worker');
  // The lock stops the run at its first read of teams.
  await holder.query('begin');
  await holder.query('lock table charter.governed_teams in access exclusive mode');
  const { id } = await admin.lifecycle.startLifecycleRun();
  while ((await admin.lifecycle.getLifecycleRun(id)).status !== 'active') await delay(100);
  await first.stop('SIGKILL');
  const killed = performance.now();
  await holder.query('rollback');
  const second = await start('worker');
  await completedRun(admin, id);
  const seconds = secondsSince(killed);
  await holder.end();
  await Promise.all([api.stop(), second.stop()]);
  await database.drop();
  return seconds;
}

async function measure(name: string, limit: number, once: () => Promise<number>): Promise<Measurement> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push(await once());
  return {
    name,
    value: percentile(seconds, 100),
    limit,
    comparison: 'atMost',
    unit: 's',
    detail: { rounds: ROUNDS, median: median(seconds) },
  };
}

export async function measureTakeover(): Promise<Measurement[]> {
  return [
    await measure('a job of a killed worker, until the next one has run it', 15, takeOverJob),
    await measure('a lifecycle run of a killed worker, until its end', 30, takeOverLifecycleRun),
  ];
}
