/** Rules for the names of teams. Names and words are compared in folded form (domain/names). */
import { LRUCache } from 'lru-cache';
import Type, { type Static } from 'typebox';
import type { ErrorDetail } from '../../../kernel/errors.ts';
import { joinWithAnd, type Message, say } from '../../../kernel/messages.ts';
import { isWhollyForbidden, parseCharacters } from '../../names/character-set.ts';
import { countVisibleCharacters } from '../../names/characters.ts';
import { nameKey } from '../../names/key.ts';
import { compileBlockedWords, findBlockedWords, phraseKey } from '../../names/words.ts';
import {
  ALL_SCOPES,
  defineKind,
  POLICY_LIMITS as LIMITS,
  type PolicyOf,
  refine,
  settingProblem,
  verdict,
} from '../kind.ts';

const text = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: '\\S' });

const BlockedWord = refine(
  text(LIMITS.word),
  (word) => phraseKey(word) !== '',
  say(
    'policies.wordWithoutLetters',
    'Has no letter and no digit, so no name has it as a word. Use forbiddenCharacters instead.',
  ),
);

const ReservedName = refine(
  text(LIMITS.nameLength),
  (name) => nameKey(name) !== '',
  say('policies.reservedUnseen', 'Has no visible character.'),
);

const nameLength = (description: string) =>
  Type.Integer({ minimum: 1, maximum: LIMITS.nameLength, description });

const characters = (description: string) =>
  refine(
    Type.String({ minLength: 1, maxLength: LIMITS.characters, description }),
    (set) => parseCharacters(set) !== undefined,
    say(
      'policies.backslash',
      'Has a backslash that does not begin {classes}. Write a literal backslash as \\\\.',
      { classes: '\\p{L}, \\p{N} or \\p{Zs}' },
    ),
  );

const Settings = Type.Object({
  blockedWords: Type.Optional(
    Type.Array(BlockedWord, {
      maxItems: LIMITS.blockedWords,
      description: 'words and phrases that names may not contain as whole words',
    }),
  ),
  reservedNames: Type.Optional(
    Type.Array(ReservedName, { maxItems: LIMITS.reservedNames, description: 'names that no team may have' }),
  ),
  minLength: Type.Optional(nameLength('minimum number of visible characters in a name')),
  maxLength: Type.Optional(nameLength('maximum number of characters in a name')),
  forbiddenCharacters: Type.Optional(
    characters(
      'characters that names may not have; `\\p{L}`, `\\p{N}`, `\\p{Zs}` stand for letters, digits, spaces',
    ),
  ),
  allowedCharacters: Type.Optional(
    characters('the only characters that names may have, in the notation of `forbiddenCharacters`'),
  ),
});

export type NamingSettings = Static<typeof Settings>;

function findContradictions(settings: NamingSettings): ErrorDetail[] {
  if (Object.keys(settings).length === 0) {
    return [
      settingProblem(
        '',
        say('policies.namingEmpty', 'A naming policy needs at least one setting, for example blocked words.'),
      ),
    ];
  }
  const { minLength = 0, maxLength = Infinity, allowedCharacters, forbiddenCharacters } = settings;
  if (maxLength < minLength)
    return [settingProblem('maxLength', say('policies.lengthsCross', 'Must not be less than minLength.'))];
  if (allowedCharacters === undefined || forbiddenCharacters === undefined) return [];
  if (!isWhollyForbidden(allowedCharacters, forbiddenCharacters)) return [];
  const message = say(
    'policies.allForbidden',
    'All of these are in forbiddenCharacters, so no name would be valid. Change one of the two.',
  );
  return [settingProblem('allowedCharacters', message)];
}

type NamingPolicy = PolicyOf<'naming', NamingSettings>;

const compile = ({
  blockedWords = [],
  reservedNames = [],
  forbiddenCharacters,
  allowedCharacters,
}: NamingSettings) => ({
  blocked: compileBlockedWords(blockedWords),
  reserved: new Set(reservedNames.map(nameKey)),
  forbidden: forbiddenCharacters === undefined ? undefined : parseCharacters(forbiddenCharacters),
  allowed: allowedCharacters === undefined ? undefined : parseCharacters(allowedCharacters),
  /** The number of words and names, as a measure of memory. */
  size: 1 + blockedWords.length + reservedNames.length,
});

type CompiledNaming = ReturnType<typeof compile>;

/** Compiled policies by id and version. 200,000 words take 50 MB at most. */
const compiled = new LRUCache<string, CompiledNaming, NamingSettings>({
  maxSize: 200_000,
  sizeCalculation: ({ size }) => size,
  memoMethod: (_key, _stale, { context }) => compile(context),
});

const quote = (texts: Iterable<string>): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(', ');

function findLengthFaults(
  { minLength = 0, maxLength = Infinity }: NamingSettings,
  name: string,
  { length }: readonly string[],
): Message[] {
  const visible = countVisibleCharacters(name);
  if (visible < minLength) {
    return [
      say('policies.nameShort', 'has {count} characters and needs at least {least}', {
        count: visible,
        least: minLength,
      }),
    ];
  }
  if (length <= maxLength) return [];
  return [
    say('policies.nameLong', 'has {count} characters and may have {most}', {
      count: length,
      most: maxLength,
    }),
  ];
}

function findCharacterFaults({ forbidden, allowed }: CompiledNaming, letters: readonly string[]): Message[] {
  const rejected = letters.filter((letter) => forbidden?.(letter) || allowed?.(letter) === false);
  if (rejected.length === 0) return [];
  return [
    say('policies.nameCharacters', 'holds {characters}, which names may not hold', {
      characters: quote(rejected),
    }),
  ];
}

/** Returns the faults of the name. Each completes the sentence "The name …". */
export function findNamingFaults(policy: NamingPolicy, name: string): Message[] {
  const naming = compiled.memo(`${policy.id}:${policy.version}`, { context: policy.settings });
  const letters = [...name.normalize('NFC')];
  const words = findBlockedWords(naming.blocked, name);
  return [
    ...(naming.reserved.has(nameKey(name)) ? [say('policies.nameReserved', 'is reserved')] : []),
    ...(words.length > 0
      ? [say('policies.nameBlocked', 'holds {words}, which is blocked', { words: quote(words) })]
      : []),
    ...findLengthFaults(policy.settings, name, letters),
    ...findCharacterFaults(naming, letters),
  ];
}

/** Sizes of the cache, for tests. */
export const namingCacheSize = (): { policies: number; words: number } => ({
  policies: compiled.size,
  words: compiled.calculatedSize,
});

export const naming = defineKind({
  kind: 'naming',
  does: 'rejects names; needs at least one setting',
  scopes: ALL_SCOPES,
  settings: Settings,
  findContradictions,
  judges: 'name',
  judge(policies, { name }) {
    if (name === undefined) return [];
    return policies.map((policy) => {
      const [fault, ...others] = findNamingFaults(policy, name);
      const named = { policy: policy.name };
      if (fault === undefined) {
        return verdict(
          policy,
          'passed',
          say('policies.nameComplies', "The name complies with '{policy}'.", named),
        );
      }
      const message = say(
        'policies.nameRejected',
        "The name {faults} (policy '{policy}'). Choose another name.",
        { ...named, faults: joinWithAnd([fault, ...others]) },
      );
      return verdict(policy, 'violated', message);
    });
  },
});
