import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { Browser } from '../../../test/browser.ts';
import { TestClock } from '../../../test/clock.ts';
import { type IdentityDatabase, openIdentityDatabase } from '../../../test/identity-stores.ts';
import {
  assembleNode,
  beginSignIn,
  callbackOf,
  fillSample,
  type IssuerNode,
  openSignInPage,
  redeem,
  sampleDirectory,
  signInAs,
  startNode,
} from '../../../test/issuer-node.ts';

/** Reads the form's target and its CSRF token. */
function formOf(text: string): { xsrf: string; action: string } {
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
  return { xsrf, action };
}

describe('the embedded issuer', () => {
  const directory = sampleDirectory();
  const logged: object[] = [];
  const writes = [mock.method(process.stdout, 'write'), mock.method(process.stderr, 'write')];
  let database: IdentityDatabase;
  let node: IssuerNode;
  let otherNode: IssuerNode;

  before(async () => {
    database = await openIdentityDatabase();
    await fillSample(database.stores);
    [node, otherNode] = await Promise.all([
      startNode({ stores: database.stores, directory, logged }),
      startNode({ stores: database.anotherNode(), directory, logged }),
    ]);
  });
  after(async () => {
    for (const { mock: write } of writes) write.restore();
    await Promise.all([node.app.close(), otherNode.app.close()]);
    await database.drop();
  });

  const bearer = (token: string | undefined, at = node) => at.authenticator.authenticate(`Bearer ${token}`);

  async function signOut(browser: Browser, idToken = '') {
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${node.origin}/` };
    const address = `${node.origin}/oidc/session/end?${new URLSearchParams(parameters)}`;
    const { xsrf, action } = formOf((await browser.open(address, node.within)).text);
    return browser.submit(action, node.within, { xsrf, logout: 'yes' });
  }

  it('publishes discovery under the public address, whatever the Host header says', async () => {
    const address = `${node.origin}/oidc/.well-known/openid-configuration`;
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const metadata = (await (await fetch(address, { headers })).json()) as Record<string, unknown>;
    assert.equal(metadata.issuer, `${node.origin}/oidc`);
    assert.equal(metadata.authorization_endpoint, `${node.origin}/oidc/auth`);
    assert.equal(metadata.token_endpoint, `${node.origin}/oidc/token`);
    assert.equal(metadata.jwks_uri, `${node.origin}/oidc/jwks`);
    assert.equal(node.issuer.issuer(), metadata.issuer);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
  });

  it('publishes public keys only', async () => {
    const { keys } = (await (await fetch(`${node.origin}/oidc/jwks`)).json()) as { keys: object[] };
    assert.equal(keys.length, 1);
    const members = Object.keys(keys[0] as object).sort();
    assert.deepEqual(members, ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('signs a person in with the code flow and PKCE, and accepts its own token', async () => {
    const { page, back, verifier } = await signInAs(node, 'contoso/ada');
    assert.match(page.text, /Sign in to Charter portal/);
    const { status, body } = await redeem(node, back, verifier);
    assert.equal(status, 200, JSON.stringify(body));
    const callback = callbackOf(back);
    assert.equal(`${callback.origin}${callback.pathname}`, `${node.origin}/auth/callback`);
    assert.equal(callback.searchParams.get('state'), 'the-state');
    const keys = createRemoteJWKSet(new URL(`${node.origin}/oidc/jwks`));
    const { payload, protectedHeader } = await jwtVerify(body.access_token ?? '', keys, {
      issuer: `${node.origin}/oidc`,
      audience: 'charter',
      typ: 'at+jwt',
    });
    assert.equal(protectedHeader.alg, 'RS256');
    const { tid, oid, name, preferred_username, roles, wids, idtyp } = payload;
    assert.deepEqual(
      { tid, oid, name, preferred_username, roles, wids, idtyp },
      {
        tid: 'contoso',
        oid: 'ada',
        name: 'Ada Lovelace',
        preferred_username: 'ada@contoso.example',
        roles: ['GLOBAL_ADMIN', 'INTEGRATION_MANAGER'],
        wids: ['62e90394-69f5-4237-9190-012177145e10'],
        idtyp: 'user',
      },
    );
    assert.deepEqual(await bearer(body.access_token), {
      tenantId: 'contoso',
      kind: 'user',
      id: 'ada',
      displayName: 'Ada Lovelace',
      roles: new Set(['AUTHENTICATED_USER', 'GLOBAL_ADMIN', 'INTEGRATION_MANAGER']),
    });
    const idToken = decodeJwt(body.id_token ?? '');
    assert.deepEqual(
      [idToken.name, idToken.email, idToken.tid],
      ['Ada Lovelace', 'ada@mail.example', 'contoso'],
    );
    await assert.rejects(async () => bearer(body.id_token), { code: 'Unauthenticated' });
  });

  it('accepts tokens and finishes sign-ins of another node on the same database', async () => {
    const { back, verifier } = await signInAs(node, 'fabrikam/bob');
    const { body } = await redeem(node, back, verifier);
    const principal = await bearer(body.access_token, otherNode);
    assert.deepEqual([principal.tenantId, principal.id], ['fabrikam', 'bob']);
    const keys = await Promise.all(
      [node, otherNode].map(async ({ origin }) => (await fetch(`${origin}/oidc/jwks`)).json()),
    );
    assert.deepEqual(keys[0], keys[1]);
    const second = await signInAs(node, 'fabrikam/bob');
    const elsewhere = await redeem(otherNode, second.back, second.verifier);
    assert.equal(elsewhere.status, 200, JSON.stringify(elsewhere.body));
  });

  it('signs in people of every tenant with their own identity', async () => {
    for (const [who, tenantId, displayName] of [
      ['contoso/ada', 'contoso', 'Ada Lovelace'],
      ['fabrikam/ada', 'fabrikam', 'Ada Fabrikam'],
    ] as const) {
      const { back, verifier } = await signInAs(node, who);
      const principal = await bearer((await redeem(node, back, verifier)).body.access_token);
      assert.deepEqual([principal.tenantId, principal.displayName], [tenantId, displayName]);
    }
  });

  it('rejects a code without its verifier, and a code used twice', async () => {
    const first = await signInAs(node, 'contoso/ada');
    assert.equal((await redeem(node, first.back, 'x'.repeat(43))).status, 400);
    const second = await signInAs(node, 'contoso/ada');
    assert.equal((await redeem(node, second.back, second.verifier)).status, 200);
    const again = await redeem(node, second.back, second.verifier);
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  });

  it('redeems a code once when many redeem it at the same time', async () => {
    const { back, verifier } = await signInAs(node, 'contoso/ada');
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(node, back, verifier)));
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      1,
      JSON.stringify(answers.map(({ body }) => body.error)),
    );
  });

  it('refreshes the token until the person signs out', async () => {
    const { back, verifier, browser } = await signInAs(node, 'contoso/ada');
    const { body } = await redeem(node, back, verifier);
    const refresh = async (token: string | undefined) =>
      fetch(`${node.origin}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'charter-portal',
          refresh_token: token ?? '',
        }),
      });
    const refreshed = (await (await refresh(body.refresh_token)).json()) as Record<string, string>;
    assert.equal((await bearer(refreshed.access_token)).id, 'ada');
    const out = await signOut(browser, body.id_token);
    assert.equal(out.headers.get('location'), `${node.origin}/`);
    assert.equal((await refresh(refreshed.refresh_token)).status, 400);
    const { page: next } = await openSignInPage(node, {}, browser);
    assert.match(next.text, /Sign in to/);
  });

  it('rejects the access token of a session after its sign-out, at once on its node and within 11 s on other nodes', async () => {
    const clock = new TestClock(new Date());
    const third = assembleNode({ stores: database.anotherNode(), directory, clock }, () => node.origin);
    const atThird = async (token: string | undefined) => third.authenticator.authenticate(`Bearer ${token}`);
    const { back, verifier, browser } = await signInAs(node, 'contoso/ada');
    const { body } = await redeem(node, back, verifier);
    const elsewhere = await signInAs(node, 'contoso/ada');
    const { body: stored } = await redeem(node, elsewhere.back, elsewhere.verifier);
    const { accessToken: printed } = await node.issuer.issueToken({
      kind: 'user',
      user: 'ada',
      tenantId: 'contoso',
    });
    for (const token of [body.access_token, stored.access_token, printed]) {
      assert.equal((await bearer(token)).id, 'ada');
      assert.equal((await atThird(token)).id, 'ada');
    }
    await signOut(browser, body.id_token);
    const isRejected = { code: 'Unauthenticated', message: /session of the token has ended/ };
    await assert.rejects(async () => bearer(body.access_token), isRejected);
    clock.advance(11);
    await assert.rejects(async () => atThird(body.access_token), isRejected);
    for (const token of [stored.access_token, printed]) {
      assert.equal((await bearer(token)).id, 'ada');
      assert.equal((await atThird(token)).id, 'ada');
    }
  });

  it('rejects the access token of a code that is used again', async () => {
    const { back, verifier } = await signInAs(node, 'contoso/ada');
    const { body } = await redeem(node, back, verifier);
    assert.equal((await bearer(body.access_token)).id, 'ada');
    assert.equal((await redeem(node, back, verifier)).status, 400);
    await assert.rejects(async () => bearer(body.access_token), { code: 'Unauthenticated' });
  });

  it('signs in the same person again without a page, and another person on request', async () => {
    const { browser } = await signInAs(node, 'contoso/ada');
    const silent = beginSignIn(node, { prompt: 'none' });
    const quiet = await browser.open(silent.url, node.within);
    assert.equal((await bearer((await redeem(node, quiet, silent.verifier)).body.access_token)).id, 'ada');
    const { page, verifier } = await openSignInPage(node, { prompt: 'login' }, browser);
    // The browser signs the first person out with a form that submits itself.
    const handover = await browser.submit(page.url, node.within, { person: 'fabrikam/bob' });
    assert.match(handover.headers.get('content-security-policy') ?? '', /script-src 'sha256-[^']+'/);
    const { xsrf, action } = formOf(handover.text);
    const back = await browser.submit(action, node.within, { xsrf, logout: 'yes' });
    assert.equal((await bearer((await redeem(node, back, verifier)).body.access_token)).id, 'bob');
  });

  it('redirects a silent sign-in without a session to the client with an error', async () => {
    const page = await new Browser().open(beginSignIn(node, { prompt: 'none' }).url, node.within);
    assert.equal(new URL(page.headers.get('location') ?? '').searchParams.get('error'), 'login_required');
  });

  for (const [what, parameters] of [
    ['a redirect to another site', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['a redirect to another page of the portal', { redirect_uri: 'http://127.0.0.1:1/elsewhere' }],
    ['an unknown client', { client_id: 'somebody' }],
  ] as const) {
    it(`rejects ${what} without redirecting`, async () => {
      const page = await new Browser().request(beginSignIn(node, parameters).url);
      assert.equal(page.status, 400);
      assert.equal(page.headers.get('location'), null);
      assert.match(page.text, /This did not work/);
    });
  }

  for (const [what, parameters] of [
    ['a sign-in without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['the PKCE method plain', { code_challenge_method: 'plain' }],
    ['a request for a token in the URL', { response_type: 'token' }],
    ['another audience', { resource: 'https://other.example/' }],
  ] as const) {
    it(`redirects to the client with an error for ${what}`, async () => {
      const page = await new Browser().request(beginSignIn(node, parameters).url);
      const location = new URL(page.headers.get('location') ?? '');
      // The response is in the fragment when the client asked for an implicit flow.
      const answer = new URLSearchParams(location.search || location.hash.slice(1));
      assert.equal(`${location.origin}${location.pathname}`, `${node.origin}/auth/callback`);
      assert.match(answer.get('error') ?? '', /^(invalid_request|unsupported_response_type|invalid_target)$/);
      assert.equal(answer.get('code'), null);
    });
  }

  it('redirects the command line to any loopback port', async () => {
    const parameters = { client_id: 'charter-cli', redirect_uri: 'http://127.0.0.1:49152/callback' };
    const { back, verifier } = await signInAs(node, 'contoso/ada', parameters);
    const { status, body } = await redeem(node, back, verifier, { fields: { client_id: 'charter-cli' } });
    assert.equal(status, 200, JSON.stringify(body));
  });

  it('allows only the portal of this machine to call the token endpoint', async () => {
    const redeemFrom = async (origin: string) => {
      const { back, verifier } = await signInAs(node, 'contoso/ada');
      const { status, headers } = await redeem(node, back, verifier, { headers: { origin } });
      return [status, headers.get('access-control-allow-origin')];
    };
    for (const origin of ['http://localhost:5173', node.origin]) {
      assert.deepEqual(await redeemFrom(origin), [200, origin]);
    }
    assert.deepEqual(await redeemFrom('https://evil.example'), [400, null]);
  });

  it('redirects from other loopback addresses and rejects unknown hosts', async () => {
    const port = new URL(node.origin).port;
    const { statusCode, headers } = await node.app.inject({
      url: '/oidc/jwks',
      headers: { host: `localhost:${port}` },
    });
    assert.deepEqual([statusCode, headers.location], [307, `${node.origin}/oidc/jwks`]);
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1', '']) {
      const answer = await node.app.inject({ url: '/oidc/jwks', headers: { host } });
      assert.equal(answer.statusCode, 421, host);
    }
    const posted = await node.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { host: `localhost:${port}` },
    });
    assert.equal(posted.statusCode, 421);
  });

  it('logs no error, and its OpenID Connect library writes no message to the console', () => {
    assert.deepEqual(logged, []);
    const written = writes.flatMap(({ mock: { calls } }) => calls.map((call) => String(call.arguments[0])));
    assert.deepEqual(
      // The runner writes the names of tests, which therefore don't name the library.
      written.filter((text) => text.includes('oidc-provider')),
      [],
    );
  });
});
