/** Opens the infrastructure of a node over its database. */

import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { OWN_KEY } from '../config/formats.ts';
import type { Config } from '../config.ts';
import { addressFilter } from '../delivery/addresses.ts';
import { hookTargets } from '../delivery/targets.ts';
import type { RuleEngine, RuleFailureListener } from '../domain/catalog/rules.ts';
import type { SecretBox } from '../domain/webhooks/ports.ts';
import type { RateLimit } from '../engine/limits/ports.ts';
import type { Store } from '../engine/store.ts';
import type { Lane } from '../engine/suite.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { RejectedCallLog } from '../http/rejected-calls.ts';
import type { ScryptParameters } from '../identity/secret-hash.ts';
import type { Clock } from '../kernel/clock.ts';
import { isLoopbackHost } from '../kernel/loopback.ts';
import { createAppStore } from '../persistence/apps.ts';
import { createAuditKeyStore } from '../persistence/audit.ts';
import type { AuditSealer } from '../persistence/audit-sealer.ts';
import { suiteDeps } from '../persistence/directory/index.ts';
import { createAccessStore } from '../persistence/graph-access.ts';
import { createAccountStore } from '../persistence/graph-accounts.ts';
import { createRegistrationStore } from '../persistence/graph-registrations.ts';
import { idempotencyStore } from '../persistence/idempotency-keys.ts';
import { createIssuerSessionStore } from '../persistence/issuer-sessions.ts';
import type { StartedQueue } from '../persistence/queue.ts';
import { tenantOptions } from '../persistence/queue.ts';
import type { QueueName } from '../persistence/queues.ts';
import { SharedRateLimiter } from '../persistence/rate-limits.ts';
import { createRoleAssignmentStore } from '../persistence/role-assignments.ts';
import { createScimTokenStore } from '../persistence/scim-tokens.ts';
import { sealedResponses } from '../persistence/sealed-responses.ts';
import { createSecretBox, type KeyedSecretBox } from '../persistence/secret-box.ts';
import type { CharterTables } from '../persistence/tables.ts';
import { createPool, type PoolLimits, Tenancy } from '../persistence/tenancy.ts';
import { TenantGate } from '../persistence/tenant-gate.ts';
import { createTenantStore } from '../persistence/tenants.ts';
import type { SuiteNode } from '../suites/definition.ts';
import { openSuite } from './suite.ts';

const minute = (max: number): RateLimit => ({ max, windowMilliseconds: 60_000 });

export type InfrastructureLimits = PoolLimits & { waitMilliseconds: number; lane: Lane };

/** Limits for requests. They are short, because a caller waits. */
export const requestLimits = (config: Config): InfrastructureLimits => ({
  waitMilliseconds: config.databaseWaitSeconds * 1000,
  lockMilliseconds: config.databaseLockSeconds * 1000,
  statementMilliseconds: config.databaseStatementSeconds * 1000,
  isSerial: true,
  lane: 'requests',
});

/** Limits for background work, which is retried after a failure. */
export const backgroundLimits = ({ workerStatementSeconds }: Config): InfrastructureLimits => ({
  waitMilliseconds: workerStatementSeconds * 1000,
  lockMilliseconds: 10_000,
  statementMilliseconds: workerStatementSeconds * 1000,
  lane: 'background',
});

/**
 * Opens the stores and the suite over one pool.
 * @param secrets decrypts credentials of tenants; without it, the suite knows only the app registration of the settings
 */
