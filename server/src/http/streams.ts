/** Answers that consist of server-sent events (WHATWG HTML, section 9.2). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import type { ServerEvent } from './route.ts';

/** Time between comments, which keep proxies from closing an idle connection. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** Delay before a browser reconnects. */
const RECONNECT_MILLISECONDS = 2_000;
const RETRY_AFTER_SECONDS = 30;
/** Maximum delay of a timer in Node. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Closes the connection with the stream: a stopping node would otherwise wait for connections that stay open.
  connection: 'close',
  // Tells nginx not to buffer the answer.
  'x-accel-buffering': 'no',
};

export interface StreamLimits {
  /** Maximum number of streams that one principal may have open on this node. */
  perPrincipal: number;
  /** Maximum number of streams that this node keeps open. */
  perNode: number;
}

/** Returns the expiry of a request's verified token, in milliseconds since 1970; undefined for other credentials. */
function expiryOf({ authorization }: FastifyRequest['headers']): number | undefined {
  const claims = /^Bearer [\w-]+\.([\w-]+)\./i.exec(authorization ?? '')?.[1];
  if (claims === undefined) return undefined;
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp?: number };
  return exp === undefined ? undefined : exp * 1000;
}

/** The open streams of a node. */
export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #open = new Map<string, number>();
  #count = 0;

  constructor(limits: StreamLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Opens a stream. Returns the signal that ends it: the client has gone, its token has expired, or the node stops.
   * @throws TooManyRequests, ServiceUnavailable
   */
  open(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { tenantId, id } = request.principal as Principal;
    const key = JSON.stringify([tenantId, id]);
    const own = this.#open.get(key) ?? 0;
    this.#mustBeFree(own);
    const ended = new AbortController();
    const expiry = expiryOf(request.headers);
    const left = expiry === undefined ? undefined : expiry - this.#clock.now().getTime();
    const timer =
      left === undefined
        ? undefined
        : setTimeout(() => ended.abort(), Math.min(Math.max(left, 0), LONGEST_TIMER_MILLISECONDS));
    this.#open.set(key, own + 1);
    this.#count += 1;
    reply.raw.once('close', () => {
      clearTimeout(timer);
      ended.abort();
      this.#count -= 1;
      const rest = (this.#open.get(key) ?? 1) - 1;
      if (rest === 0) this.#open.delete(key);
      else this.#open.set(key, rest);
    });
    return AbortSignal.any([ended.signal, this.#closing.signal]);
  }

  /** Ends all streams, because the node stops. Their readers connect to another node. */
  close(): void {
    this.#closing.abort();
  }

  #mustBeFree(own: number): void {
    const { perPrincipal, perNode } = this.#limits;
    const options = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    if (own >= perPrincipal) {
      const message = `You have ${own} streams open on this node. Close one, or poll the job instead.`;
      throw new CharterError('TooManyRequests', message, options);
    }
    if (this.#count >= perNode || this.#closing.signal.aborted) {
      const message = 'This node has no room for another stream. Try again later, or poll the job instead.';
      throw new CharterError('ServiceUnavailable', message, options);
    }
  }
}

const frameOf = ({ event, id, data }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

type Waited<Event> = IteratorResult<Event> | 'heartbeat' | 'ended';

/** Yields the text of a stream. Pulls an event only when the previous one has been sent, so nothing is buffered. */
export async function* framesOf(
  events: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  heartbeatMilliseconds = HEARTBEAT_MILLISECONDS,
): AsyncGenerator<string, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  const ended = new Promise<'ended'>((resolve) => {
    if (signal.aborted) resolve('ended');
    signal.addEventListener('abort', () => resolve('ended'), { once: true });
  });
  try {
    // The first frame makes Node send the headers at once.
    yield `retry: ${RECONNECT_MILLISECONDS}\n\n`;
    let next = iterator.next();
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const heartbeat = new Promise<'heartbeat'>((resolve) => {
        timer = setTimeout(() => resolve('heartbeat'), heartbeatMilliseconds);
      });
      const waited: Waited<ServerEvent> = await Promise.race([next, heartbeat, ended]);
      clearTimeout(timer);
      if (waited === 'ended') return;
      if (waited === 'heartbeat') yield ': waiting\n\n';
      else if (waited.done) return;
      else {
        yield frameOf(waited.value);
        next = iterator.next();
      }
    }
  } finally {
    void iterator.return?.()?.catch(() => undefined);
  }
}

/**
 * Sends events until they end or the signal aborts. A client that reads nothing for a minute is cut off by the
 * server's timeout (app.ts).
 */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<ServerEvent>, signal: AbortSignal) =>
  reply
    .status(200)
    .headers(STREAM_HEADERS)
    .send(Readable.from(framesOf(events, signal)));
