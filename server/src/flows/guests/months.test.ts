/**
 * Guests over months of virtual time: they come, leave, sign in, are confirmed, and are changed outside Charter.
 * @long
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RestoreWorld } from '../../../test/restore-world.ts';
import { TENANT } from '../../../test/team-world.ts';
import { changeGuest } from '../../domain/guests/change-guest.ts';
import { findPermanentMembers as findPermanent } from '../../domain/policies/find-permanent-members.ts';
import type { PolicySettings } from '../../domain/policies/model.ts';
import { addTeamMember, removeTeamMember } from '../../domain/teams/change-members.ts';
import { membershipId } from '../../domain/teams/membership-id.ts';
import { monthsAfter } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { decideReview } from '../reviews/decide-review.ts';
import { listReviewItems, listReviews } from '../reviews/read-reviews.ts';
import { runReviews } from '../reviews/run-reviews.ts';
import { endStays } from './end-stays.ts';

const RUNS = Number(process.env.CHARTER_TEST_GUEST_RUNS ?? 10);
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Number of days within which the next review starts, if the team has a guest when the review is due. */
const LONGEST_WAIT = 63;
/** Days of a stay that an owner sets where the policy has no limit. */
const EXTENSION = 20;
const GUESTS = ['ann', 'ben', 'cem', 'dot'] as const;
type Guest = (typeof GUESTS)[number];
/** Dot's domain is blocked. */
const BLOCKED: Guest = 'dot';
const domainOf = (guest: Guest): string => (guest === BLOCKED ? 'blocked.example' : 'partner.example');

type Happening =
  | { what: 'days'; days: number }
  | { what: 'joins' | 'joinsOutside' | 'leaves' | 'leavesOutside' | 'isExtended'; guest: Guest }
  | { what: 'signsIn' | 'isUnknown'; guest: Guest }
  | { what: 'untilReview' }
  | { what: 'isConfirmed'; guest: Guest }
  | { what: 'decides'; guest: Guest; decision: 'keep' | 'remove' | 'none' }
  | { what: 'decidesAll'; decision: 'keep' | 'remove' };

const aGuest = fc.constantFrom(...GUESTS);
const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('days'), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.constant({ what: 'untilReview' } as const) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('isConfirmed'), guest: aGuest }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom('joins', 'joinsOutside', 'leaves', 'leavesOutside', 'isExtended'),
      guest: aGuest,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('signsIn'), guest: aGuest }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('isUnknown'), guest: aGuest }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('decides'),
      guest: aGuest,
      decision: fc.constantFrom('keep', 'remove', 'none'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('decidesAll'), decision: fc.constantFrom('keep', 'remove') }),
  },
) as fc.Arbitrary<Happening>;

interface PolicyTerms {
  /** The longest stay; undefined without a limit. */
  days: number | undefined;
  /** Days without a sign-in after which a stay ends; undefined without a limit. */
  inactiveDays: number | undefined;
  reviewMonths: number;
  reviewDays: number;
  unanswered: 'keep' | 'remove';
}

const aPolicy: fc.Arbitrary<PolicyTerms> = fc.record({
  days: fc.constantFrom(undefined, 3, 45, 90),
  inactiveDays: fc.constantFrom(undefined, 7, 30, 60),
  reviewMonths: fc.integer({ min: 1, max: 2 }),
  reviewDays: fc.constantFrom(1, 14),
  unanswered: fc.constantFrom('keep', 'remove'),
});

const at = new RestoreWorld();

/** The stay of a guest. Its end is in seconds; infinite if there is none. */
interface Stay {
  /** Start of the stay, in seconds: the guest joined, was first seen, confirmed or extended. */
  since: number;
  endsAt: number;
  /** The end because the guest is inactive; undefined for any other guest. */
  inactiveEndsAt?: number | undefined;
  /** The start and the end before the confirmation in the open review; undefined when it can't be revoked. */
  before?: Pick<Stay, 'since' | 'endsAt'>;
}

const endOf = ({ endsAt, inactiveEndsAt = Number.POSITIVE_INFINITY }: Stay): number =>
  Math.min(endsAt, inactiveEndsAt);

