/** An unsuccessful call to Microsoft Graph. */
import type { Sleep } from '../../../kernel/clock.ts';
import { CharterError, type CreatedObject, isCharterError, messageOf } from '../../../kernel/errors.ts';
import { type Message, say, sentences, verbatim } from '../../../kernel/messages.ts';
import { permissionOf } from '../accounts/permissions.ts';

/** Seconds to wait when Graph throttles calls without Retry-After. */
const UNSTATED_WAIT = 30;
/**
 * Seconds to wait after a lost response, or a failure of Graph without Retry-After. The wait is short, because most
 * failures are isolated; breaker.ts extends it when calls fail one after another.
 */
const FAILED_WAIT = 5;
/** Seconds until a retry when an administrator must grant a permission or free quota in the directory. */
const WAIT_FOR_ADMINISTRATOR = 300;

/** Code of the failure of a call that could not reserve a time soon enough (pacing.ts). */
export const BUDGET_EXHAUSTED = 'BudgetExhausted';

/** Code of the failure of a call without a token because Microsoft Entra ID could not be reached. */
export const UNREACHABLE = 'Unreachable';

interface FailureFacts {
  /** HTTP status; 0 without a response. */
  status: number;
  /**
   * Code of Graph's error, for example `Request_ResourceNotFound`. Without a response, `TooLate` after the timeout of
   * the call, and `NoAnswer` when the connection failed.
   */
  code: string;
  message: string;
  /** Seconds of Retry-After, or until the time that the pacing can reserve for the call. */
  retryAfterSeconds: number | undefined;
  /** Whether a job retries exactly after `retryAfterSeconds`, without jitter, because Graph named it for this call. */
  isReserved?: boolean;
  /** Whether the token has the permissions that the rejected call needs; undefined when that is unknown. */
  isGranted?: boolean | undefined;
  /** Method and path without the query, for the log. */
  call: string;
  /** Graph's id of the request, which Microsoft's support asks for. */
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

  /** Whether the principal or tenant may create no more objects ("Microsoft Entra service limits"). */
  get isOverQuota(): boolean {
    const { code, message } = this.facts;
    return code === 'Directory_QuotaExceeded' || /object quota limit/i.test(message);
  }

  get status(): number {
    return this.facts.status;
  }

  /**
   * Whether the call may have had its effect. Rejections (400, 401, 403) and throttling (429, and 503 with
   * Retry-After) exclude it. A 404 does not: Graph's services learn of an object at different times, so the call may
   * have succeeded in spite of it.
   */
  get mayHaveHappened(): boolean {
    const { status } = this.facts;
    if (this.isThrottled) return false;
    return status === 0 || status === 404 || status === 409 || status >= 500;
  }

  /** Whether Graph asks for a pause. Excludes calls that the pacing rejected (pacing.ts): they have waited already. */
  get isThrottled(): boolean {
    const { status, code, retryAfterSeconds } = this.facts;
    return (
      (status === 429 && code !== BUDGET_EXHAUSTED) || (status === 503 && retryAfterSeconds !== undefined)
    );
  }

  /**
   * Whether a read may be repeated at once, because Graph named no time to wait. Includes lost connections, because
   * Graph closes idle ones. Excludes timeouts, because a second one would block the caller too long.
   */
  get isPassing(): boolean {
    if (this.status === 0) return this.facts.code === 'NoAnswer';
    return [500, 502, 503, 504].includes(this.status) && this.facts.retryAfterSeconds === undefined;
  }
}

export const hasStatus = (error: unknown, ...statuses: number[]): error is GraphFailure =>
  error instanceof GraphFailure && statuses.includes(error.status);

/** Returns an error that asks the caller to retry after some seconds. A delayed job occupies no worker. */
export const retryLater = (
  message: string | Message,
  retryAfterSeconds: number,
  cause?: unknown,
): CharterError =>
  new CharterError('ServiceUnavailable', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
    ...(cause !== undefined && { cause }),
  });

/** Final errors by status. Omits 409, because it can follow an earlier call that succeeded. */
const FINAL = {
  400: 'InvalidRequest',
  404: 'NotFound',
  405: 'InvalidRequest',
  412: 'PreconditionFailed',
  413: 'InvalidRequest',
  415: 'InvalidRequest',
  422: 'InvalidRequest',
} as const;

