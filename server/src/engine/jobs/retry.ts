/** Decides which failures of a step are retried, and after how long. */
import { CharterError, isCharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { backoff, chanceFromId, withJitter } from '../../kernel/retry.ts';

/** Maximum number of tries of one step. The waits add up to about ten minutes. */
export const MAX_TRIES = 8;

/**
 * The jitter only lengthens a wait, because a job must not retry earlier than the suite asks. An hour is the longest
 * wait before jitter, even when the suite asks for more.
 */
const BACKOFF = { first: 5_000, longest: 60 * 60_000, jitter: [1, 1.2] } as const;

const PASSING_CODES = new Set(['SuiteError', 'ServiceUnavailable', 'TooManyRequests']);

/** Network failures of Node and of its HTTP client. */
const NETWORK_FAILURE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|UND_ERR_.+)$/;

function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && NETWORK_FAILURE.test(code)) return true;
  return isNetworkFailure(error.cause);
}

/**
 * Returns the error that the job reports: the suite's public message, or one sentence for a failure of the network or
 * the service. Keeps the cause for the log.
 */
export function toStepError(error: unknown): CharterError {
  if (isCharterError(error)) return error;
  if (isNetworkFailure(error)) {
    const message = say('jobs.suiteUnreachable', 'The collaboration suite could not be reached.');
    return new CharterError('ServiceUnavailable', message, { cause: error });
  }
  return new CharterError(
    'InternalError',
    say(
      'jobs.internalError',
      'Something failed inside the service. Try again later, or give the address of this page to the operator, whose log has the details.',
    ),
    { cause: error },
  );
}

/** Whether a retry may succeed. */
export const isTransient = ({ code, isFinal }: CharterError): boolean => !isFinal && PASSING_CODES.has(code);

/** Whether the suite asks to retry later. Such a wait is not a failed try, however often it happens. */
export const hasRetryAfter = ({ code, retryAfterSeconds }: CharterError): boolean =>
  code === 'ServiceUnavailable' && retryAfterSeconds !== undefined;

type RetryRequest = Pick<CharterError, 'retryAfterSeconds'> & Partial<Pick<CharterError, 'isReserved'>>;

/**
 * Returns the backoff after try number `tries`, or the wait that the error asks for. A reserved time has no jitter:
 * whoever reserves it also limits it.
 */
export function waitMilliseconds(
  jobId: string,
  tries: number,
  { retryAfterSeconds, isReserved = false }: RetryRequest,
): number {
  const chance = chanceFromId(jobId);
  if (retryAfterSeconds === undefined) return Math.round(backoff(BACKOFF, tries, chance));
  const asked = retryAfterSeconds * 1000;
  if (isReserved) return Math.round(asked);
  return Math.round(withJitter(Math.min(asked, BACKOFF.longest), chance, BACKOFF.jitter));
}
