/**
 * Every 401 of the service (docs/specification.md, 3). The public message says what to do next; the challenge is the whole
 * value of WWW-Authenticate; what exactly was wrong goes to the log only, and neither a token nor a secret
 * is ever part of it.
 *
 * Only a caller that tried Basic is answered with a Basic challenge: browsers open a password dialogue for
 * one, also for the portal's own calls.
 */
import { CharterError, type RefusedCaller } from '../kernel/errors.ts';

const BEARER = 'Bearer realm="charter"';
const BASIC = 'Basic realm="charter", charset="UTF-8"';

/** No credentials at all: RFC 6750 3.1 wants no error code then. */
export const missingCredentials = (): CharterError =>
  new CharterError(
    'Unauthenticated',
    'Sign in first: send an access token as "Authorization: Bearer <token>", or an app\'s id and secret as Basic.',
    { facts: { challenge: BEARER }, log: { reason: 'no credentials' } },
  );

/** A scheme other than Bearer and Basic, or a header that breaks its grammar. */
export const malformedCredentials = (reason: string): CharterError =>
  new CharterError(
    'Unauthenticated',
    'The Authorization header can\'t be read. Send "Bearer <token>" or "Basic <base64 of appId:secret>".',
    {
      facts: {
        challenge: `${BEARER}, error="invalid_token", error_description="The Authorization header is malformed"`,
      },
      log: { reason },
    },
  );

export interface InvalidTokenOptions {
  /** Private: what exactly was wrong. */
  log?: Record<string, unknown>;
  /** Private: whom the token names, once it is verified. */
  caller?: RefusedCaller;
  cause?: unknown;
}

/**
 * A token that is not accepted. `description` becomes the challenge's error_description: a constant of this
 * code, without quotes and backslashes (RFC 6750 3), never something the caller sent.
 */
export function invalidToken(description: string, options: InvalidTokenOptions = {}): CharterError {
  return new CharterError('Unauthenticated', `${description}. Get a new access token and try again.`, {
    facts: { challenge: `${BEARER}, error="invalid_token", error_description="${description}"` },
    log: { reason: description, ...options.log },
    ...(options.caller && { caller: options.caller }),
    cause: options.cause,
  });
}

/** One answer for an unknown app, a wrong secret and a switched-off app, so that none can be told apart. */
export const invalidAppCredentials = (log: Record<string, unknown>, caller?: RefusedCaller): CharterError =>
  new CharterError('Unauthenticated', "The app's id or secret is wrong. Check both and try again.", {
    facts: { challenge: BASIC },
    log,
    ...(caller && { caller }),
  });

/** Too many wrong secrets for one app id: refused unseen until the time is over. */
export const blockedAppCredentials = (seconds: number, log: Record<string, unknown>): CharterError =>
  new CharterError(
    'Unauthenticated',
    `There were too many wrong secrets for this app. Try again in ${seconds} s.`,
    { facts: { challenge: BASIC }, retryAfterSeconds: seconds, log },
  );
