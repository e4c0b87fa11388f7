/**
 * Tests `charter scim token` on a running service.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { charter } from '../../../test/run-charter.ts';
import { type ScimService, startScimService } from '../../../test/scim-service.ts';
import { OTHER_TENANT, TENANT } from '../../../test/team-world.ts';

describe('charter scim token', () => {
  let service: ScimService;
  before(async () => {
    service = await startScimService();
  });
  after(() => service.close());

  const run = (args: string[], settings: Record<string, string> = {}) =>
    charter(['scim', 'token', ...args], { DATABASE_URL: service.world.database.ownerUrl, ...settings });
  const opens = async (token: string) =>
    (await service.scim('GET', '/Users?count=0', undefined, { token })).status;

  it('creates a token that is shown once, lists it without its text, and revokes it at once', async () => {
    const created = await run(['create', 'Okta', '--tenant', TENANT, '--expires-in', '30', '--json']);
    assert.equal(created.code, 0, created.stderr);
    const { id, token, hint, expires } = JSON.parse(created.stdout);
    assert.equal(await opens(token), 200);
    assert.ok(token.startsWith(hint));
    assert.ok(Date.parse(expires) > Date.now() + 29 * 86_400_000);

    const listed = await run(['list', '--tenant', TENANT]);
    assert.match(listed.stdout, new RegExp(`${id} +Okta +${hint} `));
    assert.doesNotMatch(listed.stdout, new RegExp(token));
    assert.doesNotMatch((await run(['list', '--tenant', OTHER_TENANT])).stdout, /Okta/);

    const foreign = await run(['revoke', id, '--tenant', OTHER_TENANT]);
    assert.equal(foreign.code, 4, foreign.stderr);
    assert.equal(await opens(token), 200);
    assert.equal((await run(['revoke', id, '--tenant', TENANT])).code, 0);
    assert.equal(await opens(token), 401);

    const filter = encodeURIComponent(`target/id eq '${id}'`);
    const { body } = await service.call('ada', 'GET', `/audittrails/security/records?$filter=${filter}`);
    assert.deepEqual(
      body.value.map(({ type, actor, hint: recorded }: never) => [type, actor, recorded]),
      ['scim_token_revoked', 'scim_token_created'].map((type) => [
        type,
        { id: 'charter', kind: 'system', displayName: 'The operator of the service' },
        hint,
      ]),
    );
  });

  it('prints only the token to stdout', async () => {
    const { stdout, stderr } = await run(['create', 'Entra', '--tenant', TENANT]);
    assert.match(stdout, /^charter_scim_[\w-]{43}\n$/);
    assert.match(stderr, /not shown again/);
  });

  it('rejects missing and invalid arguments', async () => {
    const cases: [args: string[], text: RegExp][] = [
      [['create', 'Entra'], /--tenant.*fabrikam/],
      [['create', 'Entra', '--tenant', 'nobody'], /nobody/],
      [['create', ' ', '--tenant', TENANT], /1 to 256 characters/],
      [['create', 'Entra', '--tenant', TENANT, '--expires-in', '0'], /number of days/],
      [['create'], /name/],
    ];
    for (const [args, text] of cases) {
      const { code, stderr } = await run(args);
      assert.notEqual(code, 0);
      assert.match(stderr, text);
    }
  });
});
