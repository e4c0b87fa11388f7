/**
 * Rejects text and nesting that the service can't store. PostgreSQL stores neither U+0000 nor lone surrogates, and
 * very deep JSON exhausts the stack of recursive code.
 */
import type { FastifyRequest } from 'fastify';
import { type CharterError, invalidField, invalidRequest } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { isStorable } from '../kernel/text.ts';

/** Maximum depth of nesting, far deeper than any payload of the API. */
const MAX_LEVELS = 64;

const unstorable = (target: string): CharterError =>
  invalidField(
    target,
    say(
      'text.unstorable',
      'The text contains U+0000 or half of a surrogate pair, which cannot be stored. Remove it.',
    ),
    'InvalidCharacter',
  );

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a JSON value can be stored. Checks a megabyte of values in a few milliseconds. */
function isStorableValue(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (!isBranch(value)) return true;
  if (level === MAX_LEVELS) return false;
  if (Array.isArray(value)) return value.every((item) => isStorableValue(item, level + 1));
  for (const key in value) {
    if (!isStorable(key) || !isStorableValue(value[key as never], level + 1)) return false;
  }
  return true;
}

/** @throws InvalidRequest that names the first value that can't be stored */
function assertStorable(value: unknown, path = '', level = 0): void {
  if (isStorableValue(value, level)) return;
  if (!isBranch(value)) throw unstorable(path);
  if (level === MAX_LEVELS) {
    throw invalidField(
      'body',
      say('text.deep', 'The JSON is nested deeper than {levels} levels. Send a flatter one.', {
        levels: MAX_LEVELS,
      }),
    );
  }
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable(path || 'body');
    const place = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    assertStorable(item, place, level + 1);
  }
}

/**
 * Rejects the URL of a page with U+0000 or a repeated query option. For operations, assertRequestStorable and the
 * schemas do this.
 * @throws InvalidRequest
 */
export function assertPlainAddress({ url, query }: FastifyRequest): void {
  if (/%00/.test(url)) throw invalidRequest(say('http.nulInUrl', 'The URL contains U+0000. Remove it.'));
  for (const [name, value] of Object.entries(query as object)) {
    if (Array.isArray(value))
      throw invalidField(name, say('http.repeatedOption', 'This query option is given twice. Give it once.'));
  }
}

/** @throws InvalidRequest when path, query or body contain a value that can't be stored */
export function assertRequestStorable(request: FastifyRequest): void {
  // A URL is ASCII, so only this escape can produce text that can't be stored.
  if (request.url.includes('%00')) {
    assertStorable(request.params);
    assertStorable(request.query);
  }
  assertStorable(request.body);
}
