/** What a suite brings to the service, which reads it from suites/registry.ts (docs/architecture.md, "To add a suite"). */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Setting, ValuesOf } from '../config/formats.ts';
import type { WritableOrganisation } from '../domain/directory/ports.ts';
import type { RoleAssignmentStore, TenantStore } from '../domain/identity/ports.ts';
import type { AccessStore, AccountStore, RegistrationStore } from '../domain/registrations/ports.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { Store } from '../engine/store.ts';
import type { Lane, Suite, SuiteDeps } from '../engine/suite.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Figure } from '../kernel/figures.ts';

/** The suite as the settings describe it. */
export interface SuiteConfig<Own = unknown> {
  readonly own: Own;
  /** Tenants that the settings name. */
  readonly tenants: readonly string[];
  /** Warnings about settings that are probably mistakes. */
  readonly warnings: readonly string[];
}

/** The stores of the credentials with which the service signs in to tenants. */
export interface SignInStores {
  registrations: RegistrationStore;
  accounts: AccountStore;
  access: AccessStore;
  secrets: SecretBox;
}

/** What a suite is opened over: one pool of connections, for requests or for background work. */
export interface SuiteContext extends SuiteDeps {
  lane: Lane;
  log: Logger;
  /** Undefined for the suite of the readiness checks, which signs in nowhere. */
  signIns: Omit<SignInStores, 'access'> | undefined;
  access: AccessStore;
}

/** What a node offers to its suite. */
export interface NodeServices {
  store: Store;
  tenants: TenantStore;
  secrets: SecretBox;
  clock: Clock;
  log: Logger;
  /** Public address of the service; undefined while it is unknown. */
  publicUrl: string | undefined;
  /** Queues `observe` for the tenant, at most once while it waits. */
  queueObservation(tenantId: string): Promise<void>;
}

/** The part of a suite that works on a node, beside the port that it implements. */
export interface SuiteNode {
  /** Refreshes the copy of the tenant's directory where it is due. Called each minute, on one node at a time. */
  refresh(tenantId: string): Promise<void>;
  /** Reads and records what others have changed in the tenant. */
  observe(tenantId: string): Promise<void>;
  /** Deletes records that are no longer needed. Called each quarter of an hour. */
  removeExpired(tenantId: string): Promise<void>;
  /** Adds pages of the suite to those of the service. */
  addPages(app: FastifyInstance): Promise<void>;
  /** Figures for the metrics of a node that serves pages. */
  figures: readonly Figure[];
}

export interface OpenedSuite {
  suite: Suite;
  /** Undefined when another system keeps the directory. */
  directory: WritableOrganisation | undefined;
  /** Whether the service may act in the tenant. Undefined for a suite that serves all tenants of the issuers. */
  isRegistered?: ((tenantId: string) => Promise<boolean>) | undefined;
  /** Undefined for a suite that works only when it is called. */
  onNode?: ((services: NodeServices) => SuiteNode) | undefined;
}

/** A column with encrypted texts, for the rotation of keys (persistence/sealed-texts.ts). */
export interface SealedColumn {
  /** What the column holds, for the operator. */
  name: string;
  table: string;
  /** Columns of the primary key after the tenant. */
  key: readonly string[];
  /** Columns that the context needs in addition. */
  needs?: readonly string[];
  column: string;
  context(tenantId: string, row: Readonly<Record<string, string>>): string;
}

export interface SuiteDefinition<Settings extends Record<string, Setting<unknown>>, Own> {
  /** Where the teams are, as a part of a sentence about the settings. */
  summary: string;
  settings: Settings;
  /** Whether the service keeps the directory of the suite's people, and may fill it with samples. */
  keepsDirectory: boolean;
  /** Whether the operator can add tenants while the service runs. */
  registersTenants: boolean;
  /** Returns the id of a tenant as the tokens have it. */
  toTenantId(id: string): string;
  /** Checks the settings. Adds a sentence to `problems` for each mistake. */
  configure(values: ValuesOf<Settings>, problems: string[]): SuiteConfig<Own>;
  /** Opens the suite. Loads its code only now, because the code takes memory. */
  open(own: Own, context: SuiteContext): Promise<OpenedSuite>;
  sealed: readonly SealedColumn[];
}

/** A suite whatever its settings are. */
// biome-ignore lint/suspicious/noExplicitAny: a definition reads only what it has configured itself
export type AnySuite = SuiteDefinition<any, any>;

/** Checks the definition of a suite. */
export const defineSuite = <Settings extends Record<string, Setting<unknown>>, Own>(
  definition: SuiteDefinition<Settings, Own>,
): SuiteDefinition<Settings, Own> => definition;

/** The database of an installation, for commands of the operator. */
export interface CommandDatabase {
  registrations: RegistrationStore;
  accounts: AccountStore;
  access: AccessStore;
  tenants: TenantStore;
  roles: RoleAssignmentStore;
  secrets: SecretBox;
  clock: Clock;
}

/** An installation as its settings describe it, for commands of the operator. */
export interface Installation<Own> {
  own: Own;
  publicUrl: string | undefined;
  /** Runs the work with the database of a running service. @throws ServiceUnavailable when no service has run on it */
  withDatabase<Result>(work: (database: CommandDatabase) => Promise<Result>): Promise<Result>;
}
