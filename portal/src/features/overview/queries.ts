/** Server state of the organisation's metrics. */
import type { OverviewQuery } from '@charter/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../../base/client.ts';

const REFRESH_MILLISECONDS = 60_000;

/** Weeks begin in the reader's time zone, as do the days in the lists that the metrics link to. */
export function useOverview(filters: Required<Omit<OverviewQuery, 'timeZone'>>) {
  const { overview } = useClient();
  const query = { ...filters, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return useQuery({
    queryKey: ['overview', query],
    queryFn: ({ signal }) => overview.getOverview(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
