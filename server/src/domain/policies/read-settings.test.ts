import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PolicyKind } from './model.ts';
import { findSettingProblems } from './read-settings.ts';

describe('settings of policies', () => {
  it('are accepted, or rejected with the path of each invalid value, for random input', () => {
    const kinds = fc.constantFrom(
      'naming',
      'permanentMembership',
      'mandatoryMembership',
      'privacy',
      'lifecycle',
    );
    const field = fc.constantFrom(
      'blockedWords',
      'owners',
      'members',
      'maxLength',
      'visibility',
      'action',
      'x',
    );
    fc.assert(
      fc.property(kinds, fc.dictionary(field, fc.jsonValue()), (kind, raw) => {
        const problems = findSettingProblems(kind as 'naming', raw);
        for (const { target, message } of problems) {
          assert.match(target, /^settings(\.\w+(\[\d+\])?)?$/);
          assert.match(message, /\.$/);
        }
        if ('x' in raw) assert.ok(problems.some(({ target }) => target === 'settings.x'));
      }),
    );
  });

  type Row = [kind: PolicyKind, settings: Record<string, unknown>, problems: string[]];
  const lifecycle = { inactivityDays: 30, graceDays: 7, action: 'None' };
  const rows: Row[] = [
    ['naming', {}, ['settings']],
    ['naming', { minLength: 1 }, []],
    ['naming', { minLength: 5, maxLength: 5 }, []],
    ['naming', { minLength: 6, maxLength: 5 }, ['settings.maxLength']],
    ['naming', { minLength: 264, maxLength: 264 }, []],
    ['naming', { minLength: 265 }, ['settings.minLength']],
    ['naming', { allowedCharacters: 'abc', forbiddenCharacters: 'ab' }, []],
    ['naming', { allowedCharacters: 'ab', forbiddenCharacters: 'abc' }, ['settings.allowedCharacters']],
    ['naming', { forbiddenCharacters: 'abc' }, []],
    ['naming', { reservedNames: ['\u200b'] }, ['settings.reservedNames[0]']],
    ['mandatoryMembership', { owners: 0, members: 0 }, ['settings']],
    ['mandatoryMembership', { owners: 1, members: 0 }, []],
    ['mandatoryMembership', { owners: 0, members: 1 }, []],
    ['mandatoryMembership', { owners: 20, members: 20 }, []],
    ['mandatoryMembership', { owners: 21, members: -1 }, ['settings.owners', 'settings.members']],
    ['permanentMembership', { owners: [], members: [] }, ['settings']],
    ['permanentMembership', { owners: ['ada'], members: [] }, []],
    ['permanentMembership', { owners: [], members: ['ada'] }, []],
    ...[7, 30, 90].map((inactivityDays): Row => ['lifecycle', { ...lifecycle, inactivityDays }, []]),
    ...[7, 30].map((graceDays): Row => ['lifecycle', { ...lifecycle, graceDays }, []]),
    ...['None', 'Archive', 'Delete'].map((action): Row => ['lifecycle', { ...lifecycle, action }, []]),
    ['lifecycle', { ...lifecycle, graceDays: 90, action: 'none' }, ['settings.graceDays', 'settings.action']],
    ['privacy', { visibility: 'private' }, []],
    ['privacy', { visibility: 'public' }, []],
    ['privacy', { visibility: 'hiddenMembership' }, ['settings.visibility']],
    ['singleton', {}, []],
    ['sensitivityLabel', { labelId: ' ' }, ['settings.labelId']],
  ];
  for (const [kind, settings, problems] of rows) {
    it(`of the kind ${kind} are ${problems.length === 0 ? 'accepted' : 'rejected'}: ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(
        findSettingProblems(kind, settings).map(({ target }) => target),
        problems,
      );
    });
  }
});
