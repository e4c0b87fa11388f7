/** Sends one message to a webhook's address, within the limits of docs/specification.md, section 11. */
import type { LookupAddress, LookupOptions, lookup as systemLookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { StoredAttempt } from '../domain/webhooks/model.ts';
import { createNameLookup, type NameLookup } from './name-lookup.ts';

/** Time limit from the name lookup to the last byte of the response. */
export const RESPONSE_MILLISECONDS = 15_000;
/** Maximum size of the response's headers, in bytes. */
const HEADER_BYTES = 16 * 1024;
/** Bytes of the response's body that are returned by default. */
const STORED_BYTES = 1024;
/** Bytes that are read so that the connection can be reused; a longer body closes it. */
const DRAINED_BYTES = 64 * 1024;
/** Lifetime of an idle connection. The address is checked again for each new connection. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * The host has no address, or a forbidden one; no socket was opened. Both cases have the same message, so that nobody
 * can probe internal names by creating webhooks.
 */
class NoAddress extends Error {
  constructor() {
    super(
      'No address of the host was found that this service may send to. Check the address of the webhook.',
    );
    this.name = 'NoAddress';
  }
}

const isNoAddress = (error: unknown): boolean =>
  error instanceof NoAddress || (error instanceof Error && error.cause instanceof NoAddress);

export interface SenderOptions {
  mayReach: (address: string) => boolean;
  /** Time limit of a response. Default: 15 s. */
  responseMilliseconds?: number;
  /** Tests replace the lookup, for example with one that resolves a name differently each time. */
  lookup?: typeof systemLookup;
}

export interface OutgoingMessage {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Bytes of the response's body that are returned. Default: 1,024. */
  storedBytes?: number | undefined;
}

/** The response, or the part of it that arrived before a failure. */
export interface ReceiverResponse extends Omit<StoredAttempt, 'time' | 'sent'> {
  /** Whether the request was written to a connection. */
  isSent: boolean;
  /** Whether the status is 2xx and the stored part of the body arrived in time. */
  succeeded: boolean;
  retryAfter: string | undefined;
}

/** Returns a lookup that concurrent calls for the same name share. */
function sharedLookup(lookup: NameLookup): NameLookup {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  return (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const present = underWay.get(key);
    if (present !== undefined) return present;
    const found = lookup(hostname, { ...options, all: true }).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
}

/** Rejects a name unless all its addresses are allowed. The connection uses the checked addresses. */
function checkedLookup(mayReach: (address: string) => boolean, lookup: NameLookup): LookupFunction {
  const shared = sharedLookup(lookup);
  return async (hostname, options, callback) => {
    const addresses = await shared(hostname, options).catch((): LookupAddress[] => []);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => mayReach(address))) {
      return callback(new NoAddress(), '', 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  };
}

function checkedConnector({ mayReach }: SenderOptions, connect: buildConnector.connector) {
  const checked: buildConnector.connector = (options, callback) => {
    // Node does not call `lookup` for an IP address in the URL.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !mayReach(host)) return callback(new NoAddress(), null);
    return connect(options, callback);
  };
  return checked;
}

const CONNECTION_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EPIPE: 'The connection was closed before the response was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the response was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The response’s headers are too large.',
};

/** Describes the failure without details that only the operator may see. */
function sentenceFor(error: unknown, milliseconds: number): string {
  const { name, code } = error as Error & { code?: string };
  if (isNoAddress(error)) return new NoAddress().message;
  if (name === 'TimeoutError' || name === 'ConnectTimeoutError' || code === 'ETIMEDOUT') {
    return `There was no complete answer within ${milliseconds / 1000} s.`;
  }
  if (name === 'HTTPParserError' || code?.startsWith('HPE_')) return 'The answer is not HTTP.';
  if (code !== undefined && code in CONNECTION_ERRORS) return CONNECTION_ERRORS[code] as string;
  if (/CERT|SSL|TLS|ALTNAME|SIGNATURE/.test(code ?? '')) {
    return `The certificate or the TLS connection was not accepted (${code}).`;
  }
  return `The message could not be sent${code === undefined ? '' : ` (${code})`}.`;
}

/** Describes a status that is not a success. Returns null for 2xx. */
function problemOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return `The answer was a redirect (${status}), which is not followed.`;
  return `The answer was ${status}.`;
}

