import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { createTeamWorld, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import { hasCode } from '../../kernel/errors.ts';
import { createAppStore } from '../../persistence/apps.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';
import { recoverAdministrator } from './recover-administrator.ts';

describe('the recovery of GLOBAL_ADMIN', () => {
  let world: TeamWorld;
  before(async () => {
    world = await createTeamWorld();
  });
  after(() => world.close());

  const depsOf = () => {
    const { database, suite, clock } = world;
    const roles = createRoleAssignmentStore(database.tenancy, clock);
    return { suite, clock, roles, apps: createAppStore(database.tenancy) };
  };

  const setAccount = async (name: 'ida' | 'sam', accountEnabled: boolean): Promise<void> => {
    const [user] = await world.suite.users.resolve(TENANT, [`${name}-id`]);
    assert.ok(user !== undefined);
    await world.suite.saveUsers(TENANT, [{ ...user, accountEnabled }]);
  };

  it('is rejected while an enabled account has the role, and otherwise assigns the role to a person', async () => {
    const deps = depsOf();
    await deps.roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
    const recover = (person: string) => recoverAdministrator(deps, TENANT, person);
    await assert.rejects(recover('sam-id'), (error) => hasCode(error, 'Conflict'));
    await setAccount('ida', false);
    await assert.rejects(recover('nobody@nowhere.example'), (error) => hasCode(error, 'InvalidRequest'));
    await assert.rejects(recover('ida-id'), (error) => hasCode(error, 'InvalidRequest'));
    assert.deepEqual(await deps.roles.rolesOf(TENANT, 'sam-id'), []);
    assert.equal((await recover('sam@fabrikam.example')).id, 'sam-id');
    assert.deepEqual(await deps.roles.rolesOf(TENANT, 'sam-id'), ['GLOBAL_ADMIN']);
    const { actor, target } = (await world.events()).findLast(({ type }) => type === 'role_assigned')!;
    assert.deepEqual([actor.displayName, target.id], ['The operator of the service', 'sam-id']);
    await assert.rejects(recover('mia-id'), (error) => hasCode(error, 'Conflict'));
  });
});
