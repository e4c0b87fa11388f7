/** Server state of the channels that violate policies. */
import type { ChannelViolationsQuery } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'channelViolations';
const MOST_SHOWN = 50;

export type ViolationStatus = NonNullable<ChannelViolationsQuery['status']>;
export const VIOLATION_STATUSES = [
  'scheduled',
  'reported',
  'deleting',
  'allowed',
] as const satisfies ViolationStatus[];

export function useViolations(status: ViolationStatus | undefined) {
  const { channels } = useClient();
  return usePages({
    queryKey: [KEY, 'all', status],
    query: status === undefined ? {} : { status },
    load: channels.getChannelViolations,
  });
}

export function useViolationsOf(teamId: string) {
  const { channels } = useClient();
  return useQuery({
    queryKey: [KEY, 'team', teamId],
    queryFn: ({ signal }) => channels.getChannelViolations({ teamId, $top: MOST_SHOWN }, { signal }),
  });
}

export function useAllow(violationId: string) {
  const { channels } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => channels.allowChannel(violationId),
    onSettled: refreshAfter(queries, [KEY]),
  });
}
