import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultySuite } from '../../../test/faulty-suite.ts';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { changeGuest } from '../../domain/guests/change-guest.ts';
import { findStays } from '../../domain/guests/describe-stays.ts';
import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import { membershipId } from '../../domain/teams/membership-id.ts';
import { monthsAfter } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { endStays } from '../guests/end-stays.ts';
import { decideReview } from './decide-review.ts';
import { nextStepOf } from './model.ts';
import { getReview, listReviewItems, listReviews } from './read-reviews.ts';
import { runReviews } from './run-reviews.ts';

const DAY = 24 * 60 * 60;
const at = new RestoreWorld();

const run = () =>
  runReviews(
    {
      ...at.depsOf(),
      findPermanent,
      report: (error) => {
        throw error;
      },
    },
    TENANT,
  );

const list = async (as: 'olga' | 'ada' | 'mia', isOwned = false) => {
  const query = { top: 10, after: undefined, countAll: true, isOwned };
  return (await listReviews(at.world.deps, at.world.person(as), query)).items;
};

const items = async (reviewId: string) =>
  (
    await listReviewItems(at.world.deps, at.world.person('olga'), {
      ...{ reviewId, top: 10, countAll: false },
    })
  ).items;

const decide = (reviewId: string, input: object, as: 'olga' | 'ada' | 'mia' = 'olga') =>
  decideReview(at.world.deps, at.world.person(as), at.world.call(), { reviewId, decisions: [], ...input });

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (isCharterError(error) ? error.code : String(error)),
  );

/** Begins a review of the team by its policy, and returns it. */
async function begun(kind: 'guests' | 'memberReviews', settings: object, teamId: string) {
  const given = kind === 'guests' ? { guests: 'allowed', ...settings } : settings;
  await at.attach(await at.policy({ kind, settings: given as never }), teamId);
  await at.sweep();
  assert.deepEqual(await list('olga'), [], 'the first review is due after its months');
  at.world.clock.advance(93 * DAY);
  await at.sweep();
  const [review] = await list('olga');
  assert.ok(review !== undefined);
  return review;
}

describe('a review of guests', () => {
  it('starts by schedule, is decided by owners, and ends an hour after the last decision', async () => {
    const teamId = await at.newTeam();
    const { id, itemCount } = await begun('guests', { reviewMonths: 3 }, teamId);
    assert.equal(itemCount, 1);
    assert.deepEqual(
      (await items(id)).map(({ displayName, role, decision }) => [displayName, role, decision]),
      [['Gus', 'guest', 'none']],
    );
    assert.equal(await codeOf(decide(id, { undecided: 'remove' }, 'mia')), 'Forbidden');
    assert.deepEqual(await list('mia'), []);
    const ids = async (...query: Parameters<typeof list>) => (await list(...query)).map((each) => each.id);
    assert.deepEqual([await ids('ada'), await ids('ada', true), await ids('olga', true)], [[id], [], [id]]);
    const unknown = decide(id, { decisions: [{ userId: 'mia-id', decision: 'keep' }] });
    assert.equal(await codeOf(unknown), 'InvalidRequest');
    const decided = await decide(id, { undecided: 'remove' });
    assert.deepEqual([decided.keepCount, decided.removeCount], [0, 1]);
    at.world.clock.advance(3600 - 1);
    assert.equal(await run(), 0);
    at.world.clock.advance(1);
    assert.equal(await run(), 1);
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    const { status, removedCount } = await getReview(at.world.deps, at.world.person('ada'), { reviewId: id });
    assert.deepEqual([status, removedCount], ['completed', 1]);
    assert.deepEqual(
      (await at.recordsOf('gus-id'))
        .filter(({ fields }) => fields.teamId === teamId)
        .map(({ type, fields }) => [type, fields.decision ?? fields.reason]),
      [
        ['review_decided', 'remove'],
        ['team_member_removed', 'review'],
      ],
    );
    assert.equal(await codeOf(decide(id, { undecided: 'keep' })), 'Conflict');
  });

  it('reminds the owners, and keeps or removes people without a decision at the deadline', async () => {
    const [kept, removed] = [await at.newTeam(), await at.newTeam()];
    await begun('guests', { reviewMonths: 3 }, kept);
    at.world.clock.advance(-93 * DAY);
    const policy = await at.policy({
      kind: 'guests',
      settings: { guests: 'allowed', reviewMonths: 3, unanswered: 'remove' } as never,
    });
    await at.attach(policy, removed);
    at.world.clock.advance(93 * DAY);
    await at.sweep();
    at.world.clock.advance(7 * DAY);
    assert.equal(await run(), 2);
    const query = { addresseeId: 'olga-id', unreadOnly: false, top: 10, after: undefined };
    const notices = await at.world.deps.store.in(TENANT).notifications.list(query);
    assert.deepEqual(
      notices.slice(0, 2).map(({ kind }) => kind),
      ['review_reminder', 'review_reminder'],
    );
    at.world.clock.advance(7 * DAY);
    assert.equal(await run(), 2);
    assert.equal((await at.rolesIn(kept))['gus-id'], 'guest');
    assert.equal((await at.rolesIn(removed))['gus-id'], undefined);
  });
});

