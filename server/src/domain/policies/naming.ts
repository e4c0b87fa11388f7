/** What a naming policy says of a name. */

import { type CharacterSet, parseCharacters } from '../names/character-set.ts';
import { countSeen } from '../names/characters.ts';
import { nameKey } from '../names/key.ts';
import { type BlockedWords, compileBlockedWords, findBlockedWords } from '../names/words.ts';
import type { NamingSettings, Policy } from './model.ts';

interface CompiledNaming {
  blocked: BlockedWords;
  reserved: ReadonlySet<string>;
  forbidden: CharacterSet | undefined;
  allowed: CharacterSet | undefined;
  /** Words and names in it; what it takes in memory is in proportion. */
  size: number;
}

function compile({
  blockedWords = [],
  reservedNames = [],
  forbiddenCharacters,
  allowedCharacters,
}: NamingSettings): CompiledNaming {
  return {
    blocked: compileBlockedWords(blockedWords),
    reserved: new Set(reservedNames.map(nameKey)),
    forbidden: forbiddenCharacters === undefined ? undefined : parseCharacters(forbiddenCharacters),
    allowed: allowedCharacters === undefined ? undefined : parseCharacters(allowedCharacters),
    size: 1 + blockedWords.length + reservedNames.length,
  };
}

/** Some 50 MB of the longest words; a tenant's lists are commonly a thousandth of it. */
const MOST_WORDS_KEPT = 200_000;

/** Compiled policies by id and version, those least recently used first. */
const compiled = new Map<string, CompiledNaming>();
let wordsKept = 0;

function forget(key: string): void {
  wordsKept -= compiled.get(key)?.size ?? 0;
  compiled.delete(key);
}

function compiledOf({ id, version, settings }: Policy<'naming'>): CompiledNaming {
  const key = `${id}:${version}`;
  const known = compiled.get(key);
  const naming = known ?? compile(settings);
  if (known !== undefined) compiled.delete(key);
  else wordsKept += naming.size;
  compiled.set(key, naming);
  for (const oldest of compiled.keys()) {
    if (wordsKept <= MOST_WORDS_KEPT || oldest === key) break;
    forget(oldest);
  }
  return naming;
}

const quote = (texts: Iterable<string>): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(', ');

function findLengthFaults(
  { minLength = 1, maxLength = Infinity }: NamingSettings,
  name: string,
  { length }: readonly string[],
): string[] {
  const seen = minLength > 1 ? countSeen(name) : length;
  if (seen < minLength) return [`has ${seen} characters and needs at least ${minLength}`];
  return length > maxLength ? [`has ${length} characters and may have ${maxLength}`] : [];
}

function findCharacterFaults({ forbidden, allowed }: CompiledNaming, letters: readonly string[]): string[] {
  const refused = letters.filter((letter) => forbidden?.(letter) || allowed?.(letter) === false);
  return refused.length > 0 ? [`holds ${quote(refused)}, which names may not hold`] : [];
}

/** What the policy finds wrong with the name, as ends of the sentence "The name …"; empty when nothing. */
export function findNamingFaults(policy: Policy<'naming'>, name: string): string[] {
  const naming = compiledOf(policy);
  const letters = [...name.normalize('NFC')];
  const words = findBlockedWords(naming.blocked, name);
  return [
    ...(naming.reserved.has(nameKey(name)) ? ['is reserved'] : []),
    ...(words.length > 0 ? [`holds ${quote(words)}, which is blocked`] : []),
    ...findLengthFaults(policy.settings, name, letters),
    ...findCharacterFaults(naming, letters),
  ];
}

/** For the report of what is kept. */
export const namingCacheSize = (): { policies: number; words: number } => ({
  policies: compiled.size,
  words: wordsKept,
});
