/**
 * Tests reviews of guests and members on teams in Microsoft 365: their removals are performed once, whatever Graph
 * responds and wherever a node dies.
 * @long
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { isCharterError } from '../../src/kernel/errors.ts';
import { FailingAccessNodes } from './access-node.ts';
import { type AccessWorld, DAY, HOUR, openAccessWorld } from './access-world.ts';
import { FAULTLESS, type Fault } from './behaviour.ts';
import { SUITE } from './external-world.ts';

/** Kills nodes around each STRIDE-th statement. CHARTER_TEST_CRASH_STRIDE sets it. */
const STRIDE = Number(process.env.CHARTER_TEST_CRASH_STRIDE ?? 9);

describe('reviews of teams in Microsoft 365', () => {
  let world: AccessWorld;

  before(async () => {
    world = await openAccessWorld();
    await world.watchDepartures();
    await world.policy('guests', { guests: 'allowed', reviewMonths: 1, unanswered: 'keep' });
    await world.policy('memberReviews', { reviewMonths: 1, unanswered: 'keep' });
  });
  after(() => world?.close());
  afterEach(() => {
    world.standIn.behave(FAULTLESS);
    world.standIn.calls.clear();
    const failures = world.failures.splice(0);
    assert.deepEqual(failures, [], inspect(failures, { depth: 4 }));
  });

  type Item = { userId: string; outcome: string; error?: string };

  /** Creates a team with the people, and lets its review of the kind begin. Returns the ids of team and review. */
  async function reviewed(name: string, kind: 'guests' | 'members', ...people: string[]) {
    const team = await world.teamWith(name, ...people);
    await world.pass(33 * DAY);
    const { body } = await world.call('GET', `/reviews?status=open&kind=${kind}&teamId=${team}`);
    assert.equal(body.value.length, 1, JSON.stringify(body.value));
    world.standIn.calls.clear();
    return { team, review: body.value[0].id as string };
  }
  async function decide(review: string, decisions: Record<string, 'keep' | 'remove'>): Promise<void> {
    const list = Object.entries(decisions).map(([userId, decision]) => ({ userId, decision }));
    const { status, body } = await world.call('POST', `/reviews/${review}/decisions`, {
      decisions: list,
      undecided: 'keep',
    });
    assert.equal(status, 200, JSON.stringify(body));
  }
  async function outcomes(review: string): Promise<Map<string, Item>> {
    const { body } = await world.call('GET', `/reviews/${review}/items?$top=100`);
    return new Map(body.value.map((item: Item) => [item.userId, item]));
  }
  const read = async (review: string) => (await world.call('GET', `/reviews/${review}`)).body;

  /** Returns the expected fields of the record of a removal by the review. */
  const because = (review: string) => ({ actor: 'Charter', reason: 'review', review });
  async function explained(team: string, person: string) {
    return (await world.removals(team, person)).map(([actor, reason, , review]) => ({
      actor,
      reason,
      review,
    }));
  }

  it('remove people once, keep confirmed people, and record people who left before as gone', async () => {
    const [removed, kept, left] = [world.invite(), world.invite(), world.invite()];
    const { team, review } = await reviewed('Crane', 'guests', removed, kept, left);
    await decide(review, { [removed]: 'remove', [kept]: 'keep', [left]: 'remove' });
    await world.removeOutside(team, left);
    await world.pass(2 * HOUR);
    const { status, removedCount, keepCount } = await read(review);
    assert.deepEqual([status, removedCount, keepCount], ['completed', 1, 1]);
    const items = await outcomes(review);
    assert.deepEqual(
      [removed, kept, left].map((id) => items.get(id)?.outcome),
      ['removed', 'kept', 'gone'],
    );
    for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
    assert.equal(world.removalCalls(team).length, 1);
    assert.equal(world.isIn(team, kept), true);
    assert.deepEqual(await explained(team, removed), [because(review)]);
    assert.deepEqual(await explained(team, left), [{ actor: SUITE, reason: undefined, review: undefined }]);
    for (const id of [removed, left]) assert.equal(await world.removalEvents(id), 1);
  });

  it('keep the last owner, and report the reason', async () => {
    const { sam1, sam2, ada } = world.people;
    const { team, review } = await reviewed('Winch', 'members', sam1, sam2);
    await decide(review, { [sam1]: 'remove', [ada]: 'remove' });
    await world.pass(2 * HOUR);
    const items = await outcomes(review);
    assert.deepEqual(
      [sam1, sam2, ada].map((id) => items.get(id)?.outcome),
      ['removed', 'kept', 'failed'],
    );
    assert.match(items.get(ada)?.error ?? '', /last owner/);
    assert.deepEqual(await explained(team, sam1), [because(review)]);
    assert.ok(world.tenant.groups.get(team)!.owners.has(ada));
  });

  const FAULTS: [string, Fault, 'removed' | 'failed'][] = [
    ['a 404 after the removal', { kind: 'not found but done' }, 'removed'],
    ['a lost response after the removal', { kind: 'lost', hasEffect: true }, 'removed'],
    ['a lost response before the removal', { kind: 'lost', hasEffect: false }, 'removed'],
    ['a 429', { kind: 'throttled', seconds: 90 }, 'removed'],
    [
      'a 403 for the person',
      { kind: 'rejected', status: 403, code: 'Forbidden', message: 'This person is protected.' },
      'failed',
    ],
  ];
  for (const [index, [what, fault, outcome]] of FAULTS.entries()) {
    it(`record a person as ${outcome} after ${what}`, async () => {
      const guest = world.invite();
      const { team, review } = await reviewed(`Faulty-${index}`, 'guests', guest);
      await decide(review, { [guest]: 'remove' });
      // The suite retries a rejected removal with a new token, so a permanent rejection needs the fault twice.
      world.injectIntoRemovals(fault, ...(outcome === 'failed' ? [fault] : []));
      for (let round = 0; round < 6; round += 1) await world.pass(30 * 60);
      const failures = world.failures.splice(0);
      assert.ok(failures.every(isCharterError), failures.join());
      assert.equal((await read(review)).status, 'completed');
      const item = (await outcomes(review)).get(guest);
      assert.equal(item?.outcome, outcome);
      const isRemoved = outcome === 'removed';
      if (!isRemoved) assert.match(item?.error ?? '', /protected/);
      for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
      assert.equal(world.isIn(team, guest), !isRemoved);
      assert.deepEqual(await explained(team, guest), isRemoved ? [because(review)] : []);
      assert.equal(await world.removalEvents(guest), isRemoved ? 1 : 0);
    });
  }

  it('wait for the record of a removal whose response was lost, and then report the person as removed', async () => {
    const guest = world.invite();
    const { team, review } = await reviewed('Buoy', 'guests', guest);
    await decide(review, { [guest]: 'remove' });
    world.injectIntoRemovals({ kind: 'lost', hasEffect: true });
    world.clock.advance(2 * HOUR);
    await world.node.runReviews();
    assert.equal(world.failures.splice(0).length, 1);
    assert.equal(world.isIn(team, guest), false);
    // Nobody completes the removal before the review is due again.
    world.clock.advance(6 * 60);
    await world.node.runReviews();
    assert.equal((await read(review)).status, 'ending');
    await world.node.recover();
    world.clock.advance(61);
    await world.node.runReviews();
    assert.equal((await outcomes(review)).get(guest)?.outcome, 'removed');
    assert.equal((await read(review)).status, 'completed');
    assert.deepEqual(await explained(team, guest), [because(review)]);
  });

  it('remove a person only once, even if others add the person again, at whatever statement a node dies', async (context) => {
    const [removed, kept] = [world.invite(), world.invite()];
    let points = Number.POSITIVE_INFINITY;
    for (let point = 0; point < points; point += STRIDE) {
      const { team, review } = await reviewed(`Killed-${point}`, 'guests', removed, kept);
      await decide(review, { [removed]: 'remove', [kept]: 'keep' });
      await world.refresh(2 * HOUR);
      const nodes = new FailingAccessNodes(world.world, (passed) => passed === point);
      const work = () =>
        nodes.run(async ({ recover, runReviews }) => {
          await recover();
          await runReviews();
        });
      await work();
      // An owner adds the person again after the removal is recorded.
      const isAdded = (await explained(team, removed)).length > 0;
      if (isAdded) await world.addOutside(team, removed);
      for (let round = 0; round < 4; round += 1) {
        await world.refresh(6 * 60);
        await work();
      }
      assert.deepEqual(nodes.failures.map(String), []);
      if (nodes.databases.kills === 0) points = point;
      assert.equal((await read(review)).status, 'completed', `point ${point}`);
      assert.equal((await outcomes(review)).get(removed)?.outcome, 'removed', `point ${point}`);
      assert.equal(world.isIn(team, kept), true);
      const records = await explained(team, removed);
      assert.deepEqual(records, [because(review)], `point ${point}`);
      assert.equal(world.isIn(team, removed), isAdded, `point ${point}`);
      await world.externally('DELETE', `/groups/${team}`);
    }
    // Graph may throttle the world's own node, which is not killed. The node repeats the work when it is due again.
    const limited = world.failures.splice(0);
    assert.ok(limited.every(isCharterError), inspect(limited, { depth: 4 }));
    context.diagnostic(`killed around every ${STRIDE}th of ${points} points`);
    assert.ok(points > 10);
  });
});
