import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../kernel/clock.ts';
import { type TrustedIssuer, trustedIssuers } from './trusted-issuers.ts';

const A = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const B = '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const KEYCLOAK = 'https://login.example/realms/contoso';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const trust = (issuers: (Partial<TrustedIssuer> & { issuer: string })[], allowedTenants?: string[]) =>
  trustedIssuers({
    issuers: issuers.map((issuer) => ({ audiences: ['charter'], ...issuer })),
    allowedTenants,
    clock: systemClock,
    log,
  });

const tenant = (trusts: ReturnType<typeof trust>, issuer: string, tid?: string) =>
  trusts.get(issuer)?.tenantOf(tid === undefined ? {} : { tid });
const UNAUTHENTICATED = { code: 'Unauthenticated' };

describe('the list of trusted issuers', () => {
  for (const issuer of [`https://login.microsoftonline.com/${A}/v2.0`, `https://sts.windows.net/${A}/`]) {
    it(`accepts only its own tenant from ${issuer}`, () => {
      const trusts = trust([{ issuer }]);
      assert.equal(tenant(trusts, issuer, A), A);
      assert.throws(() => tenant(trusts, issuer, B), UNAUTHENTICATED);
      assert.throws(() => tenant(trusts, issuer), UNAUTHENTICATED);
    });
  }

  for (const pattern of [
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://sts.windows.net/{tenantid}/',
  ]) {
    it(`expands ${pattern} to one issuer for each allowed tenant`, () => {
      const trusts = trust([{ issuer: pattern }], [A, B]);
      const [issuerA, issuerB] = [A, B].map((id) => pattern.replace('{tenantid}', id)) as [string, string];
      assert.deepEqual([...trusts.keys()], [issuerA, issuerB]);
      assert.equal(tenant(trusts, issuerA, A), A);
      assert.throws(() => tenant(trusts, issuerA, B), UNAUTHENTICATED);
      assert.equal(trusts.get(pattern), undefined);
      assert.equal(trusts.get(pattern.replace('{tenantid}', 'common')), undefined);
    });
  }

  it('is rejected with {tenantid} but without tenants, or with a tenant that is not a GUID', () => {
    const issuer = 'https://login.microsoftonline.com/{tenantid}/v2.0';
    assert.throws(() => trust([{ issuer }]), /needs a list of the tenants/);
    assert.throws(() => trust([{ issuer }], ['contoso/../common']), /not a GUID/);
    assert.equal(
      tenant(trust([{ issuer, allowedTenants: [A] }], [A, B]), issuer.replace('{tenantid}', B)),
      undefined,
    );
  });

  it('accepts any tenant from a single issuer, with the configured one as default', () => {
    assert.equal(tenant(trust([{ issuer: KEYCLOAK }]), KEYCLOAK, 'fabrikam'), 'fabrikam');
    assert.throws(() => tenant(trust([{ issuer: KEYCLOAK }]), KEYCLOAK), UNAUTHENTICATED);
    const trusts = trust([{ issuer: KEYCLOAK, tenantId: 'contoso' }]);
    assert.equal(tenant(trusts, KEYCLOAK), 'contoso');
    assert.equal(tenant(trusts, KEYCLOAK, 'fabrikam'), 'fabrikam');
  });

  it('restricts an issuer to its own list of tenants', () => {
    const trusts = trust([
      { issuer: KEYCLOAK, tenantId: 'contoso', allowedTenants: ['contoso', 'fabrikam'] },
    ]);
    assert.equal(tenant(trusts, KEYCLOAK, 'fabrikam'), 'fabrikam');
    assert.throws(() => tenant(trusts, KEYCLOAK, 'northwind'), UNAUTHENTICATED);
  });

  it('accepts no tenant of another issuer when there are several issuers', () => {
    const other = 'https://login.fabrikam.example/';
    const trusts = trust([
      { issuer: KEYCLOAK, tenantId: 'contoso' },
      { issuer: other, tenantId: 'fabrikam' },
    ]);
    assert.equal(tenant(trusts, KEYCLOAK, 'contoso'), 'contoso');
    assert.equal(tenant(trusts, other), 'fabrikam');
    assert.throws(() => tenant(trusts, other, 'contoso'), UNAUTHENTICATED);
    assert.throws(() => trust([{ issuer: KEYCLOAK }, { issuer: other, tenantId: 'f' }]), /which tenant/);
  });

  for (const [what, issuers, message] of [
    ['an issuer over plain http', [{ issuer: 'http://login.example' }], /neither an https address/],
    ['an issuer that is not a URL', [{ issuer: 'login.example' }], /neither an https address/],
    ['an issuer without an audience', [{ issuer: KEYCLOAK, audiences: [] }], /needs an audience/],
    [
      'a duplicate issuer',
      [
        { issuer: KEYCLOAK, tenantId: 'a' },
        { issuer: KEYCLOAK, tenantId: 'b' },
      ],
      /configured twice/,
    ],
  ] as const) {
    it(`is rejected with ${what}`, () => {
      assert.throws(() => trust([...issuers]), message);
    });
  }
});
