/** Server state of policies, their teams and checks: keys, loading and invalidation. */
import type {
  PoliciesQuery,
  Policy,
  PolicyCheckRequest,
  PolicyPayload,
  PolicyTeam,
  PolicyTeamsQuery,
  TeamBulkRequest,
} from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

export const POLICIES_KEY = 'policies';
const NAMES_FRESH_MILLISECONDS = 300_000;

export function usePolicies(kind: Policy['kind'] | undefined) {
  const { policies } = useClient();
  return usePages<PoliciesQuery, Policy>({
    queryKey: [POLICIES_KEY, 'list', kind],
    query: kind === undefined ? {} : { kind },
    load: policies.getPolicies,
  });
}

export function usePolicy(policyId: string) {
  const { policies } = useClient();
  return useQuery({
    queryKey: [POLICIES_KEY, 'one', policyId],
    queryFn: ({ signal }) => policies.getPolicy(policyId, { signal }),
  });
}

/** Reads the current state of a policy. */
export function useLoadPolicy(policyId: string) {
  const { policies } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => policies.getPolicy(policyId),
    onSuccess: (found) => queries.setQueryData([POLICIES_KEY, 'one', policyId], found),
  });
}

/** Creates the policy, or changes it if the given version is still the current one. */
export function useSavePolicy() {
  const { policies } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ payload, over }: { payload: PolicyPayload; over: Policy | undefined }) =>
      over === undefined
        ? policies.createPolicy(payload)
        : policies.updatePolicy(over.id, withRemovals(over, payload), { ifMatch: `"${over.version}"` }),
    onSuccess: (saved) => queries.setQueryData([POLICIES_KEY, 'one', saved.id], saved),
    onSettled: refreshAfter(queries, [POLICIES_KEY, 'list']),
  });
}

/** The API keeps absent settings as they are, so those that the form has emptied are null. */
function withRemovals(policy: Policy, payload: PolicyPayload): PolicyPayload {
  const emptied = Object.keys(policy.settings).map((name) => [name, null]);
  return { ...payload, settings: { ...Object.fromEntries(emptied), ...payload.settings } };
}

export function useDeletePolicy() {
  const { policies } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policyId: string) => policies.deletePolicy(policyId),
    onSettled: refreshAfter(queries, [POLICIES_KEY, 'list']),
  });
}

/** The teams that the policy affects, or would affect. */
export function usePolicyReport({ id, version }: Policy) {
  const { policies } = useClient();
  return useQuery({
    queryKey: [POLICIES_KEY, 'report', id, version],
    queryFn: ({ signal }) => policies.getPolicyReport(id, { signal }),
  });
}

/** Puts the policy in force, or back into report-only mode, if nobody has changed it meanwhile. */
export function useSetPolicyMode() {
  const { policies } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, mode }: Pick<Policy, 'id' | 'version' | 'mode'>) =>
      policies.updatePolicy(id, { mode }, { ifMatch: `"${version}"` }),
    onSuccess: (saved) => queries.setQueryData([POLICIES_KEY, 'one', saved.id], saved),
    onSettled: refreshAfter(queries, [POLICIES_KEY, 'list']),
  });
}

export function usePolicyTeams(policyId: string) {
  const { policies } = useClient();
  return usePages<PolicyTeamsQuery, PolicyTeam>({
    queryKey: [POLICIES_KEY, 'teams', policyId],
    query: {},
    load: (query, options) => policies.getPolicyTeams(policyId, query, options),
  });
}

/**
 * Attaches the policy to a team directly, or to several teams in a job, whose id `attach` returns. Also detaches it
 * from a team.
 */
export function useAttachment(policyId: string) {
  const { policies, teams } = useClient();
  const queries = useQueryClient();
  const onSettled = refreshAfter(queries, [POLICIES_KEY, 'teams', policyId]);
  return {
    attach: useMutation({
      async mutationFn(teamIds: readonly string[]) {
        const [teamId, ...others] = teamIds;
        if (teamId !== undefined && others.length === 0) {
          await policies.attachPolicy(policyId, teamId);
          return undefined;
        }
        const request: TeamBulkRequest = {
          action: 'attachPolicy',
          ids: [...teamIds],
          parameters: { policyId },
        };
        return (await teams.createTeamBulkJob(request, { idempotencyKey: true })).id;
      },
      onSettled,
    }),
    detach: useMutation({
      mutationFn: (teamId: string) => policies.detachPolicy(policyId, teamId),
      onSettled,
    }),
  };
}

export function usePolicyCheck() {
  const { policies } = useClient();
  return useMutation({ mutationFn: (request: PolicyCheckRequest) => policies.checkPolicies(request) });
}

export function useTemplates() {
  const { catalog } = useClient();
  return useQuery({
    queryKey: ['templates', 'all'],
    queryFn: ({ signal }) => catalog.getCatalogTemplates({ language: '*' }, { signal }),
    staleTime: NAMES_FRESH_MILLISECONDS,
  });
}

export function useLabels(enabled: boolean) {
  const { labels } = useClient();
  return useQuery({
    queryKey: ['labels', 'mine'],
    queryFn: ({ signal }) => labels.getMyLabels({ signal }),
    staleTime: NAMES_FRESH_MILLISECONDS,
    enabled,
  });
}
