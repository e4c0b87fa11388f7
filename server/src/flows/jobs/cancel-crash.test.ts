/**
 * Kills the worker at every statement of a provisioning, cancels the job with removal, and kills the worker of the
 * removal at every statement too. Nothing of the team must be left, and the job must have ended once.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareAudit } from '../../../test/audit-comparison.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  ADA,
  fillDirectory,
  type Node,
  RICH_REQUEST,
  RICH_TEMPLATE,
  startNode,
  TENANT,
} from '../../../test/provisioning-world.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { cancelJob } from './cancel-job.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));

describe('a cancelled provisioning whose workers are killed', () => {
  let database: TestDatabase;
  let node: Node;

  before(async () => {
    database = await createMigratedDatabase();
    node = await startNode(database.serviceUrl);
    await fillDirectory(node.suiteTenancy);
    await node.keepTemplate(RICH_TEMPLATE);
  });
  after(async () => {
    await node.close();
    await database.drop();
  });

  /** Runs the job in a process that is killed before statement `point`, or at the end. Returns its statements. */
  async function runChild(jobId: string, point?: number): Promise<string[]> {
    const parameters = [CRASHING_WORKER, database.serviceUrl, TENANT, jobId, '0'];
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

  /** Requests a team, kills its worker before statement `point`, and cancels the job with removal. */
  async function cancelledAt(point: number): Promise<string> {
    const { id } = await node.request(RICH_REQUEST(`Point ${point} ${newId()}`));
    await runChild(id, point);
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

  it('leaves nothing, at whatever statement the worker of the provisioning died', async () => {
    const { id } = await node.request(RICH_REQUEST('Reference'));
    const statements = await runChild(id);
    assert.ok(statements.length > 20);
    for (let point = 1; point < statements.length; point += 2) {
      const jobId = await cancelledAt(point);
      await runChild(jobId);
      await assertRemoved(jobId);
    }
  });

  it('leaves nothing, at whatever statement the worker of the removal died', async () => {
    const built = 20;
    const statements = await runChild(await cancelledAt(built));
    for (let point = 0; point < statements.length; point += 1) {
      const jobId = await cancelledAt(built);
      await runChild(jobId, point);
      await runChild(jobId);
      await assertRemoved(jobId);
    }
  });

  it('writes one audit record for each change, in the same transaction', async () => {
    assert.deepEqual(await compareAudit(node.tenancy, TENANT), []);
  });
});
