import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../../kernel/ids.ts';
import { parseCharacters } from '../../names/character-set.ts';
import type { Policy } from '../model.ts';
import { findNamingFaults, type NamingSettings, namingCacheSize } from './naming.ts';

const policy = (settings: NamingSettings, id = newId(), version = 1): Policy<'naming'> => ({
  id,
  name: 'Names',
  description: null,
  kind: 'naming',
  enabled: true,
  mode: 'enforce',
  scope: { type: 'tenant' },
  settings,
  version,
  createdAt: new Date(),
  updatedAt: new Date(),
});

const faults = (settings: NamingSettings, name: string): string[] =>
  findNamingFaults(policy(settings), name).map(({ message }) => message);

describe('a naming policy', () => {
  it('counts user-perceived characters', () => {
    const lengths = { minLength: 3, maxLength: 5 };
    assert.deepEqual(faults(lengths, 'ab'), ['has 2 characters and needs at least 3']);
    assert.deepEqual(faults(lengths, 'abcdef'), ['has 6 characters and may have 5']);
    for (const name of ['abc', 'abcde', '𝄞𝄞𝄞𝄞𝄞', 'e\u0301'.repeat(5)])
      assert.deepEqual(faults(lengths, name), []);
  });

  it('ignores invisible characters for the minimum length', () => {
    const lengths = { minLength: 3 };
    const two = ['has 2 characters and needs at least 3'];
    for (const name of ['a\u200bb', 'ab\u00ad\ufe0f', '\u3164ab\u2800', '  ab  ', 'a\u{e0041}b']) {
      assert.deepEqual(faults(lengths, name), two, JSON.stringify(name));
    }
    for (const name of ['a b', 'a\u2800\u3164b', 'abc']) assert.deepEqual(faults(lengths, name), [], name);
    assert.deepEqual(faults({ minLength: 4 }, 'a  \u3164 b'), ['has 3 characters and needs at least 4']);
  });

  it('matches reserved names in any spelling, but not as parts of a name', () => {
    const settings = { reservedNames: ['Works  Council', 'STRASSE'] };
    for (const name of ['works council', ' WORKS COUNCIL ', 'Straße', 'Works\u00a0Council']) {
      assert.deepEqual(faults(settings, name), ['is reserved'], name);
    }
    for (const name of ['Works council 2', 'Our works council']) assert.deepEqual(faults(settings, name), []);
  });

  it('names each forbidden character', () => {
    assert.deepEqual(faults({ forbiddenCharacters: '!§\\\\' }, 'a!b§c\\d!'), [
      'holds "!", "§", "\\\\", which names may not hold',
    ]);
    const letters = { allowedCharacters: '\\p{L}\\p{Zs}-' };
    assert.deepEqual(faults(letters, 'Łódź – Z'), ['holds "–", which names may not hold']);
    for (const name of ['Łódź-Zürich', 'e\u0301te\u0301', 'Проект', 'หมี', '计划']) {
      assert.deepEqual(faults(letters, name), [], name);
    }
    assert.deepEqual(faults(letters, 'R2'), ['holds "2", which names may not hold']);
    assert.deepEqual(faults({ forbiddenCharacters: '\\p{N}' }, 'R٢2'), [
      'holds "٢", "2", which names may not hold',
    ]);
  });

  it('reports all faults together', () => {
    const settings = { blockedWords: ['plan'], maxLength: 3, forbiddenCharacters: '!' };
    assert.equal(faults(settings, 'plan!').length, 3);
  });

  it('reads any character in a set literally', () => {
    const literal = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(literal, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), (text, character) => {
        const set = parseCharacters(text.replaceAll('\\', '\\\\'));
        assert.equal(set?.(character), [...text].includes(character));
      }),
    );
    for (const broken of ['\\', '\\p', '\\p{Q}', 'a\\b']) assert.equal(parseCharacters(broken), undefined);
  });

  it('compiles each version once, within the bounds of the cache', (test) => {
    const id = newId();
    const words = (word: string, count = 1) => Array.from({ length: count }, (_, index) => `${word}${index}`);
    assert.equal(findNamingFaults(policy({ blockedWords: words('old') }, id, 1), 'old0').length, 1);
    assert.equal(findNamingFaults(policy({ blockedWords: words('new') }, id, 2), 'old0').length, 0);
    const big = policy({ blockedWords: words('word', 5_000) });
    findNamingFaults(big, 'first');
    const normalise = test.mock.method(String.prototype, 'normalize');
    findNamingFaults(big, 'second');
    assert.ok(normalise.mock.callCount() < 20, `${normalise.mock.callCount()} texts were folded`);
    normalise.mock.restore();
    for (let count = 0; count < 50; count += 1) {
      findNamingFaults(policy({ blockedWords: words('x', 5_000) }), 'name');
    }
    assert.ok(namingCacheSize().words <= 200_000);
    assert.ok(namingCacheSize().policies <= 40);
  });
});
