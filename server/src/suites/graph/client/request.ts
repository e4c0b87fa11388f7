/**
 * Microsoft's client for Graph. Its retries are off, because they repeat POST after a 504 and cap Retry-After at
 * 180 s. It is loaded at the first call, so that services without Graph start without it.
 */
import type { Client, Context, Middleware } from '@microsoft/microsoft-graph-client';

/** A call to one path, before it is sent. */
export type GraphRequest = ReturnType<Client['api']>;

/** The query of a request as it was given. */
class Query {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Follows the redirect of a report to its file, which is on another server and needs no token
 * ("reportRoot: getTeamsTeamActivityDetail"). Returns any other response as it is: the answer of another server is
 * not one of Graph.
 */
async function reportBehind(
  address: string,
  response: Response,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const { protocol, pathname } = new URL(address);
  const file = URL.parse(response.headers.get('location') ?? '', address);
  const isReport = response.status === 302 && pathname.includes('/reports/');
  if (!isReport || file?.protocol !== protocol) return response;
  return fetch(file, { redirect: 'error', ...(signal && { signal }) });
}

/**
 * Sends requests with fetch. Microsoft's client merges repeated query options and changes their order, but links must
 * be used whole ("Paging Microsoft Graph data in your app"). It also adds Content-Type to a POST without a body,
 * which a server may reject as invalid JSON.
 */
const sender: Middleware = {
  async execute(context: Context): Promise<void> {
    const query = context.middlewareControl?.getMiddlewareOptions(Query) as Query | undefined;
    const headers = new Headers(context.options?.headers);
    if (context.options?.body === undefined) headers.delete('Content-Type');
    const address = `${context.request}${query?.text ?? ''}`;
    const response = await fetch(address, { ...context.options, headers, redirect: 'manual' });
    context.response = await reportBehind(address, response, context.options?.signal);
  },
};

export class MicrosoftClient {
  readonly #base: string;
  #client: Client | undefined;

  /** @param base address of Graph with its version, without a trailing slash */
  constructor(base: string) {
    this.#base = base;
  }

  /** Returns a call to a path with its query below the version. It resolves with the response as fetch does. */
  async request(path: string): Promise<GraphRequest> {
    const { Client, ResponseType } = await import('@microsoft/microsoft-graph-client');
    const [, baseUrl, version] = /^(.*\/)([^/]+)$/.exec(this.#base) as unknown as [string, string, string];
    this.#client ??= Client.initWithMiddleware({
      baseUrl,
      defaultVersion: version,
      middleware: sender,
    });
    const [, place, query] = /^([^?]*)(.*)$/s.exec(path) as unknown as [string, string, string];
    return this.#client
      .api(place)
      .middlewareOptions([new Query(query)])
      .responseType(ResponseType.RAW);
  }
}

/* Sends requests through Microsoft's client. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Sent {
  method: Method;
  body?: unknown;
}

/** Returns the function that sends the request of a call. */
export const methodOf =
  ({ method, body }: Sent) =>
  (request: GraphRequest): Promise<unknown> => {
    if (method === 'GET') return request.get();
    if (method === 'DELETE') return request.delete();
    if (method === 'PUT') return request.put(body);
    return method === 'POST' ? request.post(body) : request.patch(body);
  };

/** Longest bodies, in bytes: a body without an end must not fill the memory of the node. */
const MOST_JSON = 16 * 1024 * 1024;
/** A report has a line for each team of the tenant. */
const MOST_TEXT = 128 * 1024 * 1024;

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
 * @throws Error when the body is longer than any answer of Graph
 */
export async function readBody(response: Response): Promise<unknown> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const text = await textOf(response, isJson ? MOST_JSON : MOST_TEXT);
  if (text === '') return undefined;
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the seconds of Retry-After, which is a number or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now.getTime()) / 1000);
}
