/** Audit records of policies. */
import { defineRecord, type RecordDefinition } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { Policy } from './model.ts';

export const policiesTrail: Trail = { code: 'policies', category: 'Governance' };

const OF_POLICY = ['policyId', 'policyName', 'kind'] as const;
const CONTENT = [...OF_POLICY, 'enabled', 'mode', 'scope', 'settings'] as const;
const TEAM = [...OF_POLICY, 'teamId', 'teamName'] as const;

export const policyCreated = defineRecord(policiesTrail, 'policy_created', CONTENT);
export const policyUpdated = defineRecord(policiesTrail, 'policy_updated', [...OF_POLICY, 'changes']);
export const policyDeleted = defineRecord(policiesTrail, 'policy_deleted', CONTENT);
export const policyAttached = defineRecord(policiesTrail, 'policy_attached', TEAM);
export const policyDetached = defineRecord(policiesTrail, 'policy_detached', TEAM);

/** A request or change that a policy in the mode `report` would have rejected. */
export const policyViolationReported = defineRecord(policiesTrail, 'policy_violation_reported', [
  ...TEAM,
  'message',
]);

export const policyRecord = <Field extends string>(
  definition: RecordDefinition<Field | (typeof OF_POLICY)[number]>,
  principal: Principal,
  { requestId }: RequestContext,
  { id, name, kind }: Pick<Policy, 'id' | 'name' | 'kind'>,
  fields: { readonly [Name in Field]?: unknown } = {},
): NewAuditRecord =>
  definition.record({
    actor: actorOf(principal),
    target: { type: 'policy', id, displayName: name },
    requestId,
    fields: { policyId: id, policyName: name, kind, ...fields },
  });
