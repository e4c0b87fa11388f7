/**
 * Kills the worker with SIGKILL before different statements of a provisioning. The team must be complete in the end,
 * with nothing created twice (docs/specification.md, section 8).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareAudit } from '../../../test/audit-comparison.ts';
import {
  type FilledNode,
  RICH_TEMPLATE,
  richRequest,
  startFilledNode,
  TENANT,
} from '../../../test/provisioning-world.ts';
import { snapshotOf, type TeamSnapshot } from '../../../test/team-snapshot.ts';
import { PROVISIONING_STEPS } from '../../domain/catalog/manifest-steps.ts';
import type { AnyJobDefinition } from '../../engine/jobs/define-job.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { systemClock } from '../../kernel/clock.ts';
import { startWorkers } from '../../workers/index.ts';
import { provisioningJob } from './job.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
/** Tests each STRIDE-th statement; `npm run test:chaos` tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 61);
const log = { info: () => undefined, warn: console.error, error: console.error };

/**
 * When steps are recorded: each before the next one begins, or quick ones together. In production this depends on their
 * duration.
 */
const RECORDING = { 'each step': '0', 'all steps together': 'Infinity' } as const;
type Recording = keyof typeof RECORDING;

/** Units of work for the contents of RICH_TEMPLATE, except the last one. Each is recorded separately. */
const PARTS = 6;

interface KilledRun {
  recording: Recording;
  point: number;
  /** The statement before which the worker died. */
  next: string;
  jobId: string;
  requestId: string;
}

describe('a provisioning whose worker is killed', () => {
  let node: FilledNode;
  let reference: TeamSnapshot;
  const statements = new Map<Recording, string[]>();
  const victims: KilledRun[] = [];
  const finished = new Map<string, JobRecord>();

  const runChild = async (recording: Recording, jobId: string, point?: number) => {
    const parameters = [CRASHING_WORKER, node.database.serviceUrl, TENANT, jobId, RECORDING[recording]];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { output, code, signal };
  };

  const find = async (jobId: string): Promise<JobRecord> => {
    const job = await node.store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  };

  /** Builds a team without a kill. Stores its statements, which are the points to kill at, and its snapshot. */
  async function buildReference(recording: Recording): Promise<void> {
    const { id } = await node.request(richRequest(`Reference, ${recording}`));
    const { output, code } = await runChild(recording, id);
    assert.equal(code, 0);
    statements.set(recording, JSON.parse(output));
    const job = await find(id);
    assert.equal(job.status, 'completed');
    assert.deepEqual(job.steps, PROVISIONING_STEPS);
    reference = await snapshotOf(node.tenancy, TENANT, job.subjectId ?? '');
  }

  /** Kills a worker at each point of its own job, two at a time. */
  async function killAtEachPoint(): Promise<void> {
    const points = [...statements].flatMap(([recording, all]) =>
      all.map((next, point) => ({ recording, next, point })).filter(({ point }) => point % STRIDE === 0),
    );
    const killer = async () => {
      for (let target = points.shift(); target !== undefined; target = points.shift()) {
        const { recording, next, point } = target;
        const { id } = await node.request(richRequest(`Point ${point}, ${recording}`));
        const { requestId } = await find(id);
        const { signal } = await runChild(recording, id, point);
        assert.equal(signal, 'SIGKILL', `point ${point}`);
        victims.push({ recording, point, next, jobId: id, requestId });
      }
    };
    await Promise.all([killer(), killer()]);
  }

  /** Lets healthy workers fetch the jobs from the queue, as after a missed heartbeat. */
  async function recover(): Promise<void> {
    const all = Promise.withResolvers<void>();
    const open = new Set(victims.map(({ jobId }) => jobId));
    const noticing: AnyJobDefinition = {
      ...provisioningJob,
      end(job, error) {
        open.delete(job.id);
        if (open.size === 0) all.resolve();
        return provisioningJob.end(job, error);
      },
    };
    const workers = await startWorkers({
      boss: node.queue.boss,
      onQueued: node.queue.onQueued,
      concurrency: 4,
      deps: {
        store: node.store,
        suite: node.suite,
        definitions: [noticing],
        clock: systemClock,
        log,
      },
      scheduled: [],
      log,
    });
    await all.promise;
    await workers.stop(10_000);
    for (const { jobId } of victims) finished.set(jobId, await find(jobId));
  }

  before(async () => {
    node = await startFilledNode({ works: true });
    await node.storeTemplate(RICH_TEMPLATE);
    for (const recording of Object.keys(RECORDING) as Recording[]) await buildReference(recording);
    await killAtEachPoint();
    await recover();
  });
  after(() => node.close());

  const eventsOf = async (requestId: string) => (await node.eventsOf(requestId)).map(({ type }) => type);

  it('is tested with kills before statements of every step', () => {
    const recorded = (recording: Recording) =>
      (statements.get(recording) ?? []).filter((statement) => statement.includes('ledger = ledger ||'))
        .length;
    // Two member steps run in one call. The third also adds people to channels.
    assert.equal(recorded('each step'), PROVISIONING_STEPS.length - 1 + PARTS);
    assert.equal(recorded('all steps together'), 1 + PARTS);
    for (const all of statements.values()) {
      const suite = ['channels', 'tabs', 'channel_members', 'messages', 'files', 'file_chunks', 'plans'].map(
        (table) => `embedded_suite.${table}`,
      );
      for (const table of ['directory.teams', 'directory.team_members', ...suite]) {
        assert.ok(
          all.some((statement) => statement.includes(table)),
          table,
        );
      }
    }
    const points = [...statements.values()].map((all) => Math.ceil(all.length / STRIDE));
    assert.equal(
      victims.length,
      points.reduce((sum, count) => sum + count, 0),
    );
  });

  it('ends with the same team as a job whose worker is not killed', async (test) => {
    for (const { recording, point, next, jobId, requestId } of victims) {
      await test.test(
        `is complete after a kill at statement ${point}, with the recording ${recording}: ${next.slice(0, 60)}`,
        async () => {
          const job = finished.get(jobId);
          assert.ok(job);
          assert.equal(job.status, 'completed', job.log.at(-1));
          assert.equal(job.progress, 100);
          assert.deepEqual(
            job.ledger.map(({ step }) => step),
            PROVISIONING_STEPS,
          );
          assert.deepEqual(await snapshotOf(node.tenancy, TENANT, job.subjectId ?? ''), reference);
          assert.deepEqual(await eventsOf(requestId), ['team_created', 'team_provisioning_completed']);
        },
      );
    }
  });

  it('writes one audit record for each change, in the same transaction', async () => {
    assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
  });

  it('leaves one team for each job', async () => {
    const rows = await node.suiteTenancy.for(TENANT).selectFrom('directory.teams').select('marker').execute();
    assert.equal(rows.length, victims.length + statements.size);
    assert.equal(new Set(rows.map(({ marker }) => marker)).size, victims.length + statements.size);
  });
});
