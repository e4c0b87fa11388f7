/**
 * Tests the policy for guests on teams in Microsoft 365: guests whom others add, ends of stays, and removals that Graph
 * rejects, delays, or performs without confirming it.
 * @long
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { isCharterError } from '../../src/kernel/errors.ts';
import { GRAPH_FEATURES, permissionsFor } from '../../src/suites/graph/accounts/permissions.ts';
import { type AccessWorld, DAY, HOUR, openAccessWorld } from './access-world.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';
import { SUITE } from './external-world.ts';

describe('guests of teams in Microsoft 365', () => {
  let world: AccessWorld;
  let policyId: string;

  before(async () => {
    world = await openAccessWorld();
    // Guests and their removals need no permission of another feature.
    const charter = world.standIn.registrations.find(({ clientId }) => clientId === 'charter')!;
    const off = GRAPH_FEATURES.filter((feature) => !['teams', 'notifications'].includes(feature));
    charter.roles = permissionsFor(off).map(({ name }) => name);
    await world.watchDepartures();
    policyId = await world.policy('guests', {
      guests: 'allowed',
      blockedDomains: ['blocked.example'],
      sponsor: 'required',
      longestStayDays: 30,
    });
  });
  after(() => world?.close());
  afterEach(() => {
    world.standIn.behave(FAULTLESS);
    world.standIn.calls.clear();
    assert.deepEqual(world.failures.splice(0).map(String), []);
  });

  /** Teams shows new members of groups after five hours. */
  const hiddenFor = (kind: string) => (kind === 'person of a group' ? 5 * HOUR * 1000 : 0);

  const byPolicy = () => ['Charter', 'guestPolicy', policyId, undefined];
  const AT_END = ['Charter', 'guestEnd', undefined, undefined];

  it('are checked after an addition outside Charter: blocked ones are removed, others get an end date and a sponsor', async () => {
    const [allowed, blocked] = [world.invite(), world.invite('blocked.example')];
    const team = await world.teamWith('Quay', allowed, blocked);
    world.standIn.calls.clear();
    await world.pass(300);
    assert.deepEqual([world.isIn(team, allowed), world.isIn(team, blocked)], [true, false]);
    assert.equal(world.removalCalls(team).length, 1);
    const stay = await world.stayOf(team, allowed);
    assert.equal(stay?.sponsor, world.people.ada);
    const days = (Date.parse(stay!.end) - world.clock.now().getTime()) / 1000 / DAY;
    assert.ok(days > 29.9 && days <= 30, `${days}`);
    for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
    assert.deepEqual(await world.removals(team, blocked), [byPolicy()]);
    assert.equal(await world.removalEvents(blocked), 1);
    assert.equal(await world.notices('people_removed', team), 1);
    assert.deepEqual(await world.removals(team, allowed), []);
  });

  it('are removed soon after a notification of Graph when the policy blocks them', async () => {
    await world.maintain();
    const blocked = world.invite('blocked.example');
    const team = await world.teamWith('Pier', blocked);
    world.clock.advance(30);
    await world.standIn.deliverNotifications();
    assert.ok((await world.observe()) > 0);
    await world.record();
    await world.node.all();
    assert.equal(world.isIn(team, blocked), false);
    assert.equal((await world.removals(team, blocked)).length, 1);
  });

  it('who violate the policy are rejected in Charter before any call that changes the team', async () => {
    const [allowed, blocked] = [world.invite(), world.invite('blocked.example')];
    const team = await world.teamWith('Dock');
    await world.refresh();
    world.standIn.calls.clear();
    const add = (id: string, more = {}) =>
      world.call('POST', `/teams/${team}/members`, { user: { id }, role: 'member', ...more });
    const rejected = await add(blocked);
    assert.deepEqual([rejected.status, rejected.body.error.code], [400, 'PolicyViolation']);
    assert.equal((await add(allowed)).status, 400, 'a sponsor is missing');
    assert.ok(world.standIn.calls.all.every(({ method, path }) => method === 'GET' || path === '/$batch'));
    const end = new Date(world.clock.now().getTime() + 3 * DAY * 1000).toISOString();
    const added = await add(allowed, { sponsor: { id: world.people.bob }, endDateTime: end });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.deepEqual(await world.stayOf(team, allowed), { end, sponsor: world.people.bob });
  });

  it('keep their end date and sponsor while Teams does not show them yet, and are removed at the end', async () => {
    const guest = world.invite();
    const team = await world.teamWith('Basin');
    await world.refresh();
    world.standIn.behave({ ...FAULTLESS, hiddenFor });
    const end = new Date(world.clock.now().getTime() + 3 * DAY * 1000).toISOString();
    const stay = { sponsor: { id: world.people.bob }, endDateTime: end };
    const user = { id: guest };
    const added = await world.call('POST', `/teams/${team}/members`, { user, role: 'member', ...stay });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
    assert.deepEqual(await world.stayOf(team, guest), { end, sponsor: world.people.bob });
    await world.pass(3 * DAY);
    assert.equal(world.isIn(team, guest), false);
    assert.deepEqual(await world.removals(team, guest), [AT_END]);
  });

  it('have their end date announced a week ahead, and are removed on that date by one call', async () => {
    const guest = world.invite();
    const team = await world.teamWith('Sluice', guest);
    await world.pass(300);
    world.standIn.calls.clear();
    await world.pass(22 * DAY);
    assert.equal(await world.notices('guests_ending', team), 0);
    await world.pass(DAY);
    assert.equal(await world.notices('guests_ending', team), 1);
    await world.pass(6 * DAY);
    assert.equal(world.isIn(team, guest), true);
    await world.pass(DAY);
    assert.equal(world.isIn(team, guest), false);
    for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
    assert.equal(world.removalCalls(team).length, 1);
    assert.deepEqual(await world.removals(team, guest), [AT_END]);
    assert.equal(await world.removalEvents(guest), 1);
  });

  const LOST: [string, Fault][] = [
    ['is lost', { kind: 'lost', hasEffect: true }],
    ['is a 404 although the guest is removed', { kind: 'not found but done' }],
    ['is a 502 although the guest is removed', { kind: 'error', status: 502, hasEffect: true }],
    ['is lost before the guest is removed', { kind: 'lost', hasEffect: false }],
    ['is a 429', { kind: 'throttled', seconds: 40 }],
  ];
  for (const [index, [what, fault]] of LOST.entries()) {
    it(`are removed and recorded once when the response to a removal ${what}`, async () => {
      const blocked = world.invite('blocked.example');
      const team = await world.teamWith(`Lost-${index}`, blocked);
      world.standIn.calls.clear();
      world.injectIntoRemovals(fault);
      await world.pass(300);
      assert.equal(world.failures.splice(0).filter(isCharterError).length, 1, 'the first attempt fails');
      // The recovery repeats the removal before a delta query shows it.
      world.clock.advance(70);
      await world.node.recover();
      assert.equal(world.isIn(team, blocked), false);
      assert.deepEqual(await world.removals(team, blocked), [byPolicy()]);
      for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
      assert.deepEqual(await world.removals(team, blocked), [byPolicy()]);
      assert.equal(await world.removalEvents(blocked), 1);
      assert.equal(await world.notices('people_removed', team), 1);
      const done = world.removalCalls(team).length;
      assert.equal(done, fault.kind === 'throttled' || ('hasEffect' in fault && !fault.hasEffect) ? 2 : 1);
    });
  }

  it('are recorded as removed and as added when others add them again after a removal whose response is lost', async () => {
    const blocked = world.invite('blocked.example');
    const team = await world.teamWith('Spit', blocked);
    await world.refresh();
    world.injectIntoRemovals({ kind: 'lost', hasEffect: true });
    await world.node.checkTeams();
    assert.equal(world.failures.splice(0).filter(isCharterError).length, 1, 'the first attempt fails');
    world.standIn.behave({ ...FAULTLESS, hiddenFor });
    await world.addOutside(team, blocked);
    await world.refresh();
    await world.node.recover();
    assert.equal(world.isIn(team, blocked), true);
    const changes = async () =>
      (await world.records(team))
        .filter(({ memberId }) => memberId === blocked)
        .map(({ type, actor }) => `${type} by ${actor}`);
    const first = [`team_member_added by ${SUITE}`, 'team_member_removed by Charter'];
    await world.refresh();
    assert.deepEqual(await changes(), [...first, first[0]]);
    // Teams shows the guest after five hours, and the team is checked every day.
    for (let hour = 0; hour < 30; hour += 3) await world.pass(3 * HOUR);
    assert.equal(world.isIn(team, blocked), false);
    assert.deepEqual(await changes(), [...first, ...first]);
  });

  /** Makes Teams show new members of groups after five hours. Returns the sponsor and end of a stay of three days. */
  function hideNewMembers() {
    // Each call advances the clock by a second, because waits of API calls for Graph's budgets do not move it.
    const faultOf = (): undefined => {
      world.clock.advance(1);
    };
    world.standIn.behave({ ...FAULTLESS, hiddenFor, faultOf });
    const end = new Date(world.clock.now().getTime() + 3 * DAY * 1000).toISOString();
    return { sponsor: { id: world.people.bob }, endDateTime: end };
  }

  const addInCharter = (team: string, id: string, more: object = {}) =>
    world.call('POST', `/teams/${team}/members`, { user: { id }, role: 'member', ...more });

  /** Returns the changes to the person in the team's records, oldest first. */
  const changesOf = async (team: string, person: string) =>
    (await world.records(team))
      .filter(({ memberId }) => memberId === person)
      .map(({ type, actor }) => `${type} by ${actor}`);

  /** The owner's only record after adding a guest whom others have already added: the guest gets a stay. */
  const STAY_SET = 'guest_stay_updated by Ada Lovelace';

  const GROUP_MEMBERS = 'GET /groups/{group}/members';
  const byRoute = (wanted: string) =>
    world.standIn.calls.all.filter(({ route, clientId }) => route === wanted && clientId === 'charter');

  for (const [when, isRecorded] of [
    ['after', true],
    ['before', false],
  ] as const) {
    it(`whom others added are recorded as added once when an owner adds them ${when} Charter recorded the first addition`, async () => {
      const guest = world.invite();
      const team = await world.teamWith(isRecorded ? 'Shoal' : 'Shallow');
      await world.refresh();
      const stay = hideNewMembers();
      await world.addOutside(team, guest);
      if (isRecorded) await world.refresh();
      else await world.suite.refreshDirectory(world.tenantId, 0);
      world.standIn.calls.clear();
      const added = await addInCharter(team, guest, stay);
      assert.equal(added.status, 201, JSON.stringify(added.body));
      assert.equal('roleBefore' in added.body, false);
      assert.equal(byRoute(GROUP_MEMBERS).length, 0);
      for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
      assert.deepEqual((await changesOf(team, guest)).toSorted(), [
        STAY_SET,
        `team_member_added by ${SUITE}`,
      ]);
    });
  }

  it('are recorded as added once when owners add them twice while Teams does not show them yet', async () => {
    const guest = world.invite();
    const team = await world.teamWith('Reef');
    await world.refresh();
    const stay = hideNewMembers();
    for (let time = 0; time < 2; time += 1) {
      const added = await addInCharter(team, guest, stay);
      assert.equal(added.status, 201, JSON.stringify(added.body));
      await world.pass(HOUR);
    }
    for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
    assert.deepEqual(await changesOf(team, guest), ['team_member_added by Ada Lovelace']);
  });

  it('are recorded as added by the owner after others have removed them', async () => {
    const guest = world.invite();
    const team = await world.teamWith('Rill', guest);
    await world.pass(300);
    await world.removeOutside(team, guest);
    const stay = hideNewMembers();
    assert.equal((await addInCharter(team, guest, stay)).status, 201);
    for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
    const added = (await changesOf(team, guest)).filter((change) => change.startsWith('team_member_added'));
    assert.deepEqual(added, [`team_member_added by ${SUITE}`, 'team_member_added by Ada Lovelace']);
  });

  for (const isPresent of [true, false]) {
    const who = isPresent ? 'who are in the team' : 'who are new';
    it(`${who} are recorded as added once when the response to an addition is lost`, async () => {
      const guest = world.invite();
      const team = await world.teamWith(isPresent ? 'Bight' : 'Bayou');
      await world.refresh();
      const stay = hideNewMembers();
      if (isPresent) await world.addOutside(team, guest);
      await world.refresh();
      const faults: Fault[] = [{ kind: 'lost', hasEffect: !isPresent }];
      const faultOf = ({ route }: Occasion) =>
        route === 'PATCH /groups/{group}' ? faults.shift() : undefined;
      world.standIn.behave({ ...FAULTLESS, hiddenFor, faultOf });
      assert.equal((await addInCharter(team, guest, stay)).status, 503);
      await world.refresh();
      await world.node.recover();
      for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
      const changes = isPresent
        ? [`team_member_added by ${SUITE}`, STAY_SET]
        : ['team_member_added by Ada Lovelace'];
      assert.deepEqual(await changesOf(team, guest), changes);
    });
  }

  it('are each recorded as added once when an owner adds two, one of whom is already in the team', async () => {
    const [present, fresh] = [world.invite(), world.invite()];
    const team = await world.teamWith('Marsh');
    await world.refresh();
    const stay = hideNewMembers();
    await world.addOutside(team, present);
    await world.refresh();
    const values = [present, fresh].map((id) => ({ user: { id }, role: 'member', ...stay }));
    const added = await world.call('POST', `/teams/${team}/members/add`, { values });
    assert.equal(added.status, 200, JSON.stringify(added.body));
    for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
    assert.deepEqual(await changesOf(team, present), [`team_member_added by ${SUITE}`, STAY_SET]);
    assert.deepEqual(await changesOf(team, fresh), ['team_member_added by Ada Lovelace']);
  });

  it('and other members are recorded as added once when an owner adds a member whom others added', async () => {
    const { bob } = world.people;
    const team = await world.teamWith('Mere');
    await world.refresh();
    hideNewMembers();
    await world.addOutside(team, bob);
    await world.refresh();
    const added = await addInCharter(team, bob);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal(byRoute(GROUP_MEMBERS).length, 1);
    for (let hour = 0; hour < 8; hour += 1) await world.pass(HOUR);
    assert.deepEqual(await changesOf(team, bob), [`team_member_added by ${SUITE}`]);
  });

  it('are recorded as removed outside Charter when they leave during a removal', async () => {
    const blocked = world.invite('blocked.example');
    const team = await world.teamWith('Weir', blocked);
    const faultOf = ({ route }: Occasion): undefined => {
      // The guest leaves between the check of the team and the removal.
      if (route === 'GET /teams/{team}/members' && --left === 0) {
        world.tenant.groups.get(team)!.members.delete(blocked);
        world.tenant.changed('groups', 'updated', team, world.clock.now());
      }
    };
    let left = 2;
    await world.refresh();
    world.standIn.behave({ ...FAULTLESS, faultOf });
    await world.node.checkTeams();
    assert.ok(left <= 0);
    assert.equal(world.removalCalls(team).length, 0);
    for (let round = 0; round < 3; round += 1) await world.pass(2 * HOUR);
    assert.deepEqual(await world.removals(team, blocked), [[SUITE, undefined, undefined, undefined]]);
    assert.equal(await world.removalEvents(blocked), 1);
  });

  it('are removed a day later, with one notification, when Graph rejects their removal at first', async () => {
    const blocked = world.invite('blocked.example');
    const team = await world.teamWith('Lock', blocked);
    world.standIn.calls.clear();
    const fault: Fault = {
      kind: 'rejected',
      status: 403,
      code: 'Forbidden',
      message: 'A policy of the organisation protects this guest.',
    };
    world.injectIntoRemovals(...Array.from({ length: 40 }, () => fault));
    for (let check = 0; check < 12; check += 1) await world.pass(2 * HOUR);
    const rejected = world.failures.splice(0);
    for (const error of rejected) assert.match(String(error), /protects this guest/);
    const days = new Set(world.removalCalls(team).map(({ at }) => Math.floor(at / 1000 / HOUR)));
    assert.ok(days.size >= 1 && days.size <= 2, `${days.size} attempts`);
    assert.equal(await world.notices('people_removed', team), 1);
    assert.equal(world.isIn(team, blocked), true);
    assert.deepEqual(await world.removals(team, blocked), []);
    world.standIn.behave(FAULTLESS);
    await world.pass(DAY);
    assert.equal(world.isIn(team, blocked), false);
    assert.equal(await world.notices('people_removed', team), 1, 'the removal was announced before');
    assert.deepEqual(await world.removals(team, blocked), [byPolicy()]);
  });
});
