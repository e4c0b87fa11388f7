/**
 * Tests external changes to teams, found by delta queries and by the round over all teams.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { charterPrincipal } from '../../src/engine/principal.ts';
import { recordExternalChanges } from '../../src/flows/external-changes/record-external-changes.ts';
import { newId } from '../../src/kernel/ids.ts';
import { Dice } from '../dice.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import { applyRecord, changeSomething, runPeriodicWork, stateInMicrosoft365 } from './external-seeds.ts';
import { type ExternalWorld, openExternalWorld, SUITE } from './external-world.ts';
import { hostile } from './hostile.ts';

/** Seeds of the random runs. CHARTER_TEST_SEEDS sets their number. */
const SEEDS = Array.from({ length: Number(process.env.CHARTER_TEST_SEEDS ?? 2) }, (_, index) => index + 1);
const HOUR = 3_600;

describe('the detection of external changes in Microsoft 365', () => {
  let world: ExternalWorld;
  let golf: string;

  const byOthers = (teamId: string): Promise<string[]> => world.byOthers(teamId);
  const isListed = async (teamId: string): Promise<boolean> => {
    const { body } = await world.call('GET', `/teams?$filter=id eq '${teamId}'`);
    return body.value.length === 1;
  };
  /** Calls Charter. Each resulting call to Graph advances the clock, and those with this method get the fault. */
  async function byCharter(method: string, path: string, body?: unknown, fault?: Fault): Promise<number> {
    const faultOf = (occasion: Occasion): Fault | undefined => {
      world.clock.advance(2);
      return occasion.method === method && occasion.clientId === 'charter' ? fault : undefined;
    };
    world.standIn.behave({ ...FAULTLESS, faultOf });
    const { status } = await world.call(method, path, body);
    world.standIn.behave(FAULTLESS);
    return status;
  }
  const channelIn = (teamId: string, name: string): string => {
    const channels = [...world.tenant.groups.get(teamId)!.team!.channels.values()];
    return channels.find(({ channel }) => channel.displayName === name)!.id;
  };
  const restore = () => world.restore((error) => assert.fail(String(error)));

  before(async () => {
    world = await openExternalWorld();
    const privacy = await world.call('POST', '/policies', {
      name: 'Private teams',
      kind: 'privacy',
      settings: { visibility: 'private' },
    });
    assert.equal(privacy.status, 201, JSON.stringify(privacy.body));
    const permanent = await world.call('POST', '/policies', {
      name: 'Works council',
      kind: 'permanentMembership',
      settings: { owners: [], members: [world.people.bob] },
    });
    assert.equal(permanent.status, 201, JSON.stringify(permanent.body));
    const { body: codes } = await world.call('GET', '/hooks/events');
    const hook = await world.call('POST', '/hooks', {
      name: 'All of it',
      events: codes.value.map(({ code }: { code: string }) => code),
      config: { verb: 'post', url: 'https://93.184.216.34/hook', content_type: 'json' },
    });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
  });
  after(() => world?.close());

  describe('without notifications', () => {
    it('records a new team, notifies webhooks, and applies the policies', async () => {
      golf = await world.newTeam('Golf');
      await world.refresh();
      assert.ok(await isListed(golf));
      assert.deepEqual(await byOthers(golf), ['team_created']);
      assert.deepEqual(await world.notifiedTo(golf), ['team_created']);
      await restore();
      const stored = world.tenant.groups.get(golf);
      assert.equal(stored?.group.visibility, 'Private');
      assert.ok(stored?.members.has(world.people.bob));
    });

    it("does not record Charter's own changes as external changes", async () => {
      const { status } = await world.call('PATCH', `/teams/${golf}`, { description: 'By Charter' });
      assert.equal(status, 204);
      await world.refresh();
      await world.refresh(HOUR + 300);
      assert.deepEqual(await byOthers(golf), ['team_created']);
    });

    it('records a new name with the changed fields', async () => {
      await world.externally('PATCH', `/groups/${golf}`, { displayName: 'Golf club' });
      await world.refresh();
      const last = (await world.records(golf)).at(-1);
      assert.deepEqual(
        [last?.type, last?.actor, last?.changes],
        ['team_updated', SUITE, { displayName: 'Golf club' }],
      );
    });

    it('detects archiving and changed settings in the round over all teams, because no delta query shows them', async () => {
      await world.externally('PATCH', `/teams/${golf}`, { funSettings: { allowGiphy: false } });
      await world.externally('POST', `/teams/${golf}/archive`);
      world.clock.advance(60);
      await world.refresh();
      await world.refresh(HOUR);
      const recorded = (await world.records(golf)).slice(-2).map(({ type, changes }) => [type, changes]);
      assert.deepEqual(recorded.toSorted(), [
        ['team_archived', undefined],
        ['team_updated', { funSettings: { allowGiphy: false } }],
      ]);
      const { body } = await world.call('GET', `/teams?$filter=id eq '${golf}'`);
      assert.equal(body.value[0].isArchived, true);
      assert.equal((await world.call('PATCH', `/teams/${golf}`, { description: 'No' })).status, 409);
      await world.externally('POST', `/teams/${golf}/unarchive`);
      world.clock.advance(60);
      await world.refresh(HOUR + 300);
      assert.equal((await byOthers(golf)).at(-1), 'team_unarchived');
    });

    it('records people who join and leave, and restores permanent members', async () => {
      const { bob, chloe } = world.people as Record<string, string>;
      const { body } = await world.externally('GET', `/teams/${golf}/members`);
      const membership = body.value.find(({ userId }: { userId: string }) => userId === bob);
      await world.externally('DELETE', `/teams/${golf}/members/${membership.id}`);
      await world.externally('POST', `/groups/${golf}/members/$ref`, {
        '@odata.id': `${world.standIn.url}/users/${chloe}`,
      });
      await world.refresh();
      const recorded = (await world.records(golf)).slice(-2);
      assert.deepEqual(recorded.map(({ type, actor, memberId }) => [type, actor, memberId]).toSorted(), [
        ['team_member_added', SUITE, chloe],
        ['team_member_removed', SUITE, bob],
      ]);
      await restore();
      assert.ok(world.tenant.groups.get(golf)?.members.has(bob!));
      await world.refresh();
      assert.equal((await byOthers(golf)).filter((type) => type === 'team_member_added').length, 1);
    });

    it('records channels that are created, renamed and deleted outside Charter, in the round over all teams', async () => {
      const before = (await byOthers(golf)).length;
      const path = `/teams/${golf}/channels`;
      assert.equal(await byCharter('POST', path, { displayName: 'By Charter' }), 201);
      const ours = channelIn(golf, 'By Charter');
      const { body: greens } = await world.externally('POST', path, { displayName: 'Greens' });
      const { body: bunkers } = await world.externally('POST', path, { displayName: 'Bunkers' });
      await world.refresh(HOUR + 300);
      const made = (await world.records(golf)).slice(-2);
      assert.deepEqual(
        made.map(({ type, actor, channelId }) => [type, actor, channelId]).toSorted(),
        [bunkers, greens].map(({ id }) => ['team_channel_created', SUITE, id]).toSorted(),
      );
      assert.deepEqual(await world.notifiedTo(greens.id), ['team_channel_created']);
      await world.externally('PATCH', `${path}/${greens.id}`, { displayName: 'Fairways' });
      await world.externally('DELETE', `${path}/${bunkers.id}`);
      assert.equal(await byCharter('PATCH', `${path}/${ours}`, { description: 'Still by Charter' }), 204);
      await world.refresh(HOUR + 300);
      const changed = (await world.records(golf)).filter(({ actor }) => actor === SUITE).slice(-2);
      assert.deepEqual(changed.map(({ type, channelId, changes }) => [type, channelId, changes]).toSorted(), [
        ['team_channel_deleted', bunkers.id, undefined],
        ['team_channel_updated', greens.id, { displayName: 'Fairways' }],
      ]);
      assert.equal(await byCharter('DELETE', `${path}/${ours}`), 204);
      await world.refresh(HOUR + 300);
      await world.refresh(HOUR + 300);
      assert.equal((await byOthers(golf)).length, before + 4);
    });

    it("does not record Charter's own deletion of a channel as an external one when its response is lost", async () => {
      const before = (await byOthers(golf)).length;
      const path = `/teams/${golf}/channels`;
      assert.equal(await byCharter('POST', path, { displayName: 'Lost' }), 201);
      await world.refresh(HOUR + 300);
      const channel = `${path}/${channelIn(golf, 'Lost')}`;
      const lost: Fault = { kind: 'lost', hasEffect: true };
      assert.equal(await byCharter('DELETE', channel, undefined, lost), 503);
      world.clock.advance(HOUR);
      await world.recover();
      await world.refresh(HOUR + 300);
      assert.equal((await byOthers(golf)).length, before);
      assert.equal((await world.records(golf)).at(-1)?.type, 'team_channel_deleted');
    });

    it('waits while Charter itself changes the team', async () => {
      await world.externally('PATCH', `/groups/${golf}`, { description: 'During an operation' });
      const id = newId();
      const intents = world.store.in(world.tenantId).intents;
      const until = new Date(world.clock.now().getTime() + HOUR * 1000);
      const context = { requestId: newId(), operationId: id };
      await intents.add(
        {
          id,
          operation: 'update-team',
          input: { teamId: golf },
          principal: charterPrincipal(world.tenantId),
          context,
        },
        until,
        world.clock.now(),
      );
      const before = (await byOthers(golf)).length;
      await world.refresh();
      assert.equal((await byOthers(golf)).length, before);
      await intents.remove(id, 1);
      world.clock.advance(61);
      await world.record();
      assert.equal((await byOthers(golf)).length, before + 1);
    });

    it('records a change once when a node dies right after it recorded the change', async () => {
      await world.externally('PATCH', `/groups/${golf}`, { displayName: 'Golfers' });
      const before = (await byOthers(golf)).length;
      const { externalChanges } = world.suite;
      const dying = { ...externalChanges, settle: () => Promise.reject(new Error('killed')) };
      world.clock.advance(300);
      await world.suite.refreshDirectory(world.tenantId);
      const { store, clock } = world;
      await assert.rejects(
        recordExternalChanges({ store, clock, externalChanges: dying }, world.tenantId),
        /killed/,
      );
      world.clock.advance(61);
      await world.record();
      assert.equal((await byOthers(golf)).length, before + 1);
    });

    it('reads everything again when the delta link has expired, and records only what has changed', async () => {
      const padel = await world.newTeam('Padel');
      await world.refresh(HOUR);
      const before = (await byOthers(golf)).length;
      await world.externally('PATCH', `/groups/${golf}`, { displayName: 'Golf again' });
      await world.externally('DELETE', `/groups/${padel}`);
      world.tenant.deltaEpoch += 1;
      await world.refresh();
      assert.deepEqual((await byOthers(golf)).slice(before), ['team_updated']);
      assert.equal((await world.lastRecord(padel))?.type, 'team_deleted');
    });

    it('records the deletion of a team, and removes the team', async () => {
      await world.externally('DELETE', `/groups/${golf}`);
      await world.refresh();
      assert.equal((await world.lastRecord(golf))?.type, 'team_deleted');
      assert.equal((await world.notifiedTo(golf)).at(-1), 'team_deleted');
      assert.equal(await isListed(golf), false);
      assert.equal((await world.call('GET', `/teams/${golf}`)).status, 404);
    });

    it('records the restoration of a team minutes after its deletion, with its members', async () => {
      await world.externally('POST', `/directory/deletedItems/${golf}/restore`);
      await world.refresh();
      assert.equal((await world.lastRecord(golf))?.type, 'team_deleted', 'a replica can lag behind');
      assert.equal(await isListed(golf), false);
      await world.refresh(900);
      assert.equal((await world.lastRecord(golf))?.type, 'team_created');
      const { body } = await world.call('GET', `/teams?$filter=id eq '${golf}'`);
      const { owners, members } = world.tenant.groups.get(golf)!;
      const people = [body.value[0]?.ownerCount, body.value[0]?.memberCount];
      assert.deepEqual(people, [owners.size, members.size]);
      assert.equal((await world.call('GET', `/teams/${golf}`)).status, 200);
    });

    it('records a deletion and a restoration that both happen before the deletion is recorded', async () => {
      const chess = await world.newTeam('Chess');
      await world.refresh(HOUR);
      const look = async (seconds: number): Promise<void> => {
        world.clock.advance(seconds);
        await world.suite.refreshDirectory(world.tenantId);
      };
      const recorded = async (): Promise<string[]> =>
        (await world.trail()).filter(({ target }) => target.id === chess).map(({ type }) => type);
      const [created, deleted] = ['team_created', 'team_deleted'];
      for (const [between, known] of [
        [60, [created]],
        [HOUR, [created, deleted, created]],
      ] as const) {
        await world.externally('DELETE', `/groups/${chess}`);
        await look(60);
        await world.externally('POST', `/directory/deletedItems/${chess}/restore`);
        await look(between);
        assert.deepEqual(await recorded(), known);
        await world.record();
        await world.refresh(900);
        assert.deepEqual(await recorded(), [...known, deleted, created]);
        const { body } = await world.call('GET', `/teams?$filter=id eq '${chess}'`);
        assert.equal(body.value[0]?.ownerCount, world.tenant.groups.get(chess)!.owners.size);
        await world.refresh(HOUR);
        assert.deepEqual(await recorded(), [...known, deleted, created]);
      }
    });
  });

  describe('on a tenant that throttles, fails and hides effects', () => {
    for (const seed of SEEDS) {
      it(`eventually records every change (seed ${seed})`, async () => {
        const dice = new Dice(seed);
        world.standIn.behave(FAULTLESS);
        await world.maintain();
        const teams = await Promise.all([1, 2, 3].map((number) => world.newTeam(`Seed${seed}-${number}`)));
        await world.refresh();
        const recordedStates = new Map(teams.map((id) => [id, stateInMicrosoft365(world, id)]));
        const before = (await world.trail()).at(-1)?.sequence ?? 0;
        const behaviour = hostile({ seed });
        const faultOf: typeof behaviour.faultOf = (occasion) =>
          occasion.clientId === 'portal' ? undefined : behaviour.faultOf(occasion);
        const notificationFault: typeof behaviour.notificationFault = (change) =>
          behaviour.notificationFault(change);
        const operationTakes: typeof behaviour.operationTakes = (occasion) =>
          behaviour.operationTakes(occasion);
        world.standIn.behave({ ...FAULTLESS, faultOf, notificationFault, operationTakes });
        for (let step = 0; step < 40; step += 1) {
          await changeSomething(world, dice, dice.of(teams));
          // Records with the same time have no defined order.
          world.clock.advance(1);
          await runPeriodicWork(world, dice);
          world.clock.advance(1);
        }
        world.standIn.behave(FAULTLESS);
        for (let round = 0; round < 4; round += 1) {
          await world.recover();
          await world.standIn.deliverNotifications();
          await world.observe();
          await world.refresh(2 * HOUR);
        }
        for (const record of (await world.trail()).filter(({ sequence }) => sequence > before)) {
          const state = recordedStates.get(record.teamId);
          if (state === undefined) continue;
          const known = structuredClone(state);
          applyRecord(state, record);
          if (record.actor.displayName === SUITE)
            assert.notDeepEqual(state, known, `${record.type} is no news`);
        }
        for (const id of teams) {
          const [recorded, actual] = [recordedStates.get(id)!, stateInMicrosoft365(world, id)];
          if (actual.deleted) assert.equal(recorded.deleted, true, id);
          else assert.deepEqual(recorded, actual);
        }
        assert.ok((await world.notifiedTo(teams[0]!)).length > 0);
      });
    }
  });
});
