/**
 * Tests `charter oidc check` with tokens and device codes of several providers.
 * @long
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { charter } from '../../../../acceptance/service.ts';
import { TokenIssuer } from '../../../test/token-issuer.ts';

let issuer: TokenIssuer;
before(async () => {
  issuer = await TokenIssuer.start('/realms/contoso');
});
after(() => issuer.stop());

const tokenOf = (change: object = {}) =>
  issuer.sign({
    iss: issuer.issuer,
    aud: 'charter',
    exp: Math.floor(Date.now() / 1000) + 300,
    typ: 'Bearer',
    azp: 'portal',
    sub: 'u-1',
    name: 'Ada Lovelace',
    preferred_username: 'ada',
    email: 'ada@contoso.example',
    email_verified: true,
    groups: ['/admins'],
    ...change,
  });

const check = (token: string, environment: Record<string, string> = {}, ...args: string[]) =>
  charter({ environment: {} }, ['oidc', 'check', '--token', token, ...args], {
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: 'charter',
    CHARTER_OIDC_TENANT: 'contoso',
    CHARTER_OIDC_ROLE_MAP: '/admins=GLOBAL_ADMIN',
    ...environment,
  });

describe('charter oidc check', () => {
  it('prints the identity, roles, groups and tenant of a complete token', async () => {
    const { code, stdout, stderr } = await check(await tokenOf(), {}, '--json', '--strict');
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      accepted: true,
      kind: 'user',
      id: 'u-1',
      name: 'Ada Lovelace',
      userName: 'ada',
      mail: 'ada@contoso.example',
      domain: 'contoso.example',
      groups: ['/admins'],
      groupsComplete: true,
      tenant: 'contoso',
      roles: ['AUTHENTICATED_USER', 'GLOBAL_ADMIN'],
      problems: [],
    });
  });

  it('prints the missing claims, and fails because of them only with --strict', async () => {
    const bare = await tokenOf({ name: undefined, email_verified: false, groups: undefined });
    const entry = { CHARTER_OIDC_ENTRY: 'groups:Staff' };
    const { code, stdout, stderr } = await check(bare, entry);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Kind: +person/);
    for (const setting of ['NAME_CLAIM', 'MAIL_CLAIM', 'GROUP_CLAIM', 'ENTRY'])
      assert.match(stderr, new RegExp(`CHARTER_OIDC_${setting}`));
    assert.equal((await check(bare, entry, '--strict')).code, 1);
  });

  it('reports that the token does not list all groups', async () => {
    const overage = await tokenOf({ groups: undefined, _claim_names: { groups: 'src1' } });
    assert.match((await check(overage)).stderr, /does not list all groups/);
  });

  for (const [what, change, environment, sentence] of [
    [
      'a role claim that the token does not have',
      {},
      { CHARTER_OIDC_ROLE_CLAIM: 'role,app.roles' },
      /CHARTER_OIDC_ROLE_CLAIM names role, app\.roles/,
    ],
    [
      'a role map that maps no group or role of the token',
      { realm_access: { roles: ['auditors'] } },
      { CHARTER_OIDC_ROLE_MAP: 'admins=GLOBAL_ADMIN' },
      /CHARTER_OIDC_ROLE_MAP maps admins, and .* are auditors, \/admins\./,
    ],
    [
      'a group claim that the token does not have, even without a role map',
      {},
      { CHARTER_OIDC_GROUP_CLAIM: 'memberOf', CHARTER_OIDC_ROLE_MAP: '' },
      /CHARTER_OIDC_GROUP_CLAIM names memberOf/,
    ],
    [
      'a guest claim that the token does not have',
      {},
      { CHARTER_OIDC_GUEST_CLAIM: 'user_type=guest' },
      /CHARTER_OIDC_GUEST_CLAIM names user_type/,
    ],
    [
      'a domain claim that the token does not have',
      {},
      { CHARTER_OIDC_DOMAIN_CLAIM: 'hd', CHARTER_OIDC_ENTRY: 'domains:contoso.example' },
      /CHARTER_OIDC_DOMAIN_CLAIM names hd/,
    ],
  ] as const) {
    it(`names the setting of ${what}`, async () => {
      const wrong = await check(await tokenOf(change), environment);
      assert.equal(wrong.code, 0, wrong.stderr);
      assert.match(wrong.stderr, sentence);
    });
  }

  it('names no setting when the token has all configured claims', async () => {
    const fitting = {
      ...{ role: 'auditors', memberOf: ['/admins'], groups: undefined, user_type: 'staff' },
      hd: 'contoso.example',
    };
    const { stdout } = await check(
      await tokenOf(fitting),
      {
        CHARTER_OIDC_ROLE_CLAIM: 'role,app.roles',
        CHARTER_OIDC_GROUP_CLAIM: 'memberOf',
        CHARTER_OIDC_GUEST_CLAIM: 'user_type=guest',
        CHARTER_OIDC_DOMAIN_CLAIM: 'hd',
        CHARTER_OIDC_ENTRY: 'domains:contoso.example',
      },
      '--json',
      '--strict',
    );
    const { problems, userType, roles } = JSON.parse(stdout);
    assert.deepEqual([problems, userType], [[], 'Member']);
    assert.deepEqual(roles, ['AUTHENTICATED_USER', 'GLOBAL_ADMIN']);
  });

  for (const [what, change, environment, sentence] of [
    ['for another audience', { aud: 'other' }, {}, /names the audience other.*CHARTER_OIDC_AUDIENCE/],
    ['from another issuer', { iss: 'https://id.example' }, {}, /names the issuer https.*CHARTER_OIDC_ISSUER/],
    ['without a tenant', {}, { CHARTER_OIDC_TENANT: '' }, /CHARTER_OIDC_TENANT/],
    ['of a tenant that may not use the service', {}, { CHARTER_TENANTS: 'fabrikam' }, /CHARTER_TENANTS/],
  ] as const) {
    it(`exits with 1 for a token ${what}`, async () => {
      const { code, stderr } = await check(await tokenOf(change), environment);
      assert.equal(code, 1, stderr);
      assert.match(stderr, sentence);
    });
  }

  it('exits with 2 for invalid settings or no token, and with 5 or 7 when the provider can’t be reached', async () => {
    const bad = await check(await tokenOf(), { CHARTER_OIDC_ENTRY: 'everybody' });
    assert.deepEqual([bad.code, /CHARTER_OIDC_ENTRY must be/.test(bad.stderr)], [2, true]);
    assert.equal((await charter({ environment: {} }, ['oidc', 'check'])).code, 2);
    const iss = 'http://127.0.0.1:9';
    assert.equal((await check(await tokenOf({ iss }), { CHARTER_OIDC_ISSUER: iss })).code, 7);
    const device = await check('', { CHARTER_OIDC_ISSUER: iss }, '--client-id', 'charter-cli');
    assert.equal(device.code, 5);
    assert.match(device.stderr, /can't be reached.*CHARTER_OIDC_ISSUER/);
  });
});
