/** Adds credentials and ids to every request, and retries it. */
import { CharterConnectionError, readRetryAfter } from './errors.ts';
import {
  type BasicCredentials,
  type CallOptions,
  type ClientOptions,
  DEFAULT_RETRY,
  type RetryPolicy,
} from './options.ts';
import { wait as waitForReal } from './wait.ts';

export type Send = (request: Request, call: CallOptions) => Promise<Response>;

/** First segment of all generated paths. */
const VERSION_SEGMENT = '/v1.0';
/**
 * Statuses that are retried if the response has Retry-After. A 409 has it while the first request with its key runs.
 */
const RETRYABLE_STATUS = [409, 429, 503];

/** Returns the base address without the version segment, with which the generated paths begin. */
export function addressOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(
      `The address of the service must begin with https:// or http://, not ${url.protocol}`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(VERSION_SEGMENT) ? path.slice(0, -VERSION_SEGMENT.length) : path);
}

function basicHeader({ appId, secret }: BasicCredentials): string {
  const bytes = new TextEncoder().encode(`${appId}:${secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

function authorization(options: ClientOptions): () => Promise<string | undefined> {
  const { token, tokenProvider, basic } = options;
  if ([token, tokenProvider, basic].filter((way) => way !== undefined).length > 1) {
    throw new TypeError('Give one of token, tokenProvider and basic.');
  }
  if (basic !== undefined) {
    const header = basicHeader(basic);
    return async () => header;
  }
  if (tokenProvider !== undefined) return async () => `Bearer ${await tokenProvider()}`;
  return async () => (token === undefined ? undefined : `Bearer ${token}`);
}

/** Returns a version 4 UUID. Browsers have no `crypto.randomUUID` on pages without TLS. */
export function newUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Whether a request may be retried: GET, PUT and DELETE are idempotent (RFC 9110, section 9.2.2), and so is POST with
 * an idempotency key (docs/specification.md, section 7).
 */
const isRepeatable = (request: Request): boolean =>
  request.method === 'GET' ||
  request.method === 'PUT' ||
  request.method === 'DELETE' ||
  (request.method === 'POST' && request.headers.has('idempotency-key'));

function policyOf(...levels: (Partial<RetryPolicy> | false | undefined)[]): RetryPolicy {
  let policy = DEFAULT_RETRY;
  for (const level of levels) {
    if (level !== undefined) policy = { ...policy, ...(level === false ? { retries: 0 } : level) };
  }
  return policy;
}

/** Returns the seconds until the next attempt; undefined when the call is not retried. */
function pauseBefore(tries: number, request: Request, response: Response, policy: RetryPolicy) {
  if (tries > policy.retries || !isRepeatable(request)) return undefined;
  if (!RETRYABLE_STATUS.includes(response.status)) return undefined;
  const seconds = readRetryAfter(response);
  return seconds === undefined || seconds > policy.longestWaitSeconds ? undefined : seconds;
}

export function createTransport(options: ClientOptions): Send {
  const authorize = authorization(options);
  const { userAgent, fetch = (request: Request) => globalThis.fetch(request), wait = waitForReal } = options;

  const tryOnce = async (request: Request): Promise<Response> => {
    const header = await authorize();
    if (header !== undefined) request.headers.set('authorization', header);
    try {
      return await fetch(request.clone());
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw new CharterConnectionError(request.url, error);
    }
  };

  return async (request, call) => {
    const policy = policyOf(options.retry, call.retry);
    request.headers.set('accept', 'application/json');
    request.headers.set('client-request-id', call.clientRequestId ?? newUuid());
    if (userAgent !== undefined) request.headers.set('user-agent', userAgent);
    for (const [name, value] of Object.entries({ ...options.headers, ...call.headers }))
      request.headers.set(name, value);
    for (let tries = 1; ; tries += 1) {
      const response = await tryOnce(request);
      const seconds = pauseBefore(tries, request, response, policy);
      if (seconds === undefined) {
        call.onResponse?.(response);
        return response;
      }
      await response.body?.cancel();
      options.onRetry?.({ status: response.status, seconds });
      await wait(seconds * 1000, request.signal);
    }
  };
}
