/** Between the client's methods and the generated paths: call options in, bodies or errors out. */
import type createFetchClient from 'openapi-fetch';
import { toApiError } from './errors.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import type { paths } from './schema.ts';
import { newUuid, type Send } from './transport.ts';

/** The generated paths, to be called. */
export type Api = ReturnType<typeof createFetchClient<paths>>;

/** What openapi-fetch takes for one call. */
export interface CallInit {
  fetch: (request: Request) => Promise<Response>;
  headers: Record<string, string>;
  signal?: AbortSignal;
}

interface Result<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

export type ToInit = (options: CallOptions & PostOptions & PatchOptions) => CallInit;

export const createToInit =
  (send: Send): ToInit =>
  (options) => {
    const { idempotencyKey, ifMatch, signal } = options;
    return {
      fetch: (request) => send(request, options),
      headers: {
        ...(idempotencyKey === undefined
          ? {}
          : { 'idempotency-key': idempotencyKey === true ? newUuid() : idempotencyKey }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(signal === undefined ? {} : { signal }),
    };
  };

/** The answer's body. @throws CharterApiError */
export async function bodyOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw toApiError(response, error);
  return data as Data;
}

/** The id at the end of the answer's Location. @throws CharterApiError */
export async function locatedId(call: Promise<Result<unknown>>): Promise<string> {
  const { error, response } = await call;
  if (!response.ok) throw toApiError(response, error);
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
