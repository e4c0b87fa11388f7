import type { Actor, Role } from '../../engine/principal.ts';

/** Who makes a change, in which call, and when; it stands in the security trail (docs/specification.md, 12). */
export interface Cause {
  actor: Actor;
  requestId: string;
  at: Date;
}

/** An application that may call with Basic credentials (docs/specification.md, 3). */
export interface RegisteredApp {
  tenantId: string;
  appId: string;
  displayName: string;
  /** Slow hash of the secret, in the format of the identity room. */
  secretHash: string;
  /** Roles besides AUTHENTICATED_USER and AUTHORIZED_APP. */
  roles: Role[];
  enabled: boolean;
}

export interface AppStore {
  /** Looks through all tenants: the app's id is all a Basic caller gives. */
  find(appId: string): Promise<RegisteredApp | undefined>;
  /** Adds the app, or replaces it, with its audit record. Conflict when another tenant has an app with this id. */
  save(app: RegisteredApp, cause: Cause): Promise<void>;
  /** By app id. */
  list(tenantId: string): Promise<RegisteredApp[]>;
}

/** Roles that can be assigned. The others follow from what the caller is. */
export const ASSIGNABLE_ROLES = [
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const satisfies readonly Role[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

/** One role that the service itself gives to a principal. */
export interface RoleAssignment {
  principalId: string;
  role: Role;
}

export interface RoleAssignmentQuery {
  /** Page size, 1 to 999. */
  top: number;
  /** The assignment that the page before ended with. */
  after: RoleAssignment | undefined;
}

export interface RevokeOptions {
  /** Refuses to remove the tenant's last assignment of the role. */
  keepLast?: boolean;
}

/** Roles that the service itself gives to users and apps, beside those of their tokens. */
export interface RoleAssignmentStore {
  rolesOf(tenantId: string, principalId: string): Promise<Role[]>;
  /** Every assignment of the tenant, by principal and role. */
  list(tenantId: string): Promise<RoleAssignment[]>;
  /** As list; one more than a page where there is one more. */
  listPage(tenantId: string, query: RoleAssignmentQuery): Promise<RoleAssignment[]>;
  /** Idempotent; a change is written with its audit record. */
  assign(tenantId: string, principalId: string, role: Role, cause: Cause): Promise<void>;
  /** Assigns the role unless somebody of the tenant has it; false when somebody does. */
  assignFirst(tenantId: string, principalId: string, role: Role, cause: Cause): Promise<boolean>;
  /** As assign. Takes effect within the seconds that roles are cached for. */
  revoke(
    tenantId: string,
    principalId: string,
    role: Role,
    cause: Cause,
    options?: RevokeOptions,
  ): Promise<'revoked' | 'absent' | 'last'>;
}

export interface Tenant {
  id: string;
  displayName: string;
}

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | undefined>;
  /** Adds the tenant, or renames it. */
  save(tenant: Tenant): Promise<void>;
  /** By display name. */
  list(): Promise<Tenant[]>;
}

/** Keys that the embedded issuer signs with; shared by all nodes of one database. */
export interface SigningKeyStore {
  /** Private JWKs with their `kid`, newest first. */
  list(): Promise<Record<string, unknown>[]>;
  /** Keeps `jwk` unless another node was first; answers the keys that hold now, newest first. */
  addFirst(jwk: Record<string, unknown>): Promise<Record<string, unknown>[]>;
}

/**
 * What the embedded issuer must remember between requests (sessions, codes, grants), on any node. `kind` is
 * the issuer's name for the sort of thing, `id` is unique within it. What has expired is never found.
 */
export interface IssuerSessionStore {
  upsert(
    kind: string,
    id: string,
    payload: Record<string, unknown>,
    expiresInSeconds?: number,
  ): Promise<void>;
  find(kind: string, id: string): Promise<Record<string, unknown> | undefined>;
  findByUid(kind: string, uid: string): Promise<Record<string, unknown> | undefined>;
  /** Marks it as used; false when it was used before, so that of two nodes only one succeeds. */
  consume(kind: string, id: string): Promise<boolean>;
  destroy(kind: string, id: string): Promise<void>;
  /** Deletes what of this kind was given under the grant. */
  revokeByGrant(kind: string, grantId: string): Promise<void>;
  /** Deletes what has expired; answers how many. */
  removeExpired(): Promise<number>;
}
