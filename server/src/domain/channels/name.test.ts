import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findChannelNameFault } from './name.ts';

describe('a channel’s name', () => {
  for (const name of ['General', 'Plans 2026 (draft)', 'a.b.c', 'Søknad – Åse', '😀'.repeat(50)]) {
    it(`should be taken: ${name.slice(0, 20)}`, () => assert.equal(findChannelNameFault(name), undefined));
  }

  for (const character of [...'~#%&*{}+/\\:<>?|\'",']) {
    it(`should be refused with ${character}`, () =>
      assert.ok(findChannelNameFault(`Plans${character}2026`)?.includes(`hold ${character} (`)));
  }

  it('should be refused with two dots in a row', () =>
    assert.match(findChannelNameFault('Plans..2026') ?? '', /hold \.\. \(/));

  it('should be refused with control characters', () => {
    for (const character of ['\n', '\u0000', '\u007f', '\u0085']) {
      assert.match(findChannelNameFault(`Plans${character}`) ?? '', /control characters/);
    }
  });

  it('should be refused when it shows in another order, or not at all', () => {
    assert.match(findChannelNameFault('Plans\u202e') ?? '', /change the direction of text \(U\+202E\)/);
    for (const name of ['\u200b', '\u2800\u3164', '\u00ad \ufe0f']) {
      assert.match(findChannelNameFault(name) ?? '', /needs a name/);
    }
  });

  it('should be refused empty and over 50 characters', () => {
    assert.match(findChannelNameFault('   ') ?? '', /needs a name/);
    assert.match(findChannelNameFault('x'.repeat(51)) ?? '', /has 51 characters.*at most 50/);
  });
});
