/** Audit records of role assignments, registered apps and directory changes (docs/specification.md, section 12). */
import { defineRecord } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import { securityTrail } from '../../engine/audit/refused-calls.ts';
import type { Cause, Role } from '../../engine/principal.ts';
import type { RegisteredApp } from './ports.ts';

const OF_ROLE = ['principalId', 'role'] as const;
export const roleAssigned = defineRecord(securityTrail, 'role_assigned', OF_ROLE);
export const roleRevoked = defineRecord(securityTrail, 'role_revoked', OF_ROLE);

/** The record of a person who was added to the directory at their first call. */
export const userAdded = defineRecord(securityTrail, 'user_added', ['principalId']);
export const usersImported = defineRecord(securityTrail, 'users_imported', ['count']);

const OF_APP = ['appId', 'appName', 'roles', 'enabled'] as const;
export const appRegistered = defineRecord(securityTrail, 'app_registered', OF_APP);
export const appChanged = defineRecord(securityTrail, 'app_changed', [...OF_APP, 'changes']);

export const roleRecord = (
  definition: typeof roleAssigned,
  principalId: string,
  role: Role,
  { actor, requestId }: Cause,
): NewAuditRecord =>
  definition.record({
    actor,
    target: { type: 'principal', id: principalId, displayName: principalId },
    requestId,
    fields: { principalId, role },
  });

/** Returns a record without any part of the secret. A rotation shows as a change of the app. */
export const appRecord = (
  definition: typeof appRegistered,
  { appId, displayName, roles, enabled }: RegisteredApp,
  { actor, requestId }: Cause,
): NewAuditRecord =>
  definition.record({
    actor,
    target: { type: 'app', id: appId, displayName },
    requestId,
    fields: { appId, appName: displayName, roles, enabled },
  });
