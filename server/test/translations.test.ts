/** Compares the catalogues of translated messages with the messages in the sources. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGUES } from '../src/domain/languages/translate.ts';
import { codeOf, NOTIFICATION_KINDS, NOTIFICATIONS } from '../src/domain/notifications/kinds.ts';
import { untranslated, wordingFaults } from './wording.ts';

const SOURCES = join(import.meta.dirname, '../src');

const LITERAL = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const MESSAGE = new RegExp(String.raw`\bsay\(\s*(${LITERAL}),\s*(${LITERAL})`, 'g');

const literalText = (literal: string): string => literal.slice(1, -1).replaceAll(/\\(.)/g, '$1');

const sources = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', 'kernel/messages.ts'] }).map(
  (file) => ({ file, source: readFileSync(join(SOURCES, file), 'utf8') }),
);

/** Each English text by its code. */
const english = new Map<string, Set<string>>();
for (const { source } of sources) {
  for (const [, code = '', text = ''] of source.matchAll(MESSAGE)) {
    english.set(literalText(code), (english.get(literalText(code)) ?? new Set()).add(literalText(text)));
  }
}
for (const kind of NOTIFICATION_KINDS) {
  for (const part of ['subject', 'text'] as const) {
    english.set(codeOf(kind, part), new Set([NOTIFICATIONS[kind][part]]));
  }
}
for (const [code, text] of [
  ['and', '{first} and {rest}'],
  ['sentences', '{sentences}'],
]) {
  english.set(code as string, new Set([text as string]));
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const namesIn = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => {
    if (!('value' in element) || element.type === 0) return [];
    const branches = 'options' in element ? Object.values(element.options) : [];
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
  });

/** Returns the names of the parameters in a text. Throws for an invalid text. */
const parametersOf = (text: string): string[] => {
  const format = new IntlMessageFormat(text.replaceAll("'", "''"), 'en', undefined, { ignoreTag: true });
  return [...new Set(namesIn(format.getAst()))].sort();
};

describe('the messages in the sources', () => {
  it('have literals as code and text', () => {
    for (const { file, source } of sources) {
      const calls = source.match(/\bsay\(/g)?.length ?? 0;
      assert.equal([...source.matchAll(MESSAGE)].length, calls, file);
    }
    assert.ok(english.size > 50);
  });

  it('have one text for each code', () => {
    for (const [code, texts] of english) assert.equal(texts.size, 1, `${code}: ${[...texts].join(' | ')}`);
  });
});

for (const [language, catalogue] of Object.entries(CATALOGUES)) {
  describe(`the catalogue ${language}`, () => {
    it('has every message of the sources and no other', () => {
      assert.deepEqual(Object.keys(catalogue), [...english.keys()].sort());
    });

    it('uses the quotation marks of the language around values', () => {
      const straight = Object.entries(catalogue).filter(([, text]) => /['"]\{\w+\}['"]/.test(text));
      assert.deepEqual(straight, []);
    });

    it('has no English text', () => {
      assert.deepEqual(
        untranslated(catalogue, (code) => english.get(code)?.values().next().value),
        [],
      );
    });

    it('uses one word for each concept, and the typography of the language', () => {
      assert.deepEqual(wordingFaults(language as 'de' | 'fr', catalogue), []);
    });

    it('has the parameters of each message', () => {
      for (const [code, text] of Object.entries(catalogue)) {
        const [source = ''] = english.get(code) ?? [];
        assert.deepEqual(parametersOf(text), parametersOf(source), code);
      }
    });
  });
}
