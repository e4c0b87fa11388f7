/** One POST to a hook's address, to the end that contract 11 gives it. */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import { exchange, TooLate } from './exchange.ts';

/** How long an answer may take, from the first look for the address to its last byte. */
export const ANSWER_MILLISECONDS = 15_000;
/** Far more headers than any receiver needs. */
const HEADER_BYTES = 16 * 1024;
/** A connection that was checked is used again only so long. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * The host has no address, or one that messages are not sent to; nothing was sent, and no socket was opened. It is
 * not said which of them: whoever may make a webhook could find out which names there are inside.
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
  /** Default: 15 s. */
  answerMilliseconds?: number;
  /** For tests of names that resolve differently each time. */
  lookup?: typeof systemLookup;
}

export interface Message {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  /** 2xx, and as much of its body as is kept arrived in time. */
  succeeded: boolean;
  /** Null when there was no answer. */
  status: number | null;
  retryAfter: string | undefined;
  /** The first 1,024 bytes of the body as text. */
  response: string | null;
  /** Why it failed, in a sentence. */
  error: string | null;
  durationMilliseconds: number;
}

/** Every address the name has must be one that may be reached, and those checked are the ones connected to. */
function checkedLookup(mayReach: (address: string) => boolean, lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (first === undefined || !addresses.every(({ address }) => mayReach(address))) {
        return callback(new NoAddress(), '', 0);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function checkedConnector({ mayReach }: SenderOptions, connect: buildConnector.connector) {
  const checked: buildConnector.connector = (options, callback) => {
    // Node looks up names only; an address in the URL would be connected to as it is.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !mayReach(host)) return callback(new NoAddress(), null);
    return connect(options, callback);
  };
  return checked;
}

/** PostgreSQL keeps no U+0000. */
const textOf = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '\uFFFD');

const CONNECTION_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EPIPE: 'The connection was closed before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  UND_ERR_HEADERS_OVERFLOW: 'The answer’s headers are too large.',
};

/** Why there was no complete answer, without what only this service's operator should know. */
function sentenceFor(error: unknown, milliseconds: number): string {
  const { name, code } = error as Error & { code?: string };
  if (isNoAddress(error)) return new NoAddress().message;
  if (error instanceof TooLate || name === 'ConnectTimeoutError' || code === 'ETIMEDOUT') {
    return `There was no complete answer within ${milliseconds / 1000} s.`;
  }
  if (name === 'HTTPParserError' || code?.startsWith('HPE_')) return 'The answer is not HTTP.';
  if (code !== undefined && code in CONNECTION_ERRORS) return CONNECTION_ERRORS[code] as string;
  if (/CERT|SSL|TLS|ALTNAME|SIGNATURE/.test(code ?? '')) {
    return `The certificate or the TLS connection was not accepted (${code}).`;
  }
  return `The message could not be sent${code === undefined ? '' : ` (${code})`}.`;
}

/** What is wrong with a complete answer; null when it is a success. */
function problemOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return `The answer was a redirect (${status}), which is not followed.`;
  return `The answer was ${status}.`;
}

export interface Sender {
  send(message: Message): Promise<Reply>;
  close(): Promise<void>;
}

/** The library is loaded with the first message: many nodes never send one, and idle ones stay small. */
async function openAgent(options: SenderOptions, timeout: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const lookup = checkedLookup(options.mayReach, options.lookup ?? systemLookup);
  const connect = buildConnector({ lookup, timeout, allowH2: false });
  return new Agent({
    connect: checkedConnector(options, connect),
    // One time for all of it: exchange.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    keepAliveMaxTimeout: KEEP_ALIVE_MILLISECONDS,
    maxHeaderSize: HEADER_BYTES,
    pipelining: 1,
    allowH2: false,
  });
}

/** Connections of its own; every one is checked by address when it is made. */
export function createSender(options: SenderOptions): Sender {
  const limit = options.answerMilliseconds ?? ANSWER_MILLISECONDS;
  let agent: Promise<Agent> | undefined;

  return {
    async send({ url, headers, body }) {
      agent ??= openAgent(options, limit);
      const opened = await agent;
      const started = performance.now();
      const exchanged = await exchange(opened, { url, headers, body }, limit);
      const { status, retryAfter, failure } = exchanged;
      const error = failure === undefined ? problemOf(status as number) : sentenceFor(failure, limit);
      return {
        succeeded: error === null,
        status,
        retryAfter,
        response: exchanged.body && textOf(exchanged.body),
        error,
        // How long a name was looked up for would tell of it too.
        durationMilliseconds: isNoAddress(failure) ? 0 : Math.round(performance.now() - started),
      };
    },
    close: async () => (await agent)?.destroy(),
  };
}
