/** How a client is made, and what each call may say besides its input. */
import type { Wait } from './wait.ts';

export interface RetryPolicy {
  /** Further tries after the first. */
  retries: number;
  /** A Retry-After beyond this is not waited for: the error is thrown at once. */
  longestWaitSeconds: number;
}

/** Survives one full rate-limit window, and never waits more than about two minutes in all. */
export const DEFAULT_RETRY: RetryPolicy = { retries: 3, longestWaitSeconds: 60 };

export interface BasicCredentials {
  appId: string;
  secret: string;
}

export interface ClientOptions {
  /** Address of the service, with or without the base path: `https://charter.example`, `…/v1.0`, `…/api/v1.0`. */
  baseUrl: string;
  /** Access token of the caller. */
  token?: string;
  /** Gives the access token for each call, for tokens that are renewed. */
  tokenProvider?: () => string | Promise<string>;
  /** Credentials of a registered app. */
  basic?: BasicCredentials;
  /** Sent as User-Agent, where the platform permits it. */
  userAgent?: string;
  fetch?: (request: Request) => Promise<Response>;
  /**
   * GET, DELETE and POST are tried again after 429 and 503 with Retry-After.
   * `false` never does.
   */
  retry?: Partial<RetryPolicy> | false;
  /** Told before each wait for another try, so that nobody wonders about the silence. */
  onRetry?: (reason: { status: number; seconds: number }) => void;
  /** Lets time pass; for tests. */
  wait?: Wait;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** A UUID, echoed by the service and written to its log. Default: a new one per call. */
  clientRequestId?: string;
  /** Instead of the client's. */
  retry?: Partial<RetryPolicy> | false;
  /** Sees the answer's status and headers (ETag, RateLimit, request-id), also of a failed call. Its body is not for it. */
  onResponse?: (response: Response) => void;
  headers?: Record<string, string>;
}

export interface PostOptions extends CallOptions {
  /**
   * Repeating a call with the same key has one effect and one answer, for 24 hours. `true` makes a new key, as
   * does leaving it out; `false` sends none, and the call is not tried again.
   */
  idempotencyKey?: string | boolean;
}

export interface PatchOptions extends CallOptions {
  /** ETag the object must still have; PreconditionFailed (412) otherwise. */
  ifMatch?: string;
}
