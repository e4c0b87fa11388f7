/** Errors that calls throw. */
import type { components } from './schema.ts';

/** A fault in one field of the request, such as `team.name`, or the violation of one policy. */
export type ErrorDetail = NonNullable<components['schemas']['ApiErrorError']['details']>[number];

/** The limit that a 429 exceeded: tier, window in milliseconds, and calls per window. */
export type RateLimitExceeded = NonNullable<components['schemas']['ApiError']['rateLimitExceeded']>;

/** Code of an error response that is not from Charter, for example from a proxy. */
export const UNKNOWN_ERROR = 'UnknownError';

export interface ApiErrorFacts {
  status: number;
  code: string;
  message: string;
  details: readonly ErrorDetail[];
  requestId: string | undefined;
  clientRequestId: string | undefined;
  retryAfterSeconds: number | undefined;
  rateLimitExceeded: RateLimitExceeded | undefined;
}

/** The service rejected a call, or failed. `code` is stable, `message` is for people. */
export class CharterApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  /** Identifies the call in the log of the service. */
  readonly requestId: string | undefined;
  readonly clientRequestId: string | undefined;
  /** Seconds from Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  readonly rateLimitExceeded: RateLimitExceeded | undefined;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.name = 'CharterApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.clientRequestId = facts.clientRequestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.rateLimitExceeded = facts.rateLimitExceeded;
  }
}

/** The service is unreachable, closed the connection, or did not respond with an event stream; see `cause`. */
export class CharterConnectionError extends Error {
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`The service at ${new URL(url).origin} is unreachable.`, { cause });
    this.name = 'CharterConnectionError';
    this.url = url;
  }
}

/** A path parameter is empty, `.` or `..`: it would change the path, even when encoded. Nothing was sent. */
export class CharterParameterError extends TypeError {
  constructor(name: string, value: string) {
    super(`The ${name} '${value}' is not an id. Give an id that the service returned.`);
    this.name = 'CharterParameterError';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isDetail = (value: unknown): value is ErrorDetail =>
  isRecord(value) && typeof value.target === 'string' && typeof value.message === 'string';

/**
 * Returns the seconds to wait by Retry-After, which is a number or a date (RFC 9110, section 10.2.3); undefined when it
 * is absent or malformed.
 */
export function readRetryAfter(response: Response, now = Date.now()): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Reads an error response. Every field of the body may be missing, because a proxy may have sent the response. */
export function toApiError(response: Response, body: unknown): CharterApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const details = Array.isArray(error.details) ? error.details.filter(isDetail) : [];
  return new CharterApiError({
    status: response.status,
    code: typeof error.code === 'string' ? error.code : UNKNOWN_ERROR,
    message:
      typeof error.message === 'string'
        ? error.message
        : `The answer was ${response.status} ${response.statusText}`.trim(),
    details,
    requestId: response.headers.get('request-id') ?? undefined,
    clientRequestId: response.headers.get('client-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(response),
    rateLimitExceeded:
      isRecord(body) && isRecord(body.rateLimitExceeded)
        ? (body.rateLimitExceeded as RateLimitExceeded)
        : undefined,
  });
}
