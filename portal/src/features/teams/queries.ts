/** Server state of teams: keys, loading and invalidation. */
import type { MyTeamsQuery, TeamSummary } from '@charter/sdk';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { literal } from '../../base/filter-query.ts';
import { usePages } from '../../base/paging.ts';
import { useIsPermitted, useMe } from '../me/queries.ts';
import { type TeamFilters, teamFilterOf } from './filters.ts';
import type { Rename } from './rename.ts';

export const TEAMS_KEY = 'teams';

/** Teams of the person, or all of the tenant. */
export type TeamScope = 'mine' | 'all';

export function queryOf({ search, order, ...filters }: TeamFilters): MyTeamsQuery {
  return {
    $count: true,
    ...(search !== undefined && { $search: search }),
    ...teamFilterOf(filters, new Date()),
    ...(order === 'activity' && { $orderby: 'lastActivityDateTime desc' as const }),
    ...(order === 'quiet' && { $orderby: 'lastActivityDateTime asc' as const }),
  };
}

export function useTeams(scope: TeamScope, filters: TeamFilters) {
  const { teams } = useClient();
  return usePages({
    queryKey: [TEAMS_KEY, 'list', scope, filters],
    query: queryOf(filters),
    load: scope === 'mine' ? teams.getMyTeams : teams.getTeams,
  });
}

const MAX_AT_HOME = 6;

/** Up to six of the person's teams that are not archived, latest activity first. */
export function useLatestTeams() {
  const { teams } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'latest'],
    queryFn: ({ signal }) =>
      teams.getMyTeams(
        { $top: MAX_AT_HOME, $orderby: 'lastActivityDateTime desc', $filter: 'isArchived eq false' },
        { signal },
      ),
  });
}

const RENEWALS_REFRESH_MILLISECONDS = 60_000;
const MAX_RENEWALS = 200;

/** Unused teams that the person owns. Their lifecycle action follows unless somebody renews or uses them. */
export function useRenewals() {
  const { teams } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'renewals'],
    queryFn: ({ signal }) =>
      teams.getMyTeams(
        {
          $top: MAX_RENEWALS,
          $orderby: 'lastActivityDateTime asc',
          $filter: "lifecycleState eq 'inactive' and isArchived eq false",
        },
        { signal },
      ),
    refetchInterval: RENEWALS_REFRESH_MILLISECONDS,
    select: ({ value }) => value.filter(({ role }) => role === 'owner'),
  });
}

/** The list entry of a team with the person's role; null when the person can't see it. */
export function useTeam(teamId: string) {
  const { teams } = useClient();
  const isKnown = useMe().data !== undefined;
  const mayListAll = useIsPermitted()('getTeams');
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', teamId, { mayListAll }],
    // Waits for the roles, because the query would otherwise run a second time when they are known.
    enabled: isKnown,
    queryFn: async ({ signal }): Promise<TeamSummary | null> => {
      const query = { $filter: `id eq ${literal(teamId)}` };
      const mine = await teams.getMyTeams(query, { signal });
      const [team] =
        mine.value.length > 0 || !mayListAll ? mine.value : (await teams.getTeams(query, { signal })).value;
      return team ?? null;
    },
  });
}

/** The person's permissions in the team, by role and by the team's settings. */
export function usePermittedOperations(teamId: string) {
  const { teams } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', teamId, 'permissions'],
    queryFn: ({ signal }) => teams.getTeamPermissions(teamId, { signal }),
  });
}

/** The settings of a team, for its owners and for people whose roles allow getTeam. */
export function useTeamSettings({ id, role }: TeamSummary) {
  const { teams } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', id, 'settings'],
    queryFn: ({ signal }) =>
      role === 'owner' ? teams.getMyTeam(id, { signal }) : teams.getTeam(id, { signal }),
  });
}

export function useMembers(teamId: string, search: string) {
  const { teams } = useClient();
  return usePages({
    queryKey: [TEAMS_KEY, 'one', teamId, 'members', search],
    query: search.trim() === '' ? {} : { $search: search },
    load: (query, options) => teams.getTeamMembers(teamId, query, options),
  });
}

/** The verdicts of policies on the team as it is now. */
export function useCompliance({ id, displayName, visibility }: TeamSummary) {
  const { policies } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', id, 'policies', displayName, visibility],
    queryFn: ({ signal }) =>
      policies.checkPolicies({ team: { id }, name: displayName, visibility }, { signal }),
  });
}

export function useLifecycle(teamId: string) {
  const { lifecycle } = useClient();
  return useQuery({
    queryKey: [TEAMS_KEY, 'one', teamId, 'lifecycle'],
    queryFn: ({ signal }) => lifecycle.getTeamLifecycle(teamId, { signal }),
  });
}

export function useHistory(teamId: string) {
  const { teams } = useClient();
  return usePages({
    queryKey: [TEAMS_KEY, 'one', teamId, 'history'],
    query: {},
    load: (query, options) => teams.getTeamHistory(teamId, query, options),
  });
}

/** Returns a function that invalidates all queries about teams. */
export const refreshTeams = (queries: QueryClient) => refreshAfter(queries, [TEAMS_KEY]);

export type TeamChange = 'archive' | 'unarchive' | 'delete';

/** Returns a function that deletes a team at once, or starts the job that archives or unarchives it. */
function useStartChange() {
  const { teams } = useClient();
  return async (teamId: string, change: TeamChange): Promise<string | undefined> => {
    if (change === 'delete') await teams.deleteTeam(teamId);
    else if (change === 'archive') return (await teams.archiveTeam(teamId, {})).jobId;
    else return (await teams.unarchiveTeam(teamId)).jobId;
    return undefined;
  };
}

/** Returns a function that waits for a job. The function throws when the job fails. */
export function useWaitForJob() {
  const { jobs } = useClient();
  return async (jobId: string): Promise<void> => {
    const job = await jobs.waitForJob(jobId);
    if (job.status === 'failed') throw new Error(job.data.error?.message ?? job.status);
  };
}

export function useTeamActions({ id: teamId, role }: Pick<TeamSummary, 'id' | 'role'>) {
  const { teams, lifecycle } = useClient();
  const queries = useQueryClient();
  const start = useStartChange();
  const waitForJob = useWaitForJob();
  const onSettled = refreshTeams(queries);
  return {
    /** Returns the id of the job that archives or unarchives the team; undefined after a deletion. */
    change: useMutation({ mutationFn: (change: TeamChange) => start(teamId, change), onSettled }),
    /** Waits for the job, which outlives the dialog that has started it. */
    waitForChange: (jobId: string): Promise<void> => waitForJob(jobId).finally(onSettled),
    rename: useMutation({
      mutationFn: ({ patch, over }: { patch: Rename; over: string }) =>
        role === 'owner'
          ? teams.updateMyTeam(teamId, { ...patch }, { ifMatch: over })
          : teams.updateTeam(teamId, { ...patch }, { ifMatch: over }),
      onSettled,
    }),
    renew: useMutation({ mutationFn: () => lifecycle.renewTeamLifecycle(teamId), onSettled }),
  };
}
