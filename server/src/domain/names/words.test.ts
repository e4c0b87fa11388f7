import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { foldText, nameKey } from './key.ts';
import { compileBlockedWords, findBlockedWords, phraseKey } from './words.ts';

const finds = (blocked: string | string[], name: string): string[] =>
  findBlockedWords(compileBlockedWords([blocked].flat()), name);

const holds = (blocked: string, name: string): void =>
  assert.deepEqual(finds(blocked, name), [blocked], `${blocked} in ${name}`);
const lacks = (blocked: string, name: string): void =>
  assert.deepEqual(finds(blocked, name), [], `${blocked} in ${name}`);

/** Letters and digits of scripts that separate words by spaces. */
const letter = fc.constantFrom(
  ...'abcdeéñöß',
  'Ж',
  'ф',
  'Σ',
  'ς',
  'İ',
  'ı',
  'ﬁ',
  'Ｘ',
  'e\u0301',
  'ע',
  'ع',
  '한',
  '7',
);
const word = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
const separator = fc.constantFrom(' ', '  ', '-', '_', '.', ' & ', '(', '/', ' — ', '🎉', '’', '\u00a0');

/** The oracle: compares each word with each blocked phrase. */
function naive(blocked: readonly string[], name: string): Set<string> {
  const split = (text: string): string[] =>
    foldText(text)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((part) => part !== '');
  const words = split(name);
  return new Set(
    blocked
      .map(split)
      .filter((phrase) =>
        words.some(
          (_, start) => phrase.length > 0 && phrase.every((part, offset) => words[start + offset] === part),
        ),
      )
      .map((phrase) => phrase.join(' ')),
  );
}

