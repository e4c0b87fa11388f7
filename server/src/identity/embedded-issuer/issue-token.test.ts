import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose';
import { CAUSE } from '../../../test/cause.ts';
import { TestClock } from '../../../test/clock.ts';
import { type IdentityDatabase, openIdentityDatabase } from '../../../test/identity-stores.ts';
import { assembleNode, fillSample, sampleDirectory } from '../../../test/issuer-node.ts';

const UNAUTHENTICATED = { code: 'Unauthenticated' };

describe("tokens signed with the installation's own key", () => {
  const clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
  let database: IdentityDatabase;
  let node: ReturnType<typeof assembleNode>;

  const assemble = (publicUrl: string) =>
    assembleNode({ stores: database.anotherNode(), directory: sampleDirectory(), clock }, () => publicUrl);
  const bearer = async (token: string, at = node) => at.authenticator.authenticate(`Bearer ${token}`);

  before(async () => {
    database = await openIdentityDatabase(clock);
    await fillSample(database.stores);
    node = assemble('http://127.0.0.1:3000');
  });
  after(() => database.drop());

  /** Signs any claims with the installation's own key. */
  async function sign(claims: JWTPayload, typ = 'at+jwt'): Promise<string> {
    const { accessToken } = await node.issuer.issueToken({ kind: 'user', user: 'bob' });
    const [key] = await database.stores.signingKeys.list();
    return new SignJWT({ ...decodeJwt(accessToken), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: String(key?.kid), typ })
      .sign(await importJWK(key ?? {}, 'RS256'));
  }

  it('are issued for a person by id, user principal name or mail', async () => {
    for (const user of ['bob', 'ada@contoso.example', 'ADA@mail.example']) {
      const { accessToken, expiresAt } = await node.issuer.issueToken({ kind: 'user', user }, 60);
      const principal = await bearer(accessToken);
      assert.deepEqual([principal.kind, principal.id], ['user', user === 'bob' ? 'bob' : 'ada']);
      assert.equal(expiresAt.getTime(), clock.now().getTime() + 60_000);
      assert.equal(decodeJwt(accessToken).exp, clock.seconds() + 60);
    }
  });

  it('are issued for an app, with its rights', async () => {
    const { accessToken } = await node.issuer.issueToken({ kind: 'app', appId: 'payroll' });
    assert.deepEqual(await bearer(accessToken), {
      tenantId: 'contoso',
      kind: 'app',
      id: 'payroll',
      displayName: 'Payroll',
      roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP', 'INTEGRATION_MANAGER']),
    });
  });

  it('are not issued for an unknown, disabled or ambiguous person', async () => {
    const issue = (user: string, tenantId?: string) =>
      node.issuer.issueToken({ kind: 'user', user, ...(tenantId === undefined ? {} : { tenantId }) });
    await assert.rejects(issue('nobody'), { code: 'NotFound' });
    await assert.rejects(issue('off'), { code: 'NotFound' });
    await assert.rejects(issue('bob', 'contoso'), { code: 'NotFound' });
    await assert.rejects(issue('ada'), /Several tenants know 'ada' \(contoso, fabrikam\)/);
    assert.equal((await bearer((await issue('ada', 'fabrikam')).accessToken)).tenantId, 'fabrikam');
    await assert.rejects(node.issuer.issueToken({ kind: 'app', appId: 'nobody' }), { code: 'NotFound' });
  });

  for (const lifetime of [0, -1, 1.5, 86_401, Number.NaN]) {
    it(`are not issued with a lifetime of ${lifetime} seconds`, async () => {
      const issuing = node.issuer.issueToken({ kind: 'app', appId: 'payroll' }, lifetime);
      await assert.rejects(issuing, { code: 'InvalidRequest' });
    });
  }

  it('are accepted by nodes on other ports of this machine, even just after their start', async () => {
    const { accessToken } = await node.issuer.issueToken({ kind: 'user', user: 'bob' });
    for (const publicUrl of ['http://127.0.0.1:4000', 'http://localhost:1', 'https://charter.example']) {
      assert.equal((await bearer(accessToken, assemble(publicUrl))).id, 'bob');
    }
  });

  it("are accepted with this node's public address as issuer", async () => {
    const away = assemble('https://charter.example/');
    const { accessToken } = await away.issuer.issueToken({ kind: 'user', user: 'bob' });
    assert.equal(decodeJwt(accessToken).iss, 'https://charter.example/oidc');
    assert.equal((await bearer(accessToken, away)).id, 'bob');
    await assert.rejects(bearer(accessToken), UNAUTHENTICATED);
  });

  for (const iss of [
    'http://evil.example/oidc',
    'http://127.0.0.1:3000/oidc/',
    'http://127.0.0.1:3000/other',
    'http://127.0.0.1:3000/oidc?x',
    'http://user@127.0.0.1:3000/oidc',
    'http://127.0.0.1.evil.example/oidc',
    'ftp://127.0.0.1/oidc',
    'oidc',
  ]) {
    it(`are rejected with the issuer ${iss}`, async () => {
      await assert.rejects(bearer(await sign({ iss })), UNAUTHENTICATED);
    });
  }

  for (const [what, claims] of [
    ['another audience', { aud: 'charter-portal' }],
    ['a missing tenant', { tid: undefined }],
    ['an expiry in the past', { exp: 1 }],
  ] as const) {
    it(`are rejected with ${what}`, async () => {
      await assert.rejects(bearer(await sign(claims as JWTPayload)), UNAUTHENTICATED);
    });
  }

  it('contain roles for clients, while the service uses its own assignments', async () => {
    const { roleAssignments } = database.stores;
    await roleAssignments.assign('fabrikam', 'bob', 'TEAMS_SERVICE_ADMIN', CAUSE);
    const { accessToken } = await node.issuer.issueToken({ kind: 'user', user: 'bob' });
    const { roles, wids } = decodeJwt(accessToken);
    assert.deepEqual([roles, wids], [['TEAMS_SERVICE_ADMIN'], ['69091246-20e8-4a56-aa4d-066075b2a7a8']]);
    const elsewhere = assemble('http://127.0.0.1:5000');
    assert.ok((await bearer(accessToken, elsewhere)).roles.has('TEAMS_SERVICE_ADMIN'));
    await roleAssignments.revoke('fabrikam', 'bob', 'TEAMS_SERVICE_ADMIN', CAUSE);
    clock.advance(10.001);
    assert.ok(!(await bearer(accessToken, elsewhere)).roles.has('TEAMS_SERVICE_ADMIN'));
  });

  it('are rejected once the app is disabled', async () => {
    const { apps } = database.stores;
    const { accessToken } = await node.issuer.issueToken({ kind: 'app', appId: 'payroll' });
    const app = await apps.find('payroll');
    if (app) await apps.save({ ...app, enabled: false }, CAUSE);
    clock.advance(10.001);
    await assert.rejects(bearer(accessToken), UNAUTHENTICATED);
    await assert.rejects(node.issuer.issueToken({ kind: 'app', appId: 'payroll' }), { code: 'NotFound' });
  });
});