export interface Sender {
  send(message: OutgoingMessage): Promise<ReceiverResponse>;
  close(): Promise<void>;
}

/** Loads undici with the first message, so that idle nodes use less memory. */
async function openAgent(options: SenderOptions, timeout: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const resolve = options.lookup ? (promisify(options.lookup) as NameLookup) : createNameLookup();
  const lookup = checkedLookup(options.mayReach, resolve);
  // All connections share one context: each context takes 25 KB, which the process does not free afterwards.
  const secureContext = createSecureContext();
  const connect = buildConnector({ lookup, timeout, allowH2: false, secureContext });
  return new Agent({
    connect: checkedConnector(options, connect),
    // One timer limits the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    keepAliveMaxTimeout: KEEP_ALIVE_MILLISECONDS,
    maxHeaderSize: HEADER_BYTES,
    pipelining: 1,
    allowH2: false,
  });
}

/** Returns the stored part of the body as text. Replaces U+0000, which PostgreSQL can't store. */
const textOf = (body: Buffer[], bytes: number): string =>
  Buffer.concat(body).toString('utf8', 0, bytes).replaceAll('\0', '\uFFFD');

/** One request and its response. Closes the connection when the response is late or too long. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #onReply: (reply: ReceiverResponse) => void;
  readonly #limit: number;
  readonly #storedBytes: number;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #reason: Error | undefined;
  #isReplied = false;
  #isSent = false;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #stored: Buffer[] = [];
  #bytes = 0;

  /** @param limit milliseconds within which the response must be complete */
  constructor(limit: number, storedBytes: number, onReply: (reply: ReceiverResponse) => void) {
    this.#limit = limit;
    this.#storedBytes = storedBytes;
    this.#onReply = onReply;
    this.#timer = setTimeout(
      () => this.#end(new DOMException('No response in time.', 'TimeoutError')),
      limit,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time limit passed while the connection was being opened.
    if (this.#reason !== undefined) controller.abort(this.#reason);
    else this.#isSent = true;
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Skips an informational response; the final one follows.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#bytes < this.#storedBytes) this.#stored.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= this.#storedBytes) this.#reply();
    if (this.#bytes > DRAINED_BYTES) this.#end(new Error('The response is too long.'));
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    this.#reply();
  }

  onResponseError(_: unknown, error: Error): void {
    clearTimeout(this.#timer);
    this.#reply(error);
  }

  #end(reason: Error): void {
    this.#reason = reason;
    this.#reply(reason);
    this.#controller?.abort(reason);
  }

  #reply(failure?: Error): void {
    if (this.#isReplied) return;
    this.#isReplied = true;
    const status = this.#status;
    const error = failure === undefined ? problemOf(status!) : sentenceFor(failure, this.#limit);
    this.#onReply({
      succeeded: error === null,
      isSent: this.#isSent,
      status,
      retryAfter: this.#retryAfter,
      response: status === null ? null : textOf(this.#stored, this.#storedBytes),
      error,
      // The duration of the lookup would distinguish unknown names from private ones.
      durationMilliseconds: isNoAddress(failure) ? 0 : Math.round(performance.now() - this.#started),
    });
  }
}

/** Posts the message and reads the stored part of the response. Does not follow redirects. Never rejects. */
const post = (
  agent: Agent,
  { url, headers, body, storedBytes = STORED_BYTES }: OutgoingMessage,
  limit: number,
): Promise<ReceiverResponse> =>
  new Promise((resolve) => {
    const path = url.pathname + url.search;
    const exchange = new Exchange(limit, storedBytes, resolve);
    agent.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, exchange);
  });

/** Creates a sender with its own connections. It checks the address of each one. */
export function createSender(options: SenderOptions): Sender {
  const limit = options.responseMilliseconds ?? RESPONSE_MILLISECONDS;
  let agent: Promise<Agent> | undefined;
  return {
    async send(message) {
      agent ??= openAgent(options, limit);
      return post(await agent, message, limit);
    },
    close: async () => (await agent)?.destroy(),
  };
}
