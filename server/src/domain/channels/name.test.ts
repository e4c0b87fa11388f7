import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findChannelNameFault } from './name.ts';

describe('a channel’s name', () => {
  for (const name of ['General', 'Plans 2026 (draft)', 'a.b.c', 'Søknad – Åse', '😀'.repeat(50)]) {
    it(`accepts ${name.slice(0, 20)}`, () => assert.equal(findChannelNameFault(name), undefined));
  }

  for (const character of [...'~#%&*{}+/\\:<>?|\'",']) {
    it(`rejects ${character}`, () =>
      assert.ok(findChannelNameFault(`Plans${character}2026`)?.includes(`hold ${character} (`)));
  }

  it('rejects two dots in a row', () =>
    assert.match(findChannelNameFault('Plans..2026') ?? '', /hold \.\. \(/));

  it('rejects control characters', () => {
    for (const character of ['\n', '\u0000', '\u007f', '\u0085']) {
      assert.match(findChannelNameFault(`Plans${character}`) ?? '', /control characters/);
    }
  });

  it('is rejected when it is invisible or changes the reading direction', () => {
    assert.match(findChannelNameFault('Plans\u202e') ?? '', /change the direction of text \(U\+202E\)/);
    for (const name of ['\u200b', '\u2800\u3164', '\u00ad \ufe0f']) {
      assert.match(findChannelNameFault(name) ?? '', /needs a name/);
    }
  });

  it('is rejected when it is empty or longer than 50 characters', () => {
    assert.match(findChannelNameFault('   ') ?? '', /needs a name/);
    assert.match(findChannelNameFault('x'.repeat(51)) ?? '', /has 51 characters.*at most 50/);
  });
});
