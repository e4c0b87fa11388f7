/**
 * Finds blocked words in names. Splits a name into words once. From each word with which a blocked phrase can begin,
 * looks up the runs of words up to the length of the longest phrase. The cost depends on the name, not on the number of
 * blocked words.
 */
import { foldText } from './key.ts';

/** Letters with their marks, and digits. Everything else, including the underscore, separates words. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

const SPACE = /\s/u;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Splits scripts without spaces into words, by Unicode Standard Annex 29 with dictionaries. It is created for the
 * first such name, because it takes 3 MB.
 */
let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (part) => part.segment);
}

interface Word {
  text: string;
  /** Punctuation directly before and after the word, without a space, as in "c++". */
  before: string;
  after: string;
  /** Whether the word follows the previous one without a space, as in scripts without spaces. */
  joined: boolean;
}

function wordsOf(name: string): Word[] {
  const text = foldText(name);
  const runs = [...text.matchAll(RUN)].map(({ 0: run, index }) => ({
    run,
    from: index,
    to: index + run.length,
  }));
  return runs.flatMap(({ run, from, to }, index) => {
    const leading = text.slice(runs[index - 1]?.to ?? 0, from).split(SPACE);
    const trailing = text.slice(to, runs[index + 1]?.from).split(SPACE);
    const parts = UNSPACED.test(run) ? segment(run) : [run];
    return parts.map((part, place) => ({
      text: part,
      before: place === 0 ? (leading.at(-1) ?? '') : '',
      after: place === parts.length - 1 ? (trailing[0] ?? '') : '',
      joined: place > 0,
    }));
  });
}

const join = (phrase: string, { text, joined }: Word): string =>
  phrase === '' ? text : joined ? phrase + text : `${phrase} ${text}`;

interface Phrase {
  /** The words in folded form, separated by a space unless they are joined. */
  words: string;
  /**
   * Punctuation directly before the first and after the last word. A name must have it in the same position to match.
   */
  before: string;
  after: string;
}

function phraseOf(blocked: string): Phrase {
  const words = wordsOf(blocked);
  return {
    words: words.reduce(join, ''),
    before: words[0]?.before ?? '',
    after: words.at(-1)?.after ?? '',
  };
}

/** Returns a key that is unique for each phrase, because words never begin or end with punctuation. */
const keyOf = ({ words, before, after }: Phrase): string => (words === '' ? '' : before + words + after);

/** Returns the lookup key of a blocked word or phrase; empty when it contains no word. */
export const phraseKey = (blocked: string): string => keyOf(phraseOf(blocked));

export interface BlockedWords {
  /** The blocked phrases by key. */
  phrases: ReadonlyMap<string, string>;
  /** The words with which a phrase can begin. */
  beginnings: ReadonlySet<string>;
  /** Maximum lengths, in UTF-16 units, of the words of a phrase and of the punctuation before and after them. */
  longest: { words: number; before: number; after: number };
}

/**
 * Returns the words with which the phrase can begin in a name. A run without spaces may be split in other places in a
 * name than in the phrase, because the split depends on the text around it.
 */
function beginningsOf({ words }: Phrase): string[] {
  const [run = ''] = words.split(' ', 1);
  return UNSPACED.test(run)
    ? Array.from({ length: run.length }, (_, index) => run.slice(0, index + 1))
    : [run];
}

export function compileBlockedWords(blocked: readonly string[]): BlockedWords {
  const phrases = new Map<string, string>();
  const beginnings = new Set<string>();
  const longest = { words: 0, before: 0, after: 0 };
  for (const entry of blocked) {
    const phrase = phraseOf(entry);
    const key = keyOf(phrase);
    if (key === '') continue;
    if (!phrases.has(key)) phrases.set(key, entry);
    for (const word of beginningsOf(phrase)) beginnings.add(word);
    for (const part of ['words', 'before', 'after'] as const) {
      longest[part] = Math.max(longest[part], phrase[part].length);
    }
  }
  return { phrases, beginnings, longest };
}

/** Yields the keys that would block the phrase: with none, some or all of the punctuation around it. */
function* keysOf({ words, before, after }: Phrase, longest: BlockedWords['longest']): Generator<string> {
  for (let first = 0; first <= Math.min(before.length, longest.before); first += 1) {
    for (let last = 0; last <= Math.min(after.length, longest.after); last += 1) {
      yield before.slice(before.length - first) + words + after.slice(0, last);
    }
  }
}

/** Returns the blocked words and phrases that the name contains, in the order of the name. */
export function findBlockedWords({ phrases, beginnings, longest }: BlockedWords, name: string): string[] {
  const found = new Set<string>();
  const words = wordsOf(name);
  for (const [index, { text, before }] of words.entries()) {
    if (!beginnings.has(text)) continue;
    let phrase = '';
    for (let end = index; end < words.length; end += 1) {
      const last = words[end] as Word;
      phrase = join(phrase, last);
      if (phrase.length > longest.words) break;
      for (const key of keysOf({ words: phrase, before, after: last.after }, longest)) {
        const blocked = phrases.get(key);
        if (blocked !== undefined) found.add(blocked);
      }
    }
  }
  return [...found];
}
