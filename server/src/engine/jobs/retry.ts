/** Which failures of a step pass by themselves, and how long to wait for that. */
import { CharterError, isCharterError } from '../../kernel/errors.ts';

/** Runs of one step before its job fails. Their waits add up to about ten minutes. */
export const MAX_TRIES = 8;

const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 60 * 60;
const JITTER = 0.2;

const PASSING_CODES = new Set(['SuiteError', 'ServiceUnavailable', 'TooManyRequests']);

/** Node's network failures, and those of its HTTP client. */
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
 * The error of a step as the job reports it: the suite's own words where they are public, one sentence where
 * the network or the service itself failed. The cause stays beside it for the log.
 */
export function toStepError(error: unknown): CharterError {
  if (isCharterError(error)) return error;
  if (isNetworkFailure(error)) {
    return new CharterError('ServiceUnavailable', 'The collaboration suite could not be reached.', {
      cause: error,
    });
  }
  return new CharterError(
    'InternalError',
    'Something failed inside the service. Its log has the details under the id of this job.',
    { cause: error },
  );
}

export const mayPass = (error: CharterError): boolean => PASSING_CODES.has(error.code);

/** Spreads jobs that failed together; from the job's id, so that a wait can be foretold. Between 0 and 1. */
const spread = (jobId: string): number => Number.parseInt(jobId.slice(-4), 16) / 0xffff;

/** How long to wait after the try number `tries`: doubling, or what the suite asked for, a little spread. */
export function waitMilliseconds(jobId: string, tries: number, retryAfterSeconds?: number): number {
  const seconds = retryAfterSeconds ?? FIRST_WAIT_SECONDS * 2 ** (tries - 1);
  return Math.round(Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000 * (1 + JITTER * spread(jobId)));
}
