/** Who calls: built from a token or an app's credentials, read by every access rule. */

/** Who did something, as events and audit records name them. */
export interface Actor {
  id: string;
  kind: 'user' | 'app' | 'system';
  displayName: string;
}

/** Charter itself, where no caller caused what happened. */
export const SYSTEM_ACTOR: Actor = { id: 'charter', kind: 'system', displayName: 'Charter' };

/** Role names of the interface (Authentication 4). */
export const ROLES = [
  'AUTHENTICATED_USER',
  'AUTHORIZED_APP',
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const;
export type Role = (typeof ROLES)[number];

export interface Principal {
  tenantId: string;
  kind: 'user' | 'app';
  /** The directory user's id, or the app's id. Unique within the tenant. */
  id: string;
  displayName: string;
  /** Always holds AUTHENTICATED_USER (users) or AUTHENTICATED_USER and AUTHORIZED_APP (apps). */
  roles: ReadonlySet<Role>;
}

/** On whose behalf an operation runs: a caller's, or Charter's own. */
export type Performer = Omit<Principal, 'kind'> & { kind: Actor['kind'] };

/** Charter as the performer of what the organisation's rules demand. */
export const charterOf = (tenantId: string): Performer => ({ tenantId, ...SYSTEM_ACTOR, roles: new Set() });

/** The caller as events and audit records name it. */
export const actorOf = ({ id, kind, displayName }: Performer): Actor => ({ id, kind, displayName });

/** The call a change belongs to; written beside every event so that a log line, an event and an answer meet. */
export interface RequestContext {
  requestId: string;
  /**
   * Id under which the call's effect is made, and found again: a repeated call with the same Idempotency-Key
   * has the same one, also when the node that took the first died before it could answer.
   */
  operationId: string;
  clientRequestId?: string;
}

/** "Admin" of contract 4: may touch every team of the tenant. */
export const ADMIN_ROLES: readonly Role[] = [
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
  'GOVERNANCE_MANAGER',
  'AUTHORIZED_APP',
];

export const hasAnyRole = (principal: Principal, roles: readonly Role[]): boolean =>
  roles.some((role) => principal.roles.has(role));

export const isAdmin = (principal: Principal): boolean => hasAnyRole(principal, ADMIN_ROLES);