/** The model of a team: which guests may stay, and for how long. */
class History {
  readonly teamId: string;
  readonly #terms: PolicyTerms;
  /** The stay of each guest. Guests outside the team have no entry. */
  readonly #stays = new Map<Guest, Stay>();
  /** Guests who joined outside Charter since its last check. */
  readonly #unseen = new Set<Guest>();
  /** The decision of each guest in the open review. */
  #decisions = new Map<Guest, 'keep' | 'remove'>();
  #reviewId: string | undefined;
  #records = 0;
  /** The latest sign-ins that are known, in seconds. */
  readonly #signIns = new Map<Guest, number>();

  constructor(teamId: string, terms: PolicyTerms) {
    this.teamId = teamId;
    this.#terms = terms;
  }

  get #now(): number {
    return at.world.clock.now().getTime() / 1000;
  }

  /** The end of a stay that begins now. */
  get #latest(): number {
    const { days } = this.#terms;
    return days === undefined ? Number.POSITIVE_INFINITY : this.#now + days * DAY;
  }

  get #olga() {
    return at.world.person('olga');
  }

  async happen(happening: Happening): Promise<void> {
    switch (happening.what) {
      case 'days':
        for (let day = 0; day < happening.days; day += 1) await this.#work(DAY);
        return;
      case 'isConfirmed':
        await this.happen({ what: 'untilReview' });
        return this.#decide({ what: 'decides', guest: happening.guest, decision: 'keep' });
      case 'untilReview':
        for (let day = 0; day < LONGEST_WAIT && (await this.#open()) === undefined; day += 1)
          await this.#work(DAY);
        return;
      case 'decides':
      case 'decidesAll':
        return this.#decide(happening);
      case 'signsIn':
      case 'isUnknown':
        return this.#signIn(happening.guest, happening.what === 'signsIn');
      default:
        await this.#move(happening.what, happening.guest);
        // Within a day, Charter forgets the stay of a guest who has left outside.
        await this.#work(happening.what === 'leavesOutside' ? DAY + HOUR : HOUR);
    }
  }

  async #signIn(guest: Guest, isKnown: boolean): Promise<void> {
    await at.signIn(guest, isKnown ? at.world.clock.now() : undefined);
    if (isKnown) this.#signIns.set(guest, this.#now);
    else this.#signIns.delete(guest);
  }

  /** Returns the end that inactivity gives the stay now; undefined if the guest is active or nothing is known. */
  #inactiveEnd(guest: Guest, { since, endsAt, inactiveEndsAt }: Stay): number | undefined {
    const { inactiveDays } = this.#terms;
    const signedInAt = this.#signIns.get(guest);
    if (inactiveDays === undefined || signedInAt === undefined) return undefined;
    if (Math.max(since, signedInAt) + inactiveDays * DAY > this.#now) return undefined;
    const end = inactiveEndsAt ?? this.#now + 7 * DAY;
    return endsAt <= end ? undefined : end;
  }

  async #move(what: string, guest: Guest): Promise<void> {
    const { teamId } = this;
    const call = at.world.call();
    const membership = { teamId, membershipId: membershipId(teamId, guest) };
    const isPresent = this.#stays.has(guest);
    if (what === 'joins' && !isPresent) {
      const adding = addTeamMember(at.world.deps, this.#olga, call, {
        ...{ teamId, user: { id: guest }, role: 'member' },
      });
      if (guest === BLOCKED) {
        await assert.rejects(adding, (error) => isCharterError(error) && error.code === 'PolicyViolation');
      } else {
        await adding;
        this.#stays.set(guest, { since: this.#now, endsAt: this.#latest });
      }
    } else if (what === 'joinsOutside' && !isPresent) {
      await at.world.suite.teams.addMembers(TENANT, teamId, [{ userId: guest, role: 'member' }]);
      this.#unseen.add(guest);
      this.#stays.set(guest, { since: this.#now, endsAt: this.#latest });
    } else if (what === 'leaves' && isPresent) {
      await removeTeamMember({ ...at.world.deps, findPermanent }, this.#olga, call, membership);
      this.#forget(guest);
      this.#records += 1;
    } else if (what === 'leavesOutside' && isPresent) {
      await at.remove(teamId, guest);
      this.#forget(guest);
    } else if (what === 'isExtended' && isPresent && !this.#unseen.has(guest)) {
      const endsAt = this.#now + (this.#terms.days ?? EXTENSION) * DAY;
      const endDateTime = new Date(endsAt * 1000).toISOString();
      await changeGuest(at.world.deps, this.#olga, call, { ...membership, endDateTime });
      this.#stays.set(guest, { since: this.#now, endsAt });
    }
  }

  #forget(guest: Guest): void {
    this.#stays.delete(guest);
    this.#unseen.delete(guest);
  }

  async #open() {
    const query = { top: 1, after: undefined, countAll: false, status: 'open', teamId: this.teamId } as const;
    return (await listReviews(at.world.deps, this.#olga, query)).items[0];
  }

  async #decide(happening: Extract<Happening, { decision: string }>): Promise<void> {
    const review = await this.#open();
    if (review === undefined) return;
    const query = { reviewId: review.id, top: 10, countAll: false };
    const { items } = await listReviewItems(at.world.deps, this.#olga, query);
    const call = at.world.call();
    const decide = (input: object) =>
      decideReview(at.world.deps, this.#olga, call, { reviewId: review.id, decisions: [], ...input });
    const decided =
      happening.what === 'decides'
        ? items.filter(
            ({ userId, decision }) => userId === happening.guest && decision !== happening.decision,
          )
        : items.filter(({ decision }) => decision === 'none');
    if (decided.length === 0) return;
    const { decision } = happening;
    if (happening.what === 'decides') await decide({ decisions: [{ userId: happening.guest, decision }] });
    else await decide({ undecided: decision });
    for (const { userId } of decided) {
      const guest = userId as Guest;
      const before = this.#decisions.get(guest);
      if (decision === 'none') this.#decisions.delete(guest);
      else this.#decisions.set(guest, decision);
      const stay = this.#stays.get(guest);
      if (stay === undefined) continue;
      if (decision === 'keep') this.#confirm(stay, review);
      else if (before === 'keep') this.#revoke(stay);
    }
  }

  /** Nobody who is confirmed leaves before the next review has ended, unless the policy limits stays. */
  #confirm(stay: Stay, { createdDateTime }: { createdDateTime: string }): void {
    const { days, reviewMonths, reviewDays } = this.#terms;
    stay.before = { since: stay.since, endsAt: stay.endsAt };
    const nextReview = monthsAfter(new Date(createdDateTime), reviewMonths).getTime() / 1000;
    const earliest = days === undefined ? nextReview + (reviewDays + 7) * DAY : this.#now + days * DAY;
    stay.endsAt = Math.max(stay.endsAt, earliest);
    stay.since = this.#now;
    stay.inactiveEndsAt = undefined;
  }

  /** The former end is restored, but is at least a week away. */
  #revoke(stay: Stay): void {
    if (stay.before === undefined) return;
    stay.endsAt = Math.min(stay.endsAt, Math.max(stay.before.endsAt, this.#now + 7 * DAY));
    stay.since = stay.before.since;
    delete stay.before;
  }

  /** Advances the clock, runs the workers, and checks the results. */
  async #work(seconds: number): Promise<void> {
    at.world.clock.advance(seconds);
    const decisions = this.#decisions;
    const ended = await this.#run();
    const roles = await at.rolesIn(this.teamId);
    for (const [guest, stay] of [...this.#stays]) {
      if (roles[guest] === undefined) {
        await this.#explain(guest, decisions, ended);
        this.#forget(guest);
        continue;
      }
      assert.notEqual(guest, BLOCKED, 'a check removes every blocked guest');
      if (this.#unseen.delete(guest)) {
        stay.since = this.#now;
        stay.endsAt = this.#latest;
      }
      stay.inactiveEndsAt = this.#inactiveEnd(guest, stay);
      const late = this.#now - endOf(stay);
      assert.ok(late <= seconds, `${guest} has stayed for ${late / DAY} days after the end`);
    }
    assert.deepEqual([roles['olga-id'], roles['mia-id']], ['owner', 'member'], 'only guests are removed');
  }

  /** Runs the workers. Returns the id of the review that they have ended. */
  async #run(): Promise<string | undefined> {
    const deps = {
      ...at.depsOf(),
      findPermanent,
      report: (error: unknown) => {
        throw error;
      },
    };
    await at.sweep();
    await endStays(deps, TENANT);
    await runReviews(deps, TENANT);
    assert.deepEqual(at.reported, []);
    const open = (await this.#open())?.id;
    const before = this.#reviewId;
    this.#reviewId = open;
    if (before === open) return undefined;
    this.#decisions = new Map();
    for (const stay of this.#stays.values()) delete stay.before;
    return before;
  }

  /** Checks why Charter has removed the guest. */
  async #explain(
    guest: Guest,
    decisions: ReadonlyMap<Guest, 'keep' | 'remove'>,
    ended: string | undefined,
  ): Promise<void> {
    const removals = (await at.recordsOf(guest)).filter(
      ({ type, fields }) => type === 'team_member_removed' && fields.teamId === this.teamId,
    );
    this.#records += 1;
    const { reason, reviewId, policyId } = removals.at(-1)?.fields ?? {};
    if (guest === BLOCKED) return assert.equal(reason, 'guestPolicy', `${String(policyId)} removed ${guest}`);
    if (reason === 'guestEnd') {
      const early = (this.#stays.get(guest)?.endsAt ?? 0) - this.#now;
      return assert.ok(early <= 0, `${guest} left ${early / DAY} days before the end`);
    }
    if (reason === 'guestInactive') {
      const stay = this.#stays.get(guest);
      const end = stay && this.#inactiveEnd(guest, stay);
      assert.ok(end !== undefined && end === stay?.inactiveEndsAt, `${guest} was not inactive for a week`);
      return assert.ok(end <= this.#now, `${guest} left ${(end - this.#now) / DAY} days before the end`);
    }
    assert.equal(reason, 'review');
    assert.equal(reviewId, ended, 'the review has ended');
    const decision = decisions.get(guest);
    assert.notEqual(decision, 'keep', 'nobody is removed who was confirmed');
    assert.ok(decision === 'remove' || this.#terms.unanswered === 'remove');
  }

  /** Checks that each removal has one record. */
  async end(): Promise<void> {
    const all = await Promise.all(GUESTS.map((guest) => at.recordsOf(guest)));
    const removals = all
      .flat()
      .filter(({ type, fields }) => type === 'team_member_removed' && fields.teamId === this.teamId);
    assert.equal(removals.length, this.#records);
  }
}

describe('guests over months', () => {
  it('are removed only for a valid reason, never after a confirmation, and never remain beyond the end of their stay', async () => {
    await at.world.suite.saveUsers(
      TENANT,
      GUESTS.map((guest) => ({
        ...{ id: guest, displayName: guest, userType: 'Guest' as const, mail: `${guest}@${domainOf(guest)}` },
        userPrincipalName: `${guest}_${domainOf(guest)}#EXT#@fabrikam.example`,
      })),
    );
    await fc.assert(
      fc.asyncProperty(
        aPolicy,
        fc.array(aHappening, { minLength: 8, maxLength: 25 }),
        async (terms, happenings) => {
          const teamId = await at.newTeam();
          await at.remove(teamId, 'gus-id');
          const { days, inactiveDays, ...review } = terms;
          for (const guest of GUESTS) await at.signIn(guest, undefined);
          const settings: PolicySettings<'guests'> = {
            ...{ guests: 'allowed', blockedDomains: ['blocked.example'] },
            ...(days !== undefined && { longestStayDays: days }),
            ...(inactiveDays !== undefined && { inactiveDays }),
            ...review,
          };
          await at.attach(await at.policy({ kind: 'guests', settings }), teamId);
          const history = new History(teamId, terms);
          for (const guest of ['ann', 'ben'] as const) await history.happen({ what: 'joins', guest });
          for (const happening of happenings) await history.happen(happening);
          await history.end();
          await at.world.suite.teams.delete(TENANT, teamId);
        },
      ),
      // A history takes seconds, so a failed one is not shrunk.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
