/** What the security trail says of roles given and taken, and of apps that may call (contract 12). */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Role } from '../../engine/principal.ts';
import type { Cause, RegisteredApp } from './ports.ts';

export const roleRecord = (
  type: 'role_assigned' | 'role_revoked',
  principalId: string,
  role: Role,
  { actor, requestId }: Cause,
): NewAuditRecord => ({
  trail: 'security',
  type,
  actor,
  target: { type: 'principal', id: principalId, displayName: principalId },
  requestId,
  fields: { principalId, role },
});

/** Says nothing of the secret but that the app was registered anew. */
export const appRecord = (
  type: 'app_registered' | 'app_changed',
  { appId, displayName, roles, enabled }: RegisteredApp,
  { actor, requestId }: Cause,
): NewAuditRecord => ({
  trail: 'security',
  type,
  actor,
  target: { type: 'app', id: appId, displayName },
  requestId,
  fields: { appId, appName: displayName, roles, enabled },
});
