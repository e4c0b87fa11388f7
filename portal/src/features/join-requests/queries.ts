/** Server state of requests to join teams. */
import type { JoinRequestAcceptance } from '@charter/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const JOIN_KEY = 'join-requests';
/** The directory shows the pending requests of the person. */
export const DIRECTORY_KEY = 'directory';

const REFRESH_MILLISECONDS = 60_000;
const MAX_SHOWN = 50;

/**
 * The latest pending requests to join teams that the person owns.
 * @param enabled false returns only cached data
 */
export function usePendingRequests(enabled = true) {
  const { joinRequests } = useClient();
  return useQuery({
    enabled,
    queryKey: [JOIN_KEY, 'pending'],
    queryFn: ({ signal }) =>
      joinRequests.getJoinRequests({ status: 'pending', owned: true, $top: MAX_SHOWN }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/**
 * The pending requests to join teams that the person owns, page by page.
 * @param all true returns the requests to all teams, for administrators
 */
export function useRequestsToDecide(all: boolean) {
  const { joinRequests } = useClient();
  return usePages({
    queryKey: [JOIN_KEY, 'to-decide', all],
    query: { status: 'pending', owned: !all, $top: MAX_SHOWN } as const,
    load: joinRequests.getJoinRequests,
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** The requests of the person, page by page, the latest first. */
export function useMyRequests() {
  const { joinRequests } = useClient();
  return usePages({
    queryKey: [JOIN_KEY, 'mine'],
    query: { $top: MAX_SHOWN },
    load: joinRequests.getMyJoinRequests,
  });
}

/** Returns `message` of a request body, trimmed; an empty object if the text is blank. */
const messageOf = (message: string): { message?: string } =>
  message.trim() === '' ? {} : { message: message.trim() };

/** Returns the functions that answer, make and withdraw requests, and then refresh the lists and the directory. */
export function useJoinActions() {
  const { joinRequests } = useClient();
  const refresh = refreshAfter(useQueryClient(), [JOIN_KEY], [DIRECTORY_KEY]);
  return {
    ask: (teamId: string, message: string) =>
      joinRequests.createJoinRequest(teamId, messageOf(message)).finally(refresh),
    accept: (requestId: string, { message = '', ...stay }: JoinRequestAcceptance = {}) =>
      joinRequests.acceptJoinRequest(requestId, { ...messageOf(message ?? ''), ...stay }).finally(refresh),
    decline: (requestId: string, message: string) =>
      joinRequests.declineJoinRequest(requestId, messageOf(message)).finally(refresh),
    withdraw: (requestId: string) => joinRequests.withdrawJoinRequest(requestId).finally(refresh),
  };
}