describe('blocked words', () => {
  it('are found only as whole words', () => {
    holds('secret', 'Secret');
    holds('secret', 'The secret: plans');
    holds('secret', 'top_secret');
    holds('secret', 'TOP-SECRET-2026');
    lacks('secret', 'Secretary');
    lacks('secret', 'nonsecret');
    lacks('secret', 'secret7');
    holds('ass', 'kick ass');
    lacks('ass', 'Assessment class');
  });

  it('are found ignoring case, in every language', () => {
    holds('STRASSE', 'Neue Straße');
    holds('straße', 'NEUE STRASSE');
    holds('istanbul', 'İSTANBUL');
    holds('İstanbul', 'istanbul office');
    holds('ISPARTA', 'ısparta');
    holds('ΣΊΣΥΦΟΣ', 'σίσυφος και σίσυφοσ');
    holds('москва', 'МОСКВА 2');
  });

  it('are found in every Unicode spelling', () => {
    holds('café', 'Our cafe\u0301');
    holds('cafe\u0301', 'CAFÉ');
    lacks('cafe', 'café');
    holds('secret', 'ｓｅｃｒｅｔ');
    holds('secret', 'sec\u200bret');
    holds('secret', 's\u00ade\u200dc\u2060r\ufeffe\u200et');
    holds('secret', 's\u0336e\u0336c\u0336r\u0336e\u0336t\u0336');
    holds('secret', '𝓼𝓮𝓬𝓻𝓮𝓽');
    holds('office', 'oﬃce');
    for (const blank of ['\u3164', '\uffa0', '\u2800']) {
      holds('top secret', `our${blank}top${blank}secret${blank}plans`);
      lacks('secret', `sec${blank}ret`);
    }
    holds('می\u200cخواهم', 'می\u200cخواهم');
  });

  it('are found only at word boundaries in scripts without spaces', () => {
    holds('机密', '公司机密文件');
    holds('秘密', '秘密の計画');
    holds('ความลับ', 'แผนความลับ');
    lacks('バカ', 'バカンス');
    holds('비밀', '비밀 계획');
    holds('机密', 'Project机密');
    holds('公司机密', '公司机密文件');
  });

  it('are found in a name whose word segmentation splits them', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
    const wordsIn = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
    assert.deepEqual([wordsIn('ขมบ่'), wordsIn('ปวขมบ่')], [['ขมบ่'], ['ปว', 'ขม', 'บ่']]);
    holds('ขมบ่', 'ปวขมบ่');
  });

  it('are found as phrases, with any punctuation between their words', () => {
    holds('top secret', 'Our Top - Secret plans');
    holds('top-secret', 'top secret');
    lacks('top secret', 'secret top');
    lacks('top secret', 'top of the secret');
    lacks('top secret', 'topsecret');
    assert.deepEqual(finds(['secret', 'top secret', 'plans'], 'top secret plans'), [
      'top secret',
      'secret',
      'plans',
    ]);
  });

  it('are found with their leading and trailing punctuation', () => {
    holds('c++', 'C++ team');
    holds('c++', 'Friends of (c++), Ｃ＋＋ and more');
    holds('c++', 'c/c++');
    lacks('c++', 'vitamin c');
    lacks('c++', 'c + +');
    lacks('c++', 'c+');
    lacks('c++', 'abc++');
    holds('.net', 'The .NET guild');
    lacks('.net', 'Net results');
    holds('visual c#', 'Visual-C# people');
    lacks('visual c#', 'Visual C');
    assert.deepEqual(finds(['c', 'c#', 'c++', '.c'], '.c++'), ['c', 'c++', '.c']);
    holds('- secret -', 'Secret');
  });

  it('without a letter or digit are ignored', () => {
    assert.deepEqual(finds(['', '  ', '---', '\u200b'], ' --- \u200b'), []);
  });

  it('are found exactly when a pairwise comparison of words finds them', () => {
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const name = fc.array(fc.tuple(word, separator), { maxLength: 8 }).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 12 }), name, (blocked, text) => {
        assert.deepEqual(new Set(finds(blocked, text).map(phraseKey)), naive(blocked, text));
      }),
      { numRuns: 500 },
    );
  });

  it('are found as words anywhere in a name, in upper, lower or mixed case', () => {
    const cased = fc.tuple(
      word,
      fc.constantFrom('toUpperCase', 'toLowerCase', 'toString'),
      separator,
      separator,
    );
    fc.assert(
      fc.property(
        cased,
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        ([blocked, spelling, before, after], form) => {
          const name = `x${before}${blocked[spelling]()}${after}y`.normalize(form);
          assert.deepEqual(finds(blocked, name), [blocked]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('cost the same number of lookups for 5,000 words as for one', (test) => {
    const many = Array.from({ length: 4_999 }, (_, index) => `word${String(index).padStart(4, '0')}`);
    const names = [
      'Project Falcon',
      'A name of very many words that all are looked up and none is blocked',
      '公司文件',
    ];
    const lookups = (words: string[]): number[] => {
      const compiled = compileBlockedWords(words);
      const has = test.mock.method(compiled.beginnings, 'has');
      const get = test.mock.method(compiled.phrases, 'get');
      for (const name of names) findBlockedWords(compiled, name);
      return [has.mock.callCount(), get.mock.callCount()];
    };
    const one = lookups(['many blocked']);
    assert.ok(
      one.every((count) => count > 0),
      String(one),
    );
    assert.deepEqual(lookups(['many blocked', ...many]), one);
    const marked = lookups(['many blocked++']);
    assert.deepEqual(lookups(['many blocked++', ...many.map((word) => `${word}++`)]), marked);
  });

  it('are all checked with one segmentation of the name', () => {
    const segment = mock.method(Intl.Segmenter.prototype, 'segment');
    finds(
      Array.from({ length: 100 }, (_, index) => `word${index}`),
      '公司文件',
    );
    assert.equal(segment.mock.callCount(), 1);
    segment.mock.restore();
  });
});

describe('the key of a name', () => {
  it('is the same for names that look alike', () => {
    assert.equal(nameKey('  Projet   Été '), nameKey('PROJET E\u0301TE\u0301'));
    assert.equal(nameKey('Ｆｉｎａｎｃｅ'), nameKey('finance'));
    assert.equal(nameKey('Fin\u200bance'), nameKey('Finance'));
    assert.notEqual(nameKey('Fin ance'), nameKey('Finance'));
    for (const blank of ['\u3164', '\uffa0', '\u2800']) {
      assert.equal(nameKey(`Works${blank}council${blank}`), nameKey('Works council'));
    }
    assert.notEqual(nameKey('Resume'), nameKey('Résumé'));
  });

  it('is stable under repeated folding and change of case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const folded = foldText(text);
        assert.equal(foldText(folded), folded);
        assert.equal(foldText(text.toLowerCase()), foldText(text.toUpperCase().toLowerCase()));
      }),
      { numRuns: 2_000 },
    );
  });
});
