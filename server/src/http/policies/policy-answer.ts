import { describePolicy } from '../../domain/policies/describe.ts';
import type { Policy } from '../../domain/policies/model.ts';
import { findPolicyPeople } from '../../domain/policies/read-policies.ts';
import type { Principal } from '../../engine/principal.ts';
import { etagOf } from '../etag.ts';
import { Answer, type HttpDeps } from '../route.ts';

/** Returns the policy with the names of its people, and its version as the entity tag. */
export async function policyAnswer(
  deps: HttpDeps,
  { tenantId }: Principal,
  policy: Policy,
  headers: Record<string, string> = {},
) {
  const people = await findPolicyPeople(deps, tenantId, policy);
  return new Answer(
    { ...describePolicy(policy), ...(people.length > 0 && { people }) },
    { etag: etagOf(String(policy.version)), ...headers },
  );
}
