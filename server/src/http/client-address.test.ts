import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startTeamService, type TeamService } from '../../test/team-service.ts';
import { type Config, readConfig } from '../config.ts';
import { trustedProxies } from './client-address.ts';

const networksOf = (proxies: string) => readConfig({ CHARTER_TRUSTED_PROXIES: proxies }).trustedProxies;

describe('the address of a client', () => {
  const proxies = trustedProxies(networksOf('loopback,10.0.0.0/24,192.0.2.7,2001:db8:1::/48'));
  const clientOf = (remoteAddress: string, forwarded?: string): string =>
    proxies.clientOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never);

  it('is that of the connection, unless a trusted proxy connects', () => {
    assert.equal(clientOf('198.51.100.1', '203.0.113.9'), '198.51.100.1');
    assert.equal(clientOf('10.0.1.1', '203.0.113.9'), '10.0.1.1');
    assert.equal(clientOf('::ffff:198.51.100.1'), '198.51.100.1');
    assert.equal(trustedProxies([]).isTrusted('127.0.0.1'), false);
  });

  it('is the rightmost one in X-Forwarded-For that is not a trusted proxy', () => {
    for (const proxy of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.3',
      '192.0.2.7',
      '2001:db8:1:5::2',
    ]) {
      assert.equal(clientOf(proxy, '203.0.113.9'), '203.0.113.9', proxy);
    }
    assert.equal(clientOf('10.0.0.3', '203.0.113.66, 203.0.113.9,10.0.0.4 , 2001:db8:1::1'), '203.0.113.9');
    assert.equal(clientOf('10.0.0.3', '203.0.113.66,2001:db8:2::1'), '2001:db8:2::1');
  });

  it('may have a port or brackets in X-Forwarded-For', () => {
    assert.equal(clientOf('10.0.0.3', '203.0.113.9:51234'), '203.0.113.9');
    assert.equal(clientOf('10.0.0.3', '[2001:db8:2::1]:51234'), '2001:db8:2::1');
    assert.equal(clientOf('10.0.0.3', '[2001:db8:2::1]'), '2001:db8:2::1');
  });

  it('is that of the furthest trusted proxy when the address before it is missing or invalid', () => {
    for (const forwarded of [
      undefined,
      '',
      ' , ',
      'unknown',
      '203.0.113.9, _hidden',
      '203.0.113.9.1',
      '10.0.0.9:',
    ]) {
      assert.equal(clientOf('10.0.0.3', forwarded), '10.0.0.3', forwarded);
    }
    assert.equal(clientOf('10.0.0.3', '203.0.113.9, unknown, 10.0.0.4'), '10.0.0.4');
    assert.equal(clientOf('10.0.0.3', '10.0.0.5, 10.0.0.4'), '10.0.0.5');
  });
});

