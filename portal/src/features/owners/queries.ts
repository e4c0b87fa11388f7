/** Server state of requests to own teams, and of the searches for owners. */
import type { OwnerRequest, OwnerSearchesQuery } from '@charter/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'owners';
const REFRESH_MILLISECONDS = 60_000;
/** Once a person has accepted, a worker appoints them within a minute. */
const APPOINTMENT_REFRESH_MILLISECONDS = 3_000;
const MAX_SHOWN = 50;

export type SearchState = NonNullable<OwnerSearchesQuery['state']>;
export const SEARCH_STATES = [
  'searching',
  'exhausted',
  'exceeded',
  'reported',
] as const satisfies SearchState[];

/**
 * The person's latest requests to own teams.
 * @param enabled false returns only data that is already loaded
 */
export function useOwnerRequests(enabled = true) {
  const { owners } = useClient();
  return useQuery({
    enabled,
    queryKey: [KEY, 'requests'],
    queryFn: ({ signal }) => owners.getOwnerRequests({ $top: MAX_SHOWN }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.value.some(({ status }) => status === 'accepted')
        ? APPOINTMENT_REFRESH_MILLISECONDS
        : REFRESH_MILLISECONDS,
  });
}

export const isPending = ({ status }: OwnerRequest): boolean => status === 'pending';

/** Returns the function that answers a request and refreshes the lists. */
export function useAnswer() {
  const { owners } = useClient();
  const refresh = refreshAfter(useQueryClient(), [KEY]);
  return (requestId: string, answer: 'accept' | 'decline') =>
    (answer === 'accept'
      ? owners.acceptOwnerRequest(requestId)
      : owners.declineOwnerRequest(requestId)
    ).finally(refresh);
}

export function useOwnership(teamId: string) {
  const { owners } = useClient();
  return useQuery({
    queryKey: [KEY, 'team', teamId],
    queryFn: ({ signal }) => owners.getTeamOwnership(teamId, { signal }),
  });
}

export function useOwnerSearches(state: SearchState | undefined) {
  const { owners } = useClient();
  return usePages({
    queryKey: [KEY, 'searches', state],
    query: state === undefined ? {} : { state },
    load: owners.getOwnerSearches,
  });
}
