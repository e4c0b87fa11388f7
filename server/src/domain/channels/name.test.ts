import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findChannelNameFault } from './name.ts';

const fault = (name: string): string | undefined => findChannelNameFault(name)?.message;

describe('the check of a channel’s name', () => {
  for (const name of ['General', 'Plans 2026 (draft)', 'a.b.c', 'Søknad – Åse', '😀'.repeat(50)]) {
    it(`accepts the name ${name.slice(0, 20)}`, () => assert.equal(fault(name), undefined));
  }

  for (const character of [...'~#%&*{}+/\\:<>?|\'",']) {
    it(`rejects the character ${character}`, () =>
      assert.ok(fault(`Plans${character}2026`)?.includes(`hold ${character} (`)));
  }

  it('rejects two dots in a row', () => assert.match(fault('Plans..2026') ?? '', /hold \.\. \(/));

  it('rejects control characters', () => {
    for (const character of ['\n', '\u0000', '\u007f', '\u0085']) {
      assert.match(fault(`Plans${character}`) ?? '', /control characters/);
    }
  });

  it('rejects names without a visible character and names that change the reading direction', () => {
    assert.match(fault('Plans\u202e') ?? '', /change the direction of text \(U\+202E\)/);
    for (const name of ['\u200b', '\u2800\u3164', '\u00ad \ufe0f']) {
      assert.match(fault(name) ?? '', /needs a name/);
    }
  });

  it('rejects names that are empty or longer than 50 characters', () => {
    assert.match(fault('   ') ?? '', /needs a name/);
    assert.match(fault('x'.repeat(51)) ?? '', /has 51 characters.*at most 50/);
  });
});
