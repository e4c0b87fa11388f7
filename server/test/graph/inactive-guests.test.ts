/**
 * Tests a policy for inactive guests on teams in Microsoft 365, through the API: their stays end, unless they sign in
 * or Microsoft does not show their sign-ins.
 * @long
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type AccessWorld, DAY, HOUR, openAccessWorld } from './access-world.ts';

const INACTIVE_DAYS = 30;

describe('inactive guests of teams in Microsoft 365', () => {
  let world: AccessWorld;
  let policyId: string;

  before(async () => {
    world = await openAccessWorld();
    await world.watchDepartures();
    policyId = await world.policy('guests', {
      guests: 'allowed',
      inactiveDays: INACTIVE_DAYS,
      reviewMonths: 1,
    });
  });
  after(() => world?.close());
  afterEach(() => {
    world.standIn.calls.clear();
    world.tenant.hasPremiumLicence = true;
    assert.deepEqual(world.failures.splice(0).map(String), []);
  });

  /** Sets the guest's last sign-in to this number of days ago. Returns its time. */
  function signIn(guest: string, daysAgo = 0): string {
    const at = new Date(world.clock.now().getTime() - daysAgo * DAY * 1000).toISOString();
    world.tenant.users.get(guest)!.user.signInActivity = { lastSuccessfulSignInDateTime: at };
    return at;
  }

  const passDays = async (days: number) => {
    for (let day = 0; day < days; day += 1) await world.pass(DAY);
  };

  const daysUntilEnd = async (team: string, guest: string) => {
    const end = (await world.stayOf(team, guest))?.end;
    return end === undefined ? undefined : (Date.parse(end) - world.clock.now().getTime()) / 1000 / DAY;
  };

  const omissions = async (): Promise<string[]> =>
    ((await world.call('GET', `/policies/${policyId}/report`)).body.omissions ?? []).map(
      ({ message }: { message: string }) => message,
    );

  it('get an end date a week ahead and are then removed, unless they sign in before or never signed in', async () => {
    const [silent, returning, invited] = [world.invite(), world.invite(), world.invite()];
    for (const guest of [silent, returning]) signIn(guest, 5);
    const team = await world.teamWith('Quay', silent, returning, invited);
    await world.pass(300);
    await passDays(INACTIVE_DAYS - 1);
    assert.equal(await world.notices('guests_ending', team), 0);
    // Charter checks a team that was created outside it once a day, so a pass of a day can precede the check.
    await passDays(3);
    assert.equal(await world.notices('guests_ending', team), 1);
    assert.ok(((await daysUntilEnd(team, silent)) ?? 0) > 4.9);
    assert.equal(await daysUntilEnd(team, invited), undefined);
    signIn(returning);
    await passDays(2);
    assert.equal(await daysUntilEnd(team, returning), undefined, 'the former end');
    await passDays(6);
    assert.deepEqual(
      [silent, returning, invited].map((guest) => world.isIn(team, guest)),
      [false, true, true],
    );
    assert.deepEqual(await world.removals(team, silent), [['Charter', 'guestInactive', policyId, undefined]]);
    assert.equal(world.removalCalls(team).length, 1);
    assert.equal(await world.removalEvents(silent), 1);
    assert.equal(await world.notices('people_removed', team), 1);
    assert.deepEqual(await omissions(), []);
  });

  it('are shown with their latest sign-in, if it is known, in the reviews of owners', async () => {
    const [known, invited] = [world.invite(), world.invite()];
    const team = await world.teamWith('Mole', known, invited);
    await passDays(29);
    const at = signIn(known, 1);
    await passDays(5);
    const { body } = await world.call('GET', `/reviews?status=open&kind=guests&teamId=${team}`);
    const items = (await world.call('GET', `/reviews/${body.value[0].id}/items`)).body.value;
    const shown = new Map(
      items.map((item: { userId: string; lastSignInDateTime?: string }) => [
        item.userId,
        item.lastSignInDateTime,
      ]),
    );
    assert.deepEqual([shown.get(known), shown.get(invited)], [at, undefined]);
  });

  it('stay while Microsoft does not show their sign-ins, and the report of the policy says so', async () => {
    const guest = world.invite();
    signIn(guest, 5);
    const team = await world.teamWith('Pier', guest);
    await world.pass(300);
    await passDays(INACTIVE_DAYS + 2);
    assert.ok((await daysUntilEnd(team, guest)) !== undefined);
    world.tenant.hasPremiumLicence = false;
    await passDays(9);
    assert.equal(world.isIn(team, guest), true);
    assert.equal(await daysUntilEnd(team, guest), undefined);
    const [omission] = await omissions();
    assert.match(omission ?? '', /does not show when guests signed in/);
    world.tenant.hasPremiumLicence = true;
    await passDays(2);
    assert.ok((await daysUntilEnd(team, guest)) !== undefined, 'the week begins again');
    await passDays(8);
    assert.equal(world.isIn(team, guest), false);
  });

  it('cause no calls for their sign-ins when no policy needs them', async () => {
    await world.call('PATCH', `/policies/${policyId}`, {
      settings: { inactiveDays: null, reviewMonths: null },
    });
    const team = await world.teamWith('Jetty', world.invite());
    await world.pass(DAY);
    world.standIn.calls.clear();
    for (let round = 0; round < 3; round += 1) await world.pass(12 * HOUR);
    assert.equal(world.standIn.calls.all.filter(({ route }) => route === 'GET /users').length, 0);
    assert.ok(team);
  });
});
