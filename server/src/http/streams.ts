/** Responses that consist of server-sent events (WHATWG HTML, section 9.2). */

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import type { ServerEvent } from './route.ts';

/** Time between comments, which keep proxies from closing an idle connection. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** Delay before a reader reconnects. */
const RECONNECT_MILLISECONDS = 2_000;
/** The readers of a stopping node reconnect within this time, at random, so that they don't all arrive at once. */
const SPREAD_MILLISECONDS = 2_000;
/** Reason of the signal that ends the streams of a stopping node. */
const STOPPING = Symbol('the node stops');
/**
 * Interval at which the access to a stream is checked. Cached roles and apps are up to ten seconds old
 * (principal-states.ts), so a change by another node ends a stream within 15 s.
 */
const RECHECK_MILLISECONDS = 5_000;
const RETRY_AFTER_SECONDS = 30;
/** Maximum delay of a timer in Node. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Closes the connection with the stream. A stopping node would otherwise wait for connections that stay open.
  connection: 'close',
  // Tells nginx not to buffer the response.
  'x-accel-buffering': 'no',
};

export interface StreamLimits {
  /** Maximum number of streams that one principal may have open on this node. */
  perPrincipal: number;
  /** Maximum number of streams that this node keeps open. Tenants share them when they are scarce. */
  perNode: number;
  /** Interval at which the access to a stream is checked. Default: RECHECK_MILLISECONDS. */
  recheckMilliseconds?: number;
}

/** Rejects when the caller may no longer open the stream. */
export type StreamCheck = () => Promise<void>;

interface OpenStream {
  principalId: string;
  end: () => void;
  recheck: () => Promise<void>;
}

/** Codes of errors that mean that the access is lost. After any other error, the access is checked again later. */
const LOST_RIGHT: readonly unknown[] = ['Unauthenticated', 'Forbidden', 'NotFound'];

/** Returns the expiry of a request's verified token, in milliseconds since 1970; undefined for other credentials. */
function expiryOf({ authorization }: FastifyRequest['headers']): number | undefined {
  const claims = /^Bearer [\w-]+\.([\w-]+)\./i.exec(authorization ?? '')?.[1];
  if (claims === undefined) return undefined;
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp?: number };
  return exp === undefined ? undefined : exp * 1000;
}

