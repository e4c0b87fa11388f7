/** Verifies trails after a loss of commits: a restore to a point in time, or a failover to an asynchronous replica. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { AttackedTrails } from '../../../server/test/attacked-trails.ts';

describe('the verification of a database that lost its last commits', () => {
  let trails: AttackedTrails;
  before(async () => {
    trails = await AttackedTrails.open();
  });
  after(() => trails.close());
  beforeEach(() => trails.begin());
  afterEach(() => trails.end());

  /** The period from the last commit before the loss until the nodes use the restored database. */
  const LOSS = '2026-11-21T08:05:30Z/2026-11-21T08:18:00Z';

  /** @param node name of the folder with the node's key and last checkpoints */
  async function loseThreeMinutes(node: string): Promise<void> {
    const table = 'charter.audit_checkpoints';
    const own = `tenant_id = '${trails.tenant}'`;
    await trails.attacker.query(`create temp table restored as select * from ${table} where ${own}`);
    await trails.minutes(3);
    await trails.cutTail(5);
    await trails.attacker.query(
      `delete from ${table} where ${own}; insert into ${table} select * from restored; drop table restored`,
    );
    trails.clock.advance(10 * 60);
    trails.node = await trails.start(node);
    await trails.node.writeAll();
    await trails.minutes(4);
  }

  for (const [node, memory] of [
    ['node', 'from its last checkpoints'],
    ['another', 'without its last checkpoints'],
  ] as const) {
    it(`passes with --accept-loss when a node continues ${memory}`, async () => {
      await loseThreeMinutes(node);
      await trails.assertFound(
        /Record 6 .* is not what the checkpoint of 2026-11-21T08:06.* has signed/,
        '--accept-gap',
      );
      const { code, stdout, stderr } = await trails.verify('--accept-gap', '--accept-loss', LOSS);
      assert.equal(code, 0, stderr);
      assert.match(
        stdout + stderr,
        /Accepted loss: .* between 2026-11-21T08:05:30.000Z and 2026-11-21T08:18:00.000Z/,
      );
      assert.match(stdout + stderr, /Every record is as it was written/);
    });
  }

  it('fails with --accept-loss after tampering outside of the lost period', async () => {
    await loseThreeMinutes('node');
    await trails.attacker.query(
      `update charter.audit_chain set hash = decode(repeat('00', 32), 'hex') where tenant_id = $1 and sequence = 2`,
      [trails.tenant],
    );
    await trails.assertFound(/Record 2 .* has signed/, '--accept-gap', '--accept-loss', LOSS);
    await trails.cutTail(7);
    await trails.assertFound(/the end is cut off/, '--accept-gap', '--accept-loss', LOSS);
  });

  it('rejects an invalid period in --accept-loss', async () => {
    for (const period of ['2026-11-21T08:05:30Z', '2026-11-21T08:05:30Z/2026-11-21T08:05:00Z', 'a/b']) {
      const { code, stderr } = await trails.verify('--accept-loss', period);
      assert.equal(code, 2, stderr);
    }
  });
});
