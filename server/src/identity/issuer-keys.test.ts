import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../test/clock.ts';
import { createIssuerKey, type IssuerKey, TokenIssuer } from '../../test/token-issuer.ts';
import { createTokenVerifier, type TokenVerifier } from './access-token.ts';
import { trustedIssuers } from './trusted-issuers.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

describe("an issuer's keys", () => {
  let clock: TestClock;
  let issuer: TokenIssuer;
  let verify: TokenVerifier;

  beforeEach(async () => {
    clock = new TestClock(new Date('2026-03-01T12:00:00Z'));
    issuer = await TokenIssuer.start('/realms/charter');
    const trusts = trustedIssuers({
      issuers: [{ issuer: issuer.issuer, audiences: ['charter'], tenantId: 'contoso' }],
      clock,
      log,
    });
    verify = createTokenVerifier({ trustIn: (name) => trusts.get(name), clock });
  });
  afterEach(() => issuer.stop());

  const token = (key: IssuerKey = issuer.key, header: Record<string, unknown> = {}) =>
    issuer.sign(
      { iss: issuer.issuer, aud: 'charter', sub: 'ada', exp: clock.seconds() + DAY * 3 },
      header,
      key,
    );
  const accept = async (text: Promise<string>) => assert.equal((await verify(await text)).subject.id, 'ada');
  const reject = async (text: Promise<string>, code = 'Unauthenticated') =>
    assert.rejects(verify(await text), { code });

  it('are fetched once, even for many simultaneous tokens', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => token()));
    await Promise.all(tokens.map((text) => verify(text)));
    assert.equal(issuer.keyRequests, 1);
  });

  it('are fetched again for an unknown key, so that a rotation takes effect', async () => {
    await accept(token());
    const next = await createIssuerKey('next');
    issuer.published = [next.publicJwk];
    clock.advance(31);
    await accept(token(next));
    await reject(token(issuer.key));
    assert.equal(issuer.keyRequests, 2);
  });

  it('verify the signature of a token at each use, and do not extend its lifetime', async () => {
    const text = await token();
    await accept(Promise.resolve(text));
    await accept(Promise.resolve(text));
    const other = await token(await createIssuerKey(issuer.key.kid));
    await reject(
      Promise.resolve(`${text.slice(0, text.lastIndexOf('.'))}${other.slice(other.lastIndexOf('.'))}`),
    );
    clock.advance(DAY * 3 + 29);
    await accept(Promise.resolve(text));
    clock.advance(1);
    await reject(Promise.resolve(text));

    const later = await token();
    await accept(Promise.resolve(later));
    issuer.published = [(await createIssuerKey(issuer.key.kid)).publicJwk];
    clock.advance(DAY);
    await reject(Promise.resolve(later));
  });

  it('are not fetched for each unknown key', async () => {
    await accept(token());
    const madeUp = await createIssuerKey('made-up');
    for (let attempt = 0; attempt < 5; attempt += 1) await reject(token(madeUp));
    assert.equal(issuer.keyRequests, 1);
    clock.advance(31);
    for (let attempt = 0; attempt < 5; attempt += 1) await reject(token(madeUp));
    assert.equal(issuer.keyRequests, 2);
  });

  it('stay in use for a day during an outage', async () => {
    await accept(token());
    issuer.failure = (response) => response.writeHead(500).end();
    clock.advance(11 * MINUTE);
    await accept(token());
    clock.advance(DAY - 12 * MINUTE);
    await accept(token());
    clock.advance(MINUTE);
    await reject(token(), 'ServiceUnavailable');
    issuer.failure = undefined;
    clock.advance(5);
    await accept(token());
  });

  it('are refreshed in the background when they are stale', { timeout: 30_000 }, async () => {
    await accept(token());
    const next = await createIssuerKey('next');
    issuer.published = [next.publicJwk, issuer.key.publicJwk];
    clock.advance(10 * MINUTE);
    const refreshed = once(issuer.requests, 'keys');
    await accept(token());
    await refreshed;
    await accept(token(next));
    assert.equal(issuer.keyRequests, 2);
  });

  it('cause a 503 during an outage at startup, without a fetch for each call', async () => {
    let asked = 0;
    issuer.failure = (response) => {
      asked += 1;
      response.writeHead(503).end();
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await assert.rejects(verify(await token()), { code: 'ServiceUnavailable', retryAfterSeconds: 5 });
    }
    assert.equal(asked, 1);
    issuer.failure = undefined;
    await reject(token(), 'ServiceUnavailable');
    clock.advance(5);
    await accept(token());
  });

  it('cause a 503 instead of a 401 for a new key during an outage', async () => {
    await accept(token());
    issuer.failure = (response) => response.destroy();
    clock.advance(31);
    await reject(token(await createIssuerKey('next')), 'ServiceUnavailable');
    await accept(token());
  });

  for (const [what, failure] of [
    ['with HTML', (response: ServerResponse) => response.end('<html>')],
    ['with JSON that is not an object', (response: ServerResponse) => response.end('null')],
    ['with a closed connection', (response: ServerResponse) => response.destroy()],
  ] as const) {
    it(`are not taken from an issuer that responds ${what}`, async () => {
      issuer.failure = (response) => void failure(response);
      await reject(token(), 'ServiceUnavailable');
    });
  }

  for (const [what, metadata] of [
    ['another issuer', { issuer: 'https://login.example' }],
    ['no keys', { jwks_uri: undefined }],
    ['a file with keys', { jwks_uri: 'file:///etc/passwd' }],
  ] as const) {
    it(`are not taken from a discovery document that names ${what}`, async () => {
      issuer.metadata = metadata;
      await reject(token(), 'ServiceUnavailable');
    });
  }

  it('are not taken from an oversized document', async () => {
    issuer.metadata = { padding: 'x'.repeat(600_000) };
    await reject(token(), 'ServiceUnavailable');
  });

  it('are fetched over plain http from loopback only', async () => {
    // 0.0.0.0 reaches this machine but is not a loopback address.
    issuer.metadata = { jwks_uri: `${issuer.issuer.replace('127.0.0.1', '0.0.0.0')}/keys` };
    await reject(token(), 'ServiceUnavailable');
    assert.equal(issuer.keyRequests, 0);
  });

  it('are not fetched through a redirect', async () => {
    const keys = issuer.published;
    issuer.failure = (response) => {
      const path = response.req.url ?? '';
      if (path.endsWith('/openid-configuration')) response.writeHead(302, { location: '/moved' }).end();
      else if (path === '/moved') {
        response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys` }));
      } else response.end(JSON.stringify({ keys }));
    };
    await reject(token(), 'ServiceUnavailable');
  });

  it('are not replaced by an empty set', async () => {
    await accept(token());
    issuer.published = [];
    clock.advance(11 * MINUTE);
    await accept(token());
    await accept(token());
  });

  it('are tried one by one for a token without a key id', async () => {
    const other = await createIssuerKey('other');
    issuer.published = [other.publicJwk, issuer.key.publicJwk];
    await accept(token(issuer.key, { kid: undefined }));
    await reject(token(await createIssuerKey('stranger'), { kid: undefined }));
  });

  it('are not accepted for a use other than the declared one', async () => {
    const key = await createIssuerKey('encryption');
    issuer.published = [{ ...key.publicJwk, use: 'enc' }];
    await reject(token(key));
    clock.advance(31);
    issuer.published = [{ ...key.publicJwk, alg: 'PS256' }];
    await reject(token(key));
  });
});
