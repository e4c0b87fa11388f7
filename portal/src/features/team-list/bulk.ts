/** Server state of bulk changes: the preview for a selection of teams, and the start of the job. */
import type { TeamBulkRequest } from '@charter/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { JOBS_KEY } from '../jobs/queries.ts';
import type { TeamFilters } from '../teams/filters.ts';
import { queryOf, type TeamScope } from '../teams/queries.ts';

export type BulkAction = TeamBulkRequest['action'];

/** The actions for owners, and those for administrators. */
export const BULK_ACTIONS: readonly BulkAction[] = ['archive', 'unarchive', 'delete', 'renew', 'addOwner'];
export const POLICY_ACTIONS: readonly BulkAction[] = ['attachPolicy', 'detachPolicy'];

/** The selected teams, by their ids or by the filters of the list. */
export interface BulkSelection {
  count: number;
  teams: Pick<TeamBulkRequest, 'ids' | 'filter' | 'search' | 'scope'>;
}

export const selectIds = (ids: readonly string[]): BulkSelection => ({
  count: ids.length,
  teams: { ids: [...ids] },
});

/** Returns all teams that match the filters; undefined without a filter, because that would be every team. */
export function selectMatches(
  scope: TeamScope,
  filters: TeamFilters,
  count: number,
): BulkSelection | undefined {
  const { $filter: filter, $search: search } = queryOf(filters);
  if (filter === undefined && search === undefined) return undefined;
  return { count, teams: { scope, ...(filter && { filter }), ...(search && { search }) } };
}

/** The teams that the request would touch. Reads nothing while a parameter is missing. */
export function useBulkPreview(request: TeamBulkRequest, isComplete: boolean) {
  const { teams } = useClient();
  return useQuery({
    queryKey: ['bulk', request],
    queryFn: ({ signal }) => teams.previewTeamBulkJob(request, { signal }),
    enabled: isComplete,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function useStartBulk() {
  const { teams } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: TeamBulkRequest) => teams.createTeamBulkJob(request, { idempotencyKey: true }),
    onSettled: refreshAfter(queries, [JOBS_KEY]),
  });
}
