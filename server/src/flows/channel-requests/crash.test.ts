/**
 * Kills the worker of a requested channel with SIGKILL before each of its statements. The channel must be complete in
 * the end, created once, with one event for each change.
 * @long
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newCall } from '../../../test/approval-world.ts';
import { compareAudit } from '../../../test/audit-comparison.ts';
import {
  type ChannelRequestWorld,
  channelTemplate,
  MEMBER,
  openChannelRequestWorld,
} from '../../../test/channel-request-world.ts';
import { TENANT } from '../../../test/provisioning-world.ts';

const CRASHING_WORKER = fileURLToPath(new URL('../../../test/crashing-worker.ts', import.meta.url));
/** Tests each STRIDE-th statement; 1 tests all. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 1);

describe('a requested channel whose worker is killed', () => {
  let world: ChannelRequestWorld;

  before(async () => {
    world = await openChannelRequestWorld();
    await world.node.storeTemplate(
      channelTemplate(
        'room',
        { membershipType: 'private' },
        { permanentMembership: { owners: [{ id: 'person-3' }], members: [{ id: 'person-4' }] } },
      ),
    );
  });
  after(() => world.close());

  const ask = async () => {
    const teamId = await world.makeTeam();
    const call = newCall();
    const { id } = await world.ask(
      teamId,
      { template: { id: 'room' }, channel: { name: 'Room' } },
      MEMBER,
      call,
    );
    return { teamId, jobId: id, requestId: call.requestId };
  };

  /** Runs the job in a process that dies before the statement with this number, if any. */
  async function runChild(jobId: string, point?: number) {
    const parameters = [CRASHING_WORKER, world.database.serviceUrl, TENANT, jobId, '0'];
    const child = spawn(process.execPath, [...parameters, ...(point === undefined ? [] : [String(point)])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { output, code, signal };
  }

  it('is created once, with its people and one event for each change', async (test) => {
    const reference = await ask();
    const { output, code } = await runChild(reference.jobId);
    assert.equal(code, 0);
    const statements = JSON.parse(output) as string[];
    for (const table of [
      'directory.team_members',
      'embedded_suite.channels',
      'embedded_suite.channel_members',
    ]) {
      assert.ok(
        statements.some((statement) => statement.includes(table)),
        table,
      );
    }
    for (let point = 0; point < statements.length; point += STRIDE) {
      await test.test(`is complete after a kill before: ${statements[point]?.slice(0, 60)}`, async () => {
        const { teamId, jobId, requestId } = await ask();
        assert.equal((await runChild(jobId, point)).signal, 'SIGKILL');
        const job = await world.run(jobId);
        assert.equal(job.status, 'completed', job.log.at(-1));
        assert.deepEqual(await world.channelsOf(teamId), ['Room private ada* person-3* person-4']);
        assert.deepEqual((await world.recordedBy(requestId)).events, [
          'team_member_added',
          'team_member_added',
          'team_channel_created',
          'channel_provisioning_completed',
        ]);
      });
    }
    assert.deepEqual(await compareAudit(world.node.tenancy, TENANT), []);
  });
});