const isFinal = (status: number): status is keyof typeof FINAL => Object.hasOwn(FINAL, status);

/** Ends the text with a full stop. Graph's messages may lack one. */
const sentence = (text: string): string => (/[.!?]\s*$/.test(text) ? text.trim() : `${text}.`);

/** Messages with which Graph names the missing permission. */
const NAMES_PERMISSION = /missing (?:role|scope) permissions/i;

/** Messages that mean only a missing permission, unless the token has it. */
const LACKS_PERMISSION =
  /role permissions|scope permissions|insufficient privileges|do not have permission|^$/i;

/** Returns the text for a 403. Teams also responds with 403 for other reasons, which the text quotes. */
function forbiddenText(call: string, message: string): Message {
  const permission = permissionOf(call);
  const lack =
    permission === undefined
      ? say('graph.lacksAPermission', 'Charter lacks a permission in Microsoft Graph for {call}.', { call })
      : say(
          'graph.lacksPermission',
          'Charter lacks a permission ({permission}) in Microsoft Graph for {call}.',
          {
            permission,
            call,
          },
        );
  const advice = say(
    'graph.grant',
    "An administrator must grant it; 'charter graph permissions' lists what is needed.",
  );
  return sentences([lack, advice, ...(LACKS_PERMISSION.test(message) ? [] : [graphSays(message)])]);
}

const graphSays = (words: string): Message =>
  say('graph.says', 'Graph says: {words}', { words: sentence(words) });

/** Whether Graph rejected the call in spite of its permission, so a later retry would fail too. */
const isRejection = ({ status, isGranted, message }: FailureFacts): boolean =>
  status === 403 && isGranted === true && !NAMES_PERMISSION.test(message);

/** Message of Teams for an owner without a licence. Microsoft documents it nowhere; administrators report it. */
const UNLICENSED = /GetApplicableSkuCategoriesForUserFailed|licen[cs]e/i;

/** Returns the public text for a call that Graph rejected permanently. */
function rejectionText({ status, code, message }: FailureFacts): Message {
  const reason = sentence(message || code);
  const rejection =
    status === 403
      ? say(
          'graph.notAllowed',
          'Microsoft 365 does not allow this, although Charter has the permission. Microsoft says: {reason}',
          { reason },
        )
      : say('graph.refused', 'Microsoft Graph rejected this: {reason}', { reason });
  if (!UNLICENSED.test(`${code} ${message}`)) return rejection;
  return sentences([
    rejection,
    say('graph.licence', 'An owner of a team needs a licence for Microsoft Teams.'),
  ]);
}

/** Converts the failure into a CharterError: transient with a time to wait, or final. */
function toCharterError(failure: GraphFailure): CharterError {
  const { status, message, retryAfterSeconds, isReserved = false, call, requestId, code } = failure.facts;
  const log = { graphCall: call, graphStatus: status, graphCode: code, graphRequestId: requestId };
  const waiting = (text: Message, seconds: number): CharterError =>
    new CharterError('ServiceUnavailable', text, {
      cause: failure,
      retryAfterSeconds: seconds,
      isReserved,
      log,
    });
  if (failure.isOverQuota) {
    const text = say(
      'graph.overQuota',
      'Microsoft Entra ID lets Charter create no more objects. An administrator must make room.',
    );
    return waiting(sentences([text, graphSays(message)]), WAIT_FOR_ADMINISTRATOR);
  }
  // The message of a failed read names nothing that the caller could correct.
  if (((isFinal(status) && status !== 404) || isRejection(failure.facts)) && call.startsWith('GET ')) {
    const isForGood = isRejection(failure.facts);
    const text = isForGood
      ? rejectionText(failure.facts)
      : say('graph.refusedRead', 'Microsoft Graph rejected a read of Charter: {reason}', {
          reason: sentence(message || code),
        });
    return new CharterError('SuiteError', text, { cause: failure, isFinal: isForGood, log });
  }
  if (isFinal(status) || isRejection(failure.facts)) {
    const finalCode = isFinal(status) ? FINAL[status] : 'InvalidRequest';
    return new CharterError(finalCode, rejectionText(failure.facts), { cause: failure, log });
  }
  if (status === 507) {
    return waiting(
      say('graph.storageFull', 'SharePoint has no room for the file. An administrator must make room.'),
      WAIT_FOR_ADMINISTRATOR,
    );
  }
  if (status === 429) {
    return waiting(
      say('graph.limited', 'Microsoft Graph limits the calls of this organisation.'),
      retryAfterSeconds ?? UNSTATED_WAIT,
    );
  }
  if (code === UNREACHABLE) {
    return waiting(verbatim(message), retryAfterSeconds ?? UNSTATED_WAIT);
  }
  if (status === 401) {
    return waiting(
      say(
        'graph.signInRefused',
        'Microsoft Graph does not accept the sign-in of Charter. An administrator must check the app registration.',
      ),
      retryAfterSeconds ?? UNSTATED_WAIT,
    );
  }
  if (status === 403) {
    return waiting(forbiddenText(call, message), retryAfterSeconds ?? WAIT_FOR_ADMINISTRATOR);
  }
  return waiting(
    say('graph.badAnswer', 'Microsoft Graph does not answer as it should.'),
    retryAfterSeconds ?? FAILED_WAIT,
  );
}

