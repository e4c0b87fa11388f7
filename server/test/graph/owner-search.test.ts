/**
 * Tests the search for owners of a team in Microsoft 365, whose directory and members change outside Charter.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Principal } from '../../src/engine/principal.ts';
import { answerOwnerRequest } from '../../src/flows/owners/answer-request.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type ExternalWorld, openExternalWorld } from './external-world.ts';

describe('the search for owners in Microsoft 365', () => {
  let world: ExternalWorld;
  before(async () => {
    world = await openExternalWorld();
  });
  after(() => world?.close());

  const addPerson = (displayName: string): string => {
    const address = `${displayName.toLowerCase()}@contoso.example`;
    const user = { displayName, userPrincipalName: address, mail: address, accountEnabled: true };
    return world.tenant.addUser(user, world.clock.now()).id;
  };
  const referTo = (id: string) => ({ '@odata.id': `${world.standIn.url}/directoryObjects/${id}` });
  const disable = (id: string): void => {
    world.tenant.users.get(id)!.user.accountEnabled = false;
    world.tenant.changed('users', 'updated', id, world.clock.now());
  };
  const failures: unknown[] = [];
  const check = async (): Promise<void> => {
    await world.refresh(20 * 60);
    await world.restore((error) => failures.push(error));
  };
  const ownersOf = async (team: string): Promise<string[]> =>
    (await world.externally('GET', `/groups/${team}/owners`)).body.value.map(({ id }: { id: string }) => id);
  const requestsOf = async (team: string) =>
    (await world.store.in(world.tenantId).ownerSearches.situationOf(team)).requests;

  it('asks a member when the only owner is disabled, and makes the member an owner once', async () => {
    const [bob, carol] = [addPerson('Bob'), addPerson('Carol')];
    const team = await world.newTeam('Adrift');
    await world.externally('POST', `/groups/${team}/owners/$ref`, referTo(bob));
    await world.externally('POST', `/groups/${team}/members/$ref`, referTo(carol));
    await world.externally('DELETE', `/groups/${team}/owners/${world.people.ada}/$ref`);
    await world.externally('DELETE', `/groups/${team}/members/${world.people.ada}/$ref`);
    const made = await world.call('POST', '/policies', {
      name: 'An owner',
      kind: 'owners',
      scope: { type: 'teams' },
      settings: { minimumOwners: 1, candidates: ['mostActiveMembers'] },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await check();
    const attached = await world.call('PUT', `/policies/${made.body.id}/teams/${team}`);
    assert.ok(attached.status < 300, JSON.stringify(attached.body));
    await check();
    assert.deepEqual(await requestsOf(team), []);
    disable(bob);
    await check();
    const [request] = await requestsOf(team);
    assert.deepEqual([request?.personId, request?.status], [carol, 'pending']);
    const principal: Principal = {
      tenantId: world.tenantId,
      kind: 'user',
      id: carol,
      displayName: 'Carol',
      roles: new Set(['AUTHENTICATED_USER']),
    };
    const { store, clock } = world;
    await answerOwnerRequest(
      { store, clock },
      principal,
      { requestId: newId(), operationId: newId() },
      { requestId: request?.id ?? '', answer: 'accepted' },
    );
    await check();
    assert.ok((await ownersOf(team)).includes(carol));
    await check();
    await check();
    const types = (await world.records(team)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'owner_appointed').length, 1);
    assert.equal(types.at(-1), 'owner_search_ended');
    // Charter does not record its own appointment a second time, as an external change.
    assert.ok(!(await world.byOthers(team)).includes('team_member_updated'), types.join(', '));
    assert.deepEqual(failures, []);
  });
});
