/** Server state of sensitivity labels. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

const FRESH_MILLISECONDS = 3_600_000;

/** The labels published to the person. */
export function useLabels(enabled: boolean) {
  const { labels } = useClient();
  return useQuery({
    queryKey: ['labels'],
    queryFn: ({ signal }) => labels.getMyLabels({ signal }),
    staleTime: FRESH_MILLISECONDS,
    enabled,
  });
}
