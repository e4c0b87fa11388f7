/** The client of the API, and how queries behave when the service is slow, busy or away. */
import { CharterApiError, type CharterClient, CharterConnectionError, createClient } from '@charter/sdk';
import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Session } from '../sign-in/session.ts';

export const ClientContext = createContext<CharterClient | undefined>(undefined);

export function useClient(): CharterClient {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('A component uses the client outside of a session.');
  return client;
}

/**
 * Creates the client of a session. Queries retry themselves, so that a page can say that it waits. A refused token is
 * not sent again.
 */
export const clientOf = (session: Session): CharterClient =>
  createClient({
    baseUrl: location.origin,
    tokenProvider: session.token,
    retry: false,
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (response.status === 401) session.refused();
      return response;
    },
  });

/** Returns true for an error that passes by itself: no answer, too many calls, or a service that is not ready. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CharterConnectionError ||
  (error instanceof CharterApiError && [429, 502, 503, 504].includes(error.status));

const LONGEST_WAIT_MILLISECONDS = 15_000;

/** Returns the milliseconds before the next try: what the service asks for, else growing times. */
export function waitBefore(tries: number, error: unknown): number {
  const asked = error instanceof CharterApiError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(1000 * 2 ** tries, LONGEST_WAIT_MILLISECONDS) : asked * 1000;
}

/** Returns true once for a refused token: the next call renews it (clientOf). */
export const isRenewed = (tries: number, error: unknown): boolean =>
  error instanceof CharterApiError && error.status === 401 && tries === 0;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (tries, error) => isTransient(error) || isRenewed(tries, error),
        retryDelay: waitBefore,
      },
      mutations: {
        networkMode: 'always',
        retry: isRenewed,
        retryDelay: 0,
      },
    },
  });
