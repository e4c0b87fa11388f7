/** Reports the violations of a request's schema, with a detail for each field. */
import type { FastifyError } from 'fastify';
import { type CharterError, type ErrorDetail, invalidRequest } from '../kernel/errors.ts';
import { type Message, say, verbatim } from '../kernel/messages.ts';

/** Maximum number of details in one response, so that a megabyte of unknown fields is not echoed. */
export const MAX_DETAILS = 50;

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

const limitOf = ({ limit }: ValidationIssue['params']): number => Number(limit);

const namesOf = (type: unknown): string => [type].flat().join(',');

/** Messages for Ajv's errors, by keyword. */
const WORDS: Readonly<Record<string, (params: ValidationIssue['params']) => Message>> = {
  enum: ({ allowedValues }) =>
    say('invalid.enum', 'The value must be one of: {values}.', {
      values: (allowedValues as unknown[]).join(', '),
    }),
  type: ({ type }) => say('invalid.type', 'The value must be {type}.', { type: namesOf(type) }),
  format: ({ format }) =>
    say('invalid.format', 'The value must match format "{format}".', { format: String(format) }),
  pattern: ({ pattern }) =>
    say('invalid.pattern', 'The value must match pattern "{pattern}".', { pattern: String(pattern) }),
  maxLength: (params) =>
    say('invalid.maxLength', 'The value may have at most {limit} characters.', {
      limit: limitOf(params),
    }),
  minLength: (params) =>
    say('invalid.minLength', 'The value must have at least {limit} characters.', {
      limit: limitOf(params),
    }),
  maxItems: (params) =>
    say('invalid.maxItems', 'The value may have at most {limit} items.', { limit: limitOf(params) }),
  minItems: (params) =>
    say('invalid.minItems', 'The value must have at least {limit} items.', { limit: limitOf(params) }),
  maximum: (params) =>
    say('invalid.maximum', 'The value may be at most {limit}.', { limit: limitOf(params) }),
  minimum: (params) =>
    say('invalid.minimum', 'The value must be at least {limit}.', { limit: limitOf(params) }),
};

function wordsOf({ keyword, message, params }: ValidationIssue): Message {
  if (message === undefined) return say('invalid.value', 'The value is not valid.');
  return WORDS[keyword]?.(params) ?? verbatim(`The value ${message}.`);
}

function toDetail(issue: ValidationIssue, isQuery: boolean): ErrorDetail {
  const { keyword, instancePath, params } = issue;
  if (keyword === 'additionalProperties') {
    const target = pathOf(instancePath, params.additionalProperty);
    return isQuery
      ? {
          target,
          code: 'UnsupportedOption',
          ...say('invalid.option', 'This query option is not supported. Remove it.'),
        }
      : {
          target,
          code: 'UnknownField',
          ...say('invalid.unknownField', 'This field is unknown. Remove it or check its spelling.'),
        };
  }
  if (keyword === 'required') {
    const target = pathOf(instancePath, params.missingProperty);
    return { target, code: 'Required', ...say('invalid.required', 'This field is required.') };
  }
  return { target: pathOf(instancePath) || 'body', code: 'InvalidValue', ...wordsOf(issue) };
}

/** Whether the issue only summarises those of a union or condition, or says that a nullable value is not null. */
const isEcho = ({ keyword, params }: ValidationIssue): boolean =>
  keyword === 'anyOf' || keyword === 'if' || (keyword === 'type' && params.type === 'null');

/** Returns the 400 for a request that Fastify's validation rejected. */
export function fromValidation({ validation, validationContext: where }: FastifyError): CharterError {
  const issues = validation as unknown as ValidationIssue[];
  const causes = issues.filter((issue) => !isEcho(issue));
  const details = (causes.length ? causes : issues)
    .slice(0, MAX_DETAILS)
    .map((issue) => toDetail(issue, where === 'querystring'));
  const message = say(
    'invalid.request',
    '{where, select, params {The path of the request} querystring {The query of the request} other {The body of the request}} does not match what the operation takes. See details.',
    { where: where ?? 'body' },
  );
  return invalidRequest(message, details);
}
