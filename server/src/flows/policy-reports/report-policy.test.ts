import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LABEL, RestoreWorld } from '../../../test/restore-world.ts';
import type { Policy } from '../../domain/policies/model.ts';
import { hasCode } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { reportPolicy } from './report-policy.ts';

const at = new RestoreWorld();
const MODE = 'report';

const report = ({ id }: Policy) => reportPolicy(at.world.deps, at.world.person('ada'), { policyId: id });

const namesIn = async (policy: Policy): Promise<string[]> =>
  (await report(policy)).teams.map(({ displayName }) => displayName);

describe('the report of a policy', () => {
  it('lists the teams whose names it would reject, except archived ones', async () => {
    const word = newId().slice(-8);
    const { world } = at;
    await world.newTeam({ displayName: `Port ${word}` });
    await world.newTeam({ displayName: `Pier ${word}` });
    const old = await world.newTeam({ displayName: `Old ${word}` });
    const archived = old.team.id;
    await world.suite.teams.archive(world.person('ada').tenantId, archived, { siteReadOnly: false });
    const scope = { type: 'tenant' as const };
    const policy = await at.policy({ kind: 'naming', settings: { blockedWords: [word] }, mode: MODE, scope });
    const { teams, appliesToCount, affectedCount, isComplete } = await report(policy);
    assert.deepEqual([affectedCount, isComplete, appliesToCount], [2, true, 2]);
    assert.deepEqual(
      teams.map(({ displayName }) => displayName),
      [`Pier ${word}`, `Port ${word}`],
    );
    assert.match(teams[0]?.message ?? '', /which is blocked/);
  });

  it('lists the teams that would get people, a label or a visibility, unless a narrower policy decides', async () => {
    const [one, other] = [await at.newTeam(), await at.newTeam()];
    const permanent = await at.policy({
      kind: 'permanentMembership',
      settings: { owners: [], members: ['sam-id', 'olga-id'] },
      mode: MODE,
    });
    const privacy = await at.policy({ kind: 'privacy', settings: { visibility: 'public' }, mode: MODE });
    const label = await at.policy({ kind: 'sensitivityLabel', settings: { labelId: LABEL }, mode: MODE });
    for (const policy of [permanent, privacy, label]) await at.attach(policy, one);
    assert.equal((await report(permanent)).teams[0]?.message, 'The policy would add Sam.');
    assert.match((await report(privacy)).teams[0]?.message ?? '', /must be public/);
    assert.match((await report(label)).teams[0]?.message ?? '', /would get the sensitivity label/);
    const narrow = await at.policy({ kind: 'privacy', settings: { visibility: 'private' } });
    await at.attach(narrow, other);
    const wide = await at.policy({
      kind: 'privacy',
      settings: { visibility: 'public' },
      mode: MODE,
      scope: { type: 'tenant' },
    });
    const names = (await report(wide)).teams.map(({ id }) => id);
    assert.deepEqual([names.includes(one), names.includes(other)], [true, false]);
    assert.deepEqual(Object.keys(await at.rolesIn(one)).includes('sam-id'), false);
  });

  it('lists unused teams whose owners a lifecycle would ask', async () => {
    const teamId = await at.newTeam();
    const settings = { inactivityDays: 30, graceDays: 7, action: 'Archive' } as const;
    const policy = await at.policy({ kind: 'lifecycle', settings, mode: MODE });
    await at.attach(policy, teamId);
    assert.deepEqual(await namesIn(policy), []);
    const later = { now: () => new Date(at.world.clock.now().getTime() + 31 * 24 * 60 * 60_000) };
    const { teams } = await reportPolicy(
      { ...at.world.deps, clock: later as never },
      at.world.person('ada'),
      {
        policyId: policy.id,
      },
    );
    assert.match(teams[0]?.message ?? '', /Nobody has used the team for 31 days/);
  });

  it('restores nothing before the policy is enforced', async () => {
    const teamId = await at.newTeam();
    const policy = await at.policy({ kind: 'sensitivityLabel', settings: { labelId: LABEL }, mode: MODE });
    await at.attach(policy, teamId);
    await at.sweep();
    assert.equal((await report(policy)).affectedCount, 1);
  });

  it('requires a role that manages policies', async () => {
    const policy = await at.policy({ kind: 'duplicateNames', settings: {}, mode: MODE });
    await assert.rejects(
      reportPolicy(at.world.deps, at.world.person('olga'), { policyId: policy.id }),
      (error) => hasCode(error, 'Forbidden'),
    );
  });

  it('names the inactive guests whose stays would end, and says when the suite shows no sign-ins', async () => {
    const teamId = await at.newTeam();
    const settings = { guests: 'allowed' as const, inactiveDays: 30 };
    const policy = await at.policy({ kind: 'guests', settings, mode: MODE });
    await at.attach(policy, teamId);
    await at.signIn('gus-id', at.world.clock.now());
    await at.sweep();
    at.world.clock.advance(29 * 24 * 60 * 60);
    assert.deepEqual((await report(policy)).teams, []);
    at.world.clock.advance(24 * 60 * 60);
    const found = await report(policy);
    assert.equal(found.teams[0]?.message, 'The policy would end the stays of these inactive guests: Gus.');
    assert.equal('omissions' in found, false);
    const { suite } = at.world;
    const capabilities = async (tenantId: string) => ({
      ...(await suite.capabilities(tenantId)),
      signIns: false,
    });
    const deps = { ...at.world.deps, suite: { ...suite, capabilities } };
    const { omissions } = await reportPolicy(deps, at.world.person('ada'), { policyId: policy.id });
    assert.match(omissions?.[0]?.message ?? '', /does not show when guests signed in/);
  });
});
