import type { Cause, Role, Scope } from '../../engine/principal.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { PersonFilter, PositionedQuery } from '../directory/filter.ts';
import type { User } from '../directory/model.ts';
import type { Membership } from '../directory/ports.ts';

/** Cause and time of a change, for the security trail (docs/specification.md, section 12). */
export interface TimedCause extends Cause {
  at: Date;
}

/** A secret of an app. Only its slow hash is stored. */
export interface AppSecret {
  id: string;
  displayName: string | null;
  /** Slow hash (identity/secret-hash.ts). */
  hash: string;
  /** The first characters of a generated secret. Null for a chosen secret. */
  hint: string | null;
  createdAt: Date;
  /** Null when the secret does not expire. */
  expiresAt: Date | null;
  /** Recorded at most once a minute. Null when the secret was never used. */
  lastUsedAt: Date | null;
}

/** An app that calls with Basic credentials (docs/apps.md). */
export interface RegisteredApp {
  tenantId: string;
  appId: string;
  displayName: string;
  /** Roles in addition to AUTHENTICATED_USER and AUTHORIZED_APP. */
  roles: readonly Role[];
  /** Scopes that limit the app. Null for an app without scopes, which is an administrator. */
  scopes: readonly Scope[] | null;
  enabled: boolean;
  createdAt: Date;
  /** Oldest first. */
  secrets: readonly AppSecret[];
}

/** Apps of all tenants. */
export interface AppStore {
  /** Searches all tenants, because Basic credentials name no tenant. */
  find(appId: string): Promise<RegisteredApp | undefined>;
  /**
   * Adds or replaces the app with its secrets, and records the event.
   * @throws Conflict when another tenant has an app with this id
   */
  save(app: RegisteredApp, cause: TimedCause): Promise<void>;
  /** Lists the tenant's apps, ordered by id. */
  list(tenantId: string): Promise<RegisteredApp[]>;
  /** Records the use of a secret, unless a use within the preceding minute is recorded. */
  recordUse(app: Pick<RegisteredApp, 'tenantId' | 'appId'>, secretId: string, at: Date): Promise<void>;
}

export interface AppQuery extends PageQuery {
  /** Text that the name contains, ignoring case. */
  search?: string | undefined;
  enabled?: boolean | undefined;
}

export type SecretNotice = 'expiring' | 'expired';

/** Apps of one tenant. */
export interface TenantAppStore {
  find(appId: string, options?: { lock?: boolean }): Promise<RegisteredApp | undefined>;
  /** Lists at most `top` + 1 apps, ordered by id; the extra one shows that another page follows. */
  listPage(query: AppQuery): Promise<RegisteredApp[]>;
  /** Counts the apps that the filters select. */
  count(query: Omit<AppQuery, 'top' | 'after'>): Promise<number>;
  /**
   * Adds or replaces the app and its set of secrets.
   * @param registeredBy id of the person who registers it, stored with a new app
   */
  put(app: RegisteredApp, registeredBy?: string): Promise<void>;
  remove(appId: string): Promise<void>;
  /**
   * Marks at most `limit` secrets that expire before `before` as notified, and returns them with the name of their app.
   * Marks each secret once for each notice.
   */
  takeEnding(notice: SecretNotice, before: Date, limit: number): Promise<ExpiringSecret[]>;
}

/** A secret that will expire, or has expired. */
export interface ExpiringSecret {
  appId: string;
  appName: string;
  secretId: string;
  secretName: string | null;
  hint: string | null;
  expiresAt: Date;
}

/** Roles that the service assigned in one tenant. Each change is a transaction of its own. */
export interface TenantRoleStore {
  /** Returns the ids of the principals with one of the roles now. */
  holders(roles: readonly Role[]): Promise<string[]>;
  assign(
    principalId: string,
    role: Role,
    cause: TimedCause,
    options?: AssignOptions,
  ): ReturnType<RoleAssignmentStore['assign']>;
  revoke(
    principalId: string,
    role: Role,
    cause: TimedCause,
    options?: RevokeOptions,
  ): ReturnType<RoleAssignmentStore['revoke']>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    apps: TenantAppStore;
    roles: TenantRoleStore;
  }
}

