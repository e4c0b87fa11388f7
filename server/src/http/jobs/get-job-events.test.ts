import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fastify from 'fastify';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { runJob } from '../../engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { framesOf, sendEvents } from '../streams.ts';

const never = { lost: new AbortController().signal, stopping: new AbortController().signal };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const STREAM = { accept: 'text/event-stream' };

interface ServerSentEvent {
  event: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
  data: any;
}

const readEvent = (text: string): ServerSentEvent => {
  const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s)));
  return { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
};

/** Yields the events of a response, without its comments. */
async function* eventsIn({ body }: Response): AsyncGenerator<ServerSentEvent, void, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('event:')) yield readEvent(part);
  }
}

describe('the event stream of a job', () => {
  let service: TeamService;
  let authorization: string;

  before(async () => {
    service = await startTeamService({ eventStreams: 21 });
    authorization = await service.authorization('olga');
  });
  after(() => service.close());

  async function waitingJob(): Promise<string> {
    const { team } = await service.world.newTeam();
    const { headers } = await service.call('olga', 'POST', `/teams/${team.id}/archive`);
    return headers.get('location')?.split('/').at(-1) ?? '';
  }
  /** Runs the job as a worker on another node does. */
  const run = (jobId: string) =>
    runJob(
      { ...service.world.deps, definitions: JOB_DEFINITIONS, log: silent },
      { tenantId: TENANT, jobId },
      never,
    );
  const open = (jobId: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${service.url}/jobs/${jobId}/events`, {
      headers: { ...STREAM, authorization, ...headers },
      ...(signal && { signal }),
    });

  it('sends the state and the log, then each change, and ends with the job', async () => {
    const id = await waitingJob();
    const response = await open(id);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.ok(response.headers.get('request-id'));
    const frames = eventsIn(response);
    const first = (await frames.next()).value as ServerSentEvent;
    assert.deepEqual([first.event, first.id, first.data.status], ['job', '1', 'waiting']);
    assert.equal(first.data.log.length, 1);
    await run(id);
    const rest = await Array.fromAsync(frames);
    assert.deepEqual(
      rest.map(({ event }) => event),
      [...rest.slice(1).map(() => 'job'), 'end'],
    );
    const { log, progress, steps } = (await service.call('olga', 'GET', `/jobs/${id}`)).body;
    assert.deepEqual(
      [first, ...rest.slice(0, -1)].flatMap(({ data }) => data.log),
      log,
    );
    assert.deepEqual([rest.at(-2)?.data.progress, rest.at(-2)?.data.steps], [progress, steps]);
    assert.deepEqual(rest.at(-1), {
      event: 'end',
      id: `${log.length}.end`,
      data: { id, status: 'completed' },
    });
  });

  it('continues after Last-Event-ID, without loss or repetition', async () => {
    const id = await waitingJob();
    const [before] = await Array.fromAsync(take(eventsIn(await open(id)), 1));
    await run(id);
    const { log } = (await service.call('olga', 'GET', `/jobs/${id}`)).body;
    for (const from of [1, 2, log.length]) {
      const frames = await Array.fromAsync(eventsIn(await open(id, { 'last-event-id': String(from) })));
      const lines = frames.flatMap(({ event, data }) => (event === 'job' ? data.log : []));
      assert.deepEqual(lines, log.slice(from));
      assert.equal(frames.at(-1)?.event, 'end');
    }
    assert.equal(before?.id, '1');
    const over = await open(id, { 'last-event-id': `${log.length}.end` });
    assert.deepEqual([over.status, await over.text()], [204, '']);
    const foreign = await Array.fromAsync(eventsIn(await open(id, { 'last-event-id': 'made-up' })));
    assert.deepEqual(foreign[0]?.data.log, log);
  });

  it('returns errors as JSON', async () => {
    const id = await waitingJob();
    const path = `/jobs/${id}/events`;
    assertRejected(await service.call('nobody', 'GET', path, undefined, STREAM), 401, 'Unauthenticated');
    for (const caller of ['mia', 'foreigner'] as const)
      assertRejected(await service.call(caller, 'GET', path, undefined, STREAM), 404, 'NotFound');
    assertRejected(await service.call('olga', 'GET', path), 406, 'NotAcceptable');
    assert.equal((await service.call('olga', 'HEAD', path, undefined, STREAM)).status, 405);
  });

  it('is limited in number per caller and per node, and frees its slot when the client disconnects', async () => {
    const id = await waitingJob();
    const clients = new AbortController();
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(id, {}, clients.signal)));
    assert.ok(streams.every(({ status }) => status === 200));
    const rejected = await service.call('olga', 'GET', `/jobs/${id}/events`, undefined, STREAM);
    assertRejected(rejected, 429, 'TooManyRequests');
    assert.ok(Number(rejected.headers.get('retry-after')) > 0);
    const others = new AbortController();
    const admin = { authorization: await service.authorization('ada') };
    assert.equal((await open(id, admin, others.signal)).status, 200);
    assertRejected(
      await service.call('app', 'GET', `/jobs/${id}/events`, undefined, STREAM),
      503,
      'ServiceUnavailable',
    );
    clients.abort();
    others.abort();
    let again = await open(id);
    while (again.status === 429) {
      await again.text();
      again = await open(id);
    }
    assert.equal(again.status, 200);
    await again.body?.cancel();
  });

  it('ends when the node stops', async () => {
    const id = await waitingJob();
    const frames = eventsIn(await open(id));
    await frames.next();
    const stopping = service.stop();
    const rest = await Array.fromAsync(frames);
    assert.deepEqual(rest, [], 'no end event: the reader connects to another node');
    await stopping;
  });
});

async function* take<Item>(items: AsyncGenerator<Item>, count: number) {
  for (let taken = 0; taken < count; taken += 1) {
    const { done, value } = await items.next();
    if (done) return;
    yield value as Item;
  }
  await items.return(undefined);
}

describe('framesOf', () => {
  const silence = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };

  it('yields comments while there are no events, and ends when the signal is aborted', async () => {
    const over = new AbortController();
    const frames = framesOf(silence, over.signal, 1);
    assert.match((await frames.next()).value ?? '', /^retry: \d+\n\n$/);
    assert.equal((await frames.next()).value, ': waiting\n\n');
    over.abort();
    assert.deepEqual(await frames.next(), { done: true, value: undefined });
  });

  it('yields no event that arrives at the same time as the end', async () => {
    const over = new AbortController();
    async function* events() {
      over.abort();
      yield { event: 'job', id: '1', data: {} };
    }
    const frames = framesOf(events(), over.signal);
    await frames.next();
    assert.deepEqual(await frames.next(), { done: true, value: undefined });
  });

  it('requests an event only after the reader has read the previous one', async () => {
    let pulled = 0;
    async function* events() {
      for (;;) {
        pulled += 1;
        yield { event: 'job', id: String(pulled), data: { text: 'a\nb' } };
      }
    }
    const frames = framesOf(events(), new AbortController().signal);
    await frames.next();
    assert.equal(pulled, 0);
    assert.equal((await frames.next()).value, 'event: job\nid: 1\ndata: {"text":"a\\nb"}\n\n');
    assert.ok(pulled <= 2);
  });
});

describe('an event stream', () => {
  it('stops producing events for a client that reads nothing, and ends when the connection times out', async () => {
    const EVENT_BYTES = 100_000;
    const MAX_BYTES = 64_000_000;
    let pulled = 0;
    const ended = new EventEmitter();
    const released = once(ended, 'released');
    async function* large() {
      try {
        for (;;) {
          pulled += 1;
          assert.ok(pulled * EVENT_BYTES <= MAX_BYTES, 'a stream is collected in memory');
          yield { event: 'job', id: String(pulled), data: 'x'.repeat(EVENT_BYTES) };
        }
      } finally {
        ended.emit('released');
      }
    }
    const app = fastify({ connectionTimeout: 50 });
    app.get('/', (_request, reply) => sendEvents(reply, large(), new AbortController().signal));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'));
    client.pause();
    // The connection timeout disconnects a client that reads nothing.
    await released;
    assert.ok(pulled > 1);
    client.destroy();
    await app.close();
  });
});
