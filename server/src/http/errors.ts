/** Maps errors to answers: status, ApiError body and headers. No other code makes an error public. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RefusedCall } from '../engine/audit/refused-calls.ts';
import type { Clock } from '../kernel/clock.ts';
import { CharterError, type ErrorCode, type ErrorDetail, isCharterError } from '../kernel/errors.ts';
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

/** Bounds the details of one answer, so that a megabyte of unknown fields is not echoed. */
const MOST_DETAILS = 50;
const RETRY_UNAVAILABLE_SECONDS = 5;

interface ValidationIssue {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

/** `/team/membership/owners/1/id` as `team.membership.owners[1].id`. */
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

function toDetail(issue: ValidationIssue, context: string | undefined): ErrorDetail {
  const { keyword, params } = issue;
  if (keyword === 'additionalProperties') {
    const target = pathOf(issue.instancePath, params.additionalProperty);
    if (context === 'querystring') {
      return { target, code: 'UnsupportedOption', message: 'This query option is not supported. Remove it.' };
    }
    return {
      target,
      code: 'UnknownField',
      message: 'This field is unknown. Remove it or check its spelling.',
    };
  }
  if (keyword === 'required') {
    const target = pathOf(issue.instancePath, params.missingProperty);
    return { target, code: 'Required', message: 'This field is required.' };
  }
  const target = pathOf(issue.instancePath) || 'body';
  if (keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).join(', ');
    return { target, code: 'InvalidValue', message: `The value must be one of: ${allowed}.` };
  }
  return { target, code: 'InvalidValue', message: `The value ${issue.message ?? 'is not valid'}.` };
}

/** Whether an issue only repeats those of a union's branches. */
const isEcho = ({ keyword, params }: ValidationIssue): boolean =>
  keyword === 'anyOf' || keyword === 'if' || (keyword === 'type' && params.type === 'null');

function fromValidation(error: FastifyError): CharterError {
  const issues = (error.validation ?? []) as unknown as ValidationIssue[];
  const causes = issues.filter((issue) => !isEcho(issue));
  const details = (causes.length ? causes : issues)
    .slice(0, MOST_DETAILS)
    .map((issue) => toDetail(issue, error.validationContext));
  const where = error.validationContext === 'body' ? 'body' : error.validationContext;
  return new CharterError(
    'InvalidRequest',
    `The request's ${where} does not match what the operation takes. See details.`,
    {
      details,
    },
  );
}

/** Maps Fastify's own errors by their codes. */
function fromFastify(error: FastifyError): CharterError {
  if (error.validation) return fromValidation(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new CharterError('PayloadTooLarge', 'The body is larger than 1 MiB. Send less.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CharterError('UnsupportedMediaType', 'Send the body as application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new CharterError('InvalidRequest', 'The body is empty. Send a JSON object, or no Content-Type.');
    case 'FST_ERR_BAD_URL':
      return new CharterError('InvalidRequest', 'The URL is not valid. Check its percent-encoding.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new CharterError('InvalidRequest', 'Content-Length does not match the body.');
  }
  if (error instanceof SyntaxError || error.statusCode === 400) {
    return new CharterError('InvalidRequest', 'The body is not valid JSON.', { cause: error });
  }
  return new CharterError(
    'InternalError',
    'The service failed. The error is logged under the request-id; try again later.',
    {
      cause: error,
    },
  );
}

export interface ErrorAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export function toAnswer(error: CharterError, request: FastifyRequest, clock: Clock): ErrorAnswer {
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
 * Logs private detail and answers the public part of an error.
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