describe('a service behind a proxy', () => {
  const FROM_CLIENT = { 'x-forwarded-for': '203.0.113.9' };

  async function start(context: TestContext, settings: Partial<Config>): Promise<TeamService> {
    const service = await startTeamService(settings);
    context.after(() => service.close());
    return service;
  }

  /** Calls an operation that the caller may not use, and returns the address in the call's record. */
  async function recordedAddress(service: TeamService): Promise<unknown> {
    const { status } = await service.call('mia', 'GET', '/audittrails', undefined, FROM_CLIENT);
    assert.equal(status, 403);
    // The service writes the records of rejected calls every second.
    for (;;) {
      const filter = encodeURIComponent("actor/id eq 'mia-id'");
      const { body } = await service.call('ada', 'GET', `/audittrails/security/records?$filter=${filter}`);
      if (body.value.length > 0) return body.value[0].clientAddress;
      await delay(20);
    }
  }

  it('records the client of X-Forwarded-For in the security trail only when the proxy is trusted', async (context) => {
    const behind = await start(context, { trustedProxies: networksOf('loopback') });
    assert.equal(await recordedAddress(behind), '203.0.113.9');
    const elsewhere = await start(context, { trustedProxies: networksOf('10.0.0.0/8') });
    assert.equal(await recordedAddress(elsewhere), '127.0.0.1');
  });

  it('ignores X-Forwarded-Host and X-Forwarded-Proto in the addresses that it returns', async (context) => {
    const service = await start(context, { trustedProxies: networksOf('loopback') });
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' };
    const { body } = await service.call('ada', 'GET', '/teams', undefined, forged);
    assert.equal(body['@odata.context'], `${service.url}/$metadata#teams`);
  });

  it('limits the sign-in requests of each client', async (context) => {
    const service = await start(context, { trustedProxies: networksOf('loopback'), rateLimitSignIn: 2 });
    const ask = async (client: string, path = '/oidc/auth') => {
      const headers = { 'x-forwarded-for': client };
      const response = await fetch(new URL(path, service.url), { headers, redirect: 'manual' });
      const isLimited = response.status === 429;
      if (isLimited)
        assert.match(await response.text(), /Your address has made too many requests to sign in\./);
      return isLimited && Number(response.headers.get('retry-after')) > 0;
    };
    const tries = [await ask('203.0.113.9'), await ask('203.0.113.9'), await ask('203.0.113.9')];
    assert.deepEqual(tries, [false, false, true]);
    assert.equal(await ask('203.0.113.10'), false, 'another client');
    assert.equal(await ask('203.0.113.9', '/oidc/.well-known/openid-configuration'), false, 'discovery');
  });

  it('limits sign-in requests by the address of the connection when the proxy is not trusted', async (context) => {
    const service = await start(context, { rateLimitSignIn: 1 });
    const statuses: number[] = [];
    for (const client of ['203.0.113.9', '203.0.113.10']) {
      const headers = { 'x-forwarded-for': client };
      statuses.push((await fetch(new URL('/oidc/auth', service.url), { headers })).status);
    }
    assert.deepEqual(statuses, [400, 429]);
  });

  it('checks the secret of one client while another client floods the node with wrong secrets', async (context) => {
    const service = await start(context, { trustedProxies: networksOf('loopback') });
    const statusFor = async (client: string, appId: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`${appId}:wrong`).toString('base64')}`;
      const headers = { authorization, 'x-forwarded-for': client };
      return (await fetch(new URL('/v1.0/me', service.url), { headers })).status;
    };
    const full = Promise.withResolvers<void>();
    let isFlooding = true;
    const crowd = Array.from({ length: 60 }, async (_, index) => {
      for (let attempt = 0; isFlooding; attempt += 1)
        if ((await statusFor('203.0.113.9', `${index}-${attempt}`)) === 503) full.resolve();
    });
    await full.promise;
    assert.equal(await statusFor('203.0.113.10', 'app'), 401, 'the secret is checked');
    isFlooding = false;
    await Promise.all(crowd);
  });

  it('limits the open requests of each client, and not the connections of the proxy', async (context) => {
    const sockets: Socket[] = [];
    // Runs before the service stops, because the stop waits for open requests.
    context.after(() => sockets.forEach((socket) => void socket.destroy()));
    const service = await start(context, { trustedProxies: networksOf('loopback'), addressConnections: 2 });
    const { hostname, port } = new URL(service.url);
    /** Sends the head of a request, whose body never arrives, and returns the connection. */
    const begin = async (client: string): Promise<Socket> => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      const head = ['POST /v1.0/teams/provisioning HTTP/1.1', 'host: a', 'content-length: 9'];
      const fields = [
        `authorization: ${await service.authorization('ada')}`,
        'content-type: application/json',
      ];
      // The response to `expect` shows that the service has read the head.
      const lines = [...head, ...fields, `x-forwarded-for: ${client}`, 'expect: 100-continue'];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      return socket;
    };
    const answerOf = async (socket: Socket): Promise<string> => String(await once(socket, 'data'));
    const open = [await begin('203.0.113.9'), await begin('203.0.113.9')];
    for (const socket of open) assert.match(await answerOf(socket), /^HTTP\/1\.1 100 /);
    const statusOf = async (client: string): Promise<number> =>
      (await service.call('ada', 'GET', '/me', undefined, { 'x-forwarded-for': client })).status;
    assert.equal(await statusOf('203.0.113.9'), 429);
    assert.equal(await statusOf('203.0.113.10'), 200);
    open[0]?.destroy();
    while ((await statusOf('203.0.113.9')) === 429) await delay(20);
  });
});
