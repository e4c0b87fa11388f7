/** Server state of requests to join teams. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';

export const JOIN_KEY = 'join-requests';
/** The directory shows the pending requests of the person. */
export const DIRECTORY_KEY = 'directory';

const REFRESH_MILLISECONDS = 60_000;
const MOST_SHOWN = 50;

/**
 * The pending requests to teams of the person; with `all`, those that administrators may decide too.
 * @param enabled false returns what the page has loaded already
 */
export function usePendingRequests({ all = false, enabled = true } = {}) {
  const { joinRequests } = useClient();
  return useQuery({
    enabled,
    queryKey: [JOIN_KEY, 'pending', all],
    queryFn: ({ signal }) =>
      joinRequests.getJoinRequests({ status: 'pending', owned: !all, $top: MOST_SHOWN }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** The latest requests of the person. */
export function useMyRequests() {
  const { joinRequests } = useClient();
  return useQuery({
    queryKey: [JOIN_KEY, 'mine'],
    queryFn: ({ signal }) => joinRequests.getMyJoinRequests({ $top: MOST_SHOWN }, { signal }),
  });
}

/** Returns the functions that answer, make and withdraw requests, and refresh what shows them. */
export function useJoinActions() {
  const { joinRequests } = useClient();
  const refresh = refreshAfter(useQueryClient(), [JOIN_KEY], [DIRECTORY_KEY]);
  return {
    ask: (teamId: string, message: string) =>
      joinRequests
        .createJoinRequest(teamId, message.trim() === '' ? {} : { message: message.trim() })
        .finally(refresh),
    accept: (requestId: string) => joinRequests.acceptJoinRequest(requestId, {}).finally(refresh),
    decline: (requestId: string, message: string) =>
      joinRequests
        .declineJoinRequest(requestId, message.trim() === '' ? {} : { message: message.trim() })
        .finally(refresh),
    withdraw: (requestId: string) => joinRequests.withdrawJoinRequest(requestId).finally(refresh),
  };
}
