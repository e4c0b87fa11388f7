import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type PortalTokensOptions, portalTokens } from './portal-tokens.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const CODE = {
  grant_type: 'authorization_code',
  client_id: 'portal',
  code: 'a code',
  code_verifier: 'a verifier',
  redirect_uri: 'https://charter.example/auth/callback',
};

describe('the token endpoint for a portal whose client has a secret', () => {
  let issuer: Server;
  let endpoint: string;
  let received: { form: Record<string, string>; headers: IncomingHttpHeaders }[];
  let answer: { status: number; body: string };

  before(async () => {
    issuer = createServer(async (request, response) => {
      received.push({
        form: Object.fromEntries(new URLSearchParams(await text(request))),
        headers: request.headers,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(issuer, 'listening');
    endpoint = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/token`;
  });
  beforeEach(() => {
    received = [];
    answer = { status: 200, body: '{"access_token":"t","token_type":"Bearer"}' };
  });
  after(async () => {
    issuer.closeAllConnections();
    issuer.close();
    await once(issuer, 'close');
  });

  const send = (
    form: Record<string, string>,
    metadata: object = {},
    change: Partial<PortalTokensOptions> = {},
  ) =>
    portalTokens({
      clientId: 'portal',
      clientSecret: 'a:secret',
      metadata: async () => ({ token_endpoint: endpoint, ...metadata }),
      log,
      ...change,
    })(new URLSearchParams(form));
  const errorOf = ({ body }: { body: string }) => (JSON.parse(body) as { error?: string }).error;

  it('adds the secret to the form that redeems a code, and returns the response', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] };
    assert.deepEqual(await send({ ...CODE, other: 'x' }, metadata), answer);
    assert.deepEqual(
      received.map(({ form }) => form),
      [{ ...CODE, client_secret: 'a:secret' }],
    );
  });

  it('sends Basic credentials to an issuer that lists no other authentication method', async () => {
    const refresh = { grant_type: 'refresh_token', client_id: 'portal', refresh_token: 'r' };
    assert.equal((await send(refresh)).status, 200);
    assert.deepEqual(received[0]?.form, refresh);
    const credentials = Buffer.from('portal:a%3Asecret').toString('base64');
    assert.equal(received[0]?.headers.authorization, `Basic ${credentials}`);
  });

  it('returns an error of the issuer unchanged', async () => {
    answer = { status: 400, body: '{"error":"invalid_grant"}' };
    assert.deepEqual(await send(CODE), answer);
  });

  for (const [what, change, error] of [
    ['of another client', { client_id: 'other' }, 'invalid_client'],
    ['with client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['with a code but without a verifier', { code_verifier: undefined }, 'invalid_request'],
  ] as const) {
    it(`rejects a request ${what} without asking the issuer`, async () => {
      const form = Object.entries({ ...CODE, ...change }).filter(([, value]) => value !== undefined);
      assert.equal(errorOf(await send(Object.fromEntries(form) as Record<string, string>)), error);
      assert.deepEqual(received, []);
    });
  }

  it('responds with 503 when the issuer is unknown, is unreachable or does not respond with JSON', async () => {
    const unknown = await send(CODE, { token_endpoint: undefined });
    const unreachable = await send(CODE, { token_endpoint: 'http://127.0.0.1:9/token' });
    answer = { status: 200, body: '<html>' };
    for (const result of [unknown, unreachable, await send(CODE)])
      assert.deepEqual([result.status, errorOf(result)], [503, 'temporarily_unavailable']);
  });

  it('responds with 503 at once while too many requests are in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const request = portalTokens({
      clientId: 'portal',
      clientSecret: 's',
      metadata: async () => ({ token_endpoint: endpoint, ...(await promise) }),
      log,
    });
    const waiting = Array.from({ length: 20 }, () => request(new URLSearchParams(CODE)));
    assert.equal((await request(new URLSearchParams(CODE))).status, 503);
    resolve({});
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([200]));
  });
});
