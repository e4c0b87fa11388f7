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
  const guests = { guests: 'allowed' };
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
    ['owners', { minimumOwners: 2 }, []],
    ['owners', { minimumOwners: 0 }, ['settings.minimumOwners']],
    ['owners', { minimumOwners: 2, maximumOwners: 2 }, []],
    ['owners', { minimumOwners: 2, maximumOwners: 1 }, ['settings.maximumOwners']],
    [
      'owners',
      { minimumOwners: 2, candidates: ['requester', 'formerOwnersManager', 'mostActiveMembers'] },
      [],
    ],
    ['owners', { minimumOwners: 2, candidates: ['requester', 'requester'] }, ['settings.candidates']],
    ['owners', { minimumOwners: 2, candidates: ['anybody'] }, ['settings.candidates[0]']],
    ['guests', { guests: 'forbidden' }, []],
    ['guests', { guests: 'none' }, ['settings.guests']],
    ['guests', { ...guests, sponsor: 'required', unanswered: 'remove' }, []],
    ['guests', { ...guests, sponsor: 'optional', unanswered: 'keep' }, []],
    ['guests', { ...guests, sponsor: 'no', unanswered: 'yes' }, ['settings.sponsor', 'settings.unanswered']],
    ['guests', { ...guests, allowedDomains: ['a.example'] }, []],
    ['guests', { ...guests, allowedDomains: ['a.example'], blockedDomains: ['b.example'] }, []],
    ['guests', { ...guests, allowedDomains: ['a.example', 'b.example'], blockedDomains: ['B.example'] }, []],
    [
      'guests',
      { ...guests, allowedDomains: ['A.example'], blockedDomains: ['a.example'] },
      ['settings.allowedDomains'],
    ],
    ['guests', { ...guests, allowedDomains: [] }, ['settings.allowedDomains']],
    ['guests', { ...guests, blockedDomains: ['a.example'] }, []],
    ['channels', {}, ['settings']],
    ['channels', { standard: 'members' }, ['settings']],
    ...['owners', 'administrators', 'nobody'].flatMap((creators): Row[] =>
      ['standard', 'private', 'shared'].map((type) => ['channels', { [type]: creators }, []]),
    ),
    ['channels', { shared: 'guests' }, ['settings.shared']],
    ['channels', { maximumPrivate: 3 }, []],
    ['channels', { maximumShared: 3 }, []],
    ['channels', { maximumShared: 3, externalChannels: 'report' }, []],
    ['channels', { maximumShared: 3, externalChannels: 'delete' }, []],
    ['channels', { maximumShared: 3, externalChannels: 'keep' }, ['settings.externalChannels']],
    ...['none', 'public', 'publicAndPrivate', 'all'].map((listed): Row => ['directory', { listed }, []]),
    ['directory', { listed: 'private' }, ['settings.listed']],
    ['directory', { listed: 'all', guests: 'allowed' }, []],
    ['directory', { listed: 'all', guests: 'forbidden' }, []],
    ['directory', { listed: 'all', guests: 'some' }, ['settings.guests']],
    ['memberReviews', { reviewMonths: 6, unanswered: 'keep' }, []],
    ['memberReviews', { reviewMonths: 37 }, ['settings.reviewMonths']],
  ];
  for (const [kind, settings, problems] of rows) {
    it(`of the kind ${kind} are ${problems.length === 0 ? 'accepted' : 'rejected'}: ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(
        findSettingProblems(kind, settings).map(({ target }) => target),
        problems,
      );
    });
  }

  const messages: [kind: PolicyKind, settings: Record<string, unknown>, code: string, message: string][] = [
    ['privacy', { visibility: 'x' }, 'InvalidValue', 'Must be one of private, public.'],
    ['naming', { minLength: 'x' }, 'InvalidValue', 'Must be a whole number from 1 to 264.'],
    ['permanentMembership', { owners: 1, members: ['ada'] }, 'InvalidValue', 'Must be a list of at most 50.'],
    ['sensitivityLabel', { labelId: 1 }, 'InvalidValue', 'Must be a text of 1 to 200 characters.'],
    ['naming', { blockedWords: [1] }, 'InvalidValue', 'Must be a text of 1 to 128 characters.'],
    ['naming', { reservedNames: ['\u200b'] }, 'InvalidValue', 'Has no visible character.'],
    ['privacy', {}, 'Required', 'This setting is required.'],
    [
      'singleton',
      { owners: 1 },
      'UnknownField',
      'A policy of the kind singleton has no such setting. It has: none.',
    ],
  ];
  for (const [kind, settings, code, message] of messages) {
    it(`of the kind ${kind} are rejected with "${message}": ${JSON.stringify(settings)}`, () => {
      assert.deepEqual(
        findSettingProblems(kind, settings).map((problem) => [problem.code, problem.message]),
        [[code, message]],
      );
    });
  }
});
