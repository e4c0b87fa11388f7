/**
 * Text and nesting that no part of the service can keep, refused before anything reads them: PostgreSQL keeps
 * neither U+0000 nor halves of surrogate pairs, and very deep JSON exhausts the stack of whatever walks it.
 */
import type { FastifyRequest } from 'fastify';
import { type CharterError, invalidField } from '../kernel/errors.ts';

/** Far deeper than any payload of the interface. */
const MOST_LEVELS = 64;

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const unstorable = (target: string): CharterError =>
  invalidField(
    target,
    'The text holds U+0000 or half of a surrogate pair, which cannot be kept. Remove it.',
    'InvalidCharacter',
  );

interface Place {
  value: unknown;
  path: string;
  level: number;
}

const pathTo = (parent: Place, key: string): string =>
  Array.isArray(parent.value) ? `${parent.path}[${key}]` : parent.path ? `${parent.path}.${key}` : key;

/** @throws InvalidRequest that names the place */
function assertStorable(value: unknown, path: string): void {
  const places: Place[] = [{ value, path, level: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (typeof place.value === 'string' && !isStorable(place.value)) throw unstorable(place.path);
    if (typeof place.value !== 'object' || place.value === null) continue;
    const level = place.level + 1;
    if (level > MOST_LEVELS) {
      throw invalidField('body', `The JSON is nested deeper than ${MOST_LEVELS} levels. Send a flatter one.`);
    }
    for (const [key, item] of Object.entries(place.value)) {
      if (!isStorable(key)) throw unstorable(place.path || 'body');
      places.push({ value: item, path: pathTo(place, key), level });
    }
  }
}

/** @throws InvalidRequest when path, query or body hold what can't be kept */
export function assertRequestStorable(request: FastifyRequest): void {
  // A URL is ASCII: only this escape makes what can't be kept.
  if (request.url.includes('%00')) {
    assertStorable(request.params, '');
    assertStorable(request.query, '');
  }
  assertStorable(request.body, '');
}
