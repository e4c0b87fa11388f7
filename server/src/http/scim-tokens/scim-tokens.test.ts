import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { assertRejected } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';
import { MAX_SCIM_TOKENS } from '../../domain/scim/tokens.ts';
import { createRoleAssignmentStore } from '../../persistence/role-assignments.ts';

/** Callers who are neither global administrators (`ida`) nor integration managers (`ivan`). */
const UNPRIVILEGED: Caller[] = ['olga', 'gus', 'ada', 'app'];
const BODY = { displayName: 'Okta' };

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
  const roles = createRoleAssignmentStore(service.world.database.tenancy);
  await roles.assign(TENANT, 'ida-id', 'GLOBAL_ADMIN', CAUSE);
  await roles.assign(OTHER_TENANT, 'ada-id', 'GLOBAL_ADMIN', CAUSE);
});
after(() => service.close());

/** Returns the status of a connector's call. */
async function statusWith(token: string): Promise<number> {
  const response = await fetch(`${service.url.replace('/v1.0', '')}/scim/v2/Users?count=0`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
}

async function created(more: object = {}) {
  const { status, body } = await call('ida', 'POST', '/scim-tokens', { ...BODY, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
const listed = async (as: Caller = 'ida') => (await call(as, 'GET', '/scim-tokens')).body.value;

describe('SCIM tokens', () => {
  for (const [method, path, body, others] of [
    ['GET', '/scim-tokens', undefined, UNPRIVILEGED],
    ['POST', '/scim-tokens', BODY, [...UNPRIVILEGED, 'ivan']],
    ['DELETE', '/scim-tokens/any', undefined, UNPRIVILEGED],
  ] as const) {
    it(`require credentials and a role for ${method}`, async () => {
      assertRejected(await call('nobody', method, path, body), 401, 'Unauthenticated');
      for (const caller of others) assertRejected(await call(caller, method, path, body), 403, 'Forbidden');
    });
  }

  it('are shown once, give access to SCIM, and are listed without their text', async () => {
    const expiresDateTime = new Date(Date.now() + 86_400_000).toISOString();
    const { id, token, ...rest } = await created({ displayName: ' Entra ', expiresDateTime });
    assert.equal(await statusWith(token), 200);
    assert.deepEqual([rest.displayName, rest.expiresDateTime], ['Entra', expiresDateTime]);
    assert.ok(token.startsWith(rest.hint));
    const shown = (await listed('ivan')).find((one: { id: string }) => one.id === id);
    assert.ok(shown.lastUsedDateTime);
    assert.equal(JSON.stringify(await listed()).includes(token), false);
    assert.equal((await listed('foreigner')).length, 0);
  });

  it('are revoked at once, in their own tenant only, even by an integration manager', async () => {
    const { id, token } = await created();
    assertRejected(await call('foreigner', 'DELETE', `/scim-tokens/${id}`), 404, 'NotFound');
    assert.equal(await statusWith(token), 200);
    assert.equal((await call('ivan', 'DELETE', `/scim-tokens/${id}`)).status, 204);
    assert.equal(await statusWith(token), 401);
    assertRejected(await call('ida', 'DELETE', `/scim-tokens/${id}`), 404, 'NotFound');
    const filter = encodeURIComponent(`target/id eq '${id}'`);
    const { body } = await call('ida', 'GET', `/audittrails/security/records?$filter=${filter}`);
    assert.deepEqual(
      body.value.map(({ type, actor }: { type: string; actor: { id: string } }) => [type, actor.id]),
      [
        ['scim_token_revoked', 'ivan-id'],
        ['scim_token_created', 'ida-id'],
      ],
    );
  });

  it('are rejected with the location of the invalid value', async () => {
    for (const [body, target] of [
      [{}, 'displayName'],
      [{ displayName: '  ' }, 'displayName'],
      [{ displayName: 'x'.repeat(257) }, 'displayName'],
      [{ ...BODY, expiresDateTime: '2020-01-01T00:00:00Z' }, 'expiresDateTime'],
      [{ ...BODY, expiresDateTime: 'tomorrow' }, 'expiresDateTime'],
    ] as const) {
      const { status, body: answer } = await call('ida', 'POST', '/scim-tokens', body);
      assert.equal(status, 400);
      assert.equal(answer.error.details[0].target, target, JSON.stringify(answer));
    }
  });

  it('are limited in number for each organisation', async () => {
    const before = (await listed()).length;
    for (let count = before; count < MAX_SCIM_TOKENS; count += 1) await created();
    assertRejected(await call('ida', 'POST', '/scim-tokens', BODY), 409, 'Conflict');
    const [{ id }] = await listed();
    assert.equal((await call('ida', 'DELETE', `/scim-tokens/${id}`)).status, 204);
    await created();
  });
});
