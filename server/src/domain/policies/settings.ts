/** The settings of each kind of policy, read strictly: what a kind does not know is refused, by name. */
import type { ErrorDetail } from '../../kernel/errors.ts';
import { isWhollyForbidden, parseCharacters } from '../names/character-set.ts';
import { nameKey } from '../names/key.ts';
import { phraseKey } from '../names/words.ts';
import { POLICY_LIMITS as LIMITS, type PolicyKind, type PolicySettings } from './model.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Says what is wrong with one place; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;

interface Field {
  required: boolean;
  check: Check;
  /** Of each item of a list. */
  item?: Check;
}

const lengthOf = (text: string): number => [...text].length;

const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value) ? undefined : `Must be one of ${values.join(', ')}.`;

const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `Must be a whole number from ${least} to ${most}.`;

const text =
  (most: number): Check =>
  (value) =>
    typeof value !== 'string' || value.trim() === '' || lengthOf(value) > most
      ? `Must be a text of 1 to ${most} characters.`
      : undefined;

const list =
  (most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most ? undefined : `Must be a list of at most ${most}.`;

const blockedWord: Check = (value) =>
  text(LIMITS.word)(value) ??
  (phraseKey(value as string) === ''
    ? 'Holds no letter and no digit, so no name could hold it as a word. Refuse it by forbiddenCharacters.'
    : undefined);

const reservedName: Check = (value) =>
  text(LIMITS.nameLength)(value) ??
  (nameKey(value as string) === '' ? 'Holds nothing that people see.' : undefined);

const characters: Check = (value) => {
  if (typeof value !== 'string' || value === '' || lengthOf(value) > LIMITS.characters) {
    return `Must be 1 to ${LIMITS.characters} characters.`;
  }
  return parseCharacters(value) === undefined
    ? 'Holds a backslash that begins none of \\p{L}, \\p{N} and \\p{Zs}. Write a backslash itself as \\\\.'
    : undefined;
};

const optional = (check: Check, item?: Check): Field => ({ required: false, check, ...(item && { item }) });
const required = (check: Check, item?: Check): Field => ({ required: true, check, ...(item && { item }) });

const FIELDS: Record<PolicyKind, Readonly<Record<string, Field>>> = {
  naming: {
    blockedWords: optional(list(LIMITS.blockedWords), blockedWord),
    reservedNames: optional(list(LIMITS.reservedNames), reservedName),
    minLength: optional(whole(1, LIMITS.nameLength)),
    maxLength: optional(whole(1, LIMITS.nameLength)),
    forbiddenCharacters: optional(characters),
    allowedCharacters: optional(characters),
  },
  duplicateNames: {},
  mandatoryMembership: { owners: required(whole(0, 20)), members: required(whole(0, 20)) },
  permanentMembership: {
    owners: required(list(LIMITS.permanentOwners), text(256)),
    members: required(list(LIMITS.permanentMembers), text(256)),
  },
  privacy: { visibility: required(oneOf('private', 'public')) },
  sensitivityLabel: { labelId: required(text(200)) },
  singleton: {},
  lifecycle: {
    inactivityDays: required(oneOf(7, 30, 90)),
    graceDays: required(oneOf(7, 30)),
    action: required(oneOf('None', 'Archive', 'Delete')),
  },
};

const detail = (target: string, message: string, code = 'InvalidValue'): ErrorDetail => ({
  target,
  code,
  message,
});

function problemsOf(path: string, value: unknown, { check, item }: Field): ErrorDetail[] {
  const problem = check(value);
  if (problem !== undefined) return [detail(path, problem)];
  if (item === undefined) return [];
  return (value as unknown[]).flatMap((entry, index) => {
    const wrong = item(entry);
    return wrong === undefined ? [] : [detail(`${path}[${index}]`, wrong)];
  });
}

/** What no single field can tell. */
function findContradictions(kind: PolicyKind, raw: Raw): ErrorDetail[] {
  if (kind === 'naming') {
    if (Object.keys(raw).length === 0) {
      return [detail('settings', 'A naming policy needs at least one setting, for example blockedWords.')];
    }
    if (typeof raw.minLength === 'number' && Number(raw.maxLength) < raw.minLength) {
      return [detail('settings.maxLength', 'Must not be less than minLength.')];
    }
    const { allowedCharacters: allowed, forbiddenCharacters: forbidden } = raw;
    if (
      typeof allowed === 'string' &&
      typeof forbidden === 'string' &&
      isWhollyForbidden(allowed, forbidden)
    ) {
      const message = 'All of these are forbidden by forbiddenCharacters, so no name could be written.';
      return [detail('settings.allowedCharacters', message)];
    }
  }
  if (kind === 'permanentMembership' && [raw.owners, raw.members].flat().length === 0) {
    return [detail('settings', 'Name at least one permanent owner or member.')];
  }
  if (kind === 'mandatoryMembership' && raw.owners === 0 && raw.members === 0) {
    return [detail('settings', 'Ask for at least one owner or member.')];
  }
  return [];
}

/** The settings, or what is wrong with them: each place by its path from `settings`. */
export function readPolicySettings(
  kind: PolicyKind,
  raw: Raw,
): { settings: PolicySettings; problems: ErrorDetail[] } {
  const fields = FIELDS[kind];
  const unknown = Object.keys(raw)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => {
      const known = Object.keys(fields).join(', ') || 'none';
      const message = `A policy of the kind ${kind} has no such setting. It has: ${known}.`;
      return detail(`settings.${name}`, message, 'UnknownField');
    });
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const path = `settings.${name}`;
    if (raw[name] !== undefined) return problemsOf(path, raw[name], field);
    return field.required ? [detail(path, 'This setting is required.', 'Required')] : [];
  });
  const problems = [...unknown, ...wrong];
  if (problems.length === 0) problems.push(...findContradictions(kind, raw));
  return { settings: raw as PolicySettings, problems };
}
