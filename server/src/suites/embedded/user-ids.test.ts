/** Ids of people are compared exactly: two OIDC subjects that differ only in case are two people. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aTeam, owner } from '../../../test/conformance/world.ts';
import { createEmbeddedWorld, type EmbeddedWorld } from '../../../test/embedded/world.ts';

describe('people whose ids differ only in case', () => {
  let world: EmbeddedWorld;
  let teamId: string;

  before(async () => {
    world = await createEmbeddedWorld();
    const { suite, tenantId } = world;
    await suite.saveUsers(tenantId, [
      { id: 'subject', displayName: 'Lower', userPrincipalName: 'lower@conformance.example' },
      { id: 'Subject', displayName: 'Upper', userPrincipalName: 'upper@conformance.example' },
    ]);
    const { team } = await suite.teams.create(tenantId, aTeam(world, { visibility: 'private', members: [] }));
    teamId = team.id;
    await suite.teams.addMembers(tenantId, teamId, [owner('subject')]);
  });
  after(() => world?.release());

  it('have separate profiles', async () => {
    const { suite, tenantId } = world;
    const found = await suite.users.resolve(tenantId, ['Subject', 'subject', 'SUBJECT']);
    assert.deepEqual(
      found.map((user) => user?.displayName),
      ['Upper', 'Lower', undefined],
    );
    assert.equal((await suite.users.profile(tenantId, 'Subject'))?.displayName, 'Upper');
    assert.equal(await suite.users.profile(tenantId, 'SUBJECT'), undefined);
    const filter = [{ field: 'id', operator: 'eq', value: 'Subject' }] as const;
    assert.equal((await suite.users.list(tenantId, { filter, top: 5 })).users.length, 1);
  });

  it('do not share a role in a team or channel', async () => {
    const { suite, tenantId } = world;
    const { id: channelId } = await suite.channels.primary(tenantId, teamId);
    const rolesOf = async (userId: string) => [
      (await suite.teams.access(tenantId, teamId, userId))?.role,
      (await suite.channels.access(tenantId, teamId, channelId, userId))?.role,
    ];
    assert.deepEqual(await rolesOf('subject'), ['owner', 'owner']);
    assert.deepEqual(await rolesOf('Subject'), [undefined, undefined]);
    const members = await suite.teams.addMembers(tenantId, teamId, [{ userId: 'Subject', role: 'member' }]);
    assert.deepEqual(
      members.map(({ userId }) => userId),
      ['Subject'],
    );
    assert.deepEqual(await rolesOf('Subject'), ['member', 'member']);
  });

  it('belong to separate groups', async () => {
    const { suite, tenantId } = world;
    await suite.setGroups(tenantId, [{ userId: 'Subject', groups: ['Only Upper'] }]);
    assert.ok((await suite.users.profile(tenantId, 'Subject'))?.directGroups.includes('Only Upper'));
    assert.ok(!(await suite.users.profile(tenantId, 'subject'))?.directGroups.includes('Only Upper'));
  });
});
