import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTeamNameFault } from './name.ts';

const fault = (name: string, maxLength: number): string | undefined =>
  findTeamNameFault(name, maxLength)?.message;

/** Invisible characters: zero-width space, override, soft hyphen, blanks, variation selector, joiner, tags. */
const INVISIBLE = [
  '\u200b',
  '\u202e',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\u034f',
  '\u{e0041}\u{e0042}',
];

describe('the check of a team’s name', () => {
  for (const name of ['Deal Room', 'R&D + Sales (2026)', 'Ærø', '项目', "People's team", 'x'.repeat(264)]) {
    it(`accepts the name ${name.slice(0, 20)}`, () => assert.equal(fault(name, 264), undefined));
  }

  for (const character of ['"', '*', ':', '<', '>', '?', '/', '\\']) {
    it(`rejects the character ${character}`, () => {
      assert.match(fault(`Deal${character}Room`, 264) ?? '', /may not hold/);
      assert.ok(fault(`Deal${character}Room`, 264)?.includes(`hold ${character}.`));
    });
  }

  for (const character of ['\n', '\t', '\u0000', '\u001f', '\u007f', '\u0080', '\u0085', '\u009f']) {
    it(`rejects the control character U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`, () =>
      assert.match(fault(`Deal${character}Room`, 264) ?? '', /control characters/));
  }

  it('rejects names without a visible character', () => {
    for (const name of ['', ' ', ' \t ', ...INVISIBLE, INVISIBLE.join(' ')]) {
      assert.match(fault(name, 264) ?? '', /needs a name/, JSON.stringify(name));
    }
    for (const invisible of INVISIBLE) {
      if (invisible !== '\u202e') assert.equal(fault(`Deal${invisible}Room`, 264), undefined);
    }
  });

  it('rejects names that change the reading direction', () => {
    for (const character of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {
      const found = fault(`Deal${character}Room`, 264) ?? '';
      assert.match(found, /change the direction of text \(U\+20[26][0-9A-E]\)\.$/);
    }
    for (const mark of ['\u200e', '\u200f']) {
      assert.equal(fault(`צוות${mark} Deal`, 264), undefined);
    }
  });

  it('measures names in characters, not in code units', () => {
    assert.equal(fault('😀'.repeat(63), 63), undefined);
    assert.match(fault('😀'.repeat(64), 63) ?? '', /has 64 characters.*at most 63/);
  });
});
