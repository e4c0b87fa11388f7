/**
 * Requests with hostile addresses and headers: anonymous callers get a 4xx, and cause no error in the log.
 * @long
 */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { openService, type Service } from './service.ts';

let service: Service;
before(async () => {
  service = await openService();
});
after(() => service?.stop());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Sends path and headers as they are: `fetch` would normalise them. */
const send = (method: string, path: string, form?: string, given: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const headers = {
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...given,
    };
    request({ hostname, port, method, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    })
      .on('error', reject)
      .end(form);
  });

const GETS: [path: string, status: number][] = [
  ['/assets/', 404],
  ['/assets/../x', 404],
  ['/assets/%00', 400],
  ['/assets/..%5cx', 404],
  ['/assets/..%2f..%2fpackage.json', 404],
  ['/assets/%2e%2e/x', 404],
  ['/assets/%', 400],
  ['/?a=1&a=2', 400],
  ['/teams/%00', 400],
  ['/docs/%00', 400],
  ['/guides/%00', 400],
  ['/guides/../package.json', 404],
  ['/guides/..%2f..%2fpackage.json', 404],
  ['/guides/images/..%2f..%2fserver%2fpackage.json', 404],
  ['/guides/nothing.html', 404],
  ['/healthz?x=%00', 400],
  ['/oidc/auth?client_id=%00', 400],
  ['/oidc/auth?client_id=charter-portal&state=%00&response_type=code', 400],
  ['/oidc/sign-in/%00', 400],
];

const FORMS: [path: string, form: string][] = [
  ['/oidc/token', 'grant_type=authorization_code&client_id=charter-portal&code=%00&code_verifier=x'],
  ['/oidc/token', 'grant_type=refresh_token&client_id=charter-portal&refresh_token=%00'],
  [
    '/oidc/auth',
    'client_id=charter-portal&response_type=code&scope=openid&state=%00&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ],
  ['/oidc/sign-in/x', 'person=x%2F%2500'],
];

const HEADERS: Record<string, string>[] = [
  { range: 'bytes=5-2' },
  { range: 'bytes=999999999-' },
  { range: 'bytes=0-1,5-6' },
  { 'if-match': '%00' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-none-match': '%' },
  { host: 'a%00b' },
  { host: '' },
  { host: '[' },
  { cookie: 'charter_issuer=%00; charter_issuer=%00' },
  { 'accept-encoding': 'br;q=%00' },
];

describe('the service', () => {
  for (const [path, status] of GETS) {
    it(`responds with ${status} to GET ${path}`, async () => {
      const answer = await send('GET', path);
      assert.equal(answer.status, status, answer.body);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    });
  }

  for (const [path, form] of FORMS) {
    it(`responds with 3xx or 4xx to POST ${path} with ${form}`, async () => {
      const { status, body } = await send('POST', path, form);
      assert.ok(status >= 300 && status < 500, `${status}: ${body}`);
    });
  }

  for (const headers of HEADERS) {
    it(`returns no 5xx for the headers ${JSON.stringify(headers)}`, async () => {
      const [asset = ''] = /\/assets\/[^"]+/.exec((await send('GET', '/')).body) ?? [];
      assert.notEqual(asset, '');
      for (const path of [
        '/',
        asset,
        '/icon.svg',
        '/docs',
        '/docs/',
        '/guides/',
        '/openapi.json',
        '/oidc/auth',
        '/healthz',
      ]) {
        const { status, body } = await send('GET', path, undefined, headers);
        assert.ok(status >= 200 && status < 500, `${path} ${status}: ${body}`);
      }
    });
  }

  it('limits the browser features of a page, and lets an icon be cached for an hour', async () => {
    const { headers } = await send('GET', '/');
    assert.match(String(headers['permissions-policy']), /camera=\(\)/);
    const icon = await send('GET', '/icon.svg');
    assert.equal(icon.headers['cache-control'], 'public, max-age=3600');
  });

  it('forbids caching the response to an API call without a token', async () => {
    const { headers } = await send('GET', '/v1.0/users');
    assert.equal(headers['cache-control'], 'no-store');
  });
});
