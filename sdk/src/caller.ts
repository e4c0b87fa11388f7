/** Between the client's methods and the generated paths: call options in, bodies or errors out. */
import createFetchClient from 'openapi-fetch';
import { toApiError } from './errors.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import { newUuid, type Send } from './transport.ts';

/** The job that an accepted call started. */
export interface AcceptedJob {
  jobId: string;
}

export interface CallInput {
  path?: object;
  query?: object;
  body?: unknown;
}

type AnyOptions = CallOptions & PostOptions & PatchOptions;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of an operation, by what it resolves with. Each throws CharterApiError. */
export interface Call {
  /** The answer's body. */
  body<Body>(method: Method, path: string, input: CallInput, options: CallOptions): Promise<Body>;
  none(method: Method, path: string, input: CallInput, options: CallOptions): Promise<void>;
  /** The job at the end of the answer's Location. */
  job(method: Method, path: string, input: CallInput, options: CallOptions): Promise<AcceptedJob>;
}

interface Result {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The request of any operation, which the generated methods type. */
type Request = (method: Lowercase<Method>, path: string, init: object) => Promise<Result>;

/** A POST has a key unless the caller wants none: its tries are one request. */
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

  async function answerTo(method: Method, path: string, input: CallInput, options: CallOptions) {
    const answer = await request(method.toLowerCase() as Lowercase<Method>, path, {
      fetch: (sent: globalThis.Request) => send(sent, options),
      headers: headersOf(method, options),
      params: { path: input.path, query: input.query },
      ...(input.body === undefined ? {} : { body: input.body }),
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
    job: async (...call) => ({ jobId: locatedId((await answerTo(...call)).response) }),
  };
}

/** @throws CharterApiError when the answer has no Location */
function locatedId(response: Response): string {
  const id = response.headers.get('location')?.split('?')[0]?.split('/').at(-1);
  if (!id) throw toApiError(response, undefined);
  return decodeURIComponent(id);
}

/**
 * Puts parameters into a path. An empty one, `.` and `..` would lead to another address, also when encoded,
 * so no call is made with them.
 * @throws TypeError
 */
export function fillPath(pathname: string, parameters: Record<string, unknown>): string {
  return pathname.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = String(parameters[name] ?? '');
    if (value === '' || value === '.' || value === '..') {
      throw new TypeError(`The ${name} '${value}' cannot be an id.`);
    }
    return encodeURIComponent(value);
  });
}
