/** Two API nodes and two workers on one database: shared queue, rate limits and idempotency keys. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@charter/sdk';
import type { TestDatabase } from '../server/test/postgres.ts';
import { CALLERS, type Caller, MANIFEST, NEWCOMER, RUN_ID, subjectOf, TEMPLATE } from './callers.ts';
import { createFilledDatabase, freePort, GIVEN_URL, type Service, startNode } from './service.ts';
import { rejection, teamOf, waitForCompletedJob } from './stage.ts';
import { issueToken } from './tokens.ts';

const skip = GIVEN_URL === undefined ? false : 'needs nodes of its own';

describe('several nodes', { skip }, () => {
  let database: TestDatabase;
  let nodes: Service[];
  const tokens = new Map<Caller, string>();
  const apis = (): [Service, Service] => [nodes[0] as Service, nodes[1] as Service];

  before(async () => {
    database = await createFilledDatabase();
    const port = String(await freePort());
    const shared = {
      DATABASE_URL: database.connectionString,
      CHARTER_PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const first = await startNode({ environment: { ...shared, PORT: port }, args: ['--services=api'] });
    const others = [['--services=api'], ['--services=worker'], ['--services', 'worker']];
    nodes = [first, ...(await Promise.all(others.map((args) => startNode({ environment: shared, args }))))];
    assert.deepEqual(
      nodes.map(({ announcedUrl }) => announcedUrl),
      [first.url, first.url, '', ''],
    );
    assert.notEqual(nodes[1]?.url, first.url);
    const callers: Caller[] = ['owner', 'member', 'stranger', 'admin', 'app'];
    for (const caller of callers) {
      tokens.set(caller, await issueToken(first, subjectOf(caller)));
    }
  });
  after(async () => {
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await database?.drop();
  });

  const call = (node: Service, caller: Caller, path: string, method = 'POST') =>
    fetch(node.url + path, { method, headers: { authorization: `Bearer ${tokens.get(caller)}` } });

  it('reject the seventh tier-1 call in a minute, across nodes', async () => {
    const [one, two] = apis();
    const path = '/v1.0/teams/no-such-team/archive';
    for (const [position, node] of [one, two, two, one, two, one].entries()) {
      const { status, headers } = await call(node, 'stranger', path);
      assert.equal(status, 404);
      assert.equal(headers.get('x-ratelimit-limit'), '6');
      assert.equal(headers.get('x-ratelimit-remaining'), String(5 - position));
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"tier-1";r=${5 - position};t=\\d+$`));
      assert.match(headers.get('ratelimit-policy') ?? '', /^"tier-1";q=6;w=60, "all";q=600;w=60$/);
    }
    for (const node of [two, one]) {
      const rejected = await call(node, 'stranger', path);
      assert.equal(rejected.status, 429);
      const seconds = Number(rejected.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
      assert.equal(rejected.headers.get('x-ratelimit-limit'), '6');
      assert.equal(rejected.headers.get('x-ratelimit-remaining'), '0');
      const { error, rateLimitExceeded } = (await rejected.json()) as Record<string, { code: string }>;
      assert.equal(error?.code, 'TooManyRequests');
      assert.deepEqual(rateLimitExceeded, { tier: 'tier-1', rateLimitWindow: 60_000, rateLimitMax: 6 });
    }
    assert.equal(
      (await call(one, 'stranger', '/v1.0/users', 'GET')).status,
      200,
      'other tiers are not limited',
    );
    assert.equal((await call(one, 'member', path)).status, 404, 'other callers are not limited');
  });

  it('count the tier-3 calls of a person against 300 a minute, and those of an app against 60', async () => {
    for (const [caller, limit] of [
      ['member', '300'],
      ['app', '60'],
    ] as const) {
      for (const node of apis()) {
        const { status, headers } = await call(node, caller, '/v1.0/users?$top=1', 'GET');
        assert.equal(status, 200);
        assert.equal(headers.get('x-ratelimit-limit'), limit);
        assert.match(headers.get('ratelimit-policy') ?? '', new RegExp(`^"tier-3";q=${limit};w=60, "all"`));
      }
    }
  });

  it('share one rate limit: of 24 concurrent calls, they accept 6', async () => {
    const path = '/v1.0/teams/no-such-team/unarchive';
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, position) => call(apis()[position % 2] as Service, 'owner', path)),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 404).length, 6, statuses.join());
    assert.equal(statuses.filter((status) => status === 429).length, 18);
  });

  it('create one job for one idempotency key across nodes, and both API nodes return the job', async () => {
    const clients = apis().map(({ url }) =>
      createClient({ baseUrl: url, token: tokens.get('admin') as string, retry: false }),
    ) as [ReturnType<typeof createClient>, ReturnType<typeof createClient>];
    await clients[0].catalog.applyCatalogTemplate({ manifest: MANIFEST });
    const request = {
      template: { id: TEMPLATE },
      team: { name: `Nodes ${RUN_ID}`, membership: { owners: [{ id: NEWCOMER }] } },
    };
    const options = { idempotencyKey: 'over-both-nodes' };
    const answers = await Promise.allSettled(
      clients.map((client) => client.teams.createTeamProvisioningJob(request, options)),
    );
    const jobs = new Set(
      answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : [])),
    );
    assert.equal(jobs.size, 1);
    for (const answer of answers) if (answer.status === 'rejected') assert.equal(answer.reason.status, 409);
    const [jobId] = [...jobs] as [string];
    for (const client of clients) {
      const again = await client.teams.createTeamProvisioningJob(request, options);
      assert.equal(again.id, jobId);
      const job = await waitForCompletedJob(client, jobId);
      assert.equal((await client.teams.getTeam(teamOf(job))).displayName, request.team.name);
    }
  });

  it('complete a job with one API node and one worker after the others have ended', async () => {
    const [api, gone, leftWorker, worker] = nodes as [Service, Service, Service, Service];
    nodes = [api, leftWorker];
    await Promise.all([gone.stop(), worker.stop('SIGKILL')]);
    const client = createClient({ baseUrl: api.url, token: tokens.get('member') as string });
    const job = await client.teams.createTeamProvisioningJob({
      template: { id: TEMPLATE },
      team: { name: `Left over ${RUN_ID}`, membership: { owners: [{ id: NEWCOMER }] } },
    });
    await waitForCompletedJob(client, job.id);
    const absent = createClient({ baseUrl: gone.url, token: tokens.get('member') as string });
    await assert.rejects(absent.users.getUsers(), { name: 'CharterConnectionError' });
    assert.equal((await rejection(client.jobs.getJob(CALLERS.app.name))).status, 404);
  });
});
