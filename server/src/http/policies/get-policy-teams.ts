import { listPolicyTeams } from '../../domain/policies/read-policies.ts';
import { decodeCursor, encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { PolicyParams, PolicyTeams, PolicyTeamsQuery } from './schemas.ts';

export const getPolicyTeamsRoute = route(
  'getPolicyTeams',
  {
    params: PolicyParams,
    querystring: PolicyTeamsQuery,
    response: refTo(PolicyTeams),
    description:
      'The teams the policy is attached to, by id; not those that its scope holds. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, params, query, baseUrl }) => {
    const { items, next } = await listPolicyTeams(deps, principal, {
      policyId: params.policyId,
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : String(decodeCursor(query.$skiptoken, 1)[0]),
    });
    const address = `${baseUrl}/policies/${params.policyId}/teams`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#policies('${params.policyId}')/teams`,
        '@odata.count': items.length,
        ...(next && { '@odata.nextLink': nextLink(address, query, encodeCursor([next])) }),
        value: items.map(({ teamId, attachedAt }) => ({
          teamId,
          attachedDateTime: attachedAt.toISOString(),
        })),
      },
    };
  },
);
