import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { aChannel, createTeam, owner } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, withFault } from '../../../../test/graph/behaviour.ts';
import { createGraphWorld, type GraphWorld } from '../../../../test/graph/world.ts';
import { waitMilliseconds } from '../../../engine/jobs/retry.ts';
import { isCharterError } from '../../../kernel/errors.ts';
import { suiteDeps } from '../../../persistence/directory/index.ts';
import { createGraphSuite } from '../suite.ts';
import { withPublicErrors } from './failure.ts';
import type { Pacing } from './pacing.ts';
import { GraphTransport } from './transport.ts';

/** A server that responds to each page of a list with the link to the next one, and records the requests. */
class Pages {
  readonly received: { address: string | undefined; authorization: string | undefined }[] = [];
  readonly #links: string[];
  readonly #server = createServer((request, response) => {
    this.received.push({ address: request.url, authorization: request.headers.authorization });
    const next = this.#links[this.received.length - 1];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ value: [this.received.length], ...(next && { '@odata.nextLink': next }) }));
  });

  constructor(...links: string[]) {
    this.#links = links;
  }

  /** Starts the server. Returns its origin. */
  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Ids of jobs with the least and the most jitter. */
const FIRST_JOB = '01a1fb81-e8b1-7367-a579-417a0b500000';
const LAST_JOB = '01a1fb81-e8b1-7367-a579-417a0b50ffff';

const transportTo = (origin: string, more: Partial<Pacing> = {}): GraphTransport =>
  new GraphTransport({
    tenantId: 'tenant',
    cloud: { url: `${origin}/v1.0`, authority: origin },
    signIn: { token: async () => 'token', renew: () => undefined, renewOld: () => undefined },
    pacing: { take: async () => () => undefined, accepted: () => undefined, ...more } as unknown as Pacing,
    clock: { now: () => new Date() },
    changed: async () => undefined,
  });

describe('Retry-After of Graph', () => {
  /** Returns the error of a call with this response, and the seconds for which the pacing was paused. */
  async function answered(status: number, retryAfter: string) {
    const paused: number[] = [];
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'retry-after': retryAfter }).end(),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const pause: Pacing['pause'] = async (_tenant, _charges, _status, seconds) => void paused.push(seconds);
    const transport = transportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { pause });
    try {
      const error: unknown = await withPublicErrors(() =>
        transport.get('/teams/1', { budget: 'readTeams' }),
      ).catch((thrown: unknown) => thrown);
      assert.ok(isCharterError(error));
      const [wait, later] = [FIRST_JOB, LAST_JOB].map((jobId) => waitMilliseconds(jobId, 1, error) / 1000);
      return { wait, jitter: later! - wait!, paused };
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it('is the exact delay of jobs after a throttled call, up to a day', async () => {
    for (const status of [429, 503]) {
      assert.deepEqual(await answered(status, '18000'), { wait: 18_000, jitter: 0, paused: [18_000] });
      assert.deepEqual(await answered(status, '999999999'), { wait: 86_400, jitter: 0, paused: [86_400] });
    }
  });

  it('delays jobs by at most an hour, plus jitter, after other failures', async () => {
    for (const status of [500, 504, 403]) {
      const { wait, jitter, paused } = await answered(status, '18000');
      assert.deepEqual([wait, paused], [3_600, []], String(status));
      assert.ok(jitter > 0 && jitter <= 720, String(jitter));
    }
  });
});

