/** Sends one request to Microsoft Graph with fetch, and reads the response. Encodes the values in its path. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { DAY_MILLISECONDS } from '../../../kernel/clock.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body is an ArrayBuffer, or is sent as JSON. */
interface GraphRequest {
  method: Method;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
  /** Called when the request leaves, which can be later than `send` because it waits for a connection. */
  onSent?: () => void;
}

/* fetch does not report when a request leaves. Its client does (undici, "Diagnostics Channel Support"). */

const sending = new AsyncLocalStorage<() => void>();
const listeners = new WeakMap<object, () => void>();
subscribe('undici:request:create', (message) => {
  const onSent = sending.getStore();
  if (onSent !== undefined) listeners.set((message as { request: object }).request, onSent);
});
subscribe('undici:client:sendHeaders', (message) => {
  listeners.get((message as { request: object }).request)?.();
});

/**
 * Follows the redirect of a report to its file, which is on another server and needs no token ("reportRoot:
 * getTeamsTeamActivityDetail"). Returns any other redirect as it is: another server's response is not Graph's.
 */
async function reportBehind(address: string, response: Response, signal: AbortSignal): Promise<Response> {
  const { protocol, pathname } = new URL(address);
  const file = URL.parse(response.headers.get('location') ?? '', address);
  const isReport = response.status === 302 && pathname.includes('/reports/');
  if (!isReport || file?.protocol !== protocol) return response;
  return fetch(file, { redirect: 'error', signal });
}

/**
 * Sends the request. Uses the address unchanged: links must be used whole ("Paging Microsoft Graph data in your app").
 */
export async function sendRequest(
  address: string,
  { body, onSent, ...request }: GraphRequest,
): Promise<Response> {
  const isBinary = body instanceof ArrayBuffer;
  const headers = {
    // A binary body has a type of its own, and a server may reject a type without a body.
    ...(body !== undefined && !isBinary && { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  const content = body === undefined ? {} : { body: isBinary ? body : JSON.stringify(body) };
  const init: RequestInit = { ...request, ...content, headers, redirect: 'manual' };
  const response = await (onSent ? sending.run(onSent, fetch, address, init) : fetch(address, init));
  return reportBehind(address, response, request.signal);
}

/** Maximum length of bodies, in bytes: an endless body must not fill the memory of the node. */
const MAX_JSON = 16 * 1024 * 1024;
/** A report has a line for each team of the tenant. */
const MAX_TEXT = 128 * 1024 * 1024;

/** @throws Error when the body is longer */
async function textOf({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error(`The answer is longer than ${most} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Returns parsed JSON, or the text of another type; undefined for an empty body and for invalid JSON.
 * @throws Error when the body is longer than any response of Graph
 */
export async function readBody(response: Response): Promise<unknown> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const text = await textOf(response, isJson ? MAX_JSON : MAX_TEXT);
  if (text === '') return undefined;
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum Retry-After: a longer one would stop the calls of a tenant on the word of one response. */
const MAX_SECONDS = DAY_MILLISECONDS / 1000;

/** Returns the seconds of Retry-After, which is a number or a date (RFC 9110, 10.2.3), at most a day. */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  const asked = Number.isNaN(seconds) ? (Date.parse(text) - now.getTime()) / 1000 : seconds;
  return Number.isNaN(asked) ? undefined : Math.min(MAX_SECONDS, Math.max(0, asked));
}

/**
 * Returns whether Graph throttled the call and named the time to wait. The pacing holds the call back until that time,
 * so a job retries exactly then. After other failures, a job retries as after any failure of the suite.
 */
export const isPausedUntil = (status: number, retryAfterSeconds: number | undefined): boolean =>
  retryAfterSeconds !== undefined && (status === 429 || status === 503);

/*
 * Checks ids from callers before they become part of a path. Graph's ids are opaque ("List members of team"), so every
 * form is accepted that stays one segment of the path. `at` encodes the id, but URLs remove the segments `.` and `..`,
 * and a server may decode slashes before it resolves the path.
 */

/** Longer than any id of Graph, and short enough for a URL. */
const MAX_CHARACTERS = 1_024;

/** Characters that start another segment once they are decoded. A percent sign may be decoded twice. */
const SEPARATOR = /[/\\%]/;

/** Whether the text is well-formed and stays one segment of a path. */
export const isSegment = (text: string): boolean =>
  text !== '' &&
  text.length <= MAX_CHARACTERS &&
  text.isWellFormed() &&
  text !== '.' &&
  text !== '..' &&
  !SEPARATOR.test(text);

/** Whether the text can be the id of a membership. Base64 can have slashes, and no resource is below a membership. */
export const isMembershipId = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && text.split('/').every(isSegment);

/** Encodes the values in a path. Doubles quotes, as OData literals require. */
export const at = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: parts }, ...values.map((value) => encodeURIComponent(value.replaceAll("'", "''"))));
