import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleInput, sampleUser } from '../../../test/planning-input.ts';
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { type PlanningFacts, planTeam } from './plan.ts';
import type { ProvisioningPolicy } from './policies.ts';

const verdict = (
  policy: ProvisioningPolicy,
  facts: Partial<PlanningFacts>,
  blueprint: Partial<TeamBlueprint> = {},
) => planTeam(sampleInput(facts, blueprint)).verdicts.find((candidate) => candidate.policy === policy);

const named = (name: string): Partial<PlanningFacts> => ({
  texts: { name, mail: 'x', description: '', welcomeMessage: '' },
});

const everybody = (ids: string[]) => ids.map((id) => sampleUser(id));

const guestPolicy = (settings: object) =>
  ({
    ...{ id: 'one', name: 'Partners', description: null, kind: 'guests', enabled: true, mode: 'enforce' },
    ...{ scope: { type: 'tenant' }, reach: 'tenant', version: 1 },
    ...{ createdAt: new Date(), updatedAt: new Date() },
    settings,
  }) as AppliedPolicy;

describe('the policies of a new team', () => {
  for (const letter of '"*:<>?/\\\n') {
    it(`reject a name with ${JSON.stringify(letter)}`, () => {
      assert.equal(verdict('naming', named(`a${letter}b`))?.outcome, 'violated');
    });
  }

  it('show a forbidden backslash as it was typed', () => {
    assert.match(verdict('naming', named('a\\b'))?.message ?? '', / holds "\\",/);
  });

  it('count the characters of a name, not its bytes', () => {
    assert.equal(verdict('naming', named('é'.repeat(264)))?.outcome, 'passed');
    assert.match(
      verdict('naming', named('𝄞'.repeat(265)))?.message ?? '',
      /265 characters.*Shorten the name by 1/,
    );
    assert.equal(verdict('naming', named(''))?.outcome, 'violated');
  });

  it('count the requester, requested and permanent people for the mandatory membership', () => {
    const found = {
      owners: everybody(['ada', 'bob']),
      members: everybody(['cy', 'dee']),
      permanentOwners: everybody(['dee']),
      permanentMembers: everybody(['eve', 'bob']),
    };
    const outcome = (owners: number, members: number) =>
      verdict('mandatoryMembership', { found }, { mandatoryMembership: { owners, members } })?.outcome;
    // Owners: ada, bob, dee. Members: cy, eve.
    assert.equal(outcome(3, 2), 'passed');
    assert.equal(outcome(4, 2), 'violated');
    assert.equal(outcome(3, 3), 'violated');
  });

  it('name the end and the sponsor of requested guests', () => {
    const gus = sampleUser('gus', { userType: 'Guest', displayName: 'Gus' });
    const found = {
      ...{ members: [], permanentOwners: [], permanentMembers: [] },
      owners: everybody(['bob', 'amy']),
    };
    const message = (settings: object) =>
      verdict('guests', {
        ...{ requester: undefined, found, requestedGuests: [gus] },
        policies: [guestPolicy({ guests: 'allowed', ...settings })],
      })?.message;
    assert.equal(
      message({ longestStayDays: 90, sponsor: 'required' }),
      "The requested guests comply with 'Partners'. The stay of Gus ends 90 days after the team is created. Person amy becomes the sponsor of Gus.",
    );
    assert.equal(message({}), "The requested guests comply with 'Partners'.");
  });

  it('reject requested guests whom the policy for guests does not allow', () => {
    const gus = sampleUser('gus', { userType: 'Guest', mail: 'gus@mail.example' });
    const partners = guestPolicy({ guests: 'allowed', blockedDomains: ['mail.example'] });
    const judged = verdict('guests', { policies: [partners], requestedGuests: [gus] });
    assert.deepEqual([judged?.outcome, judged?.targets], ['violated', ['team.membership.members']]);
    assert.match(judged?.message ?? '', /blocks guests from mail\.example/);
    assert.equal(verdict('guests', { policies: [partners] }), undefined);
    const { reports } = planTeam(sampleInput({ reported: [partners], requestedGuests: [gus] }));
    assert.deepEqual(
      reports?.map(({ policy }) => policy),
      ['guests'],
    );
  });

  it('require an owner', () => {
    assert.equal(verdict('teamOwner', {}, { addRequesterAsOwner: false })?.outcome, 'violated');
    const found = { owners: [], members: [], permanentOwners: everybody(['bob']), permanentMembers: [] };
    assert.equal(verdict('teamOwner', { found }, { addRequesterAsOwner: false })?.outcome, 'passed');
  });

  it('require an owner who can sign in', () => {
    const closed = sampleUser('bob', { accountEnabled: false });
    const none = { owners: [], members: [], permanentMembers: [], permanentOwners: [] };
    const outcome = (facts: Partial<PlanningFacts>) =>
      verdict('teamOwner', { requester: closed, ...facts }, { addRequesterAsOwner: false })?.outcome;
    assert.equal(outcome({ found: { ...none, owners: [closed] } }), 'violated');
    assert.equal(outcome({ found: { ...none, permanentOwners: [closed] } }), 'violated');
    assert.equal(
      outcome({ found: { ...none, owners: [closed], permanentOwners: everybody(['eve']) } }),
      'passed',
    );
    // The people of a copied team have only id and name, so a closed account among them goes undetected.
    const sourcePeople = { owners: everybody(['cy']), members: [] };
    assert.equal(outcome({ found: { ...none, owners: [closed] }, sourcePeople }), 'passed');
  });

  it('check singletons, source teams and labels only if the template has them', () => {
    assert.equal(verdict('singleton', { singletonTaken: true }), undefined);
    assert.equal(verdict('singleton', { singletonTaken: true }, { singleton: true })?.outcome, 'violated');
    assert.equal(verdict('singleton', {}, { singleton: true })?.outcome, 'passed');
    assert.equal(verdict('sourceTeam', {}), undefined);
    assert.equal(verdict('sourceTeam', { sourceTeam: 'archived' })?.outcome, 'violated');
    assert.equal(verdict('sourceTeam', { sourceTeam: 'missing' })?.outcome, 'violated');
    assert.equal(verdict('sourceTeam', { sourceTeam: 'readable' })?.outcome, 'passed');
    assert.equal(verdict('sensitivityLabel', {}), undefined);
    assert.equal(verdict('sensitivityLabel', { sensitivityLabel: 'missing' })?.outcome, 'violated');
  });

  it('reject descriptions that the suite would cut', () => {
    const described = (length: number) => ({
      texts: { name: 'x', mail: 'x', description: 'd'.repeat(length), welcomeMessage: '' },
    });
    assert.equal(verdict('description', described(1024)), undefined);
    assert.equal(verdict('description', described(1025))?.outcome, 'violated');
  });

  it('name the fields of the request that would change a violated verdict', () => {
    const demands = (owners: number, members: number) =>
      verdict('mandatoryMembership', {}, { mandatoryMembership: { owners, members } })?.targets;
    assert.deepEqual(demands(0, 30), ['team.membership.members']);
    assert.deepEqual(demands(30, 0), ['team.membership.owners']);
    assert.deepEqual(demands(30, 30), ['team.membership.owners', 'team.membership.members']);
    assert.equal(demands(0, 0), undefined);
    assert.deepEqual(verdict('naming', named('a:b'))?.targets, ['team.name']);
    assert.equal(verdict('naming', named('ab'))?.targets, undefined);
    assert.equal(verdict('singleton', { singletonTaken: true }, { singleton: true })?.targets, undefined);
  });

  it('name every violated policy at once', () => {
    const { verdicts } = planTeam(
      sampleInput(
        { ...named(''), approval: { stages: [{ require: 'any', approvers: [] }], conditions: [] } },
        { addRequesterAsOwner: false },
      ),
    );
    const rejection = rejectionOf(verdicts);
    assert.ok(isCharterError(rejection));
    assert.equal(rejection.code, 'PolicyViolation');
    assert.deepEqual(
      rejection.details.map(({ target }) => target),
      ['naming', 'teamOwner'],
    );
    assert.equal(rejectionOf(planTeam(sampleInput()).verdicts), undefined);
  });
});
