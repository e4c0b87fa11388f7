import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { TestClock } from '../../../test/clock.ts';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { ADA, type FilledNode, startFilledNode, TENANT } from '../../../test/provisioning-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import type { Suite } from '../../engine/suite.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { CharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { archiveChannel, unarchiveChannel } from './archive-channel.ts';
import type { TeamChannel } from './model.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

describe('archiving and unarchiving channels as jobs', () => {
  let node: FilledNode;
  let team: { id: string; displayName: string };
  let channel: TeamChannel;
  const clock = new TestClock(new Date());

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
    await node.suite.teams.addMembers(TENANT, team.id, [{ userId: ADA.id, role: 'owner' }]);
    const plans = { displayName: 'Plans', description: null, membershipType: 'standard' as const };
    const [created] = await node.suite.channels.create(TENANT, team.id, [
      { ...plans, marker: newId(), members: [] },
    ]);
    channel = created!;
  });
  after(() => node.close());

  const deps = () => ({ store: node.store, suite: node.suite, clock });
  const ids = () => ({ teamId: team.id, channelId: channel.id });
  const call = (operationId: string) => ({ requestId: operationId, operationId });
  const archive = (id = newId()) => archiveChannel(deps(), ADA, call(id), { ...ids(), siteReadOnly: false });
  const unarchive = (id = newId()) => unarchiveChannel(deps(), ADA, call(id), ids());
  const run = async (jobId: string, suite: Suite = node.suite) => {
    const running = { ...deps(), suite, definitions: JOB_DEFINITIONS, log: silent };
    await runJob(running, { tenantId: TENANT, jobId }, never);
    return node.store.in(TENANT).jobs.find(jobId);
  };
  const isArchived = async () =>
    (await node.suite.channels.list(TENANT, team.id)).some(
      (one) => one.id === channel.id && one.isArchived === true,
    );
  const recordsOf = async (requestId: string): Promise<string[]> => {
    const { rows } = await sql<{ type: string }>`
      select type from charter.audit_records where request_id = ${requestId} order by type`.execute(
      node.tenancy.for(TENANT),
    );
    return rows.map(({ type }) => type);
  };

  it('changes the channel and records the change once, even when the call is repeated', async () => {
    for (const [start, event, archived] of [
      [archive, 'team_channel_archived', true],
      [unarchive, 'team_channel_unarchived', false],
    ] as const) {
      const id = newId();
      assert.equal((await start(id)).status, 'waiting');
      assert.equal((await start(id)).id, id);
      assert.equal((await run(id))?.status, 'completed');
      await run(id);
      assert.equal(await isArchived(), archived);
      const { displayName, membershipType } = channel;
      const payload = { team, channel: { id: channel.id, displayName, membershipType } };
      assert.deepEqual(await node.eventsOf(id), [
        { type: event, payload: { ...payload, tenant: { id: TENANT } } },
      ]);
    }
  });

  it('records one change for concurrent requests', async () => {
    for (const start of [archive, unarchive]) {
      const started = [await start(), await start(), await start()];
      const jobs = await Promise.all(started.map(({ id }) => run(id)));
      const events = await Promise.all(started.map(({ id }) => node.eventsOf(id)));
      assert.equal(events.flat().length, 1);
      assert.deepEqual(jobs.map((job) => job?.ledger[0]?.status).sort(), ['completed', 'skipped', 'skipped']);
    }
  });

  for (const when of ['before', 'after'] as const) {
    it(`records the change once when the suite fails ${when} the change`, async () => {
      for (const [start, event] of [
        [archive, 'team_channel_archived'],
        [unarchive, 'team_channel_unarchived'],
      ] as const) {
        const { id } = await start();
        let failures = 0;
        const suite = faultySuite(node.suite, () =>
          failures++ === 0
            ? { when, error: new CharterError('SuiteError', 'The connection was lost.') }
            : undefined,
        );
        await run(id, suite);
        assert.equal(failures, 1);
        clock.advance(600);
        const { status, attempt } = (await run(id, suite))!;
        assert.equal(status, 'completed');
        assert.ok(attempt > 1);
        assert.deepEqual(
          (await node.eventsOf(id)).map(({ type }) => type),
          [event],
        );
      }
    });
  }

  it('fails with an audit record and without an event when the channel is gone', async () => {
    const id = newId();
    await archive(id);
    await node.suite.channels.delete(TENANT, team.id, channel.id);
    const done = await run(id);
    assert.deepEqual([done?.status, done?.error?.code], ['failed', 'NotFound']);
    assert.deepEqual(await node.eventsOf(id), []);
    assert.deepEqual(await recordsOf(id), ['team_channel_archive_failed', 'team_channel_archive_requested']);
  });
});
