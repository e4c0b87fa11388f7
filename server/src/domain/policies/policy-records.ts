/** Audit records of policies. */
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import type { Cause } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';
import type { Policy, PolicyDraft, PolicyKind } from './model.ts';

export const policiesTrail: Trail = { code: 'policies', category: 'Governance' };

type Subject = Pick<Policy, 'id' | 'name' | 'kind'>;

const ofPolicy = {
  target: ({ id, name }: Subject) => ({ type: 'policy', id, displayName: name }),
  fields: {
    policyId: ({ id }: Subject) => id,
    policyName: ({ name }: Subject) => name,
    kind: ({ kind }: Subject) => kind,
  },
};
const aboutPolicy = defineRecords<Subject>(policiesTrail, ofPolicy);
const aboutContent = defineRecords<Subject & PolicyDraft>(policiesTrail, {
  ...ofPolicy,
  fields: {
    ...ofPolicy.fields,
    enabled: ({ enabled }) => enabled,
    mode: ({ mode }) => mode,
    scope: ({ scope }) => scope,
    settings: ({ settings }) => settings,
  },
});

export const policyCreated = aboutContent('policy_created');
export const policyUpdated = aboutPolicy('policy_updated', ['changes']);
export const policyDeleted = aboutContent('policy_deleted');
export const policyAttached = aboutPolicy('policy_attached', ['teamId', 'teamName']);
export const policyDetached = aboutPolicy('policy_detached', ['teamId', 'teamName']);

/** A request or change that a policy in the mode `report` would have rejected. */
export const policyViolationReported = aboutPolicy('policy_violation_reported', [
  'teamId',
  'teamName',
  'message',
]);

interface Reported extends Message {
  policy: PolicyKind;
  source: { id: string; name: string };
}

/**
 * Returns the records of violations of policies in the mode `report`.
 * @param team the changed team, or the requested one, which has no id yet
 */
export const reportRecords = (
  cause: Cause,
  team: { id?: string; displayName: string },
  reports: readonly Reported[],
): NewAuditRecord[] =>
  reports.map(({ policy: kind, source, message }) =>
    policyViolationReported.record({ ...source, kind }, cause, {
      teamId: team.id,
      teamName: team.displayName,
      message,
    }),
  );
