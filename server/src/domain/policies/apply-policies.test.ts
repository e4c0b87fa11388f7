import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import { mergeSettings } from '../teams/settings.ts';
import { findContradicted, judgeTeam, wishesOf } from './apply-policies.ts';
import type { AppliedPolicy, Policy } from './model.ts';

const applied = (policy: Pick<Policy, 'kind' | 'settings'>, name = policy.kind as string) =>
  ({
    id: newId(),
    name,
    description: null,
    enabled: true,
    mode: 'enforce',
    scope: { type: 'tenant' },
    version: 1,
    createdAt: new Date(),
    updatedAt: new Date(),
    reach: 'tenant',
    ...policy,
  }) as AppliedPolicy;

describe('wanted settings', () => {
  it('are merged group by group, and the patch wins', () => {
    const first = { visibility: 'private', funSettings: { allowGiphy: false } };
    const other = { visibility: 'public', funSettings: { allowGiphy: true, allowCustomMemes: false } };
    assert.deepEqual(mergeSettings<object>({ ...other, classification: 'Internal' }, first), {
      visibility: 'private',
      classification: 'Internal',
      funSettings: { allowGiphy: false, allowCustomMemes: false },
    });
    assert.deepEqual(first.funSettings, { allowGiphy: false });
  });

  it('are contradicted by given values alone', () => {
    const wanted = { visibility: 'private', funSettings: { allowGiphy: false, allowCustomMemes: false } };
    const given = { displayName: 'Port', funSettings: { allowGiphy: true } };
    assert.deepEqual(findContradicted(given, wanted), { funSettings: { allowGiphy: false } });
    assert.deepEqual(findContradicted({ funSettings: { allowGiphy: false } }, wanted), {});
    assert.deepEqual(findContradicted({ visibility: 'hiddenMembership' }, wanted), {});
    assert.deepEqual(findContradicted({ visibility: 'public' }, wanted), { visibility: 'private' });
  });

  it('of all kinds apply together', () => {
    const policies = [
      applied({ kind: 'privacy', settings: { visibility: 'public' } }),
      applied({ kind: 'privacy', settings: { visibility: 'private' } }),
      applied({ kind: 'sensitivityLabel', settings: { labelId: 'secret' } }),
      applied({ kind: 'permanentMembership', settings: { owners: ['ada'], members: [] } }),
      applied({ kind: 'permanentMembership', settings: { owners: ['bob'], members: ['cy'] } }),
      applied({ kind: 'naming', settings: { minLength: 3 } }),
    ];
    assert.deepEqual(wishesOf(policies), {
      settings: { visibility: 'public', sensitivityLabelId: 'secret' },
      owners: ['ada', 'bob'],
      members: ['cy'],
    });
  });

  it('are judged where a change names them, by the narrowest policy alone', () => {
    const policies = [
      applied({ kind: 'privacy', settings: { visibility: 'private' } }, 'Narrow'),
      applied({ kind: 'privacy', settings: { visibility: 'public' } }, 'Wide'),
    ];
    const judge = (visibility?: 'private' | 'public' | 'hiddenMembership') =>
      judgeTeam(policies, { visibility }, { nameTaken: undefined }).map(({ outcome, message, source }) => [
        outcome,
        message,
        source.name,
      ]);
    assert.deepEqual(judge(), []);
    assert.deepEqual(judge('public'), [
      ['violated', "The team must be private (policy 'Narrow').", 'Narrow'],
    ]);
    assert.deepEqual(judge('hiddenMembership'), [
      ['passed', "The team is hiddenMembership, as 'Narrow' requires.", 'Narrow'],
    ]);
  });
});
