/** Compares the catalogues of all languages with each other and with the sources. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { untranslated, wordingFaults } from '../../server/test/wording.ts';
import { isInitialMessage } from '../src/app/first-messages.ts';

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

/** Returns the names of a message's arguments. Throws for an invalid message. */
const argumentsOf = (message: string): string[] => [...new Set(namesIn(parse(message)))].sort();

/** Returns patterns of the ids in the files. The value in a template literal matches any word. */
function usedIds(files: Iterable<string>): RegExp[] {
  const sources = [...files].map((file) => readFileSync(join(PORTAL, file), 'utf8'));
  const literals = sources
    .join('\n')
    .matchAll(/'([a-zA-Z]+(?:\.[a-zA-Z]+)+)'|\x60([a-zA-Z]+\.[^\x60]*)\x60/g);
  return [...literals].map(([, plain, template]) => {
    const pattern = (plain ?? template ?? '').replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+');
    return new RegExp(`^${pattern}$`);
  });
}

/** Sources of the first page: the start of the portal, Home, and their common parts. */
const FIRST_PAGE = [
  'src/main.tsx',
  'src/app/teams-host.ts',
  'src/features/home/HomePage.tsx',
  'src/features/jobs/JobList.tsx',
];

/** Returns the files with all their static imports. */
function filesFrom(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const source = readFileSync(join(PORTAL, file), 'utf8');
    const imports = source.matchAll(/^import (?!type )[^;]*'(\.[^']+\.tsx?)';/gm);
    filesFrom(
      [...imports].map(([, target = '']) => join(dirname(file), target)),
      found,
    );
  }
  return found;
}

describe('the English catalogue', () => {
  it('has only messages that the sources use', () => {
    const used = usedIds(globSync('src/**/*.{ts,tsx}', { cwd: PORTAL }));
    const unused = Object.keys(english).filter((id) => !used.some((pattern) => pattern.test(id)));
    assert.deepEqual(unused, []);
  });

  it('contains every message of the first page in its initial part', () => {
    const used = usedIds(filesFrom(FIRST_PAGE));
    const missing = Object.keys(english).filter(
      (id) => used.some((pattern) => pattern.test(id)) && !isInitialMessage(id),
    );
    assert.deepEqual(missing, []);
  });
});

for (const language of ['fr', 'de'] as const) {
  describe(`the catalogue ${language}`, () => {
    const catalogue = readCatalogue(language);

    it('has exactly the messages of the English one', () => {
      assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort());
    });

    it('has no English text', () => {
      assert.deepEqual(
        untranslated(catalogue, (id) => english[id]),
        [],
      );
    });

    it('uses one term for each concept, and the typography of the language', () => {
      assert.deepEqual(wordingFaults(language, catalogue), []);
    });

    it('has the same arguments in each message as the English one', () => {
      for (const [id, message] of Object.entries(catalogue)) {
        assert.deepEqual(argumentsOf(message), argumentsOf(english[id] ?? ''), id);
      }
    });
  });
}
