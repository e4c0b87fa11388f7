import { forbidden } from '../kernel/errors.ts';
import type { Message } from '../kernel/messages.ts';

/** The actor of a change, as events and audit records name it. */
export interface Actor {
  id: string;
  kind: 'user' | 'app' | 'system';
  displayName: string;
}

/** The actor of a change that no caller caused: Charter itself. */
export const SYSTEM_ACTOR: Actor = { id: 'charter', kind: 'system', displayName: 'Charter' };

/** The actor of commands that are run on the machine of the service. */
export const OPERATOR: Actor = { ...SYSTEM_ACTOR, displayName: 'The operator of the service' };

/** Role names of the API (docs/specification.md, section 3). */
export const ROLES = [
  'AUTHENTICATED_USER',
  'AUTHORIZED_APP',
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of apps (docs/apps.md). The read-only ones come first. */
export const SCOPES = [
  'teams.read',
  'catalog.read',
  'jobs.read',
  'approvals.read',
  'audit.read',
  'people.read',
  'teams.request',
  'teams.manage',
  'teams.delete',
  'catalog.manage',
  'approvals.decide',
  'hooks.manage',
  'people.manage',
  'governance.manage',
] as const;
export type Scope = (typeof SCOPES)[number];

export const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name);

export interface Principal {
  tenantId: string;
  kind: 'user' | 'app';
  /** The directory user's id, or the app's id. Unique within the tenant. */
  id: string;
  displayName: string;
  /** Always holds AUTHENTICATED_USER (users) or AUTHENTICATED_USER and AUTHORIZED_APP (apps). */
  roles: ReadonlySet<Role>;
  /** Limits an app to the operations of these scopes. Absent for a person and for an app without scopes. */
  scopes?: ReadonlySet<Scope> | undefined;
}

/** The caller on whose behalf an operation runs, or Charter itself. */
export type ActingPrincipal = Omit<Principal, 'kind'> & { kind: Actor['kind'] };

export const charterPrincipal = (tenantId: string): ActingPrincipal => ({
  tenantId,
  ...SYSTEM_ACTOR,
  roles: new Set(),
});

/** Returns the members that events and audit records store. */
export const actorOf = ({ id, kind, displayName }: Actor): Actor => ({ id, kind, displayName });

/** The call that caused a change. Its ids link log lines, events and responses. */
export interface RequestContext {
  requestId: string;
  /**
   * Identifies the effect of the call. A retry with the same Idempotency-Key has the same id, even when the first node
   * died before it responded.
   */
  operationId: string;
  clientRequestId?: string;
}

/** Actor and request of a change, as events and audit records name them. */
export interface Cause {
  actor: Actor;
  requestId: string;
}

/** Returns the caller as the cause of a change. */
export const causeOf = (performer: Actor, { requestId }: RequestContext): Cause => ({
  actor: actorOf(performer),
  requestId,
});

/** Roles of an admin (docs/specification.md, section 4). */
export const ADMIN_ROLES: readonly Role[] = [
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
  'GOVERNANCE_MANAGER',
  'AUTHORIZED_APP',
];

export const hasAnyRole = (principal: Principal, roles: readonly Role[]): boolean =>
  roles.some((role) => principal.roles.has(role));

export const isAdmin = (principal: Principal): boolean => hasAnyRole(principal, ADMIN_ROLES);

/**
 * @param rejection returns the message about the roles that the caller lacks
 * @throws Forbidden
 */
export function assertAdmin(principal: Principal, rejection: (facts: { roles: string }) => Message): void {
  if (!isAdmin(principal)) throw forbidden(rejection({ roles: ADMIN_ROLES.join(', ') }));
}
