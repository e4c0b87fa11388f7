import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTeamNameFault } from './name.ts';

describe('a team’s name', () => {
  for (const name of ['Deal Room', 'R&D + Sales (2026)', 'Ærø', '项目', "People's team", 'x'.repeat(264)]) {
    it(`should be taken: ${name.slice(0, 20)}`, () => assert.equal(findTeamNameFault(name, 264), undefined));
  }

  for (const character of ['"', '*', ':', '<', '>', '?', '/', '\\']) {
    it(`should be refused with ${character}`, () => {
      assert.match(findTeamNameFault(`Deal${character}Room`, 264) ?? '', /may not hold/);
      assert.ok(findTeamNameFault(`Deal${character}Room`, 264)?.includes(`hold ${character}.`));
    });
  }

  for (const character of ['\n', '\t', '\u0000', '\u001f', '\u007f']) {
    it(`should be refused with ${JSON.stringify(character)}`, () =>
      assert.match(findTeamNameFault(`Deal${character}Room`, 264) ?? '', /control characters/));
  }

  it('should be refused when nothing is left of it', () => {
    for (const name of ['', ' ', ' \t ']) assert.match(findTeamNameFault(name, 264) ?? '', /needs a name/);
  });

  it('should be measured in characters, not in code units', () => {
    assert.equal(findTeamNameFault('😀'.repeat(63), 63), undefined);
    assert.match(findTeamNameFault('😀'.repeat(64), 63) ?? '', /has 64 characters.*at most 63/);
  });
});