/** Returns the public error of a call that has created objects and left them unfinished. */
export function withLeftObjects(error: unknown, ...left: CreatedObject[]): unknown {
  const shown = error instanceof GraphFailure ? toCharterError(error) : error;
  if (!isCharterError(shown)) return shown;
  const { code, details, facts, log, retryAfterSeconds, isReserved, isFinal } = shown;
  return new CharterError(code, messageOf(shown), {
    ...{ details, facts, log, isReserved, isFinal, left, cause: error },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/**
 * Returns the public error of a call that Graph rejected permanently, with a sentence about the object that it did not
 * create; any other error unchanged.
 * @param statuses the statuses with which Graph rejects this call; a 403 counts only if the permission is granted
 */
export function explainRejection(error: unknown, what: Message, ...statuses: (400 | 403)[]): unknown {
  if (!(error instanceof GraphFailure) || !hasStatus(error, ...statuses)) return error;
  if (error.status === 403 && !isRejection(error.facts)) return error;
  const { log } = toCharterError(error);
  return new CharterError('InvalidRequest', sentences([what, rejectionText(error.facts)]), {
    cause: error,
    log,
  });
}

/** Runs the work, and converts a GraphFailure that it throws. */
export async function withPublicErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GraphFailure ? toCharterError(error) : error;
  }
}

/** Wraps each function of the part, so that it converts a GraphFailure (withPublicErrors). */
export function publicErrors<Part extends object>(part: Part): Part {
  const guarded = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...input: unknown[]) => withPublicErrors(() => value(...input)) : value,
  ]);
  return Object.fromEntries(guarded) as Part;
}

/*
 * Waits for objects that Charter has just created and Graph does not show yet, because its services show them at
 * different times. A person's request waits about ten seconds. A job retries later.
 */

/** Seconds until a job asks Graph again. */
const RETRY_AFTER_SECONDS = 10;

/** Waits between the attempts of a request. */
const WAITS_MILLISECONDS = [500, 1_000, 1_500, 2_000, 2_500, 2_500];

class NotShown extends CharterError {}

/** @param what kind of the object, for the message */
export const notShown = (
  what: 'group' | 'team' | 'channel' | 'tab' | 'member' | 'file',
  cause?: unknown,
): CharterError =>
  new NotShown(
    'ServiceUnavailable',
    say('graph.notShown', 'Microsoft Graph does not show the new {what} yet.', { what }),
    { retryAfterSeconds: RETRY_AFTER_SECONDS, ...(cause !== undefined && { cause }) },
  );

/**
 * Runs the work, and repeats it while Graph does not show an object. The work must find what an earlier attempt
 * created.
 */
async function untilShown<Result>(work: () => Promise<Result>, sleep: Sleep): Promise<Result> {
  for (const wait of WAITS_MILLISECONDS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotShown)) throw error;
    }
    await sleep(wait);
  }
  return work();
}

/**
 * Wraps each function of the part, so that it waits for new objects.
 * @param sleep undefined when calls do not wait
 */
export function waitingUntilShown<Part extends object>(part: Part, sleep: Sleep | undefined): Part {
  if (sleep === undefined) return part;
  const retrying = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...input: unknown[]) => untilShown(() => value(...input), sleep) : value,
  ]);
  return Object.fromEntries(retrying) as Part;
}
