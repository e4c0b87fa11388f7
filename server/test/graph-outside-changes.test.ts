/** Changes of teams outside of Charter: noticed by delta queries alone, and by notifications of Graph. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { charterOf } from '../src/engine/principal.ts';
import { recordOutsideChanges } from '../src/flows/outside-changes/record-outside-changes.ts';
import { newId } from '../src/kernel/ids.ts';
import { Dice } from './dice.ts';
import { hostile } from './graph/hostile.ts';
import { POLITE } from './graph/manners.ts';
import { type OutsideWorld, openOutsideWorld } from './outside-world.ts';

/** More are run by setting CHARTER_TEST_SEEDS to their number. */
const SEEDS = Array.from({ length: Number(process.env.CHARTER_TEST_SEEDS ?? 2) }, (_, place) => place + 1);
const HOUR = 3_600;
const SUITE = 'Microsoft 365';

describe('teams that others change in Microsoft 365', () => {
  let world: OutsideWorld;
  let golf: string;

  /** Types of the team's records by others, in order. */
  const byOthers = async (teamId: string): Promise<string[]> =>
    (await world.records(teamId)).filter(({ actor }) => actor === SUITE).map(({ type }) => type);
  const isListed = async (teamId: string): Promise<boolean> => {
    const { body } = await world.call('GET', `/teams?$filter=id eq '${teamId}'`);
    return body.value.length === 1;
  };
  const restore = () => world.restore((error) => assert.fail(String(error)));

  before(async () => {
    world = await openOutsideWorld();
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

  describe('by delta queries alone', () => {
    it('records a new team, tells webhooks, and brings it under the policies', async () => {
      golf = await world.newTeam('Golf');
      await world.refresh();
      assert.ok(await isListed(golf));
      assert.deepEqual(await byOthers(golf), ['team_created']);
      assert.deepEqual(await world.toldTo(golf), ['team_created']);
      await restore();
      const stored = world.tenant.groups.get(golf);
      assert.equal(stored?.group.visibility, 'Private');
      assert.ok(stored?.members.has(world.people.bob));
    });

    it("does not take Charter's own changes for those of others", async () => {
      const { status } = await world.call('PATCH', `/teams/${golf}`, { description: 'By Charter' });
      assert.equal(status, 204);
      await world.refresh();
      await world.refresh(HOUR + 300);
      assert.deepEqual(await byOthers(golf), ['team_created']);
    });

    it('records a new name with what changed', async () => {
      await world.outside('PATCH', `/groups/${golf}`, { displayName: 'Golf club' });
      await world.refresh();
      const last = (await world.records(golf)).at(-1);
      assert.deepEqual(
        [last?.type, last?.actor, last?.changes],
        ['team_updated', SUITE, { displayName: 'Golf club' }],
      );
    });

    it('finds in its round what no delta query shows: archiving, and settings', async () => {
      await world.outside('PATCH', `/teams/${golf}`, { funSettings: { allowGiphy: false } });
      await world.outside('POST', `/teams/${golf}/archive`);
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
      await world.outside('POST', `/teams/${golf}/unarchive`);
      world.clock.advance(60);
      await world.refresh(HOUR + 300);
      assert.equal((await byOthers(golf)).at(-1), 'team_unarchived');
    });

    it('records people who come and go, and restores permanent ones', async () => {
      const { bob, chloe } = world.people as Record<string, string>;
      const { body } = await world.outside('GET', `/teams/${golf}/members`);
      const membership = body.value.find(({ userId }: { userId: string }) => userId === bob);
      await world.outside('DELETE', `/teams/${golf}/members/${membership.id}`);
      await world.outside('POST', `/groups/${golf}/members/$ref`, {
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

    it('waits while Charter changes the team itself', async () => {
      await world.outside('PATCH', `/groups/${golf}`, { description: 'During an operation' });
      const id = newId();
      const intents = world.store.in(world.tenantId).intents;
      const until = new Date(world.clock.now().getTime() + HOUR * 1000);
      const context = { requestId: newId(), operationId: id };
      await intents.add(
        {
          id,
          operation: 'update-team',
          input: { teamId: golf },
          principal: charterOf(world.tenantId),
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

    it('records a change once when a node dies after it was recorded', async () => {
      await world.outside('PATCH', `/groups/${golf}`, { displayName: 'Golfers' });
      const before = (await byOthers(golf)).length;
      const { outside } = world.suite;
      const dying = { ...outside, settle: () => Promise.reject(new Error('killed')) };
      world.clock.advance(300);
      await world.suite.refreshDirectory(world.tenantId);
      const { store, clock } = world;
      await assert.rejects(recordOutsideChanges({ store, clock, outside: dying }, world.tenantId), /killed/);
      world.clock.advance(61);
      await world.record();
      assert.equal((await byOthers(golf)).length, before + 1);
    });

    it('starts anew when Graph has forgotten the link, and tells only what changed meanwhile', async () => {
      const padel = await world.newTeam('Padel');
      await world.refresh(HOUR);
      const before = (await byOthers(golf)).length;
      await world.outside('PATCH', `/groups/${golf}`, { displayName: 'Golf again' });
      await world.outside('DELETE', `/groups/${padel}`);
      world.tenant.deltaEpoch += 1;
      await world.refresh();
      assert.deepEqual((await byOthers(golf)).slice(before), ['team_updated']);
      assert.equal((await world.lastRecord(padel))?.type, 'team_deleted');
    });

    it('records a deleted team, and forgets it', async () => {
      await world.outside('DELETE', `/groups/${golf}`);
      await world.refresh();
      assert.equal((await world.lastRecord(golf))?.type, 'team_deleted');
      assert.equal((await world.toldTo(golf)).at(-1), 'team_deleted');
      assert.equal(await isListed(golf), false);
      assert.equal((await world.call('GET', `/teams/${golf}`)).status, 404);
    });
  });

  describe('by notifications', () => {
    const live = () =>
      [...world.tenant.subscriptions.values()].filter(
        ({ deletedAt, subscription }) =>
          deletedAt === undefined &&
          Date.parse(subscription.expirationDateTime!) > world.clock.now().getTime(),
      );
    const states = () => live().map(({ subscription }) => subscription.clientState!);
    const post = (body: unknown, path = `/graph/notifications/${world.tenantId}`) =>
      fetch(world.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    let tennis: string;

    it('subscribes once, with a secret that the database holds encrypted', async () => {
      await world.maintain();
      await world.maintain();
      assert.deepEqual(
        live()
          .map(({ subscription }) => subscription.resource)
          .toSorted(),
        ['/groups', '/teams'],
      );
      assert.equal(new Set(states()).size, 2);
      for (const state of states()) assert.ok(!(await world.holdsText(state)));
    });

    it('notices a team that was made and archived without waiting for the round', async () => {
      tennis = await world.newTeam('Tennis');
      await world.outside('POST', `/teams/${tennis}/archive`);
      world.clock.advance(60);
      const delivered = await world.standIn.deliverNotifications();
      assert.ok(delivered.length > 0 && delivered.every(({ status }) => status === 202));
      assert.equal(await world.observe(), 1, 'one job for all notifications');
      assert.deepEqual(await byOthers(tennis), ['team_created']);
      await world.outside('POST', `/teams/${tennis}/unarchive`);
      world.clock.advance(60);
      await world.standIn.deliverNotifications();
      await world.observe();
      assert.deepEqual(await byOthers(tennis), ['team_created', 'team_unarchived']);
    });

    it('records a change once when its notifications come twice, and again later', async () => {
      world.standIn.behave({ ...POLITE, notificationFault: () => 'duplicated' });
      await world.outside('PATCH', `/teams/${tennis}`, { displayName: 'Tennis club' });
      const delivered = await world.standIn.deliverNotifications();
      await world.observe();
      for (const { notification } of delivered) await post({ value: [notification] });
      await world.observe();
      await world.refresh();
      assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 1);
    });

    it('catches up lost notifications by the next delta query', async () => {
      world.standIn.behave({ ...POLITE, notificationFault: () => 'missed' });
      await world.outside('PATCH', `/teams/${tennis}`, { displayName: 'Tennis players' });
      assert.deepEqual(await world.standIn.deliverNotifications(), []);
      await world.standIn.deliverLifecycle('missed');
      world.standIn.behave(POLITE);
      await world.observe();
      assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 2);
    });

    it('ignores what it can not trust', async () => {
      const resource = `teams('${tennis}')`;
      const forged = { clientState: 'guessed', resource };
      assert.equal((await post({ value: [forged, { resource }] })).status, 202);
      const elsewhere = `/graph/notifications/${world.otherTenantId}`;
      assert.equal((await post({ value: [{ ...forged, clientState: states()[0] }] }, elsewhere)).status, 202);
      assert.equal(await world.observe(), 0);
      const strange = { clientState: states()[0], resource: "teams('../../users')" };
      assert.equal((await post({ value: [strange] })).status, 202);
      await world.observe();
      const metrics = await (await fetch(`${world.url}/metrics`)).text();
      assert.match(metrics, /charter_graph_notifications_total\{outcome="rejected"\} 3/);
      assert.equal((await post({ value: 'nothing' })).status, 400);
      assert.equal((await post('{"value":')).status, 400);
      assert.equal((await post({ value: [], filler: 'x'.repeat(300_000) })).status, 413);
    });

    it('repeats the validation token as text, and no markup', async () => {
      const path = `/graph/notifications/${world.tenantId}?validationToken=`;
      const token = 'Validation: Testing 1+1 & more';
      const answer = await post('', path + encodeURIComponent(token));
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type'), await answer.text()],
        [200, 'text/plain; charset=utf-8', token],
      );
      const markup = await post('', `${path}${encodeURIComponent('<script>')}`);
      assert.equal(markup.status, 400);
    });

    it('renews subscriptions in time, and when Graph asks for it', async () => {
      const expiryOf = (name: string) =>
        Date.parse(
          live().find(({ subscription }) => subscription.resource === name)!.subscription.expirationDateTime!,
        );
      const before = expiryOf('/teams');
      world.clock.advance(37 * HOUR);
      await world.maintain();
      assert.ok(expiryOf('/teams') > before);
      const groups = expiryOf('/groups');
      world.clock.advance(60);
      await world.standIn.deliverLifecycle('reauthorizationRequired');
      await world.observe();
      assert.ok(expiryOf('/groups') > groups);
      assert.equal(live().length, 2);
    });

    it('subscribes again when Graph has removed a subscription, or let it expire', async () => {
      const old = states();
      await world.standIn.deliverLifecycle('subscriptionRemoved');
      assert.equal(live().length, 0);
      await world.outside('PATCH', `/teams/${tennis}`, { description: 'Nobody tells' });
      await world.observe();
      assert.equal(live().length, 2);
      assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 3);
      assert.ok(states().every((state) => !old.includes(state)));
      await post({ value: [{ clientState: old[0], resource: `teams('${tennis}')` }] });
      assert.equal(await world.observe(), 0, 'the old secret is worthless');
      world.clock.advance(90 * 24 * HOUR);
      await world.maintain();
      assert.equal(live().length, 2);
    });

    it('ends the subscriptions when they are not wanted any more', async () => {
      await world.maintain({ graphNotifications: 'off' });
      assert.equal(live().length, 0);
      const forgotten = await post({ value: [{ clientState: 'any', resource: `teams('${tennis}')` }] });
      assert.equal(forgotten.status, 202);
      assert.equal(await world.observe(), 0);
    });

    it('goes on by delta queries when Graph cannot reach the address', async () => {
      await world.maintain({ publicUrl: 'https://unreachable.invalid' });
      assert.equal(live().length, 0);
      assert.ok(world.logged.some((line) => /takes no subscription/.test((line as { msg: string }).msg)));
      await world.outside('PATCH', `/teams/${tennis}`, { displayName: 'Tennis by delta' });
      await world.refresh();
      assert.equal((await byOthers(tennis)).filter((type) => type === 'team_updated').length, 4);
    });
  });

  describe('on a tenant that throttles, fails and denies what it did', () => {
    interface Told {
      name: string;
      giphy: boolean;
      archived: boolean;
      deleted: boolean;
      people: Record<string, string>;
    }

    /** The team as it is in Microsoft 365. */
    function truth(teamId: string): Told {
      const { group, owners, members, team, deletedAt } = world.tenant.groups.get(teamId)!;
      const people = Object.fromEntries([...members].map((id) => [id, 'member']));
      for (const id of owners) people[id] = 'owner';
      return {
        name: group.displayName!,
        giphy: team!.team.funSettings!.allowGiphy!,
        archived: team!.team.isArchived!,
        deleted: deletedAt !== undefined,
        people,
      };
    }

    // biome-ignore lint/suspicious/noExplicitAny: records have the fields of their types
    function hear(told: Told, { type, changes, memberId, memberRole }: any): void {
      if (type === 'team_updated') {
        told.name = changes.displayName ?? told.name;
        told.giphy = changes.funSettings?.allowGiphy ?? told.giphy;
      } else if (type === 'team_archived' || type === 'team_unarchived')
        told.archived = type === 'team_archived';
      else if (type === 'team_deleted') told.deleted = true;
      else if (type === 'team_member_removed') delete told.people[memberId];
      else if (type.startsWith('team_member_')) told.people[memberId] = memberRole;
    }

    /** One change by an administrator in Microsoft 365, or by Charter. Refused ones change nothing. */
    async function changeSomething(dice: Dice, teamId: string): Promise<void> {
      const { sam1, sam2, sam3, zoe } = world.people;
      const person = dice.of([sam1, sam2, sam3, zoe]);
      const name = `Name ${dice.below(1000)}`;
      const link = { '@odata.id': `${world.standIn.url}/users/${person}` };
      const group = `/groups/${teamId}`;
      const changes: (() => Promise<unknown>)[] = [
        () => world.outside('PATCH', group, { displayName: name }),
        () =>
          world.outside('PATCH', `/teams/${teamId}`, { funSettings: { allowGiphy: dice.below(2) === 0 } }),
        () => world.outside('POST', `/teams/${teamId}/archive`),
        () => world.outside('POST', `/teams/${teamId}/unarchive`),
        () => world.outside('POST', `${group}/members/$ref`, link),
        () => world.outside('DELETE', `${group}/members/${person}/$ref`),
        () => world.outside('POST', `${group}/owners/$ref`, link),
        () => world.outside('DELETE', `${group}/owners/${person}/$ref`),
        () => (dice.below(4) === 0 ? world.outside('DELETE', group) : Promise.resolve()),
        () => world.call('PATCH', `/teams/${teamId}`, { displayName: `${name} by Charter` }),
        () => world.call('POST', `/teams/${teamId}/members`, { user: { id: person }, role: 'member' }),
      ];
      await dice
        .of(changes)()
        .catch(() => undefined);
    }

    /** What a node does from time to time. What fails is repeated. */
    async function work(dice: Dice): Promise<void> {
      const works = [
        () => world.standIn.deliverNotifications(),
        () => world.observe(),
        () => world.refresh(60),
        () => world.refresh(2 * HOUR),
        () => world.recover(),
      ];
      await dice
        .of(works)()
        .catch(() => undefined);
    }

    for (const seed of SEEDS) {
      it(`tells in the end what is true (seed ${seed})`, async () => {
        const dice = new Dice(seed);
        world.standIn.behave(POLITE);
        await world.maintain();
        const teams = await Promise.all([1, 2, 3].map((number) => world.newTeam(`Seed${seed}-${number}`)));
        await world.refresh();
        const told = new Map(teams.map((id) => [id, truth(id)]));
        const before = (await world.trail()).at(-1)?.sequence ?? 0;
        const manners = hostile({ seed });
        const faultOf: typeof manners.faultOf = (occasion) =>
          occasion.clientId === 'portal' ? undefined : manners.faultOf(occasion);
        const notificationFault: typeof manners.notificationFault = (change) =>
          manners.notificationFault(change);
        const operationTakes: typeof manners.operationTakes = (occasion) => manners.operationTakes(occasion);
        world.standIn.behave({ ...POLITE, faultOf, notificationFault, operationTakes });
        for (let step = 0; step < 40; step += 1) {
          await changeSomething(dice, dice.of(teams));
          await work(dice);
        }
        world.standIn.behave(POLITE);
        for (let round = 0; round < 4; round += 1) {
          await world.recover();
          await world.standIn.deliverNotifications();
          await world.observe();
          await world.refresh(2 * HOUR);
        }
        for (const record of (await world.trail()).filter(({ sequence }) => sequence > before)) {
          const state = told.get(record.teamId);
          if (state === undefined) continue;
          const known = structuredClone(state);
          hear(state, record);
          if (record.actor.displayName === SUITE)
            assert.notDeepEqual(state, known, `${record.type} is no news`);
        }
        for (const id of teams) {
          const [heard, is] = [told.get(id)!, truth(id)];
          if (is.deleted) assert.equal(heard.deleted, true, id);
          else assert.deepEqual(heard, is);
        }
        assert.ok((await world.toldTo(teams[0]!)).length > 0);
      });
    }
  });
});
