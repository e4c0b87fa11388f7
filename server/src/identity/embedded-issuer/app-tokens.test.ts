import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CAUSE } from '../../../test/cause.ts';
import { type IdentityDatabase, openIdentityDatabase } from '../../../test/identity-stores.ts';
import { fillSample, type IssuerNode, sampleDirectory, startNode } from '../../../test/issuer-node.ts';
import type { Scope } from '../../engine/principal.ts';
import { registerApp } from '../register-app.ts';

const SECRET = 'a secret + of the reader, 100 %';

/** A response of the token endpoint: a token, or an error. */
interface Answer {
  access_token: string;
  scope?: string;
  error?: string;
}

describe('tokens of the embedded issuer for apps', () => {
  let database: IdentityDatabase;
  let node: IssuerNode;

  before(async () => {
    database = await openIdentityDatabase();
    await fillSample(database.stores);
    const { apps } = database.stores;
    const reader = {
      tenantId: 'contoso',
      appId: 'reader-1',
      displayName: 'Reader',
      roles: [],
      secret: SECRET,
    };
    await registerApp({ apps, scrypt: { ln: 10, r: 8, p: 1 } }, reader, CAUSE);
    const registered = await apps.find('reader-1');
    assert.ok(registered);
    await apps.save({ ...registered, scopes: ['teams.read', 'people.read'] }, CAUSE);
    node = await startNode({ stores: database.stores, directory: sampleDirectory() });
  });
  after(async () => {
    await node.app.close();
    await database.drop();
  });

  /** Form-encodes both parts, as standard clients do (RFC 6749, 2.3.1). */
  const basic = (appId: string, secret: string): string =>
    `Basic ${Buffer.from([appId, secret].map(encodeURIComponent).join(':')).toString('base64')}`;

  async function request(fields: [string, string][], authorization = basic('reader-1', SECRET)) {
    const response = await fetch(`${node.within}token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(fields),
    });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  }
  const GRANT: [string, string] = ['grant_type', 'client_credentials'];

  async function scopesOf(token: string): Promise<ReadonlySet<Scope> | undefined> {
    const principal = await node.authenticator.authenticate(`Bearer ${token}`);
    assert.equal(principal.kind, 'app');
    return principal.scopes;
  }

  it('have the scopes of the app, which the response lists', async () => {
    const { status, body } = await request([GRANT]);
    assert.equal(status, 200, JSON.stringify(body));
    const { access_token: token, ...rest } = body;
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'teams.read people.read' });
    assert.deepEqual(await scopesOf(token), new Set(['teams.read', 'people.read']));
  });

  it('have only the requested scopes', async () => {
    const { body } = await request([GRANT, ['scope', 'teams.read']]);
    const { access_token: token, scope } = body;
    assert.equal(scope, 'teams.read');
    assert.deepEqual(await scopesOf(token), new Set(['teams.read']));
  });

  it('are not limited for an app without scopes unless it requests scopes', async () => {
    const payroll = basic('payroll', 'a secret long enough');
    const { access_token: full, ...rest } = (await request([GRANT], payroll)).body;
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600 });
    assert.equal(await scopesOf(full), undefined);
    const { body } = await request([GRANT, ['scope', 'jobs.read jobs.read']], payroll);
    const { access_token: limited, scope } = body;
    assert.equal(scope, 'jobs.read');
    assert.deepEqual(await scopesOf(limited), new Set(['jobs.read']));
  });

  it('lose a scope when the app loses the scope', async () => {
    const { apps } = database.stores;
    const { access_token: token } = (await request([GRANT, ['scope', 'people.read']])).body;
    const app = await apps.find('reader-1');
    assert.ok(app);
    await apps.save({ ...app, scopes: ['teams.read'] }, CAUSE);
    const other = await startNode({ stores: database.anotherNode(), directory: sampleDirectory() });
    try {
      const { scopes } = await other.authenticator.authenticate(`Bearer ${token}`);
      assert.deepEqual(scopes, new Set());
    } finally {
      await other.app.close();
      await apps.save(app, CAUSE);
    }
  });

  const REJECTED: [
    what: string,
    fields: [string, string][],
    authorization: string | undefined,
    error: string,
  ][] = [
    [
      'a scope that Charter does not have',
      [GRANT, ['scope', 'teams.read teams.fly']],
      undefined,
      'invalid_scope',
    ],
    ['a scope that the app lacks', [GRANT, ['scope', 'teams.delete']], undefined, 'invalid_scope'],
    [
      'a repeated parameter scope',
      [GRANT, ['scope', 'teams.read'], ['scope', 'people.read']],
      undefined,
      'invalid_request',
    ],
    ['a missing grant type', [['scope', 'teams.read']], undefined, 'invalid_request'],
    ['a grant type for people', [['grant_type', 'refresh_token']], undefined, 'unauthorized_client'],
    ['a wrong secret', [GRANT], basic('reader-1', 'a secret that is wrong'), 'invalid_client'],
    ['an unknown app', [GRANT], basic('nobody', SECRET), 'invalid_client'],
    ['malformed credentials', [GRANT], 'Basic !', 'invalid_client'],
  ];
  for (const [what, fields, authorization, error] of REJECTED) {
    it(`are not issued for ${what}`, async () => {
      const { status, headers, body } = await request(fields, authorization);
      assert.equal(body.error, error);
      assert.equal(status, error === 'invalid_client' ? 401 : 400);
      assert.equal(headers.get('www-authenticate')?.startsWith('Basic') ?? false, status === 401);
    });
  }

  it('are described in the discovery document', async () => {
    const metadata = await (await fetch(`${node.within}.well-known/openid-configuration`)).json();
    const { grant_types_supported: grants, token_endpoint_auth_methods_supported: methods } = metadata as {
      grant_types_supported: string[];
      token_endpoint_auth_methods_supported: string[];
    };
    assert.ok(grants.includes('client_credentials'));
    assert.ok(methods.includes('client_secret_basic'));
  });
});
