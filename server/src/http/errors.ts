/**
 * Maps errors to responses: status, ApiError body and headers. Only unreadable-requests.ts, health-listener.ts, the
 * portal's token requests (pages/sign-in.ts) and the embedded issuer write error responses themselves.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, negotiateLanguage } from '../domain/languages/language.ts';
import { translate } from '../domain/languages/translate.ts';
import type { RejectedCall } from '../engine/audit/rejected-calls.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError, type ErrorCode, isCharterError } from '../kernel/errors.ts';
import { type Message, say } from '../kernel/messages.ts';
import { fromValidation, MAX_DETAILS } from './invalid-requests.ts';
import { rejectedCallOf } from './rejected-calls.ts';
import { UnavailabilityLog } from './unavailability-log.ts';

const STATUS: Record<ErrorCode, number> = {
  InvalidRequest: 400,
  PolicyViolation: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  Conflict: 409,
  TeamArchived: 409,
  ApprovalAlreadyResolved: 409,
  NameAlreadyExists: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  IdempotencyKeyReused: 422,
  TooManyRequests: 429,
  InternalError: 500,
  SuiteError: 502,
  StepFailed: 502,
  ServiceUnavailable: 503,
};

const RETRY_UNAVAILABLE_SECONDS = 5;

/** Fastify's own errors, by their codes. */
const FASTIFY_ERRORS: Readonly<Record<string, [code: ErrorCode, message: Message]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'PayloadTooLarge',
    say('http.bodyTooLarge', 'The body is larger than 1 MiB. Send less.'),
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UnsupportedMediaType',
    say('http.mediaType', 'Send the body as application/json.'),
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'InvalidRequest',
    say('http.emptyBody', 'The body is empty. Send a JSON object, or no Content-Type.'),
  ],
  FST_ERR_BAD_URL: [
    'InvalidRequest',
    say('http.badUrl', 'The URL is not valid. Check its percent-encoding.'),
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'InvalidRequest',
    say('http.contentLength', 'Content-Length does not match the body.'),
  ],
};

const PRECONDITION = say(
  'http.precondition',
  'A precondition of the request does not hold. Send it without If-Match and If-Unmodified-Since.',
);

/** Returns the 404 for a path that the service does not serve. */
export const unknownAddress = (path: string): CharterError =>
  new CharterError(
    'NotFound',
    say('http.unknownAddress', 'No operation has the address {path}. /docs lists the addresses.', { path }),
  );

function fromFastify(error: FastifyError, path: string): CharterError {
  if (error.validation) return fromValidation(error);
  const known = FASTIFY_ERRORS[error.code];
  if (known) return new CharterError(...known);
  // @fastify/static responds with 403 for folders and for paths outside of its root.
  if (error.statusCode === 403 || error.statusCode === 404) return unknownAddress(path);
  if (error instanceof SyntaxError || error.statusCode === 400) {
    return new CharterError('InvalidRequest', say('http.notJson', 'The body is not valid JSON.'), {
      cause: error,
    });
  }
  // @fastify/static rejects failed preconditions (412) and invalid ranges (416).
  if (error.statusCode === 412) return new CharterError('PreconditionFailed', PRECONDITION, { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new CharterError(
      'InvalidRequest',
      say('http.invalid', 'The request is not valid. Check its headers.'),
      {
        cause: error,
      },
    );
  }
  const message = say(
    'http.failed',
    'The service failed. The error is logged under the request-id; try again later.',
  );
  return new CharterError('InternalError', message, { cause: error });
}

/** Headers of a response whose text depends on `Accept-Language`. */
export const inLanguage = (language: Language) => ({ 'content-language': language, vary: 'Accept-Language' });

const translateDetails = (language: Language, { details }: CharterError) =>
  details
    .slice(0, MAX_DETAILS)
    .map(({ target, code, ...message }) => ({ target, code, message: translate(language, message) }));

/** The format of error responses. The format of SCIM differs from that of the API. */
export interface ErrorForm {
  mediaType: string;
  bodyOf(
    error: CharterError,
    request: FastifyRequest,
    answer: { status: number; language: Language },
  ): object;
}

const apiError = (clock: Clock): ErrorForm => ({
  mediaType: 'application/json',
  bodyOf(error, request, { language }) {
    const { rateLimitExceeded } = error.facts;
    return {
      error: {
        code: error.code,
        message: translate(language, error),
        innerError: {
          date: clock.now().toISOString(),
          'request-id': request.id,
          ...(request.clientRequestId ? { 'client-request-id': request.clientRequestId } : {}),
        },
        ...(error.details.length ? { details: translateDetails(language, error) } : {}),
      },
      ...(rateLimitExceeded ? { rateLimitExceeded } : {}),
    };
  },
});

function headersOf(error: CharterError, language: Language): Record<string, string> {
  const headers: Record<string, string> = inLanguage(language);
  const retryAfter =
    error.retryAfterSeconds ?? (error.code === 'ServiceUnavailable' ? RETRY_UNAVAILABLE_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (error.code === 'Unauthenticated') {
    headers['www-authenticate'] = error.facts.challenge ?? 'Bearer realm="charter", Basic realm="charter"';
  }
  if (error.facts.allow !== undefined) headers.allow = error.facts.allow;
  return headers;
}

/**
 * Returns the handler that logs the private details of an error, and sends its public part.
 * @param onRejected receives the calls that were rejected because of the caller's credentials or rights
 */
export function handleError(
  clock: Clock,
  onRejected?: (rejected: RejectedCall) => void,
  { mediaType, bodyOf }: ErrorForm = apiError(clock),
) {
  const unavailability = new UnavailabilityLog();
  return (error: FastifyError | CharterError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = isCharterError(error) ? error : fromFastify(error, request.url.split('?')[0] ?? '/');
    const status = STATUS[known.code];
    const language = negotiateLanguage(request.headers['accept-language']);
    const rejected = rejectedCallOf(known, request, status);
    if (rejected !== undefined) onRejected?.(rejected);
    const fields = { code: known.code, detail: known.log, clientAddress: request.clientAddress };
    if (known.code === 'ServiceUnavailable') unavailability.add(known, request.log);
    else if (status >= 500) request.log.error({ err: known.cause ?? known, ...fields }, known.message);
    else request.log.info(fields, known.message);
    // The operation's response schema does not apply to errors.
    reply
      .status(status)
      .headers(headersOf(known, language))
      .type(`${mediaType}; charset=utf-8`)
      .serializer(JSON.stringify as (payload: unknown) => string)
      .send(bodyOf(known, request, { status, language }));
  };
}
