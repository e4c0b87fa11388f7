/** Tests the time of the latest activity in a team. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestClock } from '../../../test/clock.ts';
import { aChannel, aTab, aTeam, member, owner } from '../../../test/conformance/world.ts';
import { asService, createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';
import { createObservedSuite } from '../../../test/observed-suite.ts';

const HOUR = 60 * 60;

describe('activity in the embedded suite', () => {
  let world: EmbeddedWorld;
  let suite: EmbeddedWorld['suite'];
  const clock = new TestClock(new Date('2026-01-05T08:00:00Z'));

  before(async () => {
    world = await createEmbeddedWorld();
    suite = await createObservedSuite(asService(world.database).databases, clock);
  });
  after(() => world.release());

  const lastOf = async (teamId: string) =>
    (await suite.activity.of(world.tenantId, [teamId]))[0]?.lastActivityDateTime;

  async function makeTeam() {
    const { tenantId, people } = world;
    const { team } = await suite.teams.create(tenantId, aTeam(world, { members: [] }));
    await suite.teams.addMembers(tenantId, team.id, [owner(people.ada)]);
    const inside = aChannel('Inside', { membershipType: 'private', members: [owner(people.ada)] });
    const [hidden] = await suite.channels.create(tenantId, team.id, [inside]);
    const { id: general } = await suite.channels.primary(tenantId, team.id);
    return { teamId: team.id, hidden: hidden?.id ?? '', general };
  }

  it('is the time of the latest change other than archiving', async () => {
    const { tenantId, people, labels } = world;
    const { teamId, hidden, general } = await makeTeam();
    const { teams, channels } = suite;
    const picture = { contentType: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47]) };
    await teams.addMembers(tenantId, teamId, [member(people.bob)]);
    const actions: (() => Promise<unknown>)[] = [
      () => teams.update(tenantId, teamId, { description: 'Changed' }),
      () => teams.setSensitivityLabel(tenantId, teamId, labels.Public),
      () => teams.setPicture(tenantId, teamId, picture),
      () => teams.installApps(tenantId, teamId, ['com.microsoft.teamspace.tab.planner']),
      () => teams.addMembers(tenantId, teamId, [member(people.chloe)]),
      () => channels.addMembers(tenantId, teamId, hidden, [member(people.bob)]),
      () => channels.create(tenantId, teamId, [aChannel('Lively')]),
      () => channels.createTabs(tenantId, teamId, general, [aTab('Lively')]),
      () => channels.postMessage(tenantId, teamId, general, { marker: 'lively', text: 'Hello' }),
    ];
    for (const action of actions) {
      clock.advance(HOUR);
      await action();
      assert.equal(await lastOf(teamId), clock.now().toISOString(), String(action));
    }
    clock.advance(HOUR);
    const before = await lastOf(teamId);
    await teams.archive(tenantId, teamId, { siteReadOnly: false });
    assert.equal(await lastOf(teamId), before);
    await teams.unarchive(tenantId, teamId);
    assert.equal(await lastOf(teamId), clock.now().toISOString());
    const unarchived = await lastOf(teamId);
    clock.advance(HOUR);
    await teams.unarchive(tenantId, teamId);
    assert.equal(await lastOf(teamId), unarchived);
  });

  it('is the last recorded time until the next change', async () => {
    const { tenantId } = world;
    const [old, other] = [await makeTeam(), await makeTeam()];
    await suite.channels.postMessage(tenantId, old.teamId, null, { marker: 'one', text: 'Hello' });
    await suite.channels.createTabs(tenantId, old.teamId, old.general, [aTab('Here')]);
    const present = clock.now().toISOString();
    for (const at of [new Date('2025-03-01T00:00:00Z'), new Date('2025-06-01T00:00:00Z')]) {
      await suite.recordActivity(tenantId, [{ teamId: old.teamId, at }]);
      assert.equal(await lastOf(old.teamId), at.toISOString());
    }
    assert.equal(await lastOf(other.teamId), present);
    clock.advance(HOUR);
    await suite.channels.postMessage(tenantId, old.teamId, null, { marker: 'two', text: 'Hello' });
    assert.equal(await lastOf(old.teamId), clock.now().toISOString());
  });
});
