/** Audit records of registrations and connected accounts. They never hold a credential. */
import { defineRecord } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { securityTrail } from '../../engine/audit/refused-calls.ts';
import type { Cause } from '../../engine/principal.ts';
import type { ConnectedAccount } from './account.ts';
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

const OF_ACCESS = ['reason'] as const;
export const accessLost = defineRecord(securityTrail, 'graph_access_lost', OF_ACCESS, 'failure');
export const accessRestored = defineRecord(securityTrail, 'graph_access_restored', OF_ACCESS);

export const accessRecord = (
  definition: typeof accessRestored,
  tenantId: string,
  { actor, requestId }: Cause,
  reason?: string,
): NewAuditRecord =>
  definition.record({
    actor,
    target: { type: 'tenant', id: tenantId, displayName: tenantId },
    requestId,
    fields: reason === undefined ? {} : { reason },
  });

/** Encrypted secrets of a tenant that got another key. */
const secretsRotated = defineRecord(securityTrail, 'secrets_rotated', ['secrets', 'count'] as const);

export const secretsRotatedRecord = (
  tenantId: string,
  secrets: string,
  count: number,
  { actor, requestId }: Cause,
): NewAuditRecord =>
  secretsRotated.record({
    actor,
    target: { type: 'tenant', id: tenantId, displayName: tenantId },
    requestId,
    fields: { secrets, count },
  });

const OF_ACCOUNT = ['userId', 'userName', 'scopes', 'reason'] as const;
export const accountConnected = defineRecord(securityTrail, 'graph_account_connected', OF_ACCOUNT);
export const accountDisconnected = defineRecord(securityTrail, 'graph_account_disconnected', OF_ACCOUNT);
export const accountLost = defineRecord(securityTrail, 'graph_account_lost', OF_ACCOUNT, 'failure');

export const accountRecord = (
  definition: typeof accountConnected,
  { userId, userName, scopes }: ConnectedAccount,
  { actor, requestId }: Cause,
  reason?: string,
): NewAuditRecord =>
  definition.record({
    actor,
    target: { type: 'user', id: userId, displayName: userName },
    requestId,
    fields: { userId, userName, scopes, ...(reason !== undefined && { reason }) },
  });
