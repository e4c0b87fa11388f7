/** Server state of reviews: keys, loading and invalidation. */
import type { Review, ReviewItem } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';
import { REVIEWS_KEY } from './pending.ts';

export const STATUSES = ['open', 'ending', 'completed', 'cancelled'] as const;
export const KINDS = ['guests', 'members'] as const;
export const DECISIONS = ['none', 'keep', 'remove'] as const;
export type Decision = ReviewItem['decision'];

/** Returns the value of a filter when it is one of the choices. */
const choiceOf = <T extends string>(choices: readonly T[], value: string | undefined): T | undefined =>
  choices.find((choice) => choice === value);

export interface ReviewFilters {
  status?: string | undefined;
  kind?: string | undefined;
}

export function useReviews({ status: givenStatus, kind: givenKind }: ReviewFilters) {
  const { reviews } = useClient();
  const status = choiceOf(STATUSES, givenStatus);
  const kind = choiceOf(KINDS, givenKind);
  return usePages({
    queryKey: [REVIEWS_KEY, 'list', status, kind],
    query: { ...(status && { status }), ...(kind && { kind }) },
    load: reviews.getReviews,
  });
}

/** Polling interval of an open review: the other owners of the team decide too. */
const REFRESH_MILLISECONDS = 15_000;

const isOpen = (review: Review | undefined): boolean => review?.status === 'open';

export function useReview(reviewId: string) {
  const { reviews } = useClient();
  return useQuery({
    queryKey: [REVIEWS_KEY, 'one', reviewId],
    queryFn: ({ signal }) => reviews.getReview(reviewId, { signal }),
    refetchInterval: ({ state: { data } }) => isOpen(data) && REFRESH_MILLISECONDS,
  });
}

export interface ItemFilters {
  decision?: string | undefined;
  search?: string | undefined;
}

export function useReviewItems(review: Review, { decision: given, search }: ItemFilters) {
  const { reviews } = useClient();
  const decision = choiceOf(DECISIONS, given);
  return usePages({
    queryKey: [REVIEWS_KEY, 'one', review.id, 'items', decision, search],
    query: { ...(decision && { decision }), ...(search !== undefined && { $search: search }) },
    load: (query, options) => reviews.getReviewItems(review.id, query, options),
    refetchInterval: isOpen(review) && REFRESH_MILLISECONDS,
  });
}

/** The API's limit of decisions in one call. */
const MAX_AT_ONCE = 1000;

export type NewDecision =
  | { userIds: readonly string[]; decision: Decision }
  | { undecided: 'keep' | 'remove' };

export function useDecide(reviewId: string) {
  const { reviews } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: NewDecision): Promise<Review | undefined> => {
      if ('undecided' in change) return reviews.decideReview(reviewId, { undecided: change.undecided });
      let decided: Review | undefined;
      for (let start = 0; start < change.userIds.length; start += MAX_AT_ONCE) {
        const some = change.userIds.slice(start, start + MAX_AT_ONCE);
        const decisions = some.map((userId) => ({ userId, decision: change.decision }));
        decided = await reviews.decideReview(reviewId, { decisions });
      }
      return decided;
    },
    onSettled: refreshAfter(queries, [REVIEWS_KEY]),
  });
}
