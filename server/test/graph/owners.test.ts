/** Tests which owners of a team in Microsoft 365 count: those in Entra ID whose account is enabled. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { announceOwnerlessTeams } from '../../src/flows/leavers/announce-ownerless-teams.ts';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';

describe('owners of a team in Microsoft 365', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
  });
  after(() => world?.close());

  function addPerson(displayName: string): string {
    const address = `${displayName.toLowerCase()}@contoso.example`;
    const user = { displayName, userPrincipalName: address, mail: address, accountEnabled: true };
    return world.tenant.addUser(user, world.clock.now()).id;
  }
  function enable(id: string, accountEnabled: boolean): void {
    world.tenant.users.get(id)!.user.accountEnabled = accountEnabled;
    world.tenant.changed('users', 'updated', id, world.clock.now());
  }
  function leave(id: string): void {
    world.tenant.users.get(id)!.deletedAt = world.clock.now().getTime();
    world.tenant.changed('users', 'deleted', id, world.clock.now());
  }

  /** Creates a team whose owners are exactly these people. */
  async function teamOf(name: string, ...owners: string[]): Promise<string> {
    const team = await world.newTeam(name);
    for (const id of owners) {
      const reference = { '@odata.id': `${world.standIn.url}/directoryObjects/${id}` };
      await world.externally('POST', `/groups/${team}/owners/$ref`, reference);
    }
    await world.externally('DELETE', `/groups/${team}/owners/${world.people.ada}/$ref`);
    return team;
  }

  /** Reads the delta queries, then announces the teams without an owner, as the schedule does. */
  async function refresh(): Promise<void> {
    await world.refresh();
    const { store, clock, tenantId } = world;
    await Promise.all([1, 2].map(() => announceOwnerlessTeams({ store, clock }, tenantId)));
  }
  const ownerCount = async (team: string): Promise<number> =>
    (await world.call('GET', `/teams?$filter=id eq '${team}'`)).body.value[0]?.ownerCount;
  const announcements = async (team: string): Promise<number> =>
    (await world.trail()).filter(({ type, target }) => type === 'team_ownerless' && target.id === team)
      .length;
  const subjects = async (): Promise<string[]> =>
    (await world.call('GET', '/notifications')).body.value
      .filter(({ kind }: { kind: string }) => kind === 'team_ownerless')
      .map(({ subject }: { subject: string }) => subject);

  it('count only while their accounts are enabled and in the directory', async () => {
    const [bob, carol] = [addPerson('Bob'), addPerson('Carol')];
    const team = await teamOf('Counted', bob, carol);
    await refresh();
    assert.equal(await ownerCount(team), 2);
    enable(bob, false);
    await refresh();
    assert.equal(await ownerCount(team), 1);
    enable(bob, true);
    await refresh();
    assert.equal(await ownerCount(team), 2);
    leave(carol);
    await refresh();
    assert.equal(await ownerCount(team), 1);
    assert.equal(await announcements(team), 0);
  });

  for (const [what, lose] of [
    ['is disabled', (id: string) => enable(id, false)],
    ['is deleted from Entra ID', leave],
  ] as const) {
    it(`are announced as missing, once, when the last one ${what}`, async () => {
      const name = `Adrift, whose owner ${what}`;
      const last = addPerson(`Last-${what.replaceAll(' ', '-')}`);
      const team = await teamOf(name.replaceAll(/[ ,]+/g, '-'), last);
      await refresh();
      assert.equal(await announcements(team), 0);
      lose(last);
      await refresh();
      await refresh();
      assert.equal(await ownerCount(team), 0);
      assert.equal(await announcements(team), 1);
      assert.equal(
        (await subjects()).filter((subject) => subject.includes(what.replaceAll(' ', '-'))).length,
        1,
      );
    });
  }

  it('are announced as missing again after the team has gained and lost another owner', async () => {
    const [first, second] = [addPerson('First'), addPerson('Second')];
    const team = await teamOf('Handed-over', first);
    await refresh();
    enable(first, false);
    await refresh();
    const reference = { '@odata.id': `${world.standIn.url}/directoryObjects/${second}` };
    await world.externally('POST', `/groups/${team}/owners/$ref`, reference);
    await refresh();
    assert.equal(await ownerCount(team), 1);
    assert.equal(await announcements(team), 1);
    leave(second);
    await refresh();
    assert.deepEqual([await ownerCount(team), await announcements(team)], [0, 2]);
  });
});
