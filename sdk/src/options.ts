/** Options of the client, and of each call. */
import type { Wait } from './wait.ts';

export interface RetryPolicy {
  /** Attempts after the first one. */
  retries: number;
  /** Longest Retry-After in seconds for which the call is retried. With a longer one, it throws. */
  longestWaitSeconds: number;
}

/** These retries outlast one rate-limit window, and wait at most three minutes in total. */
export const DEFAULT_RETRY: RetryPolicy = { retries: 3, longestWaitSeconds: 60 };

/**
 * Header that requests every enumerated value that this version knows, in place of `unknownFutureValue`. A client
 * needs it to show or compare those values.
 */
export const ALL_ENUM_MEMBERS = { prefer: 'include-unknown-enum-members' } as const;

export interface BasicCredentials {
  appId: string;
  secret: string;
}

export interface ClientOptions {
  /** Address of the service, with or without the base path: `https://charter.example`, `…/v1.0`, `…/api/v1.0`. */
  baseUrl: string;
  /** Access token of the caller. */
  token?: string;
  /** Returns the access token. Each attempt calls it, so that it can renew the token. */
  tokenProvider?: () => string | Promise<string>;
  /** Credentials of a registered app. */
  basic?: BasicCredentials;
  /** Value of User-Agent. Some browsers ignore it. */
  userAgent?: string;
  /** Headers of every call, such as `prefer`. */
  headers?: Record<string, string>;
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Retries of GET, PUT, DELETE, and POST with an idempotency key, after 409, 429 and 503 with Retry-After. `false`
   * turns them off.
   */
  retry?: Partial<RetryPolicy> | false;
  /** Receives the status and the seconds before each wait for a retry. */
  onRetry?: (reason: { status: number; seconds: number }) => void;
  /** Replaces the timer in tests. */
  wait?: Wait;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** UUID that the service returns and logs. Default: a new one for each call. */
  clientRequestId?: string;
  /** Overrides the retry policy of the client. */
  retry?: Partial<RetryPolicy> | false;
  /** Receives each final response, even of a failed call, to read status and headers. It must not read the body. */
  onResponse?: (response: Response) => void;
  headers?: Record<string, string>;
}

export interface PostOptions extends CallOptions {
  /**
   * For 24 hours, calls with the same key have one effect and one response. The default, `true`, creates a new key.
   * `false` sends no key, and the call is not retried.
   */
  idempotencyKey?: string | boolean;
}

/** Options of calls that change an object which others may have changed meanwhile. */
export interface PatchOptions extends CallOptions {
  /** Expected ETag of the object. If it differs, the call fails with PreconditionFailed (412). */
  ifMatch?: string;
}