/** Roles that can be assigned. The others follow from the kind of caller. */
export const ASSIGNABLE_ROLES = [
  'INTEGRATION_MANAGER',
  'GOVERNANCE_MANAGER',
  'TEAMS_SERVICE_ADMIN',
  'GLOBAL_ADMIN',
] as const satisfies readonly Role[];
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

/** A group or role of the provider, compared exactly, and the role that it grants. */
export interface RoleMapping {
  name: string;
  role: AssignableRole;
}

/** Who may sign in: everybody whom at least one of the rules admits. */
export interface EntryRules {
  /** Admits everybody whom an issuer has signed in. */
  all: boolean;
  /** Admits everybody in the directory. */
  known: boolean;
  /** Domains of people, in lower case. */
  domains: readonly string[];
  /** Groups of the provider or of the directory. */
  groups: readonly string[];
}

/** A role that the service assigned to a principal. */
export interface RoleAssignment {
  principalId: string;
  role: Role;
}

export interface StoredAssignment extends RoleAssignment {
  /** Null when the role does not end. */
  expiresAt: Date | null;
}

export interface AssignOptions {
  /** End of the role. Default: none. */
  expiresAt?: Date | null | undefined;
  /** Name of the principal, for events and notifications. */
  displayName?: string | undefined;
}

export interface RoleAssignmentQuery {
  /** Page size, 1 to 999. */
  top: number;
  /** The last assignment of the previous page. */
  after: RoleAssignment | undefined;
}

export interface RevokeOptions {
  /** Whether to keep the assignment when nobody else in the tenant has the role without an end. */
  keepLast?: boolean;
}

/** Roles that the service assigns to users and apps, in addition to those of their tokens. */
export interface RoleAssignmentStore {
  rolesOf(tenantId: string, principalId: string): Promise<Role[]>;
  /** Lists every assignment of the tenant, ordered by principal and role. */
  list(tenantId: string): Promise<StoredAssignment[]>;
  /** Lists at most `top` + 1 assignments in the same order; the extra one shows that another page follows. */
  listPage(tenantId: string, query: RoleAssignmentQuery): Promise<StoredAssignment[]>;
  /**
   * Assigns the role, or changes its end, and records an event. Notifies the administrators of a new GLOBAL_ADMIN.
   * Idempotent. Returns `last`, and writes nothing, when GLOBAL_ADMIN would get an end and nobody else has the role
   * without an end.
   */
  assign(
    tenantId: string,
    principalId: string,
    role: Role,
    cause: TimedCause,
    options?: AssignOptions,
  ): Promise<'assigned' | 'last'>;
  /** Removes the assignments that have ended at the time of the cause, and records an event for each. */
  endDue(tenantId: string, cause: TimedCause): Promise<void>;
  /** Assigns the role, with an audit record, unless a principal of the tenant has it. Returns false in that case. */
  assignFirst(tenantId: string, principalId: string, role: Role, cause: TimedCause): Promise<boolean>;
  /** Revokes the role, with an audit record; `absent` and `last` write nothing. Cached roles expire within seconds. */
  revoke(
    tenantId: string,
    principalId: string,
    role: Role,
    cause: TimedCause,
    options?: RevokeOptions,
  ): Promise<'revoked' | 'absent' | 'last'>;
}

export interface Tenant {
  id: string;
  displayName: string;
}

export interface TenantStore {
  find(tenantId: string): Promise<Tenant | undefined>;
  /** Adds or renames the tenant. */
  save(tenant: Tenant): Promise<void>;
  /** Lists the tenants, ordered by display name. */
  list(): Promise<Tenant[]>;
}

