import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import type { TeamBlueprint } from '../catalog/blueprint.ts';
import { mergeSettings } from '../teams/settings.ts';
import {
  findContradicted,
  governBlueprint,
  judgePeople,
  judgeTeam,
  requirementsOf,
} from './apply-policies.ts';
import { type AppliedPolicy, type Policy, policiesFor } from './model.ts';

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

describe('the policies of a team', () => {
  it('are those that apply, the narrowest scope first, and within a scope the oldest', () => {
    const scopes: [id: string, scope: Policy['scope']][] = [
      ['7-tenant', { type: 'tenant' }],
      ['1-tenant', { type: 'tenant' }],
      ['2-template', { type: 'templates', templateIds: ['project'] }],
      ['3-answers', { type: 'tenant', answers: { class: ['secret'] } }],
      ['4-attached', { type: 'teams' }],
      ['5-other template', { type: 'templates', templateIds: ['sales'] }],
      ['6-other answers', { type: 'tenant', answers: { class: ['open'] } }],
    ];
    const policies = scopes.map(([id, scope]) => ({
      ...applied({ kind: 'naming', settings: { minLength: 3 } }),
      id,
      scope,
    }));
    const team = { templateId: 'project', policyIds: ['4-attached'], metadata: { class: 'secret' } };
    const idsIn = (given: readonly Policy[]) => policiesFor(given, team).map(({ id }) => id);
    const expected = ['4-attached', '3-answers', '2-template', '1-tenant', '7-tenant'];
    assert.deepEqual(idsIn(policies), expected);
    assert.deepEqual(idsIn(policies.toReversed()), expected);
  });
});

describe('the settings that policies set', () => {
  it('are merged per settings group, and the later value wins', () => {
    const first = { visibility: 'private', funSettings: { allowGiphy: false } };
    const other = { visibility: 'public', funSettings: { allowGiphy: true, allowCustomMemes: false } };
    assert.deepEqual(mergeSettings<object>({ ...other, classification: 'Internal' }, first), {
      visibility: 'private',
      classification: 'Internal',
      funSettings: { allowGiphy: false, allowCustomMemes: false },
    });
    assert.deepEqual(first.funSettings, { allowGiphy: false });
  });

  it('are contradicted only by values that are given and differ', () => {
    const wanted = { visibility: 'private', funSettings: { allowGiphy: false, allowCustomMemes: false } };
    const given = { displayName: 'Port', funSettings: { allowGiphy: true } };
    assert.deepEqual(findContradicted(given, wanted), { funSettings: { allowGiphy: false } });
    assert.deepEqual(findContradicted({ funSettings: { allowGiphy: false } }, wanted), {});
    assert.deepEqual(findContradicted({ visibility: 'hiddenMembership' }, wanted), {});
    assert.deepEqual(findContradicted({ visibility: 'public' }, wanted), { visibility: 'private' });
    assert.deepEqual(findContradicted({ funSettings: null }, wanted), { funSettings: wanted.funSettings });
  });

  it('are merged across policies of all kinds', () => {
    const policies = [
      applied({ kind: 'privacy', settings: { visibility: 'public' } }),
      applied({ kind: 'privacy', settings: { visibility: 'private' } }),
      applied({ kind: 'sensitivityLabel', settings: { labelId: 'secret' } }),
      applied({ kind: 'permanentMembership', settings: { owners: ['ada'], members: [] } }),
      applied({ kind: 'permanentMembership', settings: { owners: ['bob'], members: ['cy'] } }),
      applied({ kind: 'naming', settings: { minLength: 3 } }),
    ];
    assert.deepEqual(requirementsOf(policies), {
      settings: { visibility: 'public', sensitivityLabelId: 'secret' },
      owners: ['ada', 'bob'],
      members: ['cy'],
    });
  });

  it('are checked only in the fields of a change, and only by the policy with the narrowest scope', () => {
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

  it('are judged without the naming policies when the name is unchanged', () => {
    const policies = [
      applied({ kind: 'naming', settings: { minLength: 3 } }),
      applied({ kind: 'duplicateNames', settings: {} }),
    ];
    const judge = (name: string | undefined, nameTaken: boolean | undefined) =>
      judgeTeam(policies, { name, visibility: 'public' }, { nameTaken }).map(
        ({ policy, outcome }) => `${policy} ${outcome}`,
      );
    assert.deepEqual(judge(undefined, undefined), []);
    assert.deepEqual(judge('Port', false), ['naming passed', 'duplicateNames passed']);
    assert.deepEqual(judge('P', true), ['naming violated', 'duplicateNames violated']);
  });
});

describe('the mandatory membership of a new team', () => {
  /** The required owners and members, the requested ones, and the roles and text of the verdict. */
  type Row = [needed: [number, number], named: [number, number], lacks: string[], message: RegExp];
  const rows: Row[] = [
    [[0, 0], [0, 0], [], /has the owners and members/],
    [[2, 1], [2, 1], [], /has the owners and members/],
    [[2, 1], [1, 1], ['owners'], /at least 2 owners \(there are 1\)\./],
    [[2, 1], [2, 0], ['members'], /at least 1 members \(there are 0\)\./],
    [[2, 3], [0, 2], ['owners', 'members'], /2 owners \(there are 0\) and 3 members \(there are 2\)\./],
  ];
  for (const [[owners, members], [namedOwners, namedMembers], lacks, message] of rows) {
    it(`of ${owners} owners and ${members} members is ${lacks.length > 0 ? 'violated' : 'met'} by a request with ${namedOwners} owners and ${namedMembers} members`, () => {
      const blueprint = { mandatoryMembership: { owners, members } } as TeamBlueprint;
      const [verdict, ...others] = judgePeople(blueprint, { owners: namedOwners, members: namedMembers });
      assert.deepEqual([others, verdict?.policy, verdict?.lacks], [[], 'mandatoryMembership', lacks]);
      assert.equal(verdict?.outcome, lacks.length > 0 ? 'violated' : 'passed');
      assert.match(verdict?.message ?? '', message);
    });
  }

  it('is the maximum of the numbers that the policies and the template require', () => {
    const demands = ([1, 4] as const).map((owners) =>
      applied({ kind: 'mandatoryMembership', settings: { owners, members: 2 } }),
    );
    const blueprint = { mandatoryMembership: { owners: 2, members: 3 } } as TeamBlueprint;
    assert.deepEqual(governBlueprint(blueprint, demands).mandatoryMembership, { owners: 4, members: 3 });
  });
});