describe('a review in a team whose owners all have closed accounts', () => {
  it('is announced to the administrators, who also get the reminder', async (t) => {
    const teamId = await at.newTeam();
    await at.closeAccount(t, 'olga-id');
    await at.makeAdministrator(t, 'ada-id');
    await begun('guests', { reviewMonths: 3 }, teamId);
    at.world.clock.advance(7 * DAY);
    await run();
    const query = { unreadOnly: false, top: 10, after: undefined };
    const { notifications } = at.world.deps.store.in(TENANT);
    const kindsTo = async (addresseeId: string) =>
      (await notifications.list({ addresseeId, ...query }))
        .filter(({ facts }) => 'teamId' in facts && facts.teamId === teamId)
        .map(({ kind }) => kind);
    assert.deepEqual(await kindsTo('ada-id'), ['review_reminder', 'review_started']);
    assert.deepEqual(await kindsTo('olga-id'), []);
  });
});

describe('a decision in a review', () => {
  it('about everybody else leaves out the people whom the call names', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('memberReviews', { reviewMonths: 3 }, teamId);
    await decide(id, { decisions: [{ userId: 'mia-id', decision: 'keep' }] });
    await decide(id, { decisions: [{ userId: 'mia-id', decision: 'none' }], undecided: 'remove' });
    assert.deepEqual(
      (await items(id)).map(({ userId, decision }) => [userId, decision]),
      [
        ['mia-id', 'none'],
        ['olga-id', 'remove'],
      ],
    );
  });

  it('is the last of several about the same person in one call', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('memberReviews', { reviewMonths: 3 }, teamId);
    const call = at.world.call();
    const decisions = (['keep', 'remove', 'keep'] as const).map((decision) => ({
      userId: 'mia-id',
      decision,
    }));
    const { keepCount, removeCount } = await decideReview(at.world.deps, at.world.person('olga'), call, {
      ...{ reviewId: id, decisions },
    });
    assert.deepEqual([keepCount, removeCount], [1, 0]);
    assert.deepEqual(
      (await at.world.events(call.requestId)).map(({ payload }) => payload.decision),
      ['keep'],
    );
  });

  it('has one event and one record each time it changes', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('memberReviews', { reviewMonths: 3 }, teamId);
    const given = { reviewId: id, decisions: [] };
    const call = at.world.call();
    for (const decision of ['keep', 'keep', 'none'] as const)
      await decideReview(at.world.deps, at.world.person('ada'), call, {
        ...{ ...given, decisions: [{ userId: 'mia-id', decision }] },
      });
    const events = await at.world.events(call.requestId);
    assert.deepEqual(
      events.map(({ type, target, payload }) => [type, target.id, payload]),
      ['keep', 'none'].map((decision) => [
        'review_decided',
        'mia-id',
        {
          ...{ team: { id: teamId, displayName: 'Harbour' }, review: { id, kind: 'members' } },
          ...{ member: { id: 'mia-id', displayName: 'Mia' }, decision, tenant: { id: TENANT } },
        },
      ]),
    );
    const records = (await at.recordsOf('mia-id')).filter(({ fields }) => fields.reviewId === id);
    assert.deepEqual(
      records.map(({ type, fields }) => [type, fields.decision]),
      [
        ['review_decided', 'keep'],
        ['review_decided', 'none'],
      ],
    );
  });
});

describe('a review of an archived team', () => {
  it('is cancelled with an event and a record', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 3 }, teamId);
    await at.world.suite.teams.archive(TENANT, teamId, { siteReadOnly: false });
    at.world.clock.advance(7 * DAY);
    assert.equal(await run(), 1);
    const [event] = await at.eventsOf(teamId, 'review_cancelled');
    assert.deepEqual(event?.payload, {
      ...{ team: { id: teamId, displayName: 'Harbour' }, review: { id, kind: 'guests' } },
      ...{ reason: 'teamArchived', tenant: { id: TENANT } },
    });
    const records = (await at.recordsOf(teamId)).filter(({ type }) => type === 'review_cancelled');
    assert.deepEqual(
      records.map(({ fields }) => fields.reason),
      ['teamArchived'],
    );
  });
});

