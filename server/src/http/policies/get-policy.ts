import { describePolicy } from '../../domain/policies/describe.ts';
import { getPolicy } from '../../domain/policies/read-policies.ts';
import { etagOf } from '../etag.ts';
import { route } from '../route.ts';
import { Policy, PolicyParams } from './schemas.ts';

export const getPolicyRoute = route(
  {
    summary: 'Get a policy',
    responseHeaders: ['etag'],
    params: PolicyParams,
    response: Policy,
  },
  async (deps, { principal, params, baseUrl }) => {
    const policy = await getPolicy(deps, principal, params);
    return {
      headers: { etag: etagOf(String(policy.version)) },
      body: { '@odata.context': `${baseUrl}/$metadata#policies/$entity`, ...describePolicy(policy) },
    };
  },
);
