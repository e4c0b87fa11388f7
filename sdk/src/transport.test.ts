import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharterApiError, CharterConnectionError, type ClientOptions, createClient } from './index.ts';
import { startTestService, type TestResponse, type TestService } from './test-service.ts';
import { addressOf } from './transport.ts';

const JOB = { id: 'a-job', status: 'completed' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const LATER: TestResponse = {
  status: 429,
  headers: { 'retry-after': '7', 'request-id': 'r-1' },
  body: {
    error: { code: 'TooManyRequests', message: 'Too many.', innerError: {} },
    rateLimitExceeded: { tier: 'tier-3', rateLimitWindow: 60_000, rateLimitMax: 60 },
  },
};

/** Creates a client that records waits instead of waiting. */
function clientOf(service: TestService, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    token: 'secret',
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...options,
  });
  return { client, waits };
}

const provisioning = { template: { id: 't' }, team: { name: 'n' } };

async function failureOf(call: Promise<unknown>): Promise<CharterApiError> {
  const error = await call.then(
    () => assert.fail('the call should have failed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CharterApiError, String(error));
  return error;
}

test('the client accepts an address with or without a path prefix and the version segment', () => {
  assert.equal(addressOf('https://charter.example'), 'https://charter.example');
  assert.equal(addressOf('https://charter.example/'), 'https://charter.example');
  assert.equal(addressOf('https://charter.example/v1.0'), 'https://charter.example');
  assert.equal(addressOf('https://charter.example/api/v1.0/'), 'https://charter.example/api');
  assert.throws(() => addressOf('ftp://charter.example'), /https/);
});

test('the client sends authorization, user-agent and client-request-id', async () => {
  await using service = await startTestService({ status: 200, body: JOB });
  const { client } = clientOf(service, { userAgent: 'Tests/1' });
  assert.equal((await client.jobs.getJob('a/../b')).id, 'a-job');
  const [request] = service.seen;
  assert.equal(request?.url, '/v1.0/jobs/a%2F..%2Fb');
  assert.equal(request?.headers.authorization, 'Bearer secret');
  assert.equal(request?.headers['user-agent'], 'Tests/1');
  assert.equal(request?.headers.accept, 'application/json');
  assert.match(String(request?.headers['client-request-id']), UUID);
});

test('the client requests a token from its provider for each call, or sends the credentials of an app', async () => {
  await using service = await startTestService({ status: 200, body: JOB });
  let renewals = 0;
  const renewing = createClient({ baseUrl: service.baseUrl, tokenProvider: () => `token-${++renewals}` });
  await renewing.jobs.getJob('j');
  await renewing.jobs.getJob('j');
  const basic = createClient({ baseUrl: service.baseUrl, basic: { appId: 'app', secret: 'pässword' } });
  await basic.jobs.getJob('j');
  assert.deepEqual(
    service.seen.map(({ headers }) => headers.authorization),
    ['Bearer token-1', 'Bearer token-2', `Basic ${Buffer.from('app:pässword').toString('base64')}`],
  );
  assert.throws(() =>
    createClient({ baseUrl: service.baseUrl, token: 'a', basic: { appId: 'b', secret: 'c' } }),
  );
});

test('the client rejects an id that would change the path', async () => {
  await using service = await startTestService({ status: 200, body: JOB });
  const { client } = clientOf(service);
  for (const id of ['', '.', '..'])
    await assert.rejects(client.jobs.getJob(id), {
      name: 'CharterParameterError',
      message: /the service returned/,
    });
  assert.equal(service.seen.length, 0);
});

test('the client throws an error with every field of an error response', async () => {
  const details = [{ target: 'team.name', code: 'Required', message: 'This field is required.' }];
  await using service = await startTestService({
    status: 400,
    headers: { 'request-id': 'r-9' },
    body: { error: { code: 'InvalidRequest', message: 'No.', details, innerError: {} } },
  });
  const error = await failureOf(clientOf(service).client.teams.createTeamProvisioningJob(provisioning));
  assert.equal(error.status, 400);
  assert.equal(error.code, 'InvalidRequest');
  assert.equal(error.message, 'No.');
  assert.equal(error.requestId, 'r-9');
  assert.deepEqual(error.details, details);
});

test('the client throws UnknownError for a response that is not from Charter', async () => {
  await using service = await startTestService({
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Bad gateway</h1>',
  });
  const error = await failureOf(clientOf(service).client.jobs.getJob('j'));
  assert.equal(error.status, 502);
  assert.equal(error.code, 'UnknownError');
  assert.match(error.message, /502/);
});

test('the client throws CharterConnectionError when the service is unreachable', async () => {
  const service = await startTestService({ status: 200, body: JOB });
  await service[Symbol.asyncDispose]();
  await assert.rejects(clientOf(service).client.jobs.getJob('j'), CharterConnectionError);
});

test('the client retries a safe call with the same id after the Retry-After time of a 429 or 503', async () => {
  const unavailable = { status: 503, headers: { 'retry-after': '2' }, body: {} };
  await using service = await startTestService(LATER, unavailable, { status: 200, body: JOB });
  const reasons: object[] = [];
  const { client, waits } = clientOf(service, { onRetry: (reason) => reasons.push(reason) });
  assert.equal((await client.jobs.getJob('j')).id, 'a-job');
  assert.deepEqual(waits, [7_000, 2_000]);
  assert.deepEqual(reasons, [
    { status: 429, seconds: 7 },
    { status: 503, seconds: 2 },
  ]);
  assert.equal(new Set(service.seen.map(({ headers }) => headers['client-request-id'])).size, 1);
});

test('the client sends the bytes of a PUT again after 429', async () => {
  await using service = await startTestService(LATER, { status: 200, body: { sha256: 'a', size: 5 } });
  const { client, waits } = clientOf(service);
  await client.catalog.putCatalogBlob('a', new TextEncoder().encode('bytes'));
  assert.deepEqual(waits, [7000]);
  assert.deepEqual(
    service.seen.map(({ method, body, headers }) => [method, body, headers['content-type']]),
    Array(2).fill(['PUT', 'bytes', 'application/octet-stream']),
  );
});

test('the client retries a POST whose first request is in progress, and throws any other conflict', async () => {
  const error = { error: { code: 'Conflict', message: 'Not now.', innerError: {} } };
  const inProgress = { status: 409, headers: { 'retry-after': '1' }, body: error };
  await using service = await startTestService(
    inProgress,
    { status: 202, body: JOB },
    { status: 409, body: error },
  );
  const { client, waits } = clientOf(service);
  await client.teams.createTeamProvisioningJob(provisioning);
  assert.deepEqual(waits, [1000]);
  assert.equal(new Set(service.seen.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.equal((await failureOf(client.teams.createTeamProvisioningJob(provisioning))).status, 409);
  assert.deepEqual(waits, [1000]);
});

test('the client sends a new idempotency key with each POST, and retries with the same key and body', async () => {
  await using service = await startTestService(LATER, { status: 201, body: JOB });
  const { client } = clientOf(service);
  await client.teams.createTeamProvisioningJob(provisioning);
  assert.equal(service.seen.length, 2);
  const [first, second] = service.seen;
  assert.match(String(first?.headers['idempotency-key']), UUID);
  assert.equal(second?.headers['idempotency-key'], first?.headers['idempotency-key']);
  assert.deepEqual(JSON.parse(String(second?.body)), provisioning);

  await client.teams.createTeamProvisioningJob(provisioning);
  await client.teams.createTeamProvisioningJob(provisioning, { idempotencyKey: 'mine' });
  const [third, fourth] = service.seen.slice(2).map(({ headers }) => headers['idempotency-key']);
  assert.match(String(third), UUID);
  assert.notEqual(third, first?.headers['idempotency-key']);
  assert.equal(fourth, 'mine');
});

test('the client does not retry a POST without an idempotency key, nor a dry run', async () => {
  await using service = await startTestService(LATER);
  const { teams, approvals } = clientOf(service).client;
  const error = await failureOf(teams.createTeamProvisioningJob(provisioning, { idempotencyKey: false }));
  await failureOf(teams.planTeamProvisioning(provisioning));
  await failureOf(approvals.planApproval('a', { updates: { name: 'North' } }));
  assert.deepEqual(
    service.seen.map(({ url, headers }) => [url, headers['idempotency-key']]),
    [
      ['/v1.0/teams/provisioning', undefined],
      ['/v1.0/teams/provisioning?dryRun=true', undefined],
      ['/v1.0/approvals/a/approve?dryRun=true', undefined],
    ],
  );
  assert.equal(error.retryAfterSeconds, 7);
  assert.deepEqual(error.rateLimitExceeded, { tier: 'tier-3', rateLimitWindow: 60_000, rateLimitMax: 60 });
});

test('the client stops after three retries, and at once when retries are off or Retry-After is too long', async () => {
  await using service = await startTestService(LATER);
  const { client, waits } = clientOf(service);
  await failureOf(client.jobs.getJob('j'));
  assert.deepEqual(waits, [7_000, 7_000, 7_000]);
  await failureOf(client.jobs.getJob('j', { retry: false }));
  assert.equal(service.seen.length, 5);
  await failureOf(client.jobs.getJob('j', { retry: { longestWaitSeconds: 5 } }));
  assert.equal(service.seen.length, 6);
});

test('the client stops when the signal aborts', async () => {
  await using service = await startTestService(LATER);
  const stop = new AbortController();
  const client = createClient({
    baseUrl: service.baseUrl,
    wait: async () => stop.abort(new Error('enough')),
  });
  await assert.rejects(client.jobs.getJob('j', { signal: stop.signal }), /enough/);
  assert.equal(service.seen.length, 1);
});

test('the client reads the job id from Location', async () => {
  await using service = await startTestService({
    status: 202,
    headers: { location: '/v1.0/jobs/0199c2d4', 'content-length': '0' },
    body: '',
  });
  const { client } = clientOf(service);
  assert.deepEqual(await client.teams.archiveTeam('t'), { jobId: '0199c2d4' });
  assert.deepEqual(await client.teams.unarchiveTeam('t'), { jobId: '0199c2d4' });
  const body = { shouldSetSpoSiteReadOnlyForMembers: true };
  await client.teams.archiveTeam('t', body);
  assert.deepEqual(
    service.seen.map((request) => request.body),
    ['', '', JSON.stringify(body)],
  );
  assert.equal(service.seen[0]?.headers['content-type'], undefined);
});

test('the client passes the response to onResponse, and sends If-Match', async () => {
  await using service = await startTestService({ status: 204, headers: { etag: '"7"' } });
  const { client } = clientOf(service);
  let etag: string | null = null;
  await client.teams.updateTeam(
    't',
    { displayName: 'n' },
    { ifMatch: '"6"', onResponse: (response) => (etag = response.headers.get('etag')) },
  );
  assert.equal(etag, '"7"');
  assert.equal(service.seen[0]?.headers['if-match'], '"6"');
});