describe('a confirmation of a guest in a review', () => {
  it('moves the end of a stay with an event and a record', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 3, longestStayDays: 120 }, teamId);
    const call = at.world.call();
    await decideReview(at.world.deps, at.world.person('olga'), call, {
      ...{ reviewId: id, decisions: [], undecided: 'keep' as const },
    });
    const moved = (await at.world.events(call.requestId)).filter(({ type }) => type === 'guest_stay_updated');
    const endDateTime = new Date(at.world.clock.now().getTime() + 120 * DAY * 1000).toISOString();
    assert.deepEqual(
      moved.map(({ target, payload }) => [target.id, payload]),
      [
        [
          'gus-id',
          {
            team: { id: teamId, displayName: 'Harbour' },
            guest: { id: 'gus-id', displayName: 'Gus', endDateTime },
            reason: 'review',
            tenant: { id: TENANT },
          },
        ],
      ],
    );
    const records = (await at.recordsOf('gus-id')).filter(
      ({ type, fields }) => type === 'guest_stay_updated' && fields.reason === 'review',
    );
    assert.deepEqual(
      records.map(({ fields }) => [fields.reviewId, fields.endDateTime]),
      [[id, endDateTime]],
    );
  });
});

describe('a confirmation in a review whose policy does not limit stays', () => {
  const stayOf = async (teamId: string) =>
    (await findStays(at.world.deps, TENANT, teamId, ['gus-id'])).get('gus-id');
  const inDays = (days: number) => new Date(at.world.clock.now().getTime() + days * DAY * 1000).toISOString();
  const endAt = (teamId: string, endDateTime: string | null) =>
    changeGuest(at.world.deps, at.world.person('olga'), at.world.call(), {
      ...{ teamId, membershipId: membershipId(teamId, 'gus-id'), endDateTime },
    });
  const one = (decision: 'keep' | 'remove' | 'none') => ({ decisions: [{ userId: 'gus-id', decision }] });

  it('moves an end before the next review to a week after the deadline of that review', async () => {
    const teamId = await at.newTeam();
    const { id, createdDateTime } = await begun('guests', { reviewMonths: 3, reviewDays: 10 }, teamId);
    await endAt(teamId, inDays(1));
    await decide(id, one('keep'));
    const next = monthsAfter(new Date(createdDateTime), 3).getTime() + (10 + 7) * DAY * 1000;
    assert.equal((await stayOf(teamId))?.endDateTime, new Date(next).toISOString());
    at.world.clock.advance(3 * DAY);
    await endStays({ ...at.depsOf(), findPermanent }, TENANT);
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
  });

  it('moves the end past the next review when that review can start only after the current one', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 1, reviewDays: 60 }, teamId);
    await endAt(teamId, inDays(70));
    const next = inDays(60 + 60 + 7);
    await decide(id, one('keep'));
    assert.equal((await stayOf(teamId))?.endDateTime, next);
  });

  it('does not change a later end or a stay without an end', async () => {
    const [later, endless] = [await at.newTeam(), await at.newTeam()];
    const { id } = await begun('guests', { reviewMonths: 3 }, later);
    await endAt(later, inDays(300));
    const given = await stayOf(later);
    await decide(id, one('keep'));
    assert.deepEqual(await stayOf(later), given);
    at.world.clock.advance(-93 * DAY);
    await at.attach(
      await at.policy({ kind: 'guests', settings: { guests: 'allowed', reviewMonths: 3 } }),
      endless,
    );
    at.world.clock.advance(93 * DAY);
    await at.sweep();
    const [review] = (await list('olga')).filter(({ team }) => team.id === endless);
    await decide(review?.id ?? '', one('keep'));
    assert.equal((await stayOf(endless))?.endDateTime ?? null, null);
  });

  for (const decision of ['none', 'remove'] as const)
    it(`is revoked by '${decision}': the former end is restored, at least a week away`, async () => {
      const teamId = await at.newTeam();
      const { id } = await begun('guests', { reviewMonths: 3 }, teamId);
      const former = inDays(12);
      await endAt(teamId, former);
      await decide(id, one('keep'));
      await decide(id, one(decision));
      assert.equal((await stayOf(teamId))?.endDateTime, former);
      await decide(id, one('keep'));
      at.world.clock.advance(8 * DAY);
      await decide(id, one(decision));
      assert.equal((await stayOf(teamId))?.endDateTime, inDays(7));
      const ends = (await at.recordsOf('gus-id')).filter(
        ({ type, fields }) => type === 'guest_stay_updated' && fields.teamId === teamId,
      );
      assert.equal(ends.length, 5, 'each other end has a record');
    });

  it('can be revoked without changing an end that an owner has set since', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 3 }, teamId);
    await endAt(teamId, inDays(12));
    await decide(id, one('keep'));
    at.world.clock.advance(60);
    const given = inDays(200);
    await endAt(teamId, given);
    await decide(id, one('none'));
    assert.equal((await stayOf(teamId))?.endDateTime, given);
  });
});

