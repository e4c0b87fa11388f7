/** Sends the calls of the generated methods, and turns error responses into CharterApiError. */
import createFetchClient from 'openapi-fetch';
import { CharterConnectionError, CharterParameterError, toApiError } from './errors.ts';
import type { EventOf, StreamOptions } from './events.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import { newUuid, type Send } from './transport.ts';

export interface CallInput {
  path?: object;
  query?: object;
  body?: unknown;
}

/** A body of bytes. It is sent again when the call is retried. */
export type Bytes = Blob | Uint8Array<ArrayBuffer>;

type AnyOptions = CallOptions & PostOptions & PatchOptions;
const EVENT_STREAM = 'text/event-stream';
const OCTETS = 'application/octet-stream';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The job that a call with the response 202 has started. */
export interface AcceptedJob {
  jobId: string;
}

/**
 * Calls an operation. The methods differ in their result.
 * @throws CharterApiError, CharterConnectionError, CharterParameterError, or the reason of the signal
 */
export interface Call {
  /** Resolves with the body. */
  body<Body>(method: Method, path: string, input: CallInput, options: CallOptions): Promise<Body>;
  none(method: Method, path: string, input: CallInput, options: CallOptions): Promise<void>;
  /** Yields the events of a stream, until it ends. */
  events<Events extends Readonly<Record<string, unknown>>>(
    method: Method,
    path: string,
    input: CallInput,
    options: StreamOptions,
  ): AsyncGenerator<EventOf<Events>, void, undefined>;
  /** Sends bytes. Resolves with the body. */
  upload<Body>(
    method: Method,
    path: string,
    input: CallInput & { body: Bytes },
    options: CallOptions,
  ): Promise<Body>;
  /** Resolves with the bytes of the body as they arrive. */
  download(
    method: Method,
    path: string,
    input: CallInput,
    options: CallOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Resolves with the job that Location names. */
  job(method: Method, path: string, input: CallInput, options: CallOptions): Promise<AcceptedJob>;
}

const isBytes = (body: unknown): body is Bytes => body instanceof Blob || body instanceof Uint8Array;

interface Result {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Untyped request of openapi-fetch. The generated methods add the types. */
type Request = (method: Lowercase<Method>, path: string, init: object) => Promise<Result>;

/** Returns If-Match, and for a POST an idempotency key, unless the caller passes `false`. Retries send the same key. */
function headersOf(method: Method, { idempotencyKey = true, ifMatch }: AnyOptions): Record<string, string> {
  const key = idempotencyKey === true ? newUuid() : idempotencyKey;
  return {
    ...(method === 'POST' && key !== false ? { 'idempotency-key': key } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
}

/** @param baseUrl address that the generated paths are appended to */
export function createCall(baseUrl: string, send: Send): Call {
  const { request } = createFetchClient({ baseUrl, pathSerializer: fillPath }) as unknown as {
    request: Request;
  };

  async function answerTo(
    method: Method,
    path: string,
    input: CallInput,
    options: CallOptions,
    parseAs: 'json' | 'stream' = 'json',
  ) {
    const answer = await request(method.toLowerCase() as Lowercase<Method>, path, {
      fetch: (sent: globalThis.Request) => send(sent, options),
      headers: { ...headersOf(method, options), ...(isBytes(input.body) && { 'content-type': OCTETS }) },
      parseAs,
      params: { path: input.path, query: input.query },
      ...(input.body === undefined ? {} : { body: input.body }),
      ...(isBytes(input.body) && { bodySerializer: (bytes: unknown) => bytes }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (!answer.response.ok) throw toApiError(answer.response, answer.error);
    return answer;
  }

  return {
    body: async <Body>(...call: Parameters<Call['body']>) => (await answerTo(...call)).data as Body,
    none: async (...call) => {
      await answerTo(...call);
    },
    async *events<Events extends Readonly<Record<string, unknown>>>(
      method: Method,
      path: string,
      input: CallInput,
      { lastEventId, onOpen, onRetry, ...options }: StreamOptions,
    ) {
      const headers = {
        ...options.headers,
        accept: EVENT_STREAM,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      };
      const { data, response } = await answerTo(method, path, input, { ...options, headers }, 'stream');
      if (response.status === 204) return;
      if (!response.headers.get('content-type')?.startsWith(EVENT_STREAM)) {
        await response.body?.cancel().catch(() => undefined);
        throw new CharterConnectionError(response.url, 'The answer is no stream of events.');
      }
      // Few pages of the portal read event streams, so the parser is loaded on demand.
      const { readEvents } = await import('./events.ts');
      yield* readEvents<EventOf<Events>>(data as ReadableStream<Uint8Array>, {
        ...(onOpen && { onOpen }),
        ...(onRetry && { onRetry }),
      });
    },
    upload: async <Body>(...call: Parameters<Call['upload']>) => (await answerTo(...call)).data as Body,
    download: async (...call) => {
      const { response } = await answerTo(...call, 'stream');
      return response.body ?? new Blob([]).stream();
    },
    job: async (...call) => ({ jobId: locatedId((await answerTo(...call)).response) }),
  };
}

/** @throws CharterApiError when the response has no Location */
function locatedId(response: Response): string {
  const id = response.headers.get('location')?.split('?')[0]?.split('/').at(-1);
  if (!id) throw toApiError(response, undefined);
  return decodeURIComponent(id);
}

/**
 * Inserts parameters into a path.
 * @throws CharterParameterError for an empty parameter, `.` and `..`
 */
function fillPath(pathname: string, parameters: Record<string, unknown>): string {
  return pathname.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(parameters[name] ?? '');
    if (value === '' || value === '.' || value === '..') {
      throw new CharterParameterError(name, value);
    }
    return encodeURIComponent(value);
  });
}
