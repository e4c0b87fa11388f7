/** Policies: rules of the organisation that teams comply with, and the teams they are attached to. */
import { type Api, bodyOf, type ToInit } from './caller.ts';
import type * as models from './models.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import { itemsOf } from './pages.ts';

export function policies(api: Api, init: ToInit) {
  const at = (policyId: string) => ({ params: { path: { policyId } } });
  const atTeam = (policyId: string, teamId: string) => ({ params: { path: { policyId, teamId } } });
  const getPolicies = (query: models.PolicyQuery = {}, options: CallOptions = {}): Promise<models.Policies> =>
    bodyOf(api.GET('/v1.0/policies', { ...init(options), params: { query } }));
  const getPolicyTeams = (
    policyId: string,
    query: models.PolicyTeamQuery = {},
    options: CallOptions = {},
  ): Promise<models.PolicyTeams> =>
    bodyOf(
      api.GET('/v1.0/policies/{policyId}/teams', {
        ...init(options),
        params: { path: { policyId }, query },
      }),
    );
  return {
    /** One page. */
    getPolicies,

    /** Every policy the query finds, page by page. */
    list: (query: models.PolicyQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.PolicyQuery, models.Policy>(query, (page) => getPolicies(page, options)),

    getPolicy: (policyId: string, options: CallOptions = {}): Promise<models.Policy> =>
      bodyOf(api.GET('/v1.0/policies/{policyId}', { ...init(options), ...at(policyId) })),

    createPolicy: (body: models.PolicyPayload, options: PostOptions = {}): Promise<models.Policy> =>
      bodyOf(api.POST('/v1.0/policies', { ...init(options), body })),

    /** Merges; lists among the settings are replaced. */
    updatePolicy: (
      policyId: string,
      body: models.PolicyUpdate,
      options: PatchOptions = {},
    ): Promise<models.Policy> =>
      bodyOf(api.PATCH('/v1.0/policies/{policyId}', { ...init(options), ...at(policyId), body })),

    deletePolicy: async (policyId: string, options: CallOptions = {}): Promise<void> => {
      await bodyOf(api.DELETE('/v1.0/policies/{policyId}', { ...init(options), ...at(policyId) }));
    },

    /** One page of the teams that the policy is attached to. */
    getPolicyTeams,

    /** Every team that the policy is attached to, page by page. */
    teams: (policyId: string, query: models.PolicyTeamQuery = {}, options: CallOptions = {}) =>
      itemsOf<models.PolicyTeamQuery, models.PolicyTeam>(query, (page) =>
        getPolicyTeams(policyId, page, options),
      ),

    attachPolicy: async (policyId: string, teamId: string, options: CallOptions = {}): Promise<void> => {
      const call = { ...init(options), ...atTeam(policyId, teamId) };
      await bodyOf(api.PUT('/v1.0/policies/{policyId}/teams/{teamId}', call));
    },

    detachPolicy: async (policyId: string, teamId: string, options: CallOptions = {}): Promise<void> => {
      const call = { ...init(options), ...atTeam(policyId, teamId) };
      await bodyOf(api.DELETE('/v1.0/policies/{policyId}/teams/{teamId}', call));
    },

    /** What the policies say of a name or a visibility; changes nothing. */
    checkPolicies: (
      body: models.PolicyCheckRequest,
      options: PostOptions = {},
    ): Promise<models.PolicyCheckResult> =>
      bodyOf(api.POST('/v1.0/policies/check', { ...init(options), body })),
  };
}
