import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CharterApiError, createClient } from './index.ts';
import { startTestService, type TestResponse } from './test-service.ts';
import { wait as waitForReal } from './wait.ts';
import { readRateLimit } from './wait-for-job.ts';

const job = (status: string, headers: Record<string, string> = {}): TestResponse => ({
  status: 200,
  headers,
  body: { id: 'j', status },
});

/** Polls a job and records waits instead of waiting. */
async function follow(...answers: TestResponse[]) {
  await using service = await startTestService(...answers);
  const waits: number[] = [];
  const statuses: string[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  const ended = await client.jobs
    .waitForJob('j', { onProgress: ({ status }) => statuses.push(status) })
    .catch((error: unknown) => error);
  return { ended, statuses, waits, calls: service.seen.length };
}

test('waitForJob resolves when the job is completed or failed', async () => {
  const { ended, statuses } = await follow(job('waiting'), job('active'), job('completed'));
  assert.equal((ended as { status: string }).status, 'completed');
  assert.deepEqual(statuses, ['waiting', 'active', 'completed']);
  assert.equal(((await follow(job('paused'), job('failed'))).ended as { status: string }).status, 'failed');
});

test('waitForJob polls with growing intervals', async () => {
  const { waits } = await follow(...Array.from({ length: 30 }, () => job('active')), job('completed'));
  assert.ok((waits[0] as number) <= 250);
  assert.ok(waits.every((pause, position) => pause >= (waits[position - 1] ?? 0)));
  assert.equal(waits.at(-1), 5_000);
  const withinFirstMinute = waits.filter(
    (_, position) => waits.slice(0, position).reduce((sum, pause) => sum + pause, 0) < 60_000,
  );
  assert.ok(withinFirstMinute.length <= 30, 'half of tier 3 is left for other calls');
});

test('waitForJob spreads the remaining calls over the rest of the rate-limit window', async () => {
  const { waits } = await follow(job('active', { ratelimit: '"tier-3";r=1;t=40' }), job('completed'));
  assert.deepEqual(waits, [20_000]);
});

test('waitForJob continues after 429 and 503', async () => {
  const full = { status: 429, headers: { 'retry-after': '30' }, body: {} };
  const away = { status: 503, headers: { 'retry-after': '5' }, body: {} };
  const { ended, waits } = await follow(full, away, job('completed'));
  assert.equal((ended as { status: string }).status, 'completed');
  assert.deepEqual(waits, [30_000, 5_000]);
});

test('waitForJob fails after seven consecutive 503 responses, and at once after a 404', async () => {
  const away = await follow({ status: 503, body: {} });
  assert.ok(away.ended instanceof CharterApiError);
  assert.equal(away.calls, 7);
  const missing = await follow({ status: 404, body: {} });
  assert.ok(missing.ended instanceof CharterApiError);
  assert.equal(missing.calls, 1);
});

test('waitForJob stops when the signal aborts', async () => {
  await using service = await startTestService(job('active'));
  const client = createClient({ baseUrl: service.baseUrl });
  const stop = new AbortController();
  const watching = client.jobs.waitForJob('j', {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('enough')),
  });
  await assert.rejects(watching, /enough/);
  await assert.rejects(waitForReal(1, AbortSignal.abort(new Error('before'))), /before/);
});

test('waitForJob reads the RateLimit header, and ignores malformed ones', () => {
  const read = (value: string) => readRateLimit(new Response(null, { headers: { ratelimit: value } }));
  assert.deepEqual(read('"tier-3";r=58;t=60'), { remaining: 58, resetSeconds: 60 });
  assert.equal(read('limit=60, remaining=58'), undefined);
});
