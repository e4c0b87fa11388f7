/**
 * Kills the worker of a provisioning before different statements, then cancels the job with removal, and kills the
 * worker of the removal too. Nothing of the team may be left, and the job must end once.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareAudit } from '../../../test/audit-comparison.ts';
import {
  ADA,
  type FilledNode,
  type Node,
  RICH_TEMPLATE,
  richRequest,
  startFilledNode,
  TENANT,
} from '../../../test/provisioning-world.ts';
import { simulatedNode } from '../../../test/simulated-node.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { systemClock } from '../../kernel/clock.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { JOB_DEFINITIONS } from '../definitions.ts';
import { cancelJob } from './cancel-job.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
/** Tests each STRIDE-th statement; `npm run test:chaos` tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 20);
const log = { info: () => undefined, warn: () => undefined, error: console.error };

describe('a cancelled provisioning whose workers are killed', () => {
  let node: FilledNode;

  before(async () => {
    node = await startFilledNode();
    await node.storeTemplate(RICH_TEMPLATE);
  });
  after(() => node.close());

  /**
   * Runs the job in a process that kills itself after `point` statements. Without `point`, the process completes the
   * job, and its statements are returned.
   */
  async function runChild(jobId: string, point?: number): Promise<string[]> {
    const parameters = [CRASHING_WORKER, node.database.serviceUrl, TENANT, jobId, '0'];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (point === undefined) assert.equal(code, 0);
    else assert.equal(signal, 'SIGKILL', `point ${point}`);
    return point === undefined ? JSON.parse(output) : [];
  }

  const find = async (jobId: string): Promise<JobRecord> => {
    const job = await node.store.in(TENANT).jobs.find(jobId);
    assert.ok(job);
    return job;
  };

  /** Runs the job in this process until it ends or its node dies, and records each step in a transaction of its own. */
  async function run(jobId: string, by: Pick<Node, 'store' | 'suite'> = node): Promise<void> {
    const never = new AbortController().signal;
    const { store, suite } = by;
    const deps = {
      store,
      suite,
      definitions: JOB_DEFINITIONS,
      clock: systemClock,
      log,
      fenceMilliseconds: 0,
    };
    await runJob(deps, { tenantId: TENANT, jobId }, { lost: never, stopping: never });
  }

  /** Runs the job on a node that dies after the last effect, before the effect is recorded. */
  async function buildAll(jobId: string): Promise<void> {
    const dying = simulatedNode(node.store);
    const { channels } = node.suite;
    const postMessage: typeof channels.postMessage = async (...call) => {
      await channels.postMessage(...call);
      dying.isDead = true;
      throw new CharterError('ServiceUnavailable', 'The node is dead.');
    };
    const suite = { ...node.suite, channels: { ...channels, postMessage } };
    await assert.rejects(run(jobId, { store: dying.store, suite }), /The node is dead/);
  }

  /** Requests a team, lets `build` start the job and die, and cancels the job with removal. */
  async function cancelledAfter(build: (jobId: string) => Promise<unknown>): Promise<string> {
    const { id } = await node.request(richRequest(`Cancelled ${newId()}`));
    await build(id);
    const call = { requestId: newId(), operationId: newId() };
    const deps = { store: node.store, clock: systemClock };
    const { status } = await cancelJob(deps, ADA, call, { jobId: id, remove: true });
    assert.equal(status, 'active');
    return id;
  }

  async function assertRemoved(jobId: string): Promise<void> {
    const job = await find(jobId);
    assert.deepEqual([job.status, job.error?.code, job.cancellation?.removed], ['failed', 'Cancelled', true]);
    assert.equal(await node.suite.teams.findByMarker(TENANT, jobId), undefined);
    const types = (await node.eventsOf(job.requestId)).map(({ type }) => type);
    const ofTeam = job.subjectId === null ? [] : ['team_created', 'team_deleted'];
    assert.deepEqual(types, [...ofTeam, 'team_provisioning_completed'].slice(-types.length));
    assert.equal(types.length, ofTeam.length + 1);
  }

  it('leaves no object in the suite, whichever statement the worker of the provisioning died at', async () => {
    const { id } = await node.request(richRequest('Reference'));
    const statements = await runChild(id);
    assert.ok(statements.length > 20);
    for (let point = 1; point < statements.length; point += STRIDE) {
      const jobId = await cancelledAfter((id) => runChild(id, point));
      await run(jobId);
      await assertRemoved(jobId);
    }
  });

  it('leaves no object in the suite, whichever statement the worker of the removal died at', async () => {
    const statements = await runChild(await cancelledAfter(buildAll));
    assert.ok(statements.some((statement) => statement.startsWith('delete from directory.teams')));
    for (let point = 0; point < statements.length; point += STRIDE) {
      const jobId = await cancelledAfter(buildAll);
      await runChild(jobId, point);
      await run(jobId);
      await assertRemoved(jobId);
    }
  });

  it('writes one audit record for each change, in the same transaction', async () => {
    assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
  });
});
