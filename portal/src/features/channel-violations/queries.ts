/** Server state of the channels that violate policies. */
import type { ChannelViolationsQuery } from '@charter/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'channelViolations';
const MAX_AT_ONCE = 50;

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
  return usePages({
    queryKey: [KEY, 'team', teamId],
    query: { teamId, $top: MAX_AT_ONCE },
    load: channels.getChannelViolations,
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
