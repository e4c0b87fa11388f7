import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CharterError, notFound } from '../kernel/errors.ts';
import type { ServerEvent } from './route.ts';
import { EventStreams, framesOf, type StreamCheck, type StreamLimits } from './streams.ts';

const now = new Date('2026-05-04T10:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const permitted: StreamCheck = async () => undefined;

interface Opening {
  tenantId?: string;
  id?: string;
  claims?: object;
  /** Credentials in place of a token. */
  authorization?: string;
  check?: StreamCheck;
}

/** Connections of the current test, so that a failed test leaves no timer behind. */
const connections: EventEmitter[] = [];
afterEach(() => {
  for (const raw of connections.splice(0)) raw.emit('close');
});

/** The streams of a node. `open` returns the signal of a stream, and a function that ends its connection. */
const nodeWith = (limits: StreamLimits) => {
  const streams = new EventStreams(limits, { now: () => now });
  const open = ({
    tenantId = 'one',
    id = 'olga',
    claims = {},
    authorization,
    check = permitted,
  }: Opening = {}) => {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const headers = { authorization: authorization ?? `Bearer header.${payload}.signature` };
    const request = { principal: { tenantId, id }, headers };
    const raw = new EventEmitter();
    connections.push(raw);
    const signal = streams.open(request as never, { raw } as never, check);
    return { signal, close: () => raw.emit('close') };
  };
  return { streams, open };
};

async function* endless() {
  for (;;) yield { event: 'job', id: '1', data: {} };
}

describe('a stream', () => {
  const { open } = nodeWith({ perPrincipal: 1, perNode: 1 });

  it('ends when the token that opened it expires', async () => {
    const { signal, close } = open({ claims: { exp: seconds } });
    if (!signal.aborted) await once(signal, 'abort');
    const frames = await Array.fromAsync(framesOf(endless(), signal));
    assert.ok(frames.length <= 1, 'no event');
    close();
  });

  const valid: Readonly<Record<string, Opening>> = {
    'a token that expires in a minute': { claims: { exp: seconds + 60 } },
    'a token that expires in a year': { claims: { exp: seconds + 86_400 * 365 } },
    'a token without an expiry': {},
    'the secret of an app': { authorization: 'Basic YXBwOnNlY3JldA==' },
  };
  for (const [credentials, opening] of Object.entries(valid)) {
    it(`stays open with ${credentials}`, ({ mock }) => {
      mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
      const { signal, close } = open(opening);
      mock.timers.tick(59_999);
      assert.equal(signal.aborted, false);
      close();
    });
  }

  it('ends with a request to reconnect when the node stops, even if the stream opens later', async () => {
    const { streams, open } = nodeWith({ perPrincipal: 9, perNode: 9 });
    const early = open();
    await streams.close();
    for (const { signal, close } of [early, open()]) {
      const [, last = ''] = await Array.fromAsync(framesOf(endless(), signal));
      assert.match(last, /^: This node is stopping\. .*\nretry: \d+\n\n$/);
      const [, milliseconds] = /retry: (\d+)/.exec(last) ?? [];
      assert.ok(Number(milliseconds) <= 2000, milliseconds);
      close();
    }
  });

  it('is no longer checked after the node has stopped', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const recheckMilliseconds = 1000;
    const { streams, open } = nodeWith({ perPrincipal: 9, perNode: 9, recheckMilliseconds });
    const answer = Promise.withResolvers<void>();
    let checks = 0;
    open({
      check: () => {
        checks += 1;
        return answer.promise;
      },
    });
    mock.timers.tick(recheckMilliseconds);
    assert.equal(checks, 1);
    let isClosed = false;
    const closing = streams.close().then(() => {
      isClosed = true;
    });
    streams.recheck('one', 'olga');
    await setImmediate();
    assert.equal(isClosed, false);
    answer.resolve();
    await closing;
    mock.timers.tick(recheckMilliseconds);
    streams.recheck('one', 'olga');
    assert.equal(checks, 1);
  });

  it('is rejected beyond the limit of its principal, unlike streams of others', () => {
    const { open } = nodeWith({ perPrincipal: 2, perNode: 9 });
    const own = [open(), open()];
    assert.throws(() => open(), { code: 'TooManyRequests' });
    const others = [open({ id: 'mia' }), open({ tenantId: 'two' })];
    own.pop()?.close();
    for (const { close } of [open(), ...own, ...others]) close();
  });
});

