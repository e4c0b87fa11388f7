import { createPolicy } from '../../domain/policies/create-policy.ts';
import type { PolicySettings } from '../../domain/policies/model.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../schema.ts';
import { policyAnswer } from './policy-answer.ts';
import { Policy, PolicyPayload, readScope } from './schemas.ts';

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
    return policyAnswer(deps, principal, policy, { location: `${baseUrl}/policies/${policy.id}` });
  },
);
