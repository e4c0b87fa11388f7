/** The interface between the service and a suite (docs/architecture.md, "To add a suite"). */
import type { Command } from 'commander';
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
import type { Metric } from '../kernel/metrics.ts';

/** The suite as the settings describe it. */
export interface SuiteConfig<Own = unknown> {
  readonly own: Own;
  /** Ids of the tenants in the settings. */
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

/** The dependencies of a suite that use one connection pool: the pool of requests or of background work. */
export interface SuiteContext extends SuiteDeps {
  lane: Lane;
  log: Logger;
  /** Undefined for the readiness checks, whose suite doesn't sign in to tenants. */
  signIns: Omit<SignInStores, 'access'> | undefined;
  access: AccessStore;
}

/** The services that a node provides to its suite. */
export interface NodeServices {
  store: Store;
  tenants: TenantStore;
  secrets: SecretBox;
  clock: Clock;
  log: Logger;
  /** Public address of the service; undefined while it is unknown. */
  publicUrl: string | undefined;
  /** Queues a run of `observe` for the tenant, unless one is already queued. */
  queueObservation(tenantId: string): Promise<void>;
}

/** The background work, pages and metrics that a suite adds to a node. */
export interface SuiteNode {
  /** Refreshes the due parts of the copy of the tenant's directory. Called every minute, on one node at a time. */
  refresh(tenantId: string): Promise<void>;
  /** Reads and records external changes in the tenant. */
  observe(tenantId: string): Promise<void>;
  /** Deletes records that are no longer needed. Called every 15 minutes. */
  removeExpired(tenantId: string): Promise<void>;
  /** Adds pages of the suite to those of the service. */
  addPages(app: FastifyInstance): Promise<void>;
  /** Metrics of a node that serves pages. */
  metrics: readonly Metric[];
}

export interface OpenedSuite {
  suite: Suite;
  /** Undefined when the directory is stored in an external system. */
  directory: WritableOrganisation | undefined;
  /** Whether the service may act in the tenant. Undefined for a suite that serves all tenants of the issuers. */
  isRegistered?: ((tenantId: string) => Promise<boolean>) | undefined;
  /** Undefined for a suite without background work. */
  onNode?: ((services: NodeServices) => SuiteNode) | undefined;
}

/** A column of encrypted texts, for key rotation (persistence/sealed-texts.ts). */
export interface SealedColumn {
  /** Description of the content, shown to the operator. */
  name: string;
  table: string;
  /** Columns of the primary key after the tenant. */
  key: readonly string[];
  /** Further columns that `context` reads. */
  needs?: readonly string[];
  column: string;
  context(tenantId: string, row: Readonly<Record<string, string>>): string;
}

/** Database access for the operator's commands. */
export interface CommandDatabase {
  registrations: RegistrationStore;
  accounts: AccountStore;
  access: AccessStore;
  tenants: TenantStore;
  roles: RoleAssignmentStore;
  secrets: SecretBox;
  clock: Clock;
}

/** An installation as configured, for the operator's commands. */
export interface Installation<Own> {
  own: Own;
  publicUrl: string | undefined;
  /** Runs the work on the service's database. @throws ServiceUnavailable when no service has ever run on it */
  withDatabase<Result>(work: (database: CommandDatabase) => Promise<Result>): Promise<Result>;
}

/** A command of a suite. Its file is imported when it is called. */
interface SuiteVerb<Own> {
  summary: string;
  load: () => Promise<{
    /**
     * Adds arguments, options and the action.
     * @param installation opens the installation; rejects with InvalidRequest when it uses another suite
     */
    define(command: Command, installation: () => Promise<Installation<Own>>): void;
  }>;
}

/** Commands of a suite with the same first word. */
export interface SuiteNoun<Own> {
  summary: string;
  verbs: Readonly<Record<string, SuiteVerb<Own>>>;
}

export interface SuiteDefinition<Settings extends Record<string, Setting<unknown>>, Own> {
  /** Phrase that says where the teams are stored, for the description of CHARTER_SUITE. */
  summary: string;
  settings: Settings;
  /** Whether the service stores the suite's directory and may fill it with sample data. */
  keepsDirectory: boolean;
  /** Whether the operator can add tenants while the service runs. */
  registersTenants: boolean;
  /** Converts the id of a tenant to its form in tokens. */
  toTenantId(id: string): string;
  /** Checks the settings. Adds a sentence to `problems` for each mistake. */
  configure(values: ValuesOf<Settings>, problems: string[]): SuiteConfig<Own>;
  /** Opens the suite. Imports its code lazily, so that unused suites take no memory. */
  open(own: Own, context: SuiteContext): Promise<OpenedSuite>;
  sealed: readonly SealedColumn[];
  /** Commands for `charter` and `charter-server`, by their first word. Absent when there are none. */
  nouns?: Readonly<Record<string, SuiteNoun<Own>>>;
}

/** The definition of a suite with any settings. */
// biome-ignore lint/suspicious/noExplicitAny: a definition reads only what it has configured itself
export type AnySuite = SuiteDefinition<any, any>;

/** Infers the types of a suite's definition. */
export const defineSuite = <Settings extends Record<string, Setting<unknown>>, Own>(
  definition: SuiteDefinition<Settings, Own>,
): SuiteDefinition<Settings, Own> => definition;
