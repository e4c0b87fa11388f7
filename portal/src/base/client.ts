/** The client of the API, and the retries of queries while the service is slow, busy or unreachable. */
import {
  ALL_ENUM_MEMBERS,
  CharterApiError,
  type CharterClient,
  CharterConnectionError,
  createClient,
} from '@charter/sdk';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { addressOf } from './address.ts';
import { withKeysOfLostCalls } from './lost-responses.ts';

/** The source of the client's access tokens. */
export interface TokenSource {
  /** Returns a valid access token, and renews it first when it has expired or was rejected. */
  token(): Promise<string>;
  /** Reports that the service rejected the token. */
  rejected(): void;
}

export const ClientContext = createContext<CharterClient | undefined>(undefined);

export function useClient(): CharterClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('A component uses the client outside of a session.');
  return client;
}

/**
 * Retries of an action that makes many calls, such as an export or an upload. Such an action reaches the rate limit,
 * and waits for the time in Retry-After.
 */
export const MANY_CALLS_RETRY = { retries: 5, longestWaitSeconds: 60 };

/**
 * Creates the client of a session. Queries retry themselves, so that a page can say that it waits. A rejected token is
 * not sent again.
 */
export const clientOf = (session: TokenSource): CharterClient =>
  createClient({
    baseUrl: addressOf(''),
    tokenProvider: session.token,
    retry: false,
    headers: ALL_ENUM_MEMBERS,
    fetch: withKeysOfLostCalls(async (request) => {
      // The service responds in the language of the page, even if the browser prefers another one.
      request.headers.set('accept-language', document.documentElement.lang);
      const response = await fetch(request);
      if (response.status === 401) session.rejected();
      return response;
    }),
  });

/** Returns true for an error that a retry may avoid: no response, too many calls, or a service that is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CharterConnectionError ||
  (error instanceof CharterApiError && [429, 502, 503, 504].includes(error.status));

const LONGEST_WAIT_MILLISECONDS = 15_000;

/** Returns the milliseconds before the next attempt: those of Retry-After, or an exponential backoff. */
export function retryDelay(tries: number, error: unknown): number {
  const asked = error instanceof CharterApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(1000 * 2 ** tries, LONGEST_WAIT_MILLISECONDS) : asked * 1000;
}

/**
 * Returns a callback that refreshes the queries of the given keys after a mutation. The mutation does not wait for the
 * queries: they retry while the service is busy, and the dialog of the action would stay open as long.
 */
export const refreshAfter =
  (queries: QueryClient, ...keys: readonly QueryKey[]) =>
  (): void => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };

/** Returns true for the first rejection of a token: the next call gets a new one (clientOf). */
export const shouldRetryWithNewToken = (tries: number, error: unknown): boolean =>
  error instanceof CharterApiError && error.status === 401 && tries === 0;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (tries, error) => isTransient(error) || shouldRetryWithNewToken(tries, error),
        retryDelay: retryDelay,
      },
      mutations: {
        networkMode: 'always',
        retry: shouldRetryWithNewToken,
        retryDelay: 0,
      },
    },
  });
