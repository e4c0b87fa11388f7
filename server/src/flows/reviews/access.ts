/** Access rules for reviews (docs/specification.md, section 4): owners of the team, and administrators. */
import { assertAllowed, judgeTeamAction, OWNERS_AND_ADMINS, userIdOf } from '../../domain/teams/access.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Review } from './model.ts';

export interface ReviewDeps {
  store: Store;
  suite: Suite;
}

/** Returns the person whose teams limit the list of reviews; undefined for administrators, who see all. */
export const ownerOf = (principal: Principal): string | undefined =>
  isAdmin(principal) ? undefined : principal.id;

/**
 * Returns a review that the caller may read and decide. The rule is the same as for the team's history.
 * @throws NotFound, Forbidden
 */
export async function findReviewFor(
  deps: ReviewDeps,
  principal: Principal,
  reviewId: string,
): Promise<Review> {
  const review = await deps.store.in(principal.tenantId).reviews.find(reviewId);
  if (review === undefined) throw notFound('review', reviewId);
  if (isAdmin(principal)) return review;
  const access = await deps.suite.teams.access(principal.tenantId, review.teamId, userIdOf(principal));
  // A deleted team has no owners.
  const verdict = access === undefined ? 'hidden' : judgeTeamAction('readHistory', principal, access);
  assertAllowed(verdict, { kind: 'review', id: reviewId }, OWNERS_AND_ADMINS);
  return review;
}