const noRoom = (): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say(
      'streams.full',
      'This node has no room for another stream. Try again later, or poll the job instead.',
    ),
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** The open streams of a node. */
export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  /** The streams by tenant, oldest first. */
  readonly #open = new Map<string, Set<OpenStream>>();
  /** The access checks in progress. */
  readonly #checks = new Set<Promise<void>>();

  constructor(limits: StreamLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Opens a stream. Returns the signal that ends it: the client has disconnected, its token has expired, its access is
   * lost, another tenant needs the slot, or the node stops. On a stopping node the stream ends at once.
   * @throws TooManyRequests, ServiceUnavailable
   */
  open(request: FastifyRequest, reply: FastifyReply, check: StreamCheck): AbortSignal {
    const { tenantId, id: principalId } = request.principal as Principal;
    this.#makeRoom(tenantId, principalId);
    const ended = new AbortController();
    const stream = {
      principalId,
      end: () => ended.abort(),
      recheck: () => this.#check(check, ended),
    };
    const stopTimers = this.#limitTime(request, stream);
    this.#add(tenantId, stream);
    ended.signal.addEventListener('abort', () => {
      stopTimers();
      this.#remove(tenantId, stream);
    });
    reply.raw.once('close', stream.end);
    return AbortSignal.any([ended.signal, this.#closing.signal]);
  }

  /** Checks the access to the streams of a principal now, because the principal's rights changed. */
  recheck(tenantId: string, principalId: string): void {
    for (const stream of this.#of(tenantId)) {
      if (stream.principalId === principalId) void stream.recheck();
    }
  }

  /**
   * Ends all streams because the node stops. Waits for access checks in progress, which need the database. The readers
   * connect to another node.
   */
  async close(): Promise<void> {
    this.#closing.abort(STOPPING);
    await Promise.all(this.#checks);
  }

  async #check(check: StreamCheck, ended: AbortController): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const checking = endWithoutRight(check, ended);
    this.#checks.add(checking);
    await checking;
    this.#checks.delete(checking);
  }

  /** Ends the stream when its token expires, and checks its access repeatedly. Returns a function that stops both. */
  #limitTime({ headers }: FastifyRequest, { end, recheck }: OpenStream): () => void {
    const expiry = expiryOf(headers);
    const left = expiry === undefined ? undefined : Math.max(expiry - this.#clock.now().getTime(), 0);
    const expiring =
      left === undefined ? undefined : setTimeout(end, Math.min(left, LONGEST_TIMER_MILLISECONDS));
    let checking = false;
    const rechecking = setInterval(() => {
      if (checking) return;
      checking = true;
      void recheck().finally(() => {
        checking = false;
      });
    }, this.#limits.recheckMilliseconds ?? RECHECK_MILLISECONDS);
    return () => {
      clearTimeout(expiring);
      clearInterval(rechecking);
    };
  }

  /**
   * Throws when the principal may not open another stream. On a full node, ends the oldest stream of the tenant with
   * the most streams, or throws if that tenant would then have fewer streams than the caller's tenant with the new one.
   * So no tenant can lock out the others, and a single tenant may use the whole node.
   */
  #makeRoom(tenantId: string, principalId: string): void {
    const { perPrincipal, perNode } = this.#limits;
    const streams = this.#of(tenantId);
    const own = [...streams].filter((stream) => stream.principalId === principalId).length;
    if (own >= perPrincipal) {
      const message = say(
        'streams.own',
        'You have {count} streams open on this node. Close one, or poll the job instead.',
        { count: own },
      );
      throw new CharterError('TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const all = [...this.#open.values()];
    if (all.reduce((sum, { size }) => sum + size, 0) < perNode) return;
    const largest = all.reduce((most, other) => (other.size > most.size ? other : most), streams);
    const [oldest] = largest;
    if (oldest === undefined || largest.size <= streams.size + 1) throw noRoom();
    oldest.end();
  }

  #of(tenantId: string): ReadonlySet<OpenStream> {
    return this.#open.get(tenantId) ?? new Set();
  }

  #add(tenantId: string, stream: OpenStream): void {
    const streams = this.#open.get(tenantId) ?? new Set();
    this.#open.set(tenantId, streams.add(stream));
  }

  #remove(tenantId: string, stream: OpenStream): void {
    const streams = this.#open.get(tenantId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#open.delete(tenantId);
  }
}

async function endWithoutRight(check: StreamCheck, ended: AbortController): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof CharterError && LOST_RIGHT.includes(error.code)) ended.abort();
  }
}

const frameOf = ({ event, id, data }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Asks the client to reconnect, because this node is stopping. The client then reaches another node. */
const reconnectHint = (): string =>
  `: This node is stopping. Reconnect to continue.\nretry: ${1 + Math.floor(Math.random() * SPREAD_MILLISECONDS)}\n\n`;

type Waited<Event> = IteratorResult<Event> | 'heartbeat' | 'ended';

/** Yields the text of a stream. Requests an event only after the previous one was sent, so nothing is buffered. */
export async function* framesOf(
  events: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  heartbeatMilliseconds = HEARTBEAT_MILLISECONDS,
): AsyncGenerator<string, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  const ended = new Promise<'ended'>((resolve) => {
    if (signal.aborted) resolve('ended');
    signal.addEventListener('abort', () => resolve('ended'));
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
      // An event that arrived together with the end is not sent: the reader may have lost its right to it.
      if (waited === 'ended' || signal.aborted) {
        if (signal.reason === STOPPING) yield reconnectHint();
        return;
      }
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
 * Sends events until they end or the signal aborts. The server's timeout disconnects a client that reads nothing for a
 * minute (app.ts).
 */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<ServerEvent>, signal: AbortSignal) =>
  reply
    .status(200)
    .headers(STREAM_HEADERS)
    .send(Readable.from(framesOf(events, signal)));
