/** Audit records of registrations. They never hold a credential. */
import { defineRecord } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { securityTrail } from '../../engine/audit/refused-calls.ts';
import type { Cause } from '../../engine/principal.ts';
import type { TenantRegistration } from './model.ts';

const FIELDS = ['clientId', 'credential'] as const;
export const registrationSet = defineRecord(securityTrail, 'graph_registration_set', FIELDS);
export const registrationRemoved = defineRecord(securityTrail, 'graph_registration_removed', FIELDS);

export const registrationRecord = (
  definition: typeof registrationSet,
  { tenantId, clientId, credential }: TenantRegistration,
  { actor, requestId }: Cause,
): NewAuditRecord =>
  definition.record({
    actor,
    target: { type: 'tenant', id: tenantId, displayName: tenantId },
    requestId,
    fields: { ...(clientId !== undefined && { clientId }), credential },
  });
