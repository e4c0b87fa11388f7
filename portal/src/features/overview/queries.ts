/** Server state of the organisation's figures. */
import type { OverviewQuery } from '@charter/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/client.ts';

const REFRESH_MILLISECONDS = 60_000;

export function useOverview(weeks: NonNullable<OverviewQuery['weeks']>) {
  const { overview } = useClient();
  return useQuery({
    queryKey: ['overview', weeks],
    queryFn: ({ signal }) => overview.getOverview({ weeks }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
