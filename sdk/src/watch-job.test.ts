import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from './index.ts';
import { startTestService, type TestResponse } from './test-service.ts';

const LOG = ['l1', 'l2', 'l3', 'l4'];
const event = (name: string, id: string, data: object) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const change = (from: number, to: number, status = 'active') =>
  event('job', String(to), { id: 'j', status, log: LOG.slice(from, to) });
const stream = (...frames: string[]): TestResponse => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: `retry: 2000\n\n: waiting\n\n${frames.join('')}`,
});
const job = (length: number, status: string): TestResponse => ({
  status: 200,
  body: { id: 'j', status, log: LOG.slice(0, length), team: {}, data: {}, steps: [] },
});

/** Watches a job. Waits end at once, except those of 5 s, the time limit for opening a stream, which never end. */
async function follow(...answers: TestResponse[]) {
  await using service = await startTestService(...answers);
  let tokens = 0;
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: service.baseUrl,
    tokenProvider: async () => {
      tokens += 1;
      return `token-${tokens}`;
    },
    wait: async (milliseconds, signal) => {
      if (milliseconds !== 5_000) return void pauses.push(milliseconds);
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const lines: string[] = [];
  const statuses: string[] = [];
  try {
    for await (const { log, status } of client.jobs.watchJob('j')) {
      lines.push(...log);
      statuses.push(status);
    }
  } catch (error) {
    return { lines, statuses, error: error as Error, seen: service.seen, pauses };
  }
  return { lines, statuses, error: undefined, seen: service.seen, pauses };
}

test('watchJob yields the changes until the end event', async () => {
  const { lines, statuses, seen } = await follow(
    stream(change(0, 2), change(2, 4, 'completed'), event('end', '4.end', { status: 'completed' })),
  );
  assert.deepEqual([lines, statuses], [LOG, ['active', 'completed']]);
  assert.equal(seen.length, 1);
  assert.equal(seen[0]?.headers.accept, 'text/event-stream');
});

test('watchJob reconnects with a new token after a disconnect, and continues after the last event', async () => {
  const { lines, seen } = await follow(
    stream(change(0, 2)),
    stream(change(2, 4, 'completed'), event('end', '4.end', {})),
  );
  assert.deepEqual(lines, LOG);
  assert.deepEqual(
    seen.map(({ headers }) => [headers['last-event-id'], headers.authorization]),
    [
      ['0', 'Bearer token-1'],
      ['2', 'Bearer token-2'],
    ],
  );
});

test('watchJob waits as long as a stopping node requests before it reconnects', async () => {
  const { lines, pauses } = await follow(
    stream(change(0, 2), ': This node is stopping. Reconnect to continue.\nretry: 321\n\n'),
    stream(change(2, 4, 'completed'), event('end', '4.end', {})),
  );
  assert.deepEqual([lines, pauses], [LOG, [321]]);
});

for (const [reason, answers] of Object.entries({
  'there is no room for a stream': [{ status: 503, body: {} }],
  'a proxy sends no event stream': [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }],
  'three streams are cut before their first event': [stream(), stream(), stream()],
})) {
  test(`watchJob polls when ${reason}`, async () => {
    const { lines, seen } = await follow(...answers, job(1, 'active'), job(1, 'active'), job(4, 'failed'));
    assert.deepEqual(lines, LOG);
    assert.equal(seen.length, answers.length + 3);
  });
}

test('watchJob keeps an open stream without events, and polls when no stream opens', async () => {
  const isSilentAfter = async (first: string | undefined) => {
    const bytes = new TransformStream<Uint8Array, Uint8Array>();
    const writer = bytes.writable.getWriter();
    if (first !== undefined) void writer.write(new TextEncoder().encode(first));
    const calls: string[] = [];
    let isLate: () => void = () => undefined;
    const client = createClient({
      baseUrl: 'http://127.0.0.1',
      wait: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          if (milliseconds === 5_000) isLate = resolve;
          else resolve();
        }),
      fetch: async ({ url, signal }) => {
        calls.push(new URL(url).pathname);
        if (!url.endsWith('/events')) return Response.json(job(4, 'failed').body);
        signal.addEventListener('abort', () => void writer.abort(new DOMException('Cut.', 'AbortError')));
        return new Response(bytes.readable, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const changes = client.jobs.watchJob('j', { position: 2 });
    const next = changes.next();
    while (calls.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    isLate();
    if (first !== undefined) void writer.write(new TextEncoder().encode(change(2, 4, 'completed')));
    const { value } = await next;
    void changes.return();
    return { calls, log: value?.log };
  };
  assert.deepEqual(await isSilentAfter('retry: 2000\n\n'), {
    calls: ['/v1.0/jobs/j/events'],
    log: ['l3', 'l4'],
  });
  assert.deepEqual(await isSilentAfter(undefined), {
    calls: ['/v1.0/jobs/j/events', '/v1.0/jobs/j'],
    log: ['l3', 'l4'],
  });
});

test('watchJob throws when the job can’t be read', async () => {
  const { error, seen } = await follow({
    status: 404,
    body: { error: { code: 'NotFound', message: 'No.' } },
  });
  assert.equal(error?.message, 'No.');
  assert.equal(seen.length, 1);
});
