/** Reads claims of a verified token. The names in them are still user input. */
import { say } from '../kernel/messages.ts';
import { invalidToken } from './unauthenticated.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Maximum length of the id of a tenant, user or app. Ids become database keys. */
const MAX_ID_LENGTH = 255;
const MAX_DISPLAY_NAME_LENGTH = 256;
const CONTROL_CHARACTERS = /\p{Cc}/u;

/** Returns true for a valid id of a tenant, user or app. */
export const isUsableId = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= MAX_ID_LENGTH &&
  value.isWellFormed() &&
  !CONTROL_CHARACTERS.test(value);

/**
 * Returns an id claim, or undefined when the token has none.
 * @throws Unauthenticated when the claim is not a valid id
 */
export function idClaim(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  if (value === undefined || value === null) return undefined;
  if (!isUsableId(value))
    throw invalidToken(say('identity.tokenClaimMalformed', 'A claim of the token is malformed'), {
      log: { claim: name },
    });
  return value;
}

/** Returns the value of the first id claim of `names` that the token has. @throws Unauthenticated as idClaim does */
export function firstIdClaim(claims: Claims, names: readonly string[]): string | undefined {
  const present = names.find((name) => idClaim(claims, name) !== undefined);
  return present === undefined ? undefined : idClaim(claims, present);
}

/** Returns true for a non-empty string claim. */
export const hasText = (claims: Claims, name: string): boolean =>
  typeof claims[name] === 'string' && claims[name] !== '';

/** Reads a list of words, written as an array or as a space-separated string (RFC 8693, 4.2). */
export const wordsClaim = (claims: Claims, name: string): string[] => wordsOf(claims[name]);

export function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean);
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : [];
}

/**
 * Returns the first name in the claims, truncated to MAX_DISPLAY_NAME_LENGTH; undefined if there is none. Replaces
 * control characters with spaces.
 */
export function displayNameClaim(claims: Claims, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = claims[name];
    if (typeof value !== 'string') continue;
    const text = value
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_DISPLAY_NAME_LENGTH);
    if (text !== '') return text;
  }
  return undefined;
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the claim with exactly this name, which may contain dots and slashes. Otherwise follows the name as a dotted
 * path. Undefined when there is neither.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), claims);
}

/** Returns the strings of a claim with one string or a list. They may contain spaces, as names of groups do. */
export const stringsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string');

/** Returns whether the claim has the value. Lists never match. */
export function hasClaimValue(claims: Claims, { claim, value }: { claim: string; value: string }): boolean {
  const found = claimAt(claims, claim);
  return ['string', 'boolean', 'number'].includes(typeof found) && String(found) === value;
}
