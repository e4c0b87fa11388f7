/**
 * Tests the recovery command for an organisation without an administrator.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { charter } from '../../../test/run-charter.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

describe('charter admin recover', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
    const roles = createRoleAssignmentStore(service.world.database.tenancy);
    await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  });
  after(() => service.close());

  const recover = (...args: string[]) =>
    charter(['admin', 'recover', ...args], {
      DATABASE_URL: service.world.database.ownerUrl,
      CHARTER_SAMPLE_DATA: 'off',
    });

  it('assigns GLOBAL_ADMIN to a person only when all accounts with this role are disabled', async () => {
    const [ida] = await service.world.suite.users.resolve(TENANT, ['ida-id']);
    assert.ok(ida !== undefined);
    const early = await recover(`sam@${TENANT}.example`, '--tenant', TENANT);
    assert.notEqual(early.code, 0);
    assert.match(early.stderr, /Ida has GLOBAL_ADMIN/);
    await service.world.suite.saveUsers(TENANT, [{ ...ida, accountEnabled: false }]);
    const unnamed = await recover(`sam@${TENANT}.example`);
    assert.match(unnamed.stderr, /--tenant: /);
    const { code, stdout, stderr } = await recover(`sam@${TENANT}.example`, '--tenant', TENANT);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'Sam has GLOBAL_ADMIN.\n');
    const { status, body } = await service.call('sam', 'GET', '/audittrails/security/records?$top=1');
    assert.equal(status, 200);
    assert.deepEqual(
      [body.value[0].type, body.value[0].actor.displayName, body.value[0].principalId],
      ['role_assigned', 'The operator of the service', 'sam-id'],
    );
  });
});
