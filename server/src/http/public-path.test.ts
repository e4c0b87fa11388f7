import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTeamService, type TeamService } from '../../test/team-service.ts';
import { readConfig } from '../config.ts';
import { serve } from '../main.ts';
import { publicPathOf, withoutPublicPath } from './public-path.ts';

const PATH = '/charter';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe('a service below a path of its host', () => {
  let service: TeamService;
  let origin: string;
  before(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    service = await startTeamService({ port, publicUrl: origin + PATH });
    assert.equal(service.url, `${origin}${PATH}/v1.0`);
  });
  after(() => service.close());

  /** Gets an address as a proxy that keeps the path requests it, and as a proxy that strips the path. */
  async function getBoth(address: string, headers: Record<string, string> = {}) {
    const ask = (path: string) => fetch(origin + path + address, { headers, redirect: 'manual' });
    const answers = await Promise.all([ask(PATH), ask('')]);
    const [passed, stripped] = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        location: answer.headers.get('location'),
        cookies: answer.headers.getSetCookie(),
        headers: answer.headers,
        text: await answer.text(),
      })),
    );
    assert.ok(passed && stripped);
    assert.equal(passed.status, stripped.status, address);
    return { passed, stripped };
  }

  /** Like getBoth, and asserts that text and location of both responses are equal. */
  async function get(address: string, headers: Record<string, string> = {}) {
    const { passed, stripped } = await getBoth(address, headers);
    assert.equal(passed.text, stripped.text, address);
    assert.equal(passed.location, stripped.location, address);
    return passed;
  }

  it('returns the same response with and without the path', async () => {
    const authorization = await service.authorization('ada');
    for (const base of ['/v1.0', '/api/v1.0']) {
      const { status, text } = await get(`${base}/users?$top=1`, { authorization });
      assert.equal(status, 200);
      const body = JSON.parse(text);
      assert.equal(body['@odata.context'], `${origin}${PATH}${base}/$metadata#users`);
      assert.ok(body['@odata.nextLink'].startsWith(`${origin}${PATH}${base}/users?$top=1&$skiptoken=`));
      assert.equal((await fetch(body['@odata.nextLink'], { headers: { authorization } })).status, 200);
    }
    assert.equal((await get('/healthz')).status, 200);
    assert.equal((await getBoth('/v1.0/nowhere')).passed.status, 404);
    assert.equal((await fetch(`${origin}${PATH}${PATH}/healthz`)).status, 404);
    assert.equal((await fetch(`${origin}/charterer/healthz`)).status, 404);
  });

  it('includes the path in Location', async () => {
    const { team } = await service.world.newTeam();
    const { status, headers } = await service.call('ada', 'POST', `/teams/${team.id}/archive`);
    assert.equal(status, 202);
    assert.match(headers.get('location') ?? '', /^\/charter\/v1\.0\/jobs\/[\w-]+$/);
  });

  it('includes the path in the addresses and cookies of the embedded issuer', async () => {
    const discovery = JSON.parse((await get('/oidc/.well-known/openid-configuration')).text);
    assert.equal(discovery.issuer, `${origin}${PATH}/oidc`);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint']) {
      assert.ok(discovery[name].startsWith(`${origin}${PATH}/oidc/`), name);
    }
    const parameters = new URLSearchParams({
      ...{ client_id: 'charter-portal', response_type: 'code', scope: 'openid' },
      ...{ redirect_uri: `${origin}${PATH}/auth/callback`, code_challenge_method: 'S256' },
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    });
    const { passed, stripped } = await getBoth(`/oidc/auth?${parameters}`);
    for (const { status, location, cookies } of [passed, stripped]) {
      assert.equal(status, 303);
      assert.match(location ?? '', /^\/charter\/oidc\/sign-in\/[\w-]+$/);
      assert.ok(cookies.length > 0);
      for (const cookie of cookies) assert.match(cookie, /path=\/charter\/oidc[/;]/);
    }
    const elsewhere = new URLSearchParams(parameters);
    elsewhere.set('redirect_uri', `${origin}/auth/callback`);
    assert.equal((await getBoth(`/oidc/auth?${elsewhere}`)).passed.status, 400);
  });

  it('includes the path in the API reference and in openapi.json', async () => {
    assert.deepEqual(JSON.parse((await get('/openapi.json')).text).servers, [{ url: PATH }]);
    assert.equal((await get('/docs')).location, '/charter/docs/');
    const page = await get('/docs/');
    assert.match(page.text, /src="js\/scalar\.js"/);
    assert.match(page.text, /"url":\s*"\/charter\/openapi\.json"/);
    assert.equal((await get('/docs/js/scalar.js')).status, 200);
    assert.equal((await get('/docs/js/scalar.js?v=1')).status, 200);
    const { passed } = await getBoth('/docs/nowhere');
    assert.deepEqual([passed.status, JSON.parse(passed.text).error.code], [404, 'NotFound']);
  });

  it('includes the path in the addresses on the pages of the portal', async () => {
    const { text } = await get('/teams/1');
    const addresses = [...text.matchAll(/(?:src|href|content)="([./][^"]*)"/g)].map(([, address]) => address);
    assert.ok(addresses.length >= 3);
    for (const address of addresses) assert.match(address ?? '', /^\/charter\//);
    const script = /src="\/charter(\/[^"]+\.js)"/.exec(text)?.[1] ?? '';
    assert.equal((await get(script)).status, 200);
    assert.equal((await get('/')).text, text);
    assert.equal(await (await fetch(origin + PATH)).text(), text);
    const settings = JSON.parse((await get('/portal.json')).text);
    assert.equal(settings.issuer, `${origin}${PATH}/oidc`);
  });

  it('may not have a path that begins like an address of the service', async () => {
    const settings = {
      PORT: '0',
      CHARTER_SERVICES: 'api',
      CHARTER_SAMPLE_DATA: 'off',
      CHARTER_LOG_LEVEL: 'silent',
    };
    for (const path of ['/v1.0', '/api', '/docs/charter', '/oidc', '/teams', '/scim', '/healthz']) {
      const given = { ...settings, DATABASE_URL: service.world.database.ownerUrl };
      await assert.rejects(
        serve(readConfig({ ...given, CHARTER_PUBLIC_URL: `http://127.0.0.1:1${path}` })),
        /The path of CHARTER_PUBLIC_URL begins with \/[\w.]+, which is an address of the service itself\./,
        path,
      );
    }
  });
});

describe('the path of the public URL', () => {
  it('is stripped only from addresses that begin with all its segments', () => {
    assert.equal(publicPathOf('https://intranet.example.com/charter/'), '/charter');
    assert.equal(publicPathOf('https://charter.example.com'), '');
    assert.equal(publicPathOf(undefined), '');
    const cases = { '/charter': '/', '/charter?a=1': '/?a=1', '/charter/': '/', '/charter/v1.0': '/v1.0' };
    for (const [address, expected] of Object.entries(cases)) {
      assert.equal(withoutPublicPath('/charter', address), expected);
    }
    for (const address of ['/charters', '/v1.0/charter', '/']) {
      assert.equal(withoutPublicPath('/charter', address), address);
    }
    assert.equal(withoutPublicPath('', '//x'), '//x');
  });
});
