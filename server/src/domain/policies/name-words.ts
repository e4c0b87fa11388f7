/**
 * Blocked words in names. A name is split into words once, and each run of words that is no longer than the
 * longest blocked phrase is looked up; so what a name costs depends on the name, not on how many words are
 * blocked.
 */
import { foldText } from '../teams/name-key.ts';

/** Letters with their marks, and digits. Everything else, the underscore too, stands between words. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Knows where words end in scripts without spaces (Unicode Standard Annex 29, with dictionaries). Its 3 MB are
 * taken when the first such name comes.
 */
let segmenter: Intl.Segmenter | undefined;

function segment(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), (part) => part.segment);
}

interface Word {
  text: string;
  /** Nothing stands between it and the word before, as in scripts without spaces. */
  joined: boolean;
}

function wordsOf(name: string): Word[] {
  const words: Word[] = [];
  for (const [run] of foldText(name).matchAll(RUN)) {
    if (!UNSPACED.test(run)) words.push({ text: run, joined: false });
    else {
      words.push(...segment(run).map((text, index) => ({ text, joined: index > 0 })));
    }
  }
  return words;
}

const join = (phrase: string, { text, joined }: Word): string =>
  phrase === '' ? text : joined ? phrase + text : `${phrase} ${text}`;

/** How a blocked word or phrase is kept and looked up; empty when there is no word in it. */
export const phraseKey = (phrase: string): string => wordsOf(phrase).reduce(join, '');

export interface BlockedWords {
  /** What was blocked, in the words of who blocked it, by what it is looked up by. */
  phrases: ReadonlyMap<string, string>;
  /** Length of the longest key. */
  longest: number;
}

export function compileBlockedWords(words: readonly string[]): BlockedWords {
  const phrases = new Map<string, string>();
  let longest = 0;
  for (const word of words) {
    const key = phraseKey(word);
    if (key === '') continue;
    if (!phrases.has(key)) phrases.set(key, word);
    longest = Math.max(longest, key.length);
  }
  return { phrases, longest };
}

/** The blocked words and phrases that the name holds, as they were blocked, in the order they stand in it. */
export function findBlockedWords({ phrases, longest }: BlockedWords, name: string): string[] {
  const found = new Set<string>();
  const words = wordsOf(name);
  for (let first = 0; first < words.length; first += 1) {
    let phrase = '';
    for (let last = first; last < words.length; last += 1) {
      phrase = join(phrase, words[last] as Word);
      if (phrase.length > longest) break;
      const blocked = phrases.get(phrase);
      if (blocked !== undefined) found.add(blocked);
    }
  }
  return [...found];
}
