import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { Browser, type Page } from '../../../test/browser.ts';
import {
  createDirectory,
  type IdentityDatabase,
  type IdentityStores,
  openIdentityDatabase,
  person,
} from '../../../test/identity-stores.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type Authenticator, createAuthenticator } from '../authenticate.ts';
import { registerApp } from '../register-app.ts';
import { createEmbeddedIssuer, type EmbeddedIssuer } from './embedded-issuer.ts';

const HOSTILE_NAME = `Eve "<script>alert('x')</script>" &amp; O'Brien`;
const SECRET = 'a secret long enough';
const CHEAP = { ln: 10, r: 8, p: 1 };

const directory = createDirectory({
  contoso: [
    person({ id: 'ada', displayName: 'Ada Lovelace', jobTitle: 'Mathematician', mail: 'ada@mail.example' }),
    person({ id: 'eve', displayName: HOSTILE_NAME, jobTitle: '"><img src=x onerror=alert(1)>' }),
    person({ id: 'off', displayName: 'Olga Off', accountEnabled: false }),
  ],
  fabrikam: [
    person({ id: 'ada', displayName: 'Ada Fabrikam', userPrincipalName: 'ada@fabrikam.example' }),
    person({ id: 'bob', displayName: 'Bob Fabrikam' }),
  ],
});

interface Node {
  app: FastifyInstance;
  origin: string;
  issuer: EmbeddedIssuer;
  authenticator: Authenticator;
}

const logged: object[] = [];
const log = {
  info: (fields: object) => void logged.push(fields),
  warn: (fields: object) => void logged.push(fields),
  error: (fields: object) => void logged.push(fields),
};

