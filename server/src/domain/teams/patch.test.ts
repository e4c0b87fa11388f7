import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSuiteTeam } from '../../../test/policy-cases.ts';
import { findChanges } from './update-team.ts';

const { team } = aSuiteTeam({ description: 'Old', classification: null });

describe('merging into a team', () => {
  it('finds no changes in equal values', () => {
    assert.deepEqual(findChanges(team, {}), {});
    assert.deepEqual(findChanges(team, team), {});
  });

  it('finds the fields that differ, including cleared ones', () => {
    assert.deepEqual(
      findChanges(team, { displayName: team.displayName, description: null, classification: 'Secret' }),
      { description: null, classification: 'Secret' },
    );
    assert.deepEqual(findChanges(team, { description: '' }), { description: '' });
  });

  it('merges settings groups field by field', () => {
    assert.deepEqual(
      findChanges(team, {
        memberSettings: { allowCreateUpdateChannels: true, allowDeleteChannels: false },
        guestSettings: { allowDeleteChannels: false },
        funSettings: { giphyContentRating: 'strict' },
      }),
      { memberSettings: { allowDeleteChannels: false }, funSettings: { giphyContentRating: 'strict' } },
    );
  });

  it('ignores read-only fields and unknown settings', () => {
    const patch = { id: 'other', isArchived: true, memberSettings: { shoeSize: 9 } };
    assert.deepEqual(findChanges(team, patch as never), {});
  });
});
