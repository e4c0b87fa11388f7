import { describePolicy } from '../../domain/policies/describe.ts';
import type { Policy } from '../../domain/policies/model.ts';
import { etagOf } from '../etag.ts';
import { Answer } from '../route.ts';

/** Returns the policy with its version as the entity tag. */
export const policyAnswer = (policy: Policy, headers: Record<string, string> = {}) =>
  new Answer(describePolicy(policy), { etag: etagOf(String(policy.version)), ...headers });
