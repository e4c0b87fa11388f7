import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADA, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { systemClock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueueTeamJob, type TeamJobInput } from './team-jobs.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

describe('archiving and unarchiving teams as jobs', () => {
  let node: FilledNode;
  let team: { id: string; displayName: string };

  before(async () => {
    node = await startFilledNode();
    const made = await node.suite.teams.create(TENANT, {
      marker: newId(),
      displayName: 'Phoenix',
      description: null,
      visibility: 'private',
      mailNickname: 'phoenix',
    });
    team = { id: made.team.id, displayName: 'Phoenix' };
  });
  after(() => node.close());

  const enqueue = (input: Omit<TeamJobInput, 'team'>, operationId: string) =>
    node.store.transaction(TENANT, (unit) =>
      enqueueTeamJob(unit, ADA, { requestId: operationId, operationId }, { ...input, team }, new Date()),
    );
  const run = async (jobId: string) => {
    const deps = {
      store: node.store,
      suite: node.suite,
      definitions: JOB_DEFINITIONS,
      clock: systemClock,
      log: silent,
    };
    await runJob(deps, { tenantId: TENANT, jobId }, never);
    return node.store.in(TENANT).jobs.find(jobId);
  };
  const isArchived = async () => (await node.suite.teams.find(TENANT, team.id))?.team.isArchived;

  it('archives or unarchives the team once, and records the change once', async () => {
    for (const [type, event, archived] of [
      ['TeamArchive', 'team_archived', true],
      ['TeamUnarchive', 'team_unarchived', false],
    ] as const) {
      const id = newId();
      const queued = await enqueue({ type, siteReadOnly: true }, id);
      assert.equal(queued.status, 'waiting');
      assert.equal(queued.subjectId, team.id);
      const done = await run(id);
      assert.equal(done?.status, 'completed');
      assert.equal(await isArchived(), archived);
      assert.deepEqual(await enqueue({ type }, id).then(({ status }) => status), 'completed');
      await run(id);
      assert.deepEqual(await node.eventsOf(id), [{ type: event, payload: { team, tenant: { id: TENANT } } }]);
    }
  });

  it('records one change for concurrent requests', async () => {
    for (const type of ['TeamArchive', 'TeamUnarchive'] as const) {
      const ids = [newId(), newId(), newId()];
      for (const id of ids) await enqueue({ type }, id);
      const jobs = await Promise.all(ids.map(run));
      assert.deepEqual(
        jobs.map((job) => job?.status),
        ['completed', 'completed', 'completed'],
      );
      const events = await Promise.all(ids.map(node.eventsOf));
      assert.equal(events.flat().length, 1);
      const steps = jobs.map((job) => job?.ledger[0]?.status).sort();
      assert.deepEqual(steps, ['completed', 'skipped', 'skipped']);
    }
  });

  it('fails without an event when the team is gone', async () => {
    await node.suite.teams.delete(TENANT, team.id);
    const id = newId();
    await enqueue({ type: 'TeamArchive' }, id);
    const done = await run(id);
    assert.equal(done?.status, 'failed');
    assert.equal(done?.error?.code, 'NotFound');
    assert.deepEqual(await node.eventsOf(id), []);
  });
});
