/**
 * Maps errors to answers: status, ApiError body and headers. Only unreadable-requests.ts and the embedded issuer answer
 * errors themselves.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusedCall } from '../engine/audit/refused-calls.ts';
import type { Clock } from '../kernel/clock.ts';
import {
  CharterError,
  type ErrorCode,
  type ErrorDetail,
  invalidRequest,
  isCharterError,
} from '../kernel/errors.ts';
import { refusedCallOf } from './refused-calls.ts';

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
  ServiceUnavailable: 503,
};

/** Maximum number of details in one answer, so that a megabyte of unknown fields is not echoed. */
const MOST_DETAILS = 50;
const RETRY_UNAVAILABLE_SECONDS = 5;

interface ValidationIssue {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

/** Converts a JSON Pointer: `/team/membership/owners/1/id` becomes `team.membership.owners[1].id`. */
function pathOf(instancePath: string, property?: unknown): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (typeof property === 'string') parts.push(property);
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part),
    '',
  );
}

function toDetail(
  { keyword, instancePath, params, message }: ValidationIssue,
  isQuery: boolean,
): ErrorDetail {
  switch (keyword) {
    case 'additionalProperties': {
      const target = pathOf(instancePath, params.additionalProperty);
      return isQuery
        ? { target, code: 'UnsupportedOption', message: 'This query option is not supported. Remove it.' }
        : {
            target,
            code: 'UnknownField',
            message: 'This field is unknown. Remove it or check its spelling.',
          };
    }
    case 'required': {
      const target = pathOf(instancePath, params.missingProperty);
      return { target, code: 'Required', message: 'This field is required.' };
    }
  }
  const target = pathOf(instancePath) || 'body';
  const wanted =
    keyword === 'enum' ? `must be one of: ${(params.allowedValues as unknown[]).join(', ')}` : message;
  return { target, code: 'InvalidValue', message: `The value ${wanted ?? 'is not valid'}.` };
}

/** Whether the issue only sums up those of a union or condition, or says that a nullable value is not null. */
const isEcho = ({ keyword, params }: ValidationIssue): boolean =>
  keyword === 'anyOf' || keyword === 'if' || (keyword === 'type' && params.type === 'null');

function fromValidation({ validation, validationContext: where }: FastifyError): CharterError {
  const issues = validation as unknown as ValidationIssue[];
  const causes = issues.filter((issue) => !isEcho(issue));
  const details = (causes.length ? causes : issues)
    .slice(0, MOST_DETAILS)
    .map((issue) => toDetail(issue, where === 'querystring'));
  const message = `The request's ${where} does not match what the operation takes. See details.`;
  return invalidRequest(message, details);
}

/** Fastify's own errors, by their codes. */
const FASTIFY_ERRORS: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLarge', 'The body is larger than 1 MiB. Send less.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaType', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'InvalidRequest',
    'The body is empty. Send a JSON object, or no Content-Type.',
  ],
  FST_ERR_BAD_URL: ['InvalidRequest', 'The URL is not valid. Check its percent-encoding.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['InvalidRequest', 'Content-Length does not match the body.'],
};

function fromFastify(error: FastifyError): CharterError {
  if (error.validation) return fromValidation(error);
  const known = FASTIFY_ERRORS[error.code];
  if (known) return new CharterError(...known);
  if (error instanceof SyntaxError || error.statusCode === 400) {
    return new CharterError('InvalidRequest', 'The body is not valid JSON.', { cause: error });
  }
  const message = 'The service failed. The error is logged under the request-id; try again later.';
  return new CharterError('InternalError', message, { cause: error });
}

function toAnswer(error: CharterError, request: FastifyRequest, clock: Clock) {
  const headers: Record<string, string> = {};
  const retryAfter =
    error.retryAfterSeconds ?? (error.code === 'ServiceUnavailable' ? RETRY_UNAVAILABLE_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (error.code === 'Unauthenticated') {
    headers['www-authenticate'] = error.facts.challenge ?? 'Bearer realm="charter", Basic realm="charter"';
  }
  if (error.facts.allow !== undefined) headers.allow = error.facts.allow;
  const { rateLimitExceeded } = error.facts;
  return {
    status: STATUS[error.code],
    headers,
    body: {
      error: {
        code: error.code,
        message: error.message,
        innerError: {
          date: clock.now().toISOString(),
          'request-id': request.id,
          ...(request.clientRequestId ? { 'client-request-id': request.clientRequestId } : {}),
        },
        ...(error.details.length ? { details: error.details.slice(0, MOST_DETAILS) } : {}),
      },
      ...(rateLimitExceeded ? { rateLimitExceeded } : {}),
    },
  };
}

/**
 * Logs the private details of an error, and answers with its public part.
 * @param onRefused receives calls that were rejected because of their caller
 */
export function handleError(clock: Clock, onRefused?: (refused: RefusedCall) => void) {
  return (error: FastifyError | CharterError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = isCharterError(error) ? error : fromFastify(error);
    const answer = toAnswer(known, request, clock);
    const refused = refusedCallOf(known, request, answer.status);
    if (refused !== undefined) onRefused?.(refused);
    const level = answer.status >= 500 ? 'error' : 'info';
    request.log[level](
      { err: answer.status >= 500 ? (known.cause ?? known) : undefined, code: known.code, detail: known.log },
      known.message,
    );
    // The operation's response schema does not apply to errors.
    reply
      .status(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify as (payload: unknown) => string)
      .send(answer.body);
  };
}
