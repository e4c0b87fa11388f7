/** Compares the catalogues of the languages with one another and with the sources. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';

const PORTAL = join(import.meta.dirname, '..');

const readCatalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(PORTAL, 'messages', `${language}.json`), 'utf8'));

const english = readCatalogue('en');

const LITERAL = 0;
const POUND = 7;

function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === LITERAL || element.type === POUND) return [];
    const nested =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : [];
    return [element.value, ...nested];
  });
}

/** Names of the arguments of a message. Throws for a message that is not valid. */
const argumentsOf = (message: string): string[] => [...new Set(namesIn(parse(message)))].sort();

/** Patterns of the ids that the sources use. A template literal matches every word in its place. */
function usedIds(): RegExp[] {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: PORTAL }).map((file) =>
    readFileSync(join(PORTAL, file), 'utf8'),
  );
  const literals = sources
    .join('\n')
    .matchAll(/'([a-zA-Z]+(?:\.[a-zA-Z]+)+)'|\x60([a-zA-Z]+\.[^\x60]*)\x60/g);
  return [...literals].map(([, plain, template]) => {
    const pattern = (plain ?? template ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+');
    return new RegExp(`^${pattern}$`);
  });
}

describe('the English catalogue', () => {
  it('has no message that the sources do not use', () => {
    const used = usedIds();
    const unused = Object.keys(english).filter((id) => !used.some((pattern) => pattern.test(id)));
    assert.deepEqual(unused, []);
  });
});

for (const language of ['fr', 'de']) {
  describe(`the catalogue ${language}`, () => {
    const catalogue = readCatalogue(language);

    it('has the messages of the English one', () => {
      assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort());
    });

    it('has the arguments of the English message in each message', () => {
      for (const [id, message] of Object.entries(catalogue)) {
        assert.deepEqual(argumentsOf(message), argumentsOf(english[id] ?? ''), id);
      }
    });
  });
}
