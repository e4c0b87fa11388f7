import { describePolicy } from '../../domain/policies/describe.ts';
import { listPolicies } from '../../domain/policies/read-policies.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Policies, PoliciesQuery } from './schemas.ts';

export const getPoliciesRoute = route(
  'getPolicies',
  {
    querystring: PoliciesQuery,
    response: refTo(Policies),
    description: 'Those that are off among them. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const { items, next } = await listPolicies(deps, principal, {
      kind: query.kind,
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
    });
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#policies`,
        '@odata.count': items.length,
        ...(next && { '@odata.nextLink': nextLink(`${baseUrl}/policies`, query, encodeCursor([next])) }),
        value: items.map(describePolicy),
      },
    };
  },
);
