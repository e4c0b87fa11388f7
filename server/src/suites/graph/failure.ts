/** A call that Microsoft Graph did not answer with success. */
import { CharterError } from '../../kernel/errors.ts';

/** Seconds to wait when Graph fails and names no time. */
const UNSTATED_WAIT = 30;
/** Seconds to wait for an administrator who must grant a permission or renew a secret. */
const WAIT_FOR_ADMINISTRATOR = 300;

interface FailureFacts {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Code of Graph's error, for example `Request_ResourceNotFound`. */
  code: string;
  message: string;
  /** Seconds in Retry-After. */
  retryAfterSeconds: number | undefined;
  /** Method and path without the query, for the log. */
  call: string;
  /** Graph's id of the request, which its support asks for. */
  requestId: string | undefined;
}

export class GraphFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, cause?: unknown) {
    super(
      `${facts.call}: ${facts.status} ${facts.code} ${facts.message}`,
      cause === undefined ? {} : { cause },
    );
    this.name = 'GraphFailure';
    this.facts = facts;
  }

  get status(): number {
    return this.facts.status;
  }

  /**
   * Whether Graph may have done what was asked. A refusal (400, 401, 403) and throttling (429) say that it has not;
   * a 404 can come after an effect, because the services behind Graph learn of an object at different times.
   */
  get mayHaveHappened(): boolean {
    const { status } = this.facts;
    return status === 0 || status === 404 || status === 409 || status >= 500;
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): error is GraphFailure =>
  error instanceof GraphFailure && statuses.includes(error.status);

/** Returns an error that asks the caller to come back; a job waits for it without a worker. */
export const comeBack = (message: string, retryAfterSeconds: number, cause?: unknown): CharterError =>
  new CharterError('ServiceUnavailable', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    ...(cause !== undefined && { cause }),
  });

/** Not 409: it can be the answer to a call that worked. */
const FINAL = {
  400: 'InvalidRequest',
  404: 'NotFound',
  405: 'InvalidRequest',
  412: 'PreconditionFailed',
  413: 'InvalidRequest',
  422: 'InvalidRequest',
} as const;

const isFinal = (status: number): status is keyof typeof FINAL => Object.hasOwn(FINAL, status);

/** Returns the error as the rest of Charter knows it: transient with a time to wait, or final. */
export function toCharterError(failure: GraphFailure): CharterError {
  const { status, message, retryAfterSeconds, call, requestId, code } = failure.facts;
  const log = { graphCall: call, graphStatus: status, graphCode: code, graphRequestId: requestId };
  const waiting = (text: string, seconds: number): CharterError =>
    new CharterError('ServiceUnavailable', text, { cause: failure, retryAfterSeconds: seconds, log });
  // A read says nothing that a caller could mend.
  if (isFinal(status) && status !== 404 && call.startsWith('GET ')) {
    const text = `Microsoft Graph refused a read of Charter: ${message}`;
    return new CharterError('SuiteError', text, { cause: failure, log });
  }
  if (isFinal(status)) {
    return new CharterError(FINAL[status], `Microsoft Graph refused this: ${message}`, {
      cause: failure,
      log,
    });
  }
  if (status === 429) {
    return waiting(
      'Microsoft Graph limits the calls of this organisation.',
      retryAfterSeconds ?? UNSTATED_WAIT,
    );
  }
  if (status === 401) {
    return waiting(
      'Microsoft Graph does not accept the sign-in of Charter. An administrator must check the app registration.',
      retryAfterSeconds ?? UNSTATED_WAIT,
    );
  }
  if (status === 403) {
    return waiting(
      `Charter lacks a permission in Microsoft Graph for ${call}. An administrator must grant it; 'charter graph permissions' lists what is needed.`,
      retryAfterSeconds ?? WAIT_FOR_ADMINISTRATOR,
    );
  }
  return waiting('Microsoft Graph does not answer as it should.', retryAfterSeconds ?? UNSTATED_WAIT);
}

/** Runs the work and turns a GraphFailure that it throws into the error of Charter. */
export async function withPublicErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GraphFailure ? toCharterError(error) : error;
  }
}

/** Returns the same functions with public errors. */
export function publicErrors<Part extends object>(part: Part): Part {
  const guarded = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...input: unknown[]) => withPublicErrors(() => value(...input)) : value,
  ]);
  return Object.fromEntries(guarded) as Part;
}
