/** Tests how the Graph suite reads when guests signed in. */
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { FAULTLESS, type Fault, type Occasion } from '../../../../test/graph/behaviour.ts';
import { useGraphWorld } from '../../../../test/graph/world.ts';
import { sql } from '../../../kernel/sql.ts';
import { lastSignInOf } from './sign-ins.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('the latest sign-in of a guest', () => {
  it('is the latest success, else the later interactive or non-interactive attempt, else undefined', () => {
    const attempts = {
      lastSignInDateTime: '2023-05-01T00:00:00Z',
      lastNonInteractiveSignInDateTime: '2023-06-01T00:00:00Z',
    };
    const lastSuccessfulSignInDateTime = '2024-01-01T00:00:00Z';
    assert.equal(lastSignInOf({ ...attempts, lastSuccessfulSignInDateTime }), lastSuccessfulSignInDateTime);
    assert.equal(lastSignInOf(attempts), '2023-06-01T00:00:00Z');
    assert.equal(
      lastSignInOf({ ...attempts, lastNonInteractiveSignInDateTime: null }),
      attempts.lastSignInDateTime,
    );
    assert.equal(lastSignInOf({}), undefined);
    assert.equal(lastSignInOf(null), undefined);
  });
});

describe('the sign-ins of guests in Microsoft 365', () => {
  const world = useGraphWorld();
  const guests: string[] = [];
  const member = () => world.people.ada;

  before(async () => {
    for (let number = 0; number < 5; number += 1) {
      const name = `visitor${number}`;
      const user = {
        ...{ displayName: name, mail: `${name}@partner.example`, userType: 'Guest' },
        userPrincipalName: `${name}_partner.example#EXT#@conformance.example`,
      };
      guests.push(world.tenant.addUser(user, world.clock.now()).id);
    }
    world.tenant.signInsOfPage = 2;
    await world.bare.refreshDirectory(world.tenantId);
  });
  afterEach(async () => {
    world.standIn.behave(FAULTLESS);
    world.tenant.hasPremiumLicence = true;
    // The next test reads again.
    world.clock.advance(3 * DAY);
  });

  const signIn = (guest: string, at: string | undefined) => {
    const { user } = world.tenant.users.get(guest)!;
    if (at === undefined) delete user.signInActivity;
    else user.signInActivity = { lastSuccessfulSignInDateTime: at };
  };
  const known = (ids: string[] = guests) => world.bare.users.lastSignIns(world.tenantId, ids);
  const isShown = async () => (await world.bare.capabilities(world.tenantId)).signIns;
  /** Returns how often Charter has listed sign-ins since this function was last called. */
  function lists(): number {
    const made = world.standIn.calls.all.filter(({ route }) => route === 'GET /users').length;
    world.standIn.calls.clear();
    return made;
  }
  const ago = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1000).toISOString();

  it('are read page by page, twice a day at most', async () => {
    const at = ago(40 * DAY);
    for (const guest of guests.slice(1)) signIn(guest, at);
    lists();
    const found = await known();
    assert.deepEqual(
      guests.map((guest) => found.get(guest)?.toISOString()),
      [undefined, at, at, at, at],
    );
    assert.ok(lists() >= 3, 'each page has two people');
    await known();
    world.clock.advance(11 * HOUR);
    await known();
    assert.equal(lists(), 0);
    signIn(guests[1]!, ago(HOUR));
    signIn(guests[2]!, undefined);
    world.clock.advance(2 * HOUR);
    const later = await known();
    assert.equal(later.get(guests[1]!)?.toISOString(), ago(3 * HOUR));
    assert.equal(later.has(guests[2]!), false);
    assert.equal((await known([member()])).size, 0, 'only those of guests are read');
  });

  it('are unknown without the licence, as the capabilities show, and are requested again after an hour', async () => {
    signIn(guests[3]!, ago(40 * DAY));
    world.tenant.hasPremiumLicence = false;
    lists();
    assert.equal((await known()).size, 0);
    assert.equal(await isShown(), false);
    const attempts = lists();
    assert.ok(attempts >= 1 && attempts <= 2, `${attempts} calls`);
    await known();
    assert.equal(lists(), 0);
    world.tenant.hasPremiumLicence = true;
    world.clock.advance(HOUR + 1);
    assert.ok((await known()).has(guests[3]!));
    assert.equal(await isShown(), true);
  });

  it('are unknown without the permission, and the rest of Charter continues', async () => {
    const charter = world.standIn.registrations.find(({ tenantId }) => tenantId === world.tenantId)!;
    const { roles } = charter;
    charter.roles = roles.filter((name) => name !== 'AuditLog.Read.All');
    world.standIn.authority.revoke();
    assert.equal((await known()).size, 0);
    assert.equal(await isShown(), false);
    await world.bare.refreshDirectory(world.tenantId);
    assert.deepEqual(await world.bare.notices(world.tenantId), []);
    charter.roles = roles;
    world.standIn.authority.revoke();
  });

  it('stay known for two days while Graph rejects or fails the calls, then are unknown and deleted', async () => {
    signIn(guests[4]!, ago(40 * DAY));
    assert.ok((await known()).has(guests[4]!));
    const faults: Fault[] = [
      { kind: 'error', status: 502, hasEffect: false },
      { kind: 'lost', hasEffect: false },
    ];
    const faultOf = ({ route }: Occasion) => (route === 'GET /users' ? faults[0] : undefined);
    world.standIn.behave({ ...FAULTLESS, faultOf });
    for (let day = 0; day < 3; day += 1) {
      world.clock.advance(15 * HOUR);
      assert.ok((await known()).has(guests[4]!), `day ${day}`);
      faults.reverse();
    }
    world.standIn.behave(FAULTLESS);
    world.tenant.hasPremiumLicence = false;
    world.clock.advance(4 * HOUR);
    assert.equal((await known()).size, 0);
    await world.bare.refreshDirectory(world.tenantId);
    const db = world.database.tenancy.for(world.tenantId);
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from directory.users
       where tenant_id = ${world.tenantId} and last_sign_in_at is not null`.execute(db);
    assert.equal(Number(rows[0]?.count), 0);
  });
});