describe('redirects of Graph', () => {
  /** Calls a server that redirects to another one. Returns the requests that the other one received. */
  async function follow(path: string) {
    const other = createServer((request, response) => {
      received.push({ url: request.url, authorization: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'text/csv' }).end('Report Refresh Date');
    });
    const received: { url: string | undefined; authorization: string | undefined }[] = [];
    const originOf = async (server: typeof other): Promise<string> => {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const location = `${await originOf(other)}/file`;
    const graph = createServer((_request, response) => response.writeHead(302, { location }).end());
    const origin = await originOf(graph);
    try {
      const transport = transportTo(origin);
      const answer = await transport.get(path, { budget: 'reports' }).catch((error: unknown) => error);
      return { answer, received };
    } finally {
      for (const server of [graph, other]) {
        server.close();
        server.closeAllConnections();
      }
    }
  }

  it('are followed for reports, without the token', async () => {
    const { answer, received } = await follow("/reports/getTeamsTeamActivityDetail(period='D180')");
    assert.equal(answer, 'Report Refresh Date');
    assert.deepEqual(received, [{ url: '/file', authorization: undefined }]);
  });

  it('are rejected for every other call', async () => {
    const { answer, received } = await follow('/users/ada');
    assert.ok(answer instanceof Error);
    assert.deepEqual(received, []);
  });
});

describe('links of Graph', () => {
  const charge = { budget: 'readDirectory' } as const;

  /** Reads a list that begins at `first`, and whose pages have these links. */
  async function read(first: string, ...links: string[]) {
    const pages = new Pages(...links);
    const origin = await pages.start();
    try {
      const transport = transportTo(origin);
      const items = await transport.list<number>(first, charge).catch((error: unknown) => error);
      return { items, received: pages.received, addresses: pages.received.map(({ address }) => address) };
    } finally {
      pages.stop();
    }
  }

  it('are requested unchanged, with repeated and unknown options in their order', async () => {
    const query = '?$skiptoken=a%2Fb~c&tag=1&$select=id&tag=2&$top=5&$select=mail&bare&q=%20x+y%3D';
    const path = `/v1.0/users/microsoft.graph.delta()${query}`;
    const { items, addresses } = await read('/users?$top=5', `https://graph.microsoft.com${path}`);
    assert.deepEqual(items, [1, 2]);
    assert.deepEqual(addresses, ['/v1.0/users?$top=5', path]);
  });

  it('are read from the configured address, so that no other server receives the token', async () => {
    const other = new Pages();
    const origin = await other.start();
    try {
      const links = [`${origin}/v1.0/users?page=2`, 'users?page=3', '/v1.0/users?page=4'];
      const { items, received } = await read('/users', ...links);
      assert.deepEqual(items, [1, 2, 3, 4]);
      assert.deepEqual(
        received.map(({ address }) => address),
        ['/v1.0/users', ...[2, 3, 4].map((page) => `/v1.0/users?page=${page}`)],
      );
      assert.ok(received.every(({ authorization }) => authorization === 'Bearer token'));
      assert.deepEqual(other.received, []);
    } finally {
      other.stop();
    }
  });

  it('cause an error when they lead outside of the API version', async () => {
    for (const link of ['https://graph.microsoft.com/beta/users?$skiptoken=secret', 'https://']) {
      const { items: error, addresses } = await read('/users', link);
      assert.ok(isCharterError(error), String(error));
      assert.equal(error.code, 'SuiteError');
      assert.match(error.message, /CHARTER_GRAPH_URL/);
      assert.doesNotMatch(error.message, /secret/);
      assert.deepEqual(addresses, ['/v1.0/users']);
    }
  });
});

describe('the client of Graph', () => {
  let world: GraphWorld;
  before(async () => {
    world = await createGraphWorld();
  });
  after(() => world.release());

  /** Makes the next calls fail with the fault. */
  function once(fault: Fault, times = 1): void {
    world.standIn.behave(withFault(fault, undefined, times));
  }

  const primary = async () => {
    const { bare, tenantId, people } = world;
    const { team } = await world.suite.teams.create(tenantId, {
      marker: crypto.randomUUID(),
      displayName: 'Calls',
      description: null,
      visibility: 'private',
      mailNickname: crypto.randomUUID(),
      members: [{ userId: people.ada, role: 'owner' }],
    });
    return () => bare.channels.primary(tenantId, team.id);
  };

  /** Revokes the consent to the application. Returns a function that grants it again. */
  function withoutConsent(): () => void {
    const changed = world.standIn.registrations.map((registration) => {
      const { roles } = registration;
      registration.roles = [];
      return () => {
        registration.roles = roles;
      };
    });
    return () => {
      for (const restore of changed) restore();
    };
  }

  const failureOf = async (call: () => Promise<unknown>) => {
    const error = await call().then(
      () => assert.fail('The call did not fail.'),
      (reason: unknown) => reason,
    );
    assert.ok(isCharterError(error), String(error));
    return error;
  };

  it('signs in again when Graph rejects a token', async () => {
    const call = await primary();
    once({ kind: 'expired token' });
    assert.equal((await call()).displayName, 'General');
  });

  it('reports the time to retry in seconds, and delays calls about the team until then', async () => {
    const call = await primary();
    once({ kind: 'throttled', seconds: 47 });
    const error = await failureOf(call);
    assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 47]);
    const before = world.standIn.calls.all.length;
    assert.equal((await failureOf(call)).retryAfterSeconds, 47);
    assert.equal(world.standIn.calls.all.length, before);
    world.clock.advance(47);
    await call();
  });

  it('repeats a failed read at once', async () => {
    const call = await primary();
    once({ kind: 'error', status: 502, hasEffect: false });
    assert.equal((await call()).displayName, 'General');
  });

  it('repeats a read at once when Graph closes a reused connection', async () => {
    const { bare, tenantId } = world;
    const { team } = await createTeam(world);
    for (const read of [
      () => bare.channels.primary(tenantId, team.id),
      () => bare.teams.find(tenantId, team.id),
    ]) {
      await read();
      once({ kind: 'lost', hasEffect: false });
      assert.ok(await read());
    }
  });

  it('never repeats a write itself when Graph closes the connection', async () => {
    const { bare, suite, tenantId, standIn } = world;
    const { team } = await createTeam(world);
    const channel = aChannel('Once');
    world.clock.advance(60);
    for (const hasEffect of [true, false]) {
      standIn.calls.clear();
      const route = 'POST /teams/{team}/channels';
      standIn.behave(withFault({ kind: 'lost', hasEffect }, route));
      const wanted = hasEffect ? channel : aChannel('Twice');
      await assert.rejects(bare.channels.create(tenantId, team.id, [wanted]), { code: 'ServiceUnavailable' });
      const count = () => standIn.calls.all.filter((made) => made.route === route).length;
      assert.equal(count(), 1);
      await suite.channels.create(tenantId, team.id, [wanted]);
      assert.equal(count(), hasEffect ? 1 : 2);
    }
    const names = (await suite.channels.list(tenantId, team.id)).map(({ displayName }) => displayName);
    assert.deepEqual(names.toSorted(), ['General', 'Once', 'Twice']);
  });

  it('asks for a retry when Graph does not respond, or fails again', async () => {
    const call = await primary();
    for (const [fault, times] of [
      [{ kind: 'lost', hasEffect: false }, 2],
      [{ kind: 'error', status: 502, hasEffect: false }, 2],
    ] as const) {
      once(fault, times);
      const error = await failureOf(call);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 5]);
    }
  });

  it('reports that an administrator must act when the consent was revoked', async () => {
    const call = await primary();
    await call();
    const grant = withoutConsent();
    const error = await failureOf(call).finally(grant);
    world.standIn.authority.revoke();
    assert.equal(error.code, 'ServiceUnavailable');
    assert.match(error.message, /lacks a permission \(ChannelSettings\.ReadWrite\.All\)/);
    assert.match(error.message, /administrator.*charter graph permissions/);
  });

  it('repeats a rejected call with a new token, because the old one may lack a new permission', async () => {
    const { authority } = world.standIn;
    const call = await primary();
    const { issued } = authority;
    once({ kind: 'revoked' });
    await call();
    assert.equal(authority.issued, issued + 1);
    authority.revoke();
  });

  it("treats a rejection in spite of the permission as final, and quotes Graph's reason", async () => {
    const { bare, tenantId, people } = world;
    const { team } = await createTeam(world);
    const message = 'Private channels are switched off by a policy.';
    const rejected = { kind: 'rejected', status: 403, code: 'Forbidden', message } as const;
    world.standIn.behave(withFault(rejected, 'POST /teams/{team}/channels', 2));
    const closed = aChannel('Closed', { membershipType: 'private', members: [owner(people.ada)] });
    const error = await failureOf(() => bare.channels.create(tenantId, team.id, [closed]));
    assert.deepEqual([error.code, error.retryAfterSeconds], ['InvalidRequest', undefined]);
    assert.match(error.message, /has the permission.*Private channels are switched off/);
    await bare.channels.create(tenantId, team.id, [closed]);
  });

  it('gives up on a read that Graph rejects twice, and quotes the reason', async () => {
    const call = await primary();
    once({ kind: 'rejected', status: 403, code: 'Forbidden', message: 'Not here.' }, 2);
    const error = await failureOf(call);
    assert.equal(error.code, 'SuiteError');
    assert.match(error.message, /Not here/);
  });

  it('uses one token until five minutes before its expiry', async () => {
    const { authority } = world.standIn;
    const call = await primary();
    const issuedBy = async (work: () => Promise<unknown>): Promise<number> => {
      const before = authority.issued;
      await work();
      return authority.issued - before;
    };
    assert.equal(await issuedBy(() => Promise.all([call(), call(), call()])), 0);
    authority.lifetimeSeconds = 299;
    authority.revoke();
    assert.equal(await issuedBy(call), 1);
    assert.equal(await issuedBy(call), 1);
    authority.lifetimeSeconds = 3599;
    assert.equal(await issuedBy(call), 1);
    assert.equal(await issuedBy(call), 0);
  });

  it('requests one new token when Graph rejects the current one for many calls', async () => {
    const { authority, calls } = world.standIn;
    const teams = await Promise.all(Array.from({ length: 8 }, primary));
    world.clock.advance(60);
    authority.revoke();
    calls.clear();
    const { issued } = authority;
    await Promise.all(teams.map((call) => call()));
    assert.equal(authority.issued, issued + 1);
    // Calls that begin after the new token arrived are not rejected.
    const rejected = calls.all.filter(({ status }) => status === 401).length;
    assert.ok(rejected >= 1);
    assert.equal(calls.all.length, rejected + 8);
  });

  it('repeats a batch with a new token when Graph rejects the current one for a call in it', async () => {
    const { bare, tenantId, standIn, clock } = world;
    const name = { displayName: 'Nora New', userPrincipalName: 'nora@conformance.example' };
    const { id } = standIn.tenants[0]!.addUser(name, clock.now());
    const { issued } = standIn.authority;
    standIn.behave(withFault({ kind: 'expired token' }, 'GET /users/{user}'));
    const [found] = await bare.users.resolve(tenantId, [id]);
    assert.equal(found?.displayName, 'Nora New');
    assert.equal(standIn.authority.issued, issued + 1);
  });

  it('repeats only the rejected calls of a batch, because others may have a Retry-After', async () => {
    const { bare, tenantId, standIn, clock } = world;
    const [first, second] = ['Rita', 'Theo'].map((displayName) => {
      const name = { displayName, userPrincipalName: `${displayName}@conformance.example` };
      return standIn.tenants[0]!.addUser(name, clock.now()).id;
    });
    const faults: Fault[] = [{ kind: 'expired token' }, { kind: 'throttled', seconds: 20 }];
    standIn.behave({
      ...FAULTLESS,
      faultOf: (occasion) => (occasion.route === 'GET /users/{user}' ? faults.shift() : undefined),
    });
    standIn.calls.clear();
    await failureOf(() => bare.users.resolve(tenantId, [first!, second!]));
    const callsFor = (id: string | undefined) =>
      standIn.calls.all.filter(({ path }) => path.includes(`/users/${id}`)).map(({ status }) => status);
    assert.deepEqual([callsFor(first), callsFor(second)], [[401, 200], [429]]);
  });

  it('shows no labels without the permission to read them', async () => {
    once({ kind: 'revoked' }, 4);
    assert.deepEqual(await world.bare.labels.listFor(world.tenantId, world.people.bob), []);
  });

  it('reports that an administrator must act when Entra rejects the secret', async () => {
    const { standIn, database, clock, tenantId } = world;
    const suite = createGraphSuite(suiteDeps(database.tenancy, clock), {
      cloud: { url: standIn.url, authority: standIn.authorityUrl },
      registrations: [{ tenant: tenantId, clientId: 'charter', clientSecret: 'an old secret' }],
    });
    const error = await failureOf(() => suite.organisation(tenantId));
    assert.deepEqual([error.code, error.retryAfterSeconds], ['ServiceUnavailable', 300]);
    assert.match(error.message, /sign-in.*administrator/);
    assert.doesNotMatch(error.message, /an old secret/);
  });

  it('rejects addresses without TLS', () => {
    const { database, clock, tenantId } = world;
    const suite = createGraphSuite(suiteDeps(database.tenancy, clock), {
      cloud: { url: 'http://graph.example/v1.0', authority: 'https://login.example' },
      registrations: [{ tenant: tenantId, clientId: 'charter', clientSecret: 'secret' }],
    });
    return assert.rejects(() => suite.organisation(tenantId), /not confidential/);
  });
});
