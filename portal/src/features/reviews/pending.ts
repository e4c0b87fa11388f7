/** The reviews that wait for the person. The first page loads this module without the other queries of reviews. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

export const REVIEWS_KEY = 'reviews';

const REFRESH_MILLISECONDS = 60_000;
const MAX_SHOWN = 50;

/**
 * The latest open reviews of the person's own teams in which somebody has no decision.
 * @param enabled false returns only data that is already loaded
 */
export function usePendingReviews(enabled = true) {
  const { reviews } = useClient();
  return useQuery({
    enabled,
    queryKey: [REVIEWS_KEY, 'pending'],
    queryFn: ({ signal }) => reviews.getReviews({ status: 'open', owned: true, $top: MAX_SHOWN }, { signal }),
    select: ({ value }) =>
      value.filter(({ itemCount, keepCount, removeCount }) => keepCount + removeCount < itemCount),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
