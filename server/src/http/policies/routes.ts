import { attachPolicy, detachPolicy } from '../../domain/policies/attach-policy.ts';
import { createPolicy, deletePolicy, updatePolicy } from '../../domain/policies/change-policies.ts';
import { checkPolicies } from '../../domain/policies/check-team.ts';
import type { PolicySettings, PolicyVerdict, Policy as StoredPolicy } from '../../domain/policies/model.ts';
import {
  describePolicy,
  findPolicyPeople,
  getPolicy,
  listPolicies,
  listPolicyTeams,
} from '../../domain/policies/read-policies.ts';
import type { Principal } from '../../engine/principal.ts';
import { reportPolicy } from '../../flows/policy-reports/report-policy.ts';
import { etagOf, IfMatch } from '../etag.ts';
import { Paged, readPage, suiteIdOf } from '../paging.ts';
import { ApiResponse, type HttpDeps, route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import {
  Policies,
  PoliciesQuery,
  Policy,
  PolicyCheckRequest,
  PolicyCheckResult,
  PolicyParams,
  PolicyPayload,
  PolicyReport,
  PolicyTeamParams,
  PolicyTeams,
  PolicyUpdate,
  readScope,
} from './schemas.ts';

/** Returns the policy with the names of the people in it, and its version as the entity tag. */
async function policyResponse(
  deps: HttpDeps,
  { tenantId }: Principal,
  policy: StoredPolicy,
  headers: Record<string, string> = {},
) {
  const people = await findPolicyPeople(deps, tenantId, policy);
  return new ApiResponse(
    { ...describePolicy(policy), ...(people.length > 0 && { people }) },
    { etag: etagOf(String(policy.version)), ...headers },
  );
}

export const getPoliciesRoute = route(
  {
    summary: 'List policies',
    querystring: PoliciesQuery,
    collection: Policies,
    description: 'Includes disabled policies.',
  },
  async (deps, { principal, query }) => {
    const { items, next } = await listPolicies(deps, principal, { kind: query.kind, ...readPage(query) });
    return { items: items.map(describePolicy), next };
  },
);

export const getPolicyRoute = route(
  {
    summary: 'Get a policy',
    errors: [502],
    responseHeaders: ['etag'],
    params: PolicyParams,
    response: Policy,
  },
  async (deps, { principal, params }) =>
    policyResponse(deps, principal, await getPolicy(deps, principal, params)),
);

export const createPolicyRoute = route(
  {
    summary: 'Create a policy',
    errors: [502],
    responseHeaders: ['etag', 'location'],
    body: PolicyPayload,
    response: Policy,
    description:
      'Applies at once to requests, to changes of teams and to existing teams, unless its `mode` is `report`. Applies to the whole tenant unless `scope` is given.',
  },
  async (deps, { principal, context, body, baseUrl }) => {
    const policy = await createPolicy(deps, principal, context, {
      name: body.name,
      description: body.description ?? null,
      kind: body.kind,
      enabled: body.enabled ?? true,
      mode: body.mode ?? 'enforce',
      scope: readScope(body.scope ?? { type: 'tenant' }),
      settings: withoutNulls(body.settings ?? {}) as PolicySettings,
    });
    return policyResponse(deps, principal, policy, { location: `${baseUrl}/policies/${policy.id}` });
  },
);

export const updatePolicyRoute = route(
  {
    summary: 'Change a policy',
    errors: [502],
    responseHeaders: ['etag'],
    params: PolicyParams,
    headers: IfMatch('policy'),
    body: PolicyUpdate,
    response: Policy,
    description:
      'Merges the body into the policy, setting by setting; lists are replaced. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.',
  },
  async (deps, { principal, context, params, body, ifVersion }) => {
    const { scope, description, ...changes } = body;
    const policy = await updatePolicy(deps, principal, context, {
      ...params,
      ifVersion,
      changes: { ...withoutNulls(changes), description, ...(scope && { scope: readScope(scope) }) },
    });
    return policyResponse(deps, principal, policy);
  },
);

export const deletePolicyRoute = route(
  {
    summary: 'Delete a policy',
    params: PolicyParams,
    headers: IfMatch('policy'),
    description:
      'Deletes its attachments too; what it restored in teams stays. With the ETag of getPolicy in `If-Match`, a policy that changed meanwhile is rejected with 412.',
  },
  (deps, { principal, context, params, ifVersion }) =>
    deletePolicy(deps, principal, context, { ...params, ifVersion }),
);

export const attachPolicyRoute = route(
  {
    summary: 'Attach a policy to a team',
    errors: [502],
    params: PolicyTeamParams,
    description:
      'Any team of the suite, also one that the service did not create. Repeating the call changes nothing.',
  },
  (deps, { principal, context, params }) => attachPolicy(deps, principal, context, params),
);

export const detachPolicyRoute = route(
  {
    summary: 'Detach a policy from a team',
    params: PolicyTeamParams,
    description: 'What the policy restored in the team stays.',
  },
  (deps, { principal, context, params }) => detachPolicy(deps, principal, context, params),
);

export const getPolicyTeamsRoute = route(
  {
    summary: 'List the teams that a policy is attached to',
    errors: [502],
    params: PolicyParams,
    querystring: Paged,
    collection: PolicyTeams,
    description: 'By id; without teams that only its scope includes.',
  },
  (deps, { principal, params, query }) =>
    listPolicyTeams(deps, principal, { ...params, ...readPage(query, suiteIdOf) }),
);

export const getPolicyReportRoute = route(
  {
    summary: 'Report the teams that a policy affects',
    errors: [502],
    params: PolicyParams,
    response: PolicyReport,
    description:
      'The teams that the policy would reject or change if it were in force now, also in the mode `report` or switched off. Changes nothing. A policy that applies only to new teams affects no existing team.',
  },
  (deps, { principal, params }) => reportPolicy(deps, principal, params),
);

export const checkPoliciesRoute = route(
  {
    summary: 'Check a name or a visibility against the policies',
    errors: [404, 502],
    body: PolicyCheckRequest,
    response: PolicyCheckResult,
    context: 'policyCheckResult',
    description:
      'For an existing or a new team. Changes nothing. createTeamProvisioningJob with `dryRun=true` checks a whole request.',
  },
  async (deps, { principal, body }) => {
    const { name, visibility, template, metadata, team } = withoutNulls(body);
    const { verdicts, reports } = await checkPolicies(deps, principal, {
      name,
      visibility,
      templateId: template?.id,
      metadata,
      teamId: team?.id,
    });
    return {
      outcome: verdicts.some(({ outcome }) => outcome === 'violated')
        ? ('violated' as const)
        : ('passed' as const),
      verdicts: verdicts.map(describeVerdict),
      ...(reports.length > 0 && { reports: reports.map(describeVerdict) }),
    };
  },
);

const describeVerdict = ({ policy, source, ...verdict }: PolicyVerdict) => ({
  ...verdict,
  policy: { ...source, kind: policy },
});
