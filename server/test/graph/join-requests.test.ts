/**
 * Tests the directory of teams, similar teams and requests to join on the copy of teams in Microsoft 365: a person
 * whose request is accepted becomes a member once, whatever Graph responds.
 * @long
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type AccessWorld, HOUR, openAccessWorld } from './access-world.ts';
import { FAULTLESS, type Fault, type Occasion } from './behaviour.ts';

const ADDITION = 'POST /teams/{team}/members';

describe('the directory of teams in Microsoft 365', () => {
  let world: AccessWorld;
  let people: AccessWorld['people'];
  const teams: Record<string, string> = {};

  before(async () => {
    world = await openAccessWorld();
    people = world.people;
    await world.watchDepartures();
    for (const [name, visibility] of [
      ['Harbour-tunnel', 'Public'],
      ['Harbour-crane', 'Private'],
      ['Canteen', 'Public'],
    ] as const)
      teams[name] = await world.newTeam(name, visibility);
    await world.pass(300);
  });
  after(() => world?.close());
  afterEach(() => {
    world.standIn.behave(FAULTLESS);
    assert.deepEqual(world.failures.splice(0).map(String), []);
  });

  const found = async (person: string, query = ''): Promise<string[]> => {
    const { status, body } = await world.callAs(person, 'GET', `/directory/teams${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.value.map(({ displayName }: { displayName: string }) => displayName).toSorted();
  };
  const similarTo = async (person: string, name: string): Promise<string[]> => {
    const { body } = await world.callAs(person, 'POST', '/directory/teams/similar', {
      template: { id: 'none' },
      team: { name },
      metadata: {},
    });
    return body.value.map(({ displayName }: { displayName: string }) => displayName);
  };
  async function ask(person: string, team: string) {
    const { status, body } = await world.callAs(person, 'POST', `/teams/${team}/joinRequests`, {});
    assert.equal(status, 201, JSON.stringify(body));
    return body.id as string;
  }
  const accept = (id: string) => world.call('POST', `/joinRequests/${id}/accept`, {});
  const statusOf = async (person: string, id: string): Promise<string> => {
    const { body } = await world.callAs(person, 'GET', '/me/joinRequests');
    return body.value.find((request: { id: string }) => request.id === id)?.status;
  };
  /** Asserts that the person is in the team, with one record and one event, also after delta queries. */
  async function assertAddedOnce(team: string, person: string): Promise<void> {
    for (let round = 0; round < 2; round += 1) await world.pass(2 * HOUR);
    assert.ok(world.isIn(team, person));
    const records = (await world.trail()).filter(
      ({ type, memberId }) => type === 'team_member_added' && memberId === person,
    );
    assert.equal(records.filter(({ teamId }) => teamId === team).length, 1);
    const events = (await world.notifiedTo(person)).filter((type) => type === 'team_member_added');
    assert.equal(events.length, records.length, 'each record has one event');
  }

  it('lists public teams of others, also for a search, and follows changes in Microsoft 365', async () => {
    assert.deepEqual(await found(people.bob), ['Canteen', 'Harbour-tunnel']);
    assert.deepEqual(await found(people.bob, '?$search=tunnel'), ['Harbour-tunnel']);
    await world.externally('PATCH', `/groups/${teams.Canteen}`, { visibility: 'Private' });
    await world.externally('PATCH', `/groups/${teams['Harbour-tunnel']}`, { displayName: 'Harbour tunnel' });
    await world.pass(HOUR);
    assert.deepEqual(await found(people.bob), ['Harbour tunnel']);
    await world.externally('PATCH', `/groups/${teams.Canteen}`, { visibility: 'Public' });
    await world.pass(HOUR);
    assert.deepEqual(await found(people.bob), ['Canteen', 'Harbour tunnel']);
    const guest = world.invite();
    await world.pass(300);
    assert.deepEqual(await found(guest), [], 'guests find no teams');
  });

  it('finds similar teams among those that the person may find', async () => {
    assert.deepEqual(await similarTo(people.bob, 'Harbour tunnels'), ['Harbour tunnel']);
    assert.deepEqual(await similarTo(people.bob, 'Harbour crane'), []);
    assert.deepEqual(await similarTo(people.ada, 'Harbour crane'), ['Harbour-crane'], 'Ada is in the team');
  });

  it('adds a person whose request is accepted, by one call', async () => {
    const team = teams.Canteen as string;
    const id = await ask(people.bob, team);
    world.standIn.calls.clear();
    assert.equal((await accept(id)).body.status, 'accepted');
    assert.equal((await accept(id)).body.status, 'accepted', 'repeating it changes nothing');
    assert.equal(world.standIn.calls.all.filter(({ route }) => route === ADDITION).length, 1);
    await assertAddedOnce(team, people.bob);
    const { body } = await world.callAs(people.bob, 'GET', `/directory/teams/${team}`);
    assert.equal(body.role, 'member');
  });

  const FAULTS: [string, Fault, number][] = [
    ['a lost response after the addition', { kind: 'lost', hasEffect: true }, 1],
    ['a lost response before the addition', { kind: 'lost', hasEffect: false }, 2],
    ['a 404 after the addition', { kind: 'not found but done' }, 1],
    ['a 502 after the addition', { kind: 'error', status: 502, hasEffect: true }, 1],
    ['a 429', { kind: 'throttled', seconds: 20 }, 2],
  ];
  for (const [index, [what, fault, calls]] of FAULTS.entries()) {
    it(`adds the person once despite ${what}, and lets the owner repeat the acceptance`, async () => {
      const team = await world.newTeam(`Faulty-${index}`);
      await world.pass(300);
      const id = await ask(people.chloe, team);
      world.standIn.calls.clear();
      const faults = [fault];
      const faultOf = ({ route }: Occasion) => (route === ADDITION ? faults.shift() : undefined);
      world.standIn.behave({ ...FAULTLESS, faultOf });
      const first = await accept(id);
      assert.deepEqual([first.status, faults], [503, []]);
      world.clock.advance(70);
      await world.node.recover();
      const again = await accept(id);
      assert.deepEqual([again.status, again.body.status], [200, 'accepted'], JSON.stringify(again.body));
      assert.equal(world.standIn.calls.all.filter(({ route }) => route === ADDITION).length, calls);
      await assertAddedOnce(team, people.chloe);
    });
  }

  it('marks the request as accepted after a lost response when the owner does not repeat the acceptance', async () => {
    const team = await world.newTeam('Unrepeated');
    await world.pass(300);
    const id = await ask(people.chloe, team);
    const faults: Fault[] = [{ kind: 'lost', hasEffect: true }];
    const faultOf = ({ route }: Occasion) => (route === ADDITION ? faults.shift() : undefined);
    world.standIn.behave({ ...FAULTLESS, faultOf });
    assert.equal((await accept(id)).status, 503);
    await world.pass(HOUR);
    await world.pass(HOUR);
    assert.equal(await statusOf(people.chloe, id), 'accepted');
    await assertAddedOnce(team, people.chloe);
  });

  it('leaves the request pending, and reports the reason, when Graph rejects the person permanently', async () => {
    const team = await world.newTeam('Barred');
    await world.pass(300);
    const id = await ask(people.sam1, team);
    const stored = world.tenant.users.get(people.sam1)!;
    stored.blocked = 'An information barrier keeps the person out.';
    const rejected = await accept(id);
    assert.equal(rejected.status, 400);
    assert.match(rejected.body.error.message, /information barrier/);
    assert.equal(await statusOf(people.sam1, id), 'pending');
    delete stored.blocked;
    // The second attempt finds no cached responses. On a still clock, its calls would exceed the budget of the team.
    const faultOf = (): undefined => void world.clock.advance(2);
    world.standIn.behave({ ...FAULTLESS, faultOf });
    const accepted = await accept(id);
    assert.deepEqual(
      [accepted.status, accepted.body.status],
      [200, 'accepted'],
      JSON.stringify(accepted.body),
    );
    await assertAddedOnce(team, people.sam1);
  });

  it('adds a guest whose request is accepted, and withdraws the request of a person who joined in Teams', async () => {
    const directory = await world.policy('directory', { listed: 'public', guests: 'allowed' });
    const team = teams.Canteen as string;
    const guest = world.invite();
    await world.pass(300);
    const asked = await ask(guest, team);
    assert.equal((await accept(asked)).body.status, 'accepted');
    await assertAddedOnce(team, guest);
    const own = await ask(people.sam2, team);
    await world.addOutside(team, people.sam2);
    await world.pass(300);
    await world.pass(300);
    assert.equal(await statusOf(people.sam2, own), 'withdrawn');
    assert.equal((await accept(own)).status, 409);
    assert.equal((await world.call('DELETE', `/policies/${directory}`)).status, 204);
  });
});
