/**
 * Every 401 of the service (docs/specification.md, section 3), and the 403s for people who may not enter. The public
 * message names the next step. `challenge` is the value of WWW-Authenticate. The exact reason goes to the log only,
 * without any part of a token or secret.
 *
 * Only a caller that sent Basic credentials gets a Basic challenge, because browsers show a password dialogue for it,
 * even for calls of the portal.
 */
import { CharterError, type RejectedCaller } from '../kernel/errors.ts';
import { type Message, say } from '../kernel/messages.ts';

const BEARER = 'Bearer realm="charter"';
const BASIC = 'Basic realm="charter", charset="UTF-8"';

/** Rejects a call without credentials. The challenge then has no error code (RFC 6750, 3.1). */
export const missingCredentials = (): CharterError =>
  new CharterError(
    'Unauthenticated',
    say(
      'identity.signInFirst',
      'Sign in first: send an access token as "Authorization: Bearer <token>", or an app\'s id and secret as Basic.',
    ),
    { facts: { challenge: BEARER }, log: { reason: 'no credentials' } },
  );

/** Rejects a header that is malformed, or whose scheme is neither Bearer nor Basic. */
export const malformedCredentials = (reason: string): CharterError =>
  new CharterError(
    'Unauthenticated',
    say(
      'identity.malformedHeader',
      'The Authorization header can\'t be read. Send "Bearer <token>" or "Basic <base64 of appId:secret>".',
    ),
    {
      facts: {
        challenge: `${BEARER}, error="invalid_token", error_description="The Authorization header is malformed"`,
      },
      log: { reason },
    },
  );

export interface InvalidTokenOptions {
  /** The exact reason, only for the log. */
  log?: Record<string, unknown>;
  /** The caller in a verified token, never sent in the response. */
  caller?: RejectedCaller;
  cause?: unknown;
  /** The next step. Default: to get a new token. It may contain claims of the caller's own token. */
  advice?: Message;
}

/**
 * Rejects a token. The English `reason` becomes error_description in the challenge: a constant without quotes
 * or backslashes (RFC 6750, 3), never input of the caller.
 */
export function invalidToken(reason: Message, options: InvalidTokenOptions = {}): CharterError {
  return new CharterError(
    'Unauthenticated',
    options.advice === undefined
      ? say('identity.invalidToken', '{reason}. Get a new access token and try again.', { reason })
      : say('identity.unsuitableToken', '{reason}. {advice}', { reason, advice: options.advice }),
    {
      facts: { challenge: `${BEARER}, error="invalid_token", error_description="${reason.message}"` },
      log: { reason: reason.message, ...options.log },
      ...(options.caller && { caller: options.caller }),
      cause: options.cause,
    },
  );
}

/**
 * Rejects an unknown app, a wrong secret and a disabled app alike, so that callers can't distinguish them.
 */
export const invalidAppCredentials = (log: Record<string, unknown>, caller?: RejectedCaller): CharterError =>
  new CharterError(
    'Unauthenticated',
    say('identity.wrongSecret', "The app's id or secret is wrong. Check both and try again."),
    {
      facts: { challenge: BASIC },
      log,
      ...(caller && { caller }),
    },
  );

/** Rejects a person whose account the directory has closed or deleted. A new token would not help. */
export const departedPerson = (log: Record<string, unknown>, caller: RejectedCaller): CharterError =>
  new CharterError(
    'Forbidden',
    say(
      'identity.accountClosed',
      'Your account is closed, or no longer in the directory of your organisation. Ask an administrator.',
    ),
    { log, caller },
  );

/** Rejects an app id without a check after too many wrong secrets. */
export const blockedAppCredentials = (seconds: number, log: Record<string, unknown>): CharterError =>
  new CharterError(
    'Unauthenticated',
    say(
      'identity.tooManySecrets',
      'There were too many wrong secrets for this app. Try again in {seconds} s.',
      { seconds },
    ),
    { facts: { challenge: BASIC }, retryAfterSeconds: seconds, log },
  );

/** Rejects a person whom CHARTER_OIDC_ENTRY does not admit. A new token would not help. */
export const entryRejected = (
  reason: Message,
  log: Record<string, unknown>,
  caller: RejectedCaller,
): CharterError => new CharterError('Forbidden', reason, { log, caller });
