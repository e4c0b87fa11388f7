/** Server state of the organisation's figures. */
import type { OverviewQuery } from '@charter/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/client.ts';

const REFRESH_MILLISECONDS = 60_000;

export function useOverview(query: Required<OverviewQuery>) {
  const { overview } = useClient();
  return useQuery({
    queryKey: ['overview', query],
    queryFn: ({ signal }) => overview.getOverview(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
