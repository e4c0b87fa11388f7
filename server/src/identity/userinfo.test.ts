import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, it } from 'node:test';
import { bearerWorld } from '../../test/bearer-world.ts';
import type { Authenticator } from './authenticate.ts';

describe('/userinfo', () => {
  const world = bearerWorld();
  let calls: (string | undefined)[];
  let at: Authenticator;

  const answer =
    (claims: object, status = 200) =>
    ({ headers }: IncomingMessage, response: ServerResponse): void => {
      calls.push(headers.authorization);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(claims));
    };
  const nameless = (change: object = {}) => ({ oid: undefined, sub: 'kim', ...change });
  const nameOf = async (change: object = {}) => (await world.presentClaims(nameless(change), at)).displayName;

  beforeEach(() => {
    calls = [];
    world.issuer.userinfo = answer({ sub: 'kim', name: 'Kim Example' });
    at = world.create({
      trustedIssuers: [
        {
          issuer: world.issuer.issuer,
          audiences: [world.claims().aud as string],
          asksUserinfo: true,
          roleMap: [{ name: 'Admins', role: 'GLOBAL_ADMIN' }],
        },
      ],
    });
  });

  it('is called for the name of a person whose token contains no name', async () => {
    const token = await world.issuer.sign(world.claims(nameless()));
    assert.equal((await world.present(token, at)).displayName, 'Kim Example');
    assert.deepEqual(calls, [`Bearer ${token}`]);
  });

  it('is called once for a person within ten minutes, whatever the number of tokens', async () => {
    await Promise.all([nameOf({ jti: '1' }), nameOf({ jti: '2' })]);
    world.clock.advance(599);
    assert.equal(await nameOf({ jti: '3' }), 'Kim Example');
    assert.equal(calls.length, 1);
    world.issuer.userinfo = answer({ sub: 'kim', name: 'Kim Renamed' });
    world.clock.advance(2);
    assert.equal(await nameOf({ jti: '4' }), 'Kim Renamed');
  });

  it('is called neither for a token with a name nor for an app', async () => {
    await nameOf({ name: 'Kim' });
    await nameOf({ given_name: 'Kim' });
    await world.presentClaims({ idtyp: 'app', azp: 'robot' }, at);
    assert.deepEqual(calls, []);
  });

  it('adds groups, and does not replace claims of the token', async () => {
    world.issuer.userinfo = answer({
      sub: 'kim',
      name: 'Kim',
      groups: ['Admins'],
      roles: ['AUTHORIZED_APP'],
    });
    const own = await world.presentClaims(nameless({ groups: [], jti: '1' }), at);
    assert.deepEqual(own.roles, new Set(['AUTHENTICATED_USER']));
    const other = await world.presentClaims(nameless({ jti: '2' }), at);
    assert.deepEqual(other.roles, new Set(['AUTHENTICATED_USER', 'GLOBAL_ADMIN']));
  });

  for (const [what, broken] of [
    ['returns claims of another person', answer({ sub: 'eve', name: 'Eve' })],
    ['returns 403', answer({}, 403)],
    ['returns 500', answer({}, 500)],
    [
      'returns a JWT',
      (_: IncomingMessage, response: ServerResponse) => void response.end('eyJhbGciOi.e30.x'),
    ],
    [
      'returns a megabyte',
      (_: IncomingMessage, response: ServerResponse) => void response.end(`{"name":"${'x'.repeat(1e6)}"}`),
    ],
    ['closes the connection', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
    [
      'redirects',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  ] as const) {
    it(`does not prevent the sign-in when it ${what}`, async () => {
      world.issuer.userinfo = broken;
      assert.equal(await nameOf(), 'kim');
    });
  }

  it('leaves the groups unknown when it returns 500', async () => {
    world.issuer.userinfo = answer({}, 500);
    const entry = { all: false, known: false, domains: [], groups: ['Staff'] };
    const behind = world.create({
      trustedIssuers: [
        { issuer: world.issuer.issuer, audiences: [world.claims().aud as string], asksUserinfo: true, entry },
      ],
    });
    await assert.rejects(world.presentClaims(nameless(), behind), /it is unknown whether you may use/);
  });

  it('is not called for ten seconds after a failure', async () => {
    world.issuer.userinfo = answer({}, 500);
    await nameOf();
    world.issuer.userinfo = answer({ sub: 'lea', name: 'Lea' });
    assert.equal(await nameOf({ sub: 'lea', jti: '1' }), 'lea');
    assert.equal(calls.length, 1);
    world.clock.advance(10.001);
    assert.equal(await nameOf({ sub: 'lea', jti: '2' }), 'Lea');
  });
});