describe('a review whose node dies', () => {
  it('reports a person whom the recovery removed as removed, not as gone', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 3 }, teamId);
    await decide(id, { undecided: 'remove' });
    at.world.clock.advance(3600);
    const dying = faultySuite(at.world.suite, (call) =>
      call.startsWith('teams.removeMember')
        ? { when: 'after', error: new Error('The node died.') }
        : undefined,
    );
    const met: unknown[] = [];
    await runReviews({ ...at.depsOf(dying), findPermanent, report: (error) => met.push(error) }, TENANT);
    assert.deepEqual(met.map(String), ['Error: The node died.']);
    assert.equal(await at.world.intents(), 1);
    at.world.clock.advance(61);
    assert.equal(await at.recover(), 1);
    at.world.clock.advance(5 * 60);
    assert.equal(await run(), 1);
    assert.deepEqual(
      (await items(id)).map(({ outcome }) => outcome),
      ['removed'],
    );
    assert.equal(
      (await getReview(at.world.deps, at.world.person('olga'), { reviewId: id })).status,
      'completed',
    );
  });
});

describe('a review whose node dies after it has recorded a removal', () => {
  it('does not remove the person again after somebody has added them in the meantime', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('guests', { reviewMonths: 3 }, teamId);
    await decide(id, { undecided: 'remove' });
    at.world.clock.advance(3600);
    const { store } = at.world.deps;
    const dying: typeof store = {
      ...store,
      in: (tenantId) => ({
        ...store.in(tenantId),
        reviews: { ...store.in(tenantId).reviews, settleItems: () => Promise.reject(new Error('dead')) },
      }),
    };
    const met: unknown[] = [];
    const deps = { ...at.depsOf(undefined, dying), findPermanent };
    await runReviews({ ...deps, report: (error) => met.push(error) }, TENANT);
    assert.deepEqual(met.map(String), ['Error: dead']);
    assert.equal((await at.rolesIn(teamId))['gus-id'], undefined);
    await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: 'gus-id', role: 'member' }]);
    at.world.clock.advance(5 * 60);
    assert.equal(await run(), 1);
    assert.equal((await at.rolesIn(teamId))['gus-id'], 'guest');
    assert.deepEqual(
      (await items(id)).map(({ outcome }) => outcome),
      ['removed'],
    );
  });
});

describe('a review of members', () => {
  it('keeps the last owner and permanent members, and records the reasons', async () => {
    const teamId = await at.newTeam();
    const { id } = await begun('memberReviews', { reviewMonths: 3 }, teamId);
    assert.deepEqual(
      (await items(id)).map(({ userId }) => userId),
      ['mia-id', 'olga-id'],
    );
    await at.attach(await at.permanent([], ['mia-id']), teamId);
    await decide(id, { undecided: 'remove' }, 'ada');
    at.world.clock.advance(3600);
    await run();
    const roles = await at.rolesIn(teamId);
    assert.deepEqual([roles['mia-id'], roles['olga-id']], ['member', 'owner']);
    const ended = await items(id);
    assert.deepEqual(
      ended.map(({ outcome }) => outcome),
      ['permanent', 'failed'],
    );
    assert.match(ended[1]?.error?.message ?? '', /last owner/);
  });
});

describe('the schedule of reviews', () => {
  it('reminds after half of the time and a day before the deadline', () => {
    const createdAt = new Date('2026-01-01T00:00:00Z');
    const review = { createdAt, deadlineAt: new Date('2026-01-15T00:00:00Z') };
    const next = (now: string) => nextStepOf(review, new Date(now)).toISOString().slice(0, 10);
    assert.deepEqual(
      ['2026-01-01', '2026-01-08', '2026-01-14', '2026-01-15'].map((day) => next(`${day}T00:00:00Z`)),
      ['2026-01-08', '2026-01-14', '2026-01-15', '2026-01-15'],
    );
    const short = { createdAt, deadlineAt: new Date('2026-01-02T00:00:00Z') };
    assert.equal(nextStepOf(short, createdAt).toISOString(), '2026-01-01T12:00:00.000Z');
  });
});
