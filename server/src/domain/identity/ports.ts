import type { Role } from '../principal.ts';

/** An application that may call with Basic credentials (contract 3). */
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
  save(app: RegisteredApp): Promise<void>;
  list(tenantId: string): Promise<RegisteredApp[]>;
}

/** Roles that the service itself gives to users and apps, beside those of their tokens. */
export interface RoleAssignmentStore {
  rolesOf(tenantId: string, principalId: string): Promise<Role[]>;
  assign(tenantId: string, principalId: string, role: Role): Promise<void>;
}

export interface Tenant {
  id: string;
  displayName: string;
}

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | undefined>;
  /** Adds the tenant, or renames it. */
  save(tenant: Tenant): Promise<void>;
  list(): Promise<Tenant[]>;
}

/** Keys that the embedded issuer signs with; shared by all nodes of one database. */
export interface SigningKeyStore {
  /** Private JWKs, newest first. */
  list(): Promise<Record<string, unknown>[]>;
  /** Keeps `jwk` unless another node was first; answers the keys that hold now. */
  addFirst(jwk: Record<string, unknown>): Promise<Record<string, unknown>[]>;
}

/** What the embedded issuer must remember between requests (sessions, codes, grants), on any node. */
export interface IssuerSessionStore {
  upsert(
    kind: string,
    id: string,
    payload: Record<string, unknown>,
    expiresInSeconds?: number,
  ): Promise<void>;
  find(kind: string, id: string): Promise<Record<string, unknown> | undefined>;
  findByUid(kind: string, uid: string): Promise<Record<string, unknown> | undefined>;
  consume(kind: string, id: string): Promise<void>;
  destroy(kind: string, id: string): Promise<void>;
  revokeByGrant(grantId: string): Promise<void>;
}