export async function openInfrastructure(
  config: Config,
  connectionString: string,
  log: Logger,
  clock: Clock,
  limits: InfrastructureLimits,
  secrets?: SecretBox,
) {
  const onLost = (error: Error): void => {
    if (!pool.ending) log.warn({ err: error }, 'A connection to the database was lost.');
  };
  const pool: Pool = createPool(connectionString, config.databasePoolSize, onLost, limits);
  const gate = new TenantGate(config.tenantConnections, limits.waitMilliseconds);
  const tenancy = new Tenancy<CharterTables>(pool, { gate });
  const suiteTenancy = new Tenancy<object>(pool, { relaxed: true, gate });
  const registrations = createRegistrationStore(tenancy);
  const accounts = createAccountStore(tenancy);
  const access = createAccessStore(tenancy);
  const opened = await openSuite(config, {
    ...suiteDeps(suiteTenancy, clock),
    lane: limits.lane,
    log,
    signIns: secrets && { registrations, accounts, secrets },
    access,
  });
  const apps = createAppStore(tenancy);
  const auditKeys = createAuditKeyStore(tenancy);
  const roleAssignments = createRoleAssignmentStore(tenancy, clock);
  const scimTokens = createScimTokenStore(tenancy);
  const tenants = createTenantStore(tenancy);
  const sessions = createIssuerSessionStore(tenancy, clock);
  const stores = {
    ...{ access, accounts, apps, auditKeys, registrations },
    ...{ roleAssignments, scimTokens, tenants, sessions },
  };
  return { pool, tenancy, ...opened, ...stores };
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

/** Creates the rate limiters of people, apps and SCIM tokens, and the store of idempotency keys. */
export function createCallLimits(
  config: Config,
  infrastructure: Infrastructure,
  secrets: SecretBox,
  clock: Clock,
  log: Logger,
) {
  const limited = (tier3: number, all = config.rateLimitAll) => {
    const limits: RateLimits = {
      tiers: { 1: minute(config.rateLimitTier1), 2: minute(config.rateLimitTier2), 3: minute(tier3) },
      all: minute(all),
    };
    const limiter = new SharedRateLimiter(infrastructure.tenancy, clock, limits, (error) =>
      log.warn(
        { err: error },
        'The database takes no counts of calls. This node enforces the rate limits alone.',
      ),
    );
    return { limits, limiter };
  };
  const ofScim = limited(config.rateLimitScim, config.rateLimitScim);
  return {
    rates: { user: limited(config.rateLimitTier3People), app: limited(config.rateLimitTier3) },
    /** SCIM tokens count as apps. */
    scimRates: { user: ofScim, app: ofScim },
    idempotency: sealedResponses(idempotencyStore(infrastructure.tenancy, clock), secrets),
  };
}

type CallLimits = ReturnType<typeof createCallLimits>;

/**
 * Returns the box that encrypts with the first configured key, or else with the database's own key. It decrypts with
 * all of them, because the own key may have encrypted secrets before a key was configured. The own key is the last one
 * unless the list names its place. A node without the owner's URL lacks the own key, so config/checks.ts requires a
 * configured key.
 */
export const openSecretBox = ({ secretKeys }: Config, ownKey: string | undefined): KeyedSecretBox => {
  const own = ownKey === undefined ? [] : [ownKey];
  const listed = secretKeys.includes(OWN_KEY) ? secretKeys : [...secretKeys, OWN_KEY];
  const [first, ...older] = listed.flatMap((key) => (key === OWN_KEY ? own : key));
  if (first === undefined) throw new Error('There is no key for secrets.');
  return createSecretBox([first, ...older]);
};

/**
 * Returns the checks of the addresses that webhooks may reach. Loopback is allowed only during development: with the
 * embedded issuer, on a node that listens on loopback.
 */
export function webhookAddressChecks({ issuers, host, hookAllowedRanges }: Config) {
  const allowLoopback = issuers.length === 0 && isLoopbackHost(host);
  const mayReach = addressFilter({ allowLoopback, allowedRanges: hookAllowedRanges });
  return { mayReach, targets: hookTargets(mayReach, allowLoopback) };
}

export const lifecycleCapOf = ({ lifecycleMaxPercent, lifecycleMaxTeams }: Config) => ({
  maxPercent: lifecycleMaxPercent,
  maxTeams: lifecycleMaxTeams,
});

export interface Node {
  config: Config;
  infrastructure: Infrastructure;
  /** Connection pools that the metrics describe. */
  pools: Record<'requests' | 'background', Pool>;
  boss: PgBoss;
  onQueued: StartedQueue['onQueued'];
  onSealed: AuditSealer['onSealed'];
  store: Store;
  calls: CallLimits;
  rejected: RejectedCallLog;
  rules: RuleEngine & RuleFailureListener;
  secrets: SecretBox;
  /** Cost of the hashes of apps' secrets. */
  scrypt: ScryptParameters;
  hooks: ReturnType<typeof webhookAddressChecks>;
  clock: Clock;
  log: Logger;
}

/** Queue of the external changes of a tenant. */
const OBSERVE: QueueName = 'observe-teams';

/** Returns the part of the suite that works on the node; undefined for a suite without background work. */
export const suiteOnNode = ({
  config,
  infrastructure,
  boss,
  store,
  secrets,
  clock,
  log,
}: Node): SuiteNode | undefined =>
  infrastructure.onNode?.({
    ...{ store, secrets, clock, log },
    tenants: infrastructure.tenants,
    publicUrl: config.publicUrl,
    queueObservation: async (tenantId) =>
      void (await boss.send(OBSERVE, { tenantId }, tenantOptions(tenantId))),
  });