describe('the text of a stream', () => {
  const never = new AbortController().signal;
  /** Returns the frames, until the events end. */
  const framesFor = (events: AsyncIterable<ServerEvent>, signal = never) =>
    Array.fromAsync(framesOf(events, signal));

  it('contains a frame for each event, with the id if the event has one, and ends with the events', async () => {
    async function* events(): AsyncGenerator<ServerEvent> {
      yield { event: 'job', id: '7', data: { status: 'active' } };
      yield { event: 'note', data: 'two\nlines' };
    }
    assert.deepEqual(await framesFor(events()), [
      'retry: 2000\n\n',
      'event: job\nid: 7\ndata: {"status":"active"}\n\n',
      'event: note\ndata: "two\\nlines"\n\n',
    ]);
  });

  it('contains comments while there is no event', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<ServerEvent> {
      await promise;
      yield { event: 'job', id: '1', data: {} };
    }
    const frames = framesOf(events(), never);
    await frames.next();
    for (let beat = 0; beat < 2; beat += 1) {
      const next = frames.next();
      await setImmediate();
      mock.timers.tick(15_000);
      assert.equal((await next).value, ': waiting\n\n');
    }
    resolve();
    assert.equal((await frames.next()).value, 'event: job\nid: 1\ndata: {}\n\n');
    assert.equal((await frames.next()).done, true);
  });

  it('leaves no timer behind after its end', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    async function* events(): AsyncGenerator<ServerEvent> {
      yield { event: 'job', id: '1', data: {} };
    }
    assert.equal((await framesFor(events())).length, 2);
    assert.equal(timers(), before);
  });

  it('ends when its signal is aborted while it waits, and stops the source of the events', async () => {
    let stopped = false;
    const events: AsyncIterable<ServerEvent> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          stopped = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const ended = new AbortController();
    const frames = framesOf(events, ended.signal);
    await frames.next();
    const next = frames.next();
    ended.abort();
    assert.equal((await next).done, true);
    assert.equal(stopped, true);
  });

  it('contains no event when the signal is already aborted', async () => {
    assert.deepEqual(await framesFor(endless(), AbortSignal.abort()), ['retry: 2000\n\n']);
  });

  it('ends at once when the signal is already aborted, without waiting for an event', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const silent: AsyncIterable<ServerEvent> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    };
    assert.deepEqual(await framesFor(silent, AbortSignal.abort()), ['retry: 2000\n\n']);
  });

  it('contains no event that arrives at the same time as the end', async () => {
    const ended = new AbortController();
    async function* late(): AsyncGenerator<ServerEvent> {
      ended.abort();
      yield { event: 'job', id: '1', data: {} };
    }
    assert.deepEqual(await framesFor(late(), ended.signal), ['retry: 2000\n\n']);
    const ending = new AbortController();
    // The event arrives, and the events end before the stream sends it.
    const early: AsyncIterable<ServerEvent> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          queueMicrotask(() => ending.abort());
          return Promise.resolve({ done: false, value: { event: 'job', id: '1', data: {} } });
        },
      }),
    };
    assert.deepEqual(await framesFor(early, ending.signal), ['retry: 2000\n\n']);
  });
});

describe('the access to a stream', () => {
  const hourly = { perPrincipal: 9, perNode: 9, recheckMilliseconds: 3_600_000 };

  it('is checked repeatedly, and the stream ends when the access is lost', async () => {
    const { open } = nodeWith({ ...hourly, recheckMilliseconds: 1 });
    let checks = 0;
    const { signal } = open({
      check: async () => {
        checks += 1;
        if (checks === 3) throw notFound('job', '1');
      },
    });
    await once(signal, 'abort');
    assert.equal(checks, 3);
  });

  it('is checked at once for the streams of a principal whose rights change', async () => {
    const { streams, open } = nodeWith(hourly);
    const lost = async () => {
      throw new CharterError('Unauthenticated', 'The secret is wrong.');
    };
    const own = open({ check: lost });
    const others = [open({ id: 'mia', check: lost }), open({ tenantId: 'two', check: lost })];
    streams.recheck('one', 'olga');
    await once(own.signal, 'abort');
    assert.ok(others.every(({ signal }) => !signal.aborted));
    for (const { close } of others) close();
  });

  it('is checked by one call at a time', async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { open } = nodeWith({ ...hourly, recheckMilliseconds: 1 });
    const checks: (() => void)[] = [];
    const { close } = open({ check: () => new Promise((resolve) => checks.push(resolve)) });
    mock.timers.tick(5);
    assert.equal(checks.length, 1);
    checks[0]?.();
    await setImmediate();
    mock.timers.tick(5);
    assert.equal(checks.length, 2);
    close();
    checks[1]?.();
    await setImmediate();
    mock.timers.tick(5);
    assert.equal(checks.length, 2, 'no check of an ended stream');
  });

  for (const code of ['Unauthenticated', 'Forbidden', 'NotFound'] as const) {
    it(`is lost, and the stream ends, when a check fails with ${code}`, async () => {
      const { streams, open } = nodeWith(hourly);
      const { signal } = open({
        check: async () => {
          throw new CharterError(code, 'No.');
        },
      });
      streams.recheck('one', 'olga');
      await setImmediate();
      assert.equal(signal.aborted, true);
    });
  }

  it('is not lost when a check fails for another reason', async () => {
    const { streams, open } = nodeWith(hourly);
    const { signal, close } = open({
      check: async () => {
        throw new CharterError('ServiceUnavailable', 'The database is away.');
      },
    });
    streams.recheck('one', 'olga');
    await setImmediate();
    assert.equal(signal.aborted, false);
    close();
  });
});

describe('the streams of a full node', () => {
  const open = (node: ReturnType<typeof nodeWith>, tenantId: string, count: number) =>
    Array.from({ length: count }, (_, index) => node.open({ tenantId, id: `${tenantId}-${index}` }));
  const full = (error: unknown) => error instanceof CharterError && error.code === 'ServiceUnavailable';

  it('are taken from the largest tenant, oldest first, when another tenant opens streams', () => {
    const node = nodeWith({ perPrincipal: 2, perNode: 7 });
    const first = open(node, 'one', 7);
    assert.throws(() => node.open({ tenantId: 'one', id: 'next' }), full);
    const second = open(node, 'two', 3);
    assert.deepEqual(
      first.map(({ signal }) => signal.aborted),
      [true, true, true, false, false, false, false],
      'the oldest streams of the larger tenant end',
    );
    for (const tenantId of ['one', 'two']) assert.throws(() => open(node, tenantId, 1), full);
    const [third] = open(node, 'three', 1);
    assert.equal(third?.signal.aborted, false);
    for (const { close } of [...first, ...second]) close();
    const further = open(node, 'one', 6);
    assert.throws(() => open(node, 'one', 1), full);
    for (const { close } of further) close();
    third?.close();
  });
});
