import type { Principal } from '../../engine/principal.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { findReviewFor, ownerOf, type ReviewDeps } from './access.ts';
import { nameOf, type Review, type ReviewItem } from './model.ts';
import type { ItemPosition, ItemQuery, ReviewQuery } from './ports.ts';

/** Describes a review for the API; times are RFC 3339 UTC. */
export const describeReview = ({
  teamId,
  teamName,
  policyId,
  policyName,
  createdAt,
  deadlineAt,
  completedAt,
  stayDays: _,
  nextDeadlineAt: __,
  requestId: ___,
  ...review
}: Review) => ({
  ...review,
  team: { id: teamId, displayName: teamName ?? teamId },
  policy: { id: policyId, name: policyName },
  createdDateTime: createdAt.toISOString(),
  deadlineDateTime: deadlineAt.toISOString(),
  completedDateTime: completedAt?.toISOString() ?? null,
});
export type DescribedReview = ReturnType<typeof describeReview>;

const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, displayName: name ?? id };

/** Describes a person of a review for the API. */
const describeItem = ({ key: _, ...item }: ReviewItem & { key: string }) => ({
  userId: item.userId,
  displayName: nameOf(item),
  mail: item.mail,
  role: item.role,
  addedDateTime: item.addedAt?.toISOString() ?? null,
  endDateTime: item.endsAt?.toISOString() ?? null,
  lastSignInDateTime: item.lastSignInAt?.toISOString() ?? null,
  sponsor: person(item.sponsorId, item.sponsorName),
  decision: item.decision ?? ('none' as const),
  decidedBy: person(item.decidedBy, item.decidedByName),
  decidedDateTime: item.decidedAt?.toISOString() ?? null,
  outcome: item.outcome,
  error: item.error,
});
export type DescribedItem = ReturnType<typeof describeItem>;

/**
 * Returns a page of the reviews of the caller's own teams, newest first. Administrators get the reviews of all teams,
 * unless `isOwned`.
 */
export async function listReviews(
  { store }: Pick<ReviewDeps, 'store'>,
  principal: Principal,
  {
    countAll,
    isOwned = false,
    ...query
  }: Omit<ReviewQuery, 'ownerId'> & { countAll: boolean; isOwned?: boolean },
): Promise<Page<DescribedReview> & { count: number | undefined }> {
  const { reviews } = store.in(principal.tenantId);
  const own = { ...query, ownerId: isOwned ? principal.id : ownerOf(principal) };
  const [found, count] = await Promise.all([reviews.list(own), countAll ? reviews.count(own) : undefined]);
  return { ...toPage(found.map(describeReview), query.top, ({ id }) => id), count };
}

/** @throws NotFound, Forbidden */
export const getReview = async (
  deps: ReviewDeps,
  principal: Principal,
  { reviewId }: { reviewId: string },
): Promise<DescribedReview> => describeReview(await findReviewFor(deps, principal, reviewId));

/**
 * Returns a page of the people of a review, by name.
 * @throws NotFound, Forbidden
 */
export async function listReviewItems(
  deps: ReviewDeps,
  principal: Principal,
  { reviewId, countAll, ...query }: ItemQuery & { reviewId: string; countAll: boolean },
): Promise<Page<DescribedItem, ItemPosition> & { count: number | undefined }> {
  const { id } = await findReviewFor(deps, principal, reviewId);
  const { reviews } = deps.store.in(principal.tenantId);
  const [found, count] = await Promise.all([
    reviews.items(id, query),
    countAll ? reviews.countItems(id, query) : undefined,
  ]);
  const { items, next } = toPage(found, query.top, ({ key, userId }): ItemPosition => [key, userId]);
  return { items: items.map(describeItem), next, count };
}