/** Signing keys of the embedded issuer, shared by all nodes of one database. */
export interface SigningKeyStore {
  /** Lists private JWKs with their `kid`, newest first. */
  list(): Promise<Record<string, unknown>[]>;
  /** Stores `jwk` unless another node stored a key first. Returns the stored keys, newest first. */
  addFirst(jwk: Record<string, unknown>): Promise<Record<string, unknown>[]>;
}

/**
 * State of the embedded issuer between requests (sessions, codes, grants), shared by all nodes. `kind` is
 * oidc-provider's model name, and `id` is unique within it. Expired entries are never returned.
 */
export interface IssuerSessionStore {
  upsert(
    kind: string,
    id: string,
    payload: Record<string, unknown>,
    expiresInSeconds?: number,
  ): Promise<void>;
  find(kind: string, id: string): Promise<Record<string, unknown> | undefined>;
  /** @param uid `uid` of the payload, or its `userCode` */
  findByUid(kind: string, uid: string): Promise<Record<string, unknown> | undefined>;
  /** Marks the entry as used. Returns false when it was used before, so that only one of two nodes succeeds. */
  consume(kind: string, id: string): Promise<boolean>;
  destroy(kind: string, id: string): Promise<void>;
  /** Deletes the entries of this kind that belong to the grant. */
  revokeByGrant(kind: string, grantId: string): Promise<void>;
  /** Deletes expired entries and returns their number. */
  removeExpired(): Promise<number>;
}

/** Groups of a person at the OpenID provider. */
export interface ProviderGroups {
  names: readonly string[];
  /** False when the person may be in further groups, which the provider did not name. */
  isComplete: boolean;
}

/** The values of a person that a caller can write. */
export interface PersonValues extends User {
  /** The id by which the identity provider's connector knows the person. Null when no connector added them. */
  externalId: string | null;
  /** Directory extension attributes, keys `extension_*`. */
  extensions: Readonly<Record<string, unknown>>;
  /** The manager may be missing from the directory. */
  managerId: string | null;
}

/** A person in a directory that Charter stores. */
export interface StoredPerson extends PersonValues {
  /** Changes whenever a value changes. */
  version: string;
  /** Null for a person who was added by an earlier release. */
  createdAt: Date | null;
  /** Null when nothing has changed since the person was added. */
  changedAt: Date | null;
}

/** A new person. Absent fields have no value. */
export type AddedPerson = Partial<PersonValues> &
  Pick<PersonValues, 'id' | 'displayName' | 'userPrincipalName'>;

/** People in a directory that Charter stores, in the transaction of the events and audit records. */
export interface PersonStore {
  /** @param options.lock locks the person until the transaction ends */
  find(userId: string, options?: { lock?: boolean }): Promise<StoredPerson | undefined>;
  /** Returns the known people with these ids, locked until the transaction ends. */
  lockAll(userIds: readonly string[]): Promise<StoredPerson[]>;
  list(query: PositionedQuery<PersonFilter>): Promise<StoredPerson[]>;
  count(filter: PersonFilter | undefined): Promise<number>;
  /** Adds a person, or a deleted one again. Returns undefined when the id or the user principal name is taken. */
  add(person: AddedPerson): Promise<StoredPerson | undefined>;
  /**
   * Returns the changed person; undefined for an unknown one.
   * @throws NameAlreadyExists when another person has the user principal name
   */
  change(userId: string, changes: Partial<Omit<PersonValues, 'id'>>): Promise<StoredPerson | undefined>;
  /**
   * Deletes the person and their memberships of groups. Their memberships of teams stay. A sign-in does not add them
   * again.
   */
  remove(userId: string): Promise<void>;
  /** Sets the groups of each person, and creates missing groups. Returns the people whose groups changed. */
  setGroups(memberships: readonly Membership[]): Promise<string[]>;
  /** Returns the groups as the last sign-in stored them. */
  providerGroups(userId: string): Promise<ProviderGroups>;
  setProviderGroups(userId: string, groups: ProviderGroups): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    people: PersonStore;
  }
}
