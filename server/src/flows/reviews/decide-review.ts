import type { MovedEnd } from '../../domain/guests/ports.ts';
import { confirmedEnd, earliestEnd, endOf } from '../../domain/guests/rules.ts';
import { guestStayUpdated } from '../../domain/teams/events.ts';
import type { Deps } from '../../engine/deps.ts';
import type { NewEvent } from '../../engine/events/model.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict, invalidFields } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { findReviewFor } from './access.ts';
import { reviewDecided } from './events.ts';
import {
  type Decision,
  isDecided,
  LAST_CHANGES_MILLISECONDS,
  nameOf,
  nextStepOf,
  type Review,
  type ReviewItem,
} from './model.ts';
import type { DecidedItem, DecidedPeople } from './ports.ts';
import { type DescribedReview, describeReview } from './read-reviews.ts';

/** Maximum number of decisions about individual people in one call. */
export const MAX_DECISIONS = 1000;

export interface DecideReviewInput {
  reviewId: string;
  /** Decisions about individual people of the review. */
  decisions: readonly { userId: string; decision: Decision }[];
  /** The decision about everybody else who has none yet. */
  undecided?: 'keep' | 'remove' | undefined;
}

/** Returns the time of the next step: a review that is decided ends after an hour, in which decisions can change. */
function nextStep(review: Review, now: Date): Date {
  if (!isDecided(review)) return nextStepOf(review, now);
  return new Date(Math.min(review.deadlineAt.getTime(), now.getTime() + LAST_CHANGES_MILLISECONDS));
}

/** @throws InvalidRequest that names each person who is not in the review */
function assertReviewed(userIds: readonly string[], reviewed: ReadonlySet<string>): void {
  const problems = userIds.flatMap((userId, index) =>
    reviewed.has(userId)
      ? []
      : [
          {
            target: `decisions[${index}].userId`,
            code: 'NotInReview',
            ...say(
              'reviews.notInReview',
              "'{userId}' is not in this review. Name people of the review by id.",
              {
                userId,
              },
            ),
          },
        ],
  );
  if (problems.length > 0) throw invalidFields(problems);
}

type Person = Pick<ReviewItem, 'userId' | 'displayName'>;

/** Returns the functions that create the events of decisions in a review. */
function eventsIn(team: { id: string; displayName: string }, { id, kind }: Review) {
  const personOf = (item: Person) => ({ id: item.userId, displayName: nameOf(item) });
  return {
    decided(item: Person, decision: Decision): NewEvent {
      const member = personOf(item);
      return reviewDecided.happened({
        target: { type: 'member', ...member },
        payload: { team, review: { id, kind }, member, decision },
      });
    },
    endMoved(item: Person, { sponsorId, sponsorName, ...stay }: MovedEnd): NewEvent {
      const guest = personOf(item);
      const sponsor = sponsorId === null ? null : { id: sponsorId, displayName: sponsorName ?? sponsorId };
      return guestStayUpdated.happened({
        target: { type: 'member', ...guest },
        payload: {
          team,
          guest: { ...guest, endDateTime: endOf(stay)?.toISOString() ?? null, sponsor },
          reason: 'review',
        },
        unpublished: { reviewId: id },
      });
    },
  };
}

/**
 * Decides about people of a review. Each changed decision has an event. A confirmed guest's stay restarts; when the
 * confirmation is revoked, the former end is restored. Repeating a decision changes nothing.
 * @throws NotFound, Forbidden; InvalidRequest that names each person who is not in the review; Conflict when the review
 * has ended
 */
export async function decideReview(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { reviewId, decisions, undecided }: DecideReviewInput,
): Promise<DescribedReview> {
  const { tenantId } = principal;
  const { id, teamId, teamName } = await findReviewFor(deps, principal, reviewId);
  const team = { id: teamId, displayName: teamName ?? teamId };
  const cause = causeOf(principal, context);
  const review = await deps.store.transaction(tenantId, async (unit) => {
    const { reviews, guestStays, events } = unit;
    const review = await reviews.lockOpen(id);
    if (review === undefined)
      throw conflict(say('reviews.ended', 'The review has ended. Change the members of the team instead.'));
    const named = decisions.map(({ userId }) => userId);
    assertReviewed(named, new Set(named.length === 0 ? [] : await reviews.reviewed(id, named)));
    const at = deps.clock.now();
    const { decided, endMoved } = eventsIn(team, review);
    const decide = async (people: DecidedPeople, decision: Decision): Promise<void> => {
      const items = await reviews.decide(id, people, decision, { id: principal.id, at });
      const byId = new Map(items.map((item) => [item.userId, item]));
      const guests = items.filter(({ role }) => role === 'guest');
      const idsOf = (some: readonly DecidedItem[]) => some.map(({ userId }) => userId);
      const confirmed = guests.filter(({ before }) => before === 'keep');
      const moved =
        decision === 'keep'
          ? await guestStays.confirm(teamId, idsOf(guests), at, confirmedEnd(review, at))
          : await guestStays.revoke(teamId, idsOf(confirmed), earliestEnd(at));
      const happened = [
        ...items.map((item) => decided(item, decision)),
        ...moved.map((stay) => endMoved(byId.get(stay.userId)!, stay)),
      ];
      await events.append(
        happened.map((event) => ({ ...event, ...cause })),
        at,
      );
    };
    // The last decision about a person counts.
    const latest = new Map(decisions.map((each) => [each.userId, each.decision]));
    for (const [decision, same] of Map.groupBy(latest, ([, each]) => each))
      await decide(
        same.map(([userId]) => userId),
        decision,
      );
    if (undecided !== undefined) await decide({ undecidedExcept: [...latest.keys()] }, undecided);
    return reviews.settleDecisions(id, (counts) => nextStep({ ...review, ...counts }, at));
  });
  return describeReview(review);
}
