/**
 * Tests the example configurations of deploy/proxies with the real nginx, Caddy and HAProxy before two nodes: TLS,
 * HTTP/2, event streams, limits, a node that dies, and the portal in a real browser.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { freePort, openService, type Service, startNode } from '../../../acceptance/service.ts';
import { issueToken } from '../../../acceptance/tokens.ts';
import { openBrowser } from '../browser.ts';
import { requestAndApproveTeam } from '../request-behind-proxy.ts';
import { CLIENT_ADDRESS, type Ports, PRODUCTS, type ProductName, ReverseProxy } from './reverse-proxy.ts';

const PROXY_ADDRESS = '127.0.0.1';
const FORGED_ADDRESS = '203.0.113.9';
const MIB = 1024 * 1024;
const REQUESTS_AFTER_KILL = 40;

for (const path of ['', '/charter']) {
  describe(path === '' ? 'a reverse proxy on a separate host' : `a reverse proxy below ${path}`, () => {
    let ports: Ports;
    let address: string;
    let first: Service;
    let second: Service;
    let browser: Browser;
    /** Settings of both nodes. */
    let environment: Record<string, string>;
    before(async () => {
      ports = {
        http: await freePort(),
        https: await freePort(),
        nodes: [await freePort(), await freePort()],
      };
      address = `https://localhost:${ports.https}${path}`;
      environment = {
        CHARTER_PUBLIC_URL: address,
        CHARTER_TRUSTED_PROXIES: PROXY_ADDRESS,
        CHARTER_SECRET_KEY: 'a key of the drills that is long enough for all nodes',
      };
      first = await openService({ environment: { ...environment, PORT: String(ports.nodes[0]) } });
      environment.DATABASE_URL = first.databaseUrl ?? '';
      second = await startSecond();
      browser = await openBrowser();
    });
    after(async () => {
      await browser?.close();
      await second?.stop().catch(() => undefined);
      await first?.stop();
    });

    const startSecond = () => startNode({ environment: { ...environment, PORT: String(ports.nodes[1]) } });
    const authorizationOf = async (user: string): Promise<Record<string, string>> => ({
      authorization: `Bearer ${await issueToken(first, { user: `${user}@meridian.example` })}`,
    });

    for (const name of Object.keys(PRODUCTS) as ProductName[]) {
      it(`publishes the service over HTTP/2, and hides the pages for operators (${name})`, async () => {
        await using proxy = await ReverseProxy.start(name, path !== '', ports);
        const headers = await authorizationOf('nadia.okafor');
        const { status, body } = await proxy.ask(`${path}/v1.0/users?$top=1`, { headers });
        assert.equal(status, 200, body + proxy.output);
        assert.ok(JSON.parse(body)['@odata.nextLink'].startsWith(`${address}/v1.0/users?`), body);
        assert.equal((await proxy.ask(`${path}/`)).status, 200);
        for (const page of ['metrics', 'healthz', 'readyz', 'livez', '%6detrics', 'metrics?x', '/metrics']) {
          const hidden = await proxy.ask(`${path}/${page}`);
          assert.equal(hidden.status, 404, page);
          assert.doesNotMatch(hidden.body, /charter_|ready/, page);
        }
        // The service sends a request id with every response.
        if (path !== '')
          assert.equal((await proxy.ask('/v1.0/me', { headers })).headers['request-id'], undefined);
      });

      it(`forwards events at once, and the address of the client (${name})`, async () => {
        await using proxy = await ReverseProxy.start(name, path !== '', ports);
        const headers = await authorizationOf('grace.nkemelu');
        const request = JSON.stringify({
          template: { id: 'example.meridian.product-launch' },
          team: {
            name: `Beacon ${name}`,
            membership: {
              owners: [],
              members: ['felix.wagner', 'olivia.bennett', 'wei.zhang'].map((user) => ({
                id: `${user}@meridian.example`,
              })),
            },
          },
        });
        const asJson = { ...headers, 'content-type': 'application/json' };
        const job = await proxy.ask(`${path}/v1.0/teams/provisioning`, {
          method: 'POST',
          headers: asJson,
          body: request,
        });
        assert.equal(job.status, 201, job.body);
        const location = String(job.headers.location);
        assert.ok(location.startsWith(`${path}/v1.0/jobs/`), location);
        // The job waits for an approval, so its stream stays open after the first event.
        const accept = { ...headers, accept: 'text/event-stream' };
        const { status, body } = await proxy.firstPart(`${location}/events`, { headers: accept });
        assert.equal(status, 200);
        assert.match(body, /^(id|event|data|retry|:)/);

        const forged = { ...headers, 'x-forwarded-for': FORGED_ADDRESS };
        const role = `/v1.0/roles/${name}/GLOBAL_ADMIN`;
        assert.equal((await proxy.ask(path + role, { method: 'DELETE', headers: forged })).status, 403);
        const administrator = await authorizationOf('nadia.okafor');
        const filter = encodeURIComponent("type eq 'call_refused'");
        const query = `/v1.0/audittrails/security/records?$top=999&$filter=${filter}`;
        const recorded = async (): Promise<{ path: string; clientAddress: string } | undefined> => {
          const records = await proxy.ask(path + query, { headers: administrator });
          return JSON.parse(records.body).value.find((record: { path: string }) => record.path === role);
        };
        // The service writes the records of rejected calls every second.
        let record = await recorded();
        while (record === undefined) record = await recorded();
        assert.equal(record.clientAddress, CLIENT_ADDRESS);
      });

      it(`forwards bodies slightly above the limit of the service, and rejects much larger ones (${name})`, async () => {
        await using proxy = await ReverseProxy.start(name, path !== '', ports);
        const headers = { ...(await authorizationOf('nadia.okafor')), 'content-type': 'application/json' };
        const send = (bytes: number) =>
          proxy.ask(`${path}/v1.0/catalog/templates/check`, {
            method: 'POST',
            headers,
            body: ' '.repeat(bytes),
          });
        assert.equal((await send(MIB)).status, 400);
        const tooLarge = await send(MIB + 100_000);
        assert.deepEqual([tooLarge.status, JSON.parse(tooLarge.body).error.code], [413, 'PayloadTooLarge']);
        assert.equal((await send(3 * MIB)).status, 413);
      });

      it(`sends requests to the other node when one is killed (${name})`, async () => {
        await using proxy = await ReverseProxy.start(name, path !== '', ports);
        const headers = await authorizationOf('nadia.okafor');
        await second.stop('SIGKILL');
        try {
          const statuses = new Map<number, number>();
          for (let count = 0; count < REQUESTS_AFTER_KILL; count += 1) {
            const { status } = await proxy.ask(`${path}/v1.0/me`, { headers });
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
          assert.deepEqual([...statuses], [[200, REQUESTS_AFTER_KILL]]);
        } finally {
          second = await startSecond();
        }
      });

      it(`serves the portal in a browser (${name})`, async () => {
        await using _proxy = await ReverseProxy.start(name, path !== '', ports);
        const context = { ignoreHTTPSErrors: true };
        await requestAndApproveTeam({ browser, address, context }, `Lighthouse ${name}`);
      });
    }
  });
}