/** The service as far as this room goes, mounted as the docstring of `handle` says. */
async function startNode(stores: IdentityStores): Promise<Node> {
  let origin = '';
  const shared = { ...stores, users: directory, clock: systemClock, log };
  const issuer = createEmbeddedIssuer({ ...shared, publicUrl: () => origin, audience: 'charter' });
  const authenticator = createAuthenticator({ ...shared, trustedIssuers: [], ownTokens: issuer });
  const app = fastify();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/oidc/*', async (request, reply) => {
    reply.hijack();
    await issuer.handle(request.raw, reply.raw);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, origin, issuer, authenticator };
}

interface SignIn {
  verifier: string;
  url: string;
}

function signIn(node: Node, parameters: Record<string, string> = {}): SignIn {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(`${node.origin}/oidc/auth`);
  url.search = new URLSearchParams({
    client_id: 'charter-portal',
    response_type: 'code',
    redirect_uri: `${node.origin}/auth/callback`,
    scope: 'openid profile email',
    state: 'the-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  }).toString();
  return { verifier, url: url.href };
}

const within = (node: Node) => `${node.origin}/oidc/`;

async function redeem(node: Node, page: Page, verifier: string, change: Record<string, string> = {}) {
  const callback = new URL(page.headers.get('location') ?? '', page.url);
  const response = await fetch(`${node.origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'charter-portal',
      redirect_uri: `${callback.origin}${callback.pathname}`,
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
      ...change,
    }),
  });
  return { status: response.status, callback, body: (await response.json()) as Record<string, string> };
}

describe('the embedded issuer', () => {
  let database: IdentityDatabase;
  let node: Node;
  let otherNode: Node;

  before(async () => {
    database = await openIdentityDatabase();
    const { tenants, roleAssignments, apps } = database.stores;
    await tenants.save({ id: 'contoso', displayName: 'Contoso' });
    await tenants.save({ id: 'fabrikam', displayName: 'Fabrikam <b>Ltd</b>' });
    await roleAssignments.assign('contoso', 'ada', 'GLOBAL_ADMIN');
    await roleAssignments.assign('contoso', 'ada', 'INTEGRATION_MANAGER');
    const app = { tenantId: 'contoso', appId: 'payroll', displayName: 'Payroll', secret: SECRET };
    await registerApp({ apps, scrypt: CHEAP }, { ...app, roles: ['INTEGRATION_MANAGER'] });
    [node, otherNode] = await Promise.all([startNode(database.stores), startNode(database.anotherNode())]);
  });
  after(async () => {
    await Promise.all([node.app.close(), otherNode.app.close()]);
    await database.drop();
  });

  const bearer = (token: string | undefined, at = node) => at.authenticator.authenticate(`Bearer ${token}`);

  /** Signs in as somebody in a fresh or given browser; answers with the page that leads back to the client. */
  async function signInAs(who: string, parameters: Record<string, string> = {}, browser = new Browser()) {
    const { verifier, url } = signIn(node, parameters);
    const page = await browser.open(url, within(node));
    assert.equal(page.status, 200, page.text);
    const back = await browser.submit(page.url, within(node), { person: who });
    return { page, back, verifier, browser };
  }

  it('should be found by discovery under the public address, whatever the caller claims it is', async () => {
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

  it('should publish public keys only', async () => {
    const { keys } = (await (await fetch(`${node.origin}/oidc/jwks`)).json()) as { keys: object[] };
    assert.equal(keys.length, 1);
    const members = Object.keys(keys[0] as object).sort();
    assert.deepEqual(members, ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('should sign a person in with the code flow and PKCE, and know its own token', async () => {
    const { page, back, verifier } = await signInAs('contoso/ada');
    assert.match(page.text, /Sign in to Charter portal/);
    const { status, callback, body } = await redeem(node, back, verifier);
    assert.equal(status, 200, JSON.stringify(body));
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

  it('should accept its token on another node of the database, and finish a sign-in begun elsewhere', async () => {
    const { back, verifier } = await signInAs('fabrikam/bob');
    const { body } = await redeem(node, back, verifier);
    const principal = await bearer(body.access_token, otherNode);
    assert.deepEqual([principal.tenantId, principal.id], ['fabrikam', 'bob']);
    const keys = await Promise.all(
      [node, otherNode].map(async ({ origin }) => (await fetch(`${origin}/oidc/jwks`)).json()),
    );
    assert.deepEqual(keys[0], keys[1]);
    const second = await signInAs('fabrikam/bob');
    const callback = new URL(second.back.headers.get('location') ?? '');
    const elsewhere = await redeem(otherNode, second.back, second.verifier, {
      redirect_uri: `${callback.origin}${callback.pathname}`,
    });
    assert.equal(elsewhere.status, 200, JSON.stringify(elsewhere.body));
  });

  it('should let people of every tenant sign in, each as themselves', async () => {
    for (const [who, tenantId, displayName] of [
      ['contoso/ada', 'contoso', 'Ada Lovelace'],
      ['fabrikam/ada', 'fabrikam', 'Ada Fabrikam'],
    ] as const) {
      const { back, verifier } = await signInAs(who);
      const principal = await bearer((await redeem(node, back, verifier)).body.access_token);
      assert.deepEqual([principal.tenantId, principal.displayName], [tenantId, displayName]);
    }
  });

  it('should refuse a code without its verifier, and a code used twice', async () => {
    const first = await signInAs('contoso/ada');
    assert.equal((await redeem(node, first.back, 'x'.repeat(43))).status, 400);
    const second = await signInAs('contoso/ada');
    assert.equal((await redeem(node, second.back, second.verifier)).status, 200);
    const again = await redeem(node, second.back, second.verifier);
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
  });

  it('should give one of many that redeem a code at once its token', async () => {
    const { back, verifier } = await signInAs('contoso/ada');
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(node, back, verifier)));
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      1,
      JSON.stringify(answers.map(({ body }) => body.error)),
    );
  });

  it('should refresh the token until the person signs out', async () => {
    const { back, verifier, browser } = await signInAs('contoso/ada');
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
    const home = `${node.origin}/`;
    const question = await browser.open(
      `${node.origin}/oidc/session/end?${new URLSearchParams({ id_token_hint: body.id_token ?? '', post_logout_redirect_uri: home })}`,
      within(node),
    );
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(question.text) ?? [];
    const [, action] = /action="([^"]+)"/.exec(question.text) ?? [];
    const out = await browser.submit(action ?? '', within(node), { xsrf: xsrf ?? '', logout: 'yes' });
    assert.equal(out.headers.get('location'), home);
    assert.equal((await refresh(refreshed.refresh_token)).status, 400);
    const next = await browser.open(signIn(node).url, within(node));
    assert.match(next.text, /Sign in to/);
  });

  it('should sign in the same person again without asking, and somebody else when asked to', async () => {
    const { browser } = await signInAs('contoso/ada');
    const silent = signIn(node, { prompt: 'none' });
    const quiet = await browser.open(silent.url, within(node));
    assert.equal((await bearer((await redeem(node, quiet, silent.verifier)).body.access_token)).id, 'ada');
    const { verifier, url } = signIn(node, { prompt: 'login' });
    const page = await browser.open(url, within(node));
    // The browser signs the first person out by a form that submits itself.
    const handover = await browser.submit(page.url, within(node), { person: 'fabrikam/bob' });
    assert.match(handover.headers.get('content-security-policy') ?? '', /script-src 'sha256-[^']+'/);
    const [, action] = /action="([^"]+)"/.exec(handover.text) ?? [];
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(handover.text) ?? [];
    const back = await browser.submit(action ?? '', within(node), { xsrf: xsrf ?? '', logout: 'yes' });
    assert.equal((await bearer((await redeem(node, back, verifier)).body.access_token)).id, 'bob');
  });

  it('should answer a silent sign-in without a session by an error to the client', async () => {
    const page = await new Browser().open(signIn(node, { prompt: 'none' }).url, within(node));
    assert.equal(new URL(page.headers.get('location') ?? '').searchParams.get('error'), 'login_required');
  });

  for (const [what, parameters] of [
    ['a redirect to another site', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['a redirect to another page of the portal', { redirect_uri: 'http://127.0.0.1:1/elsewhere' }],
    ['an unknown client', { client_id: 'somebody' }],
  ] as const) {
    it(`should refuse ${what} without redirecting`, async () => {
      const page = await new Browser().request(signIn(node, parameters).url);
      assert.equal(page.status, 400);
      assert.equal(page.headers.get('location'), null);
      assert.match(page.text, /This did not work/);
    });
  }

  for (const [what, parameters] of [
    ['a sign-in without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['PKCE in plain', { code_challenge_method: 'plain' }],
    ['a token in the address', { response_type: 'token' }],
    ['another audience', { resource: 'https://other.example/' }],
  ] as const) {
    it(`should refuse ${what}`, async () => {
      const page = await new Browser().request(signIn(node, parameters).url);
      const location = new URL(page.headers.get('location') ?? '');
      // In the fragment where the client asked for a flow that answers there.
      const answer = new URLSearchParams(location.search || location.hash.slice(1));
      assert.equal(`${location.origin}${location.pathname}`, `${node.origin}/auth/callback`);
      assert.match(answer.get('error') ?? '', /^(invalid_request|unsupported_response_type|invalid_target)$/);
      assert.equal(answer.get('code'), null);
    });
  }

  it('should take the command line back to any loopback port', async () => {
    const parameters = { client_id: 'charter-cli', redirect_uri: 'http://127.0.0.1:49152/callback' };
    const { back, verifier } = await signInAs('contoso/ada', parameters);
    const { status, body } = await redeem(node, back, verifier, { client_id: 'charter-cli' });
    assert.equal(status, 200, JSON.stringify(body));
  });

  it('should let the portal of this machine call the token endpoint, and no other site', async () => {
    const preflight = async (origin: string) => {
      const { back, verifier } = await signInAs('contoso/ada');
      const callback = new URL(back.headers.get('location') ?? '');
      return fetch(`${node.origin}/oidc/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: 'charter-portal',
          redirect_uri: `${callback.origin}${callback.pathname}`,
          code: callback.searchParams.get('code') ?? '',
          code_verifier: verifier,
        }),
      });
    };
    const own = await preflight('http://localhost:5173');
    assert.deepEqual(
      [own.status, own.headers.get('access-control-allow-origin')],
      [200, 'http://localhost:5173'],
    );
    const foreign = await preflight('https://evil.example');
    assert.deepEqual([foreign.status, foreign.headers.get('access-control-allow-origin')], [400, null]);
  });

  describe('the sign-in page', () => {
    const openPage = async (parameters: Record<string, string> = {}) => {
      const browser = new Browser();
      return { browser, page: await browser.open(signIn(node, parameters).url, within(node)) };
    };

    it('should escape everything that people and tenants are called', async () => {
      const { page } = await openPage();
      assert.ok(!page.text.includes('<script'), page.text);
      assert.ok(!page.text.includes('<img'));
      assert.ok(!page.text.includes('<b>'));
      assert.ok(
        page.text.includes(
          'Eve &quot;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot; &amp;amp; O&#39;Brien',
        ),
      );
      assert.ok(page.text.includes('Fabrikam &lt;b&gt;Ltd&lt;/b&gt;'));
    });

    it('should allow no script, no frame and nothing from elsewhere', async () => {
      const { page } = await openPage();
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /script-src(;|$)/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
      assert.doesNotMatch(page.text, /style="|\son\w+="/);
    });

    it('should show names, titles and roles as buttons, and nobody who is switched off', async () => {
      const { page } = await openPage();
      const [, first] = /<button type="submit" name="person" value="([^"]+)"/.exec(page.text) ?? [];
      assert.equal(first, 'contoso/ada');
      assert.match(page.text, /Mathematician/);
      assert.match(page.text, /Global administrator/);
      assert.match(page.text, /For development only\./);
      assert.match(page.text, /<html lang="en">/);
      assert.match(page.text, /name="viewport"/);
      assert.doesNotMatch(page.text, /Olga Off/);
    });

    it('should have its stylesheet', async () => {
      const { page } = await openPage();
      const [, address] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
      const css = await fetch(new URL(address ?? '', page.url));
      assert.deepEqual([css.status, css.headers.get('content-type')], [200, 'text/css; charset=utf-8']);
    });

    it('should find people by typing, keep what was typed, and say when nobody matches', async () => {
      const { browser, page } = await openPage();
      const found = await browser.request(`${page.url}?search=bob`);
      assert.match(found.text, /Bob Fabrikam/);
      assert.doesNotMatch(found.text, /Ada Lovelace/);
      assert.match(found.text, /<label for="search">/);
      const none = await browser.request(`${page.url}?search=${encodeURIComponent('"><i>nobody')}`);
      assert.match(none.text, /Nobody matches/);
      assert.ok(none.text.includes('value="&quot;&gt;&lt;i&gt;nobody"'));
    });

    it('should begin with the person the client hinted at', async () => {
      const { page } = await openPage({ login_hint: 'ada@fabrikam.example' });
      assert.match(page.text, /Ada Fabrikam/);
      assert.doesNotMatch(page.text, /Ada Lovelace/);
    });

    it('should offer a search and a part of the people when there are many', async () => {
      const few = directory.people.contoso ?? [];
      const crowd = Array.from({ length: 60 }, (_, index) =>
        person({ id: `p${index}`, displayName: `Person ${String(index).padStart(2, '0')}` }),
      );
      directory.people.contoso = [...few.filter(({ accountEnabled }) => accountEnabled), ...crowd];
      try {
        const { page } = await openPage();
        assert.equal(page.text.match(/value="contoso\//g)?.length, 50);
        assert.match(page.text, /There are more people/);
        assert.match(page.text, /role="search"/);
        // Who has roles comes first, however late in the alphabet.
        assert.ok(page.text.indexOf('contoso/ada') < page.text.indexOf('contoso/p0'));
      } finally {
        directory.people.contoso = few;
      }
    });

    for (const [what, who] of [
      ['nobody', ''],
      ['somebody unknown', 'contoso/nobody'],
      ['somebody switched off', 'contoso/off'],
      ['a person under another name than the id', 'contoso/ada%40contoso.example'],
      ['a person of an unknown tenant', 'northwind/ada'],
      ['what is no person at all', '%E0%A4%A/x'],
    ] as const) {
      it(`should refuse ${what}`, async () => {
        const { browser, page } = await openPage();
        const answer = await browser.submit(page.url, within(node), { person: who });
        assert.equal(answer.status, 400);
        assert.match(answer.text, /Nobody was chosen/);
      });
    }

    it('should refuse a form from another site', async () => {
      const { browser, page } = await openPage();
      const body = new URLSearchParams({ person: 'contoso/ada' });
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await browser.request(page.url, { method: 'POST', body, headers });
        assert.equal(answer.status, 403);
      }
    });

    it('should refuse a choice in a browser that did not begin the sign-in, and a form that is too large', async () => {
      const { browser, page } = await openPage();
      const stranger = await new Browser().submit(page.url, within(node), { person: 'contoso/ada' });
      assert.deepEqual([stranger.status, /Sign in again/.test(stranger.text)], [400, true]);
      const other = await openPage();
      const mixed = await browser.submit(other.page.url, within(node), { person: 'contoso/ada' });
      assert.equal(mixed.status, 400);
      const large = await browser.submit(page.url, within(node), { person: 'x'.repeat(10_000) });
      assert.equal(large.status, 400);
      const put = await browser.request(page.url, { method: 'PUT' });
      assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, POST']);
    });
  });

  it('should answer at its public address only', async () => {
    const port = new URL(node.origin).port;
    const alias = await fetch(`http://localhost:${port}/oidc/jwks`, { redirect: 'manual' }).catch(
      () => undefined,
    );
    if (alias) assert.equal(alias.headers.get('location'), `${node.origin}/oidc/jwks`);
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

  it('should issue tokens directly, for a person by any name and for an app', async () => {
    for (const user of ['ada@contoso.example', 'ADA@mail.example']) {
      const { accessToken, expiresAt } = await node.issuer.issueToken({ kind: 'user', user }, 60);
      assert.equal((await bearer(accessToken)).id, 'ada');
      assert.equal(expiresAt.getTime() / 1000, decodeJwt(accessToken).exp);
    }
    const { accessToken } = await node.issuer.issueToken({ kind: 'app', appId: 'payroll' });
    assert.deepEqual(await bearer(accessToken, otherNode), {
      tenantId: 'contoso',
      kind: 'app',
      id: 'payroll',
      displayName: 'Payroll',
      roles: new Set(['AUTHENTICATED_USER', 'AUTHORIZED_APP', 'INTEGRATION_MANAGER']),
    });
  });

  it('should issue no token for somebody unknown, switched off or ambiguous', async () => {
    const issue = (user: string, tenantId?: string) =>
      node.issuer.issueToken({ kind: 'user', user, ...(tenantId === undefined ? {} : { tenantId }) });
    await assert.rejects(issue('nobody'), { code: 'NotFound' });
    await assert.rejects(issue('off'), { code: 'NotFound' });
    await assert.rejects(issue('ada'), /Several tenants know 'ada'/);
    const { accessToken } = await issue('ada', 'fabrikam');
    assert.equal((await bearer(accessToken)).tenantId, 'fabrikam');
    await assert.rejects(node.issuer.issueToken({ kind: 'app', appId: 'nobody' }), { code: 'NotFound' });
    for (const lifetime of [0, -1, 1.5, 86_401, Number.NaN]) {
      const issuing = node.issuer.issueToken({ kind: 'app', appId: 'payroll' }, lifetime);
      await assert.rejects(issuing, { code: 'InvalidRequest' });
    }
  });

  it('should write nothing to the console', async () => {
    const writes = [mock.method(process.stdout, 'write'), mock.method(process.stderr, 'write')];
    const quiet = await startNode(database.stores);
    try {
      await new Browser().open(signIn(quiet).url, within(quiet));
      await new Browser().open(signIn(quiet, { client_id: 'nobody' }).url, within(quiet));
      const written = writes.flatMap(({ mock: { calls } }) =>
        calls.map(({ arguments: [text] }) => String(text)),
      );
      assert.deepEqual(
        written.filter((text) => text.includes('oidc-provider')),
        [],
      );
    } finally {
      for (const { mock: write } of writes) write.restore();
      await quiet.app.close();
    }
  });

  it('should have logged no failure of its own', () => {
    assert.deepEqual(logged, []);
  });
});
