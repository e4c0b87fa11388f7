/**
 * The only composition root: configuration -> database -> suite -> queue -> http, workers. Everything is
 * wired here by hand, and nothing else sees all rooms. Longer than other files, so that the wiring is seen at
 * once.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { type Logger, pino } from 'pino';
import { type Config, hostInUrl, readConfig } from './config.ts';
import { addressFilter } from './delivery/addresses.ts';
import { Deliverer } from './delivery/deliverer.ts';
import { createMailer } from './delivery/mail.ts';
import { createSender } from './delivery/sender.ts';
import { hookTargets } from './delivery/targets.ts';
import { startDeliveryWorker } from './delivery/worker.ts';
import { RuleFailureLog } from './domain/catalog/rule-failures.ts';
import type { RuleEngine, RuleFailureListener } from './domain/catalog/rules.ts';
import { admitPerson } from './domain/identity/admit-person.ts';
import { appointFirstAdministrator } from './domain/identity/appoint-first-administrator.ts';
import { openOrganisation } from './domain/identity/open-organisation.ts';
import { type SendMailDeps, sendMail } from './domain/notifications/send-mail.ts';
import { createPolicy } from './domain/policies/create-policy.ts';
import type { SecretBox } from './domain/webhooks/ports.ts';
import { removeOldDeliveries } from './domain/webhooks/remove-old-deliveries.ts';
import { CheckpointWriter } from './engine/audit/checkpoints.ts';
import { pruneRecords } from './engine/audit/prune-records.ts';
import { recoverIntents } from './engine/intents/recover.ts';
import type { RateLimit } from './engine/limits/ports.ts';
import type { Store } from './engine/store.ts';
import { expireApprovals } from './flows/approvals/expire-approvals.ts';
import { remindApprovers } from './flows/approvals/remind-approvers.ts';
import { requestApprovals } from './flows/approvals/request-approval.ts';
import { TRAILS } from './flows/definitions.ts';
import { JOB_DEFINITIONS } from './flows/jobs/definitions.ts';
import { type RunLifecycleDeps, runLifecycle } from './flows/lifecycle/run-lifecycle.ts';
import { startScheduledRun } from './flows/lifecycle/start-run.ts';
import { SUITE_OPERATIONS } from './flows/recovery/suite-operations.ts';
import { restoreDueTeams } from './flows/restoration/restore-teams.ts';
import { createApp } from './http/app.ts';
import { assertCanListen } from './http/listen.ts';
import { addHealth, addMetrics, type WebhookFigures } from './http/pages/health.ts';
import { addIssuer } from './http/pages/issuer.ts';
import { addReference } from './http/pages/reference.ts';
import { type RateLimits, rateLimitGate } from './http/rate-limits.ts';
import { RefusedCallLog } from './http/refused-calls.ts';
import { createAuthenticator } from './identity/authenticate.ts';
import { assertEmbeddedIssuerAllowed } from './identity/embedded-issuer/allowance.ts';
import { createEmbeddedIssuer, type EmbeddedIssuer } from './identity/embedded-issuer/embedded-issuer.ts';
import { keepingTenants } from './identity/known-tenants.ts';
import { isLoopbackHost } from './identity/loopback.ts';
import { registerApp } from './identity/register-app.ts';
import { hashSecret } from './identity/secret-hash.ts';
import type { Clock } from './kernel/clock.ts';
import { withinTime } from './kernel/deadline.ts';
import { CharterError } from './kernel/errors.ts';
import { createAppStore } from './persistence/apps.ts';
import { createAuditKeyStore } from './persistence/audit.ts';
import { openCheckpoints } from './persistence/audit-checkpoints.ts';
import { startSealing } from './persistence/audit-sealing.ts';
import { closerOf } from './persistence/close-pool.ts';
import { findServiceUrl, openDatabase } from './persistence/database.ts';
import { DatabaseClock, SYNCHRONISATION_MILLISECONDS } from './persistence/database-clock.ts';
import { WEBHOOKS_CHANNEL } from './persistence/deliveries.ts';
import { CLAIM_RENEWAL_MILLISECONDS, idempotencyStore } from './persistence/idempotency-keys.ts';
import { createIssuerSessionStore } from './persistence/issuer-sessions.ts';
import { startQueue } from './persistence/queue.ts';
import { listen } from './persistence/queue-database.ts';
import { SharedRateLimiter } from './persistence/rate-limits.ts';
import { assertQueue, assertWritable, openReadinessPool } from './persistence/readiness.ts';
import { createRoleAssignmentStore } from './persistence/role-assignments.ts';
import { sealedAnswers } from './persistence/sealed-answers.ts';
import { createSecretBox } from './persistence/secret-box.ts';
import { createSigningKeyStore } from './persistence/signing-keys.ts';
import type { CharterTables } from './persistence/tables.ts';
import { createPool, type PoolLimits, Tenancy } from './persistence/tenancy.ts';
import { TenantGate } from './persistence/tenant-gate.ts';
import { createTenantStore } from './persistence/tenants.ts';
import { createStore } from './persistence/unit-of-work.ts';
import { createRuleEngine } from './rules/engine.ts';
import { type FilledOrganisation, fillSampleOrganisations } from './sample/fill.ts';
import { createEmbeddedSuite } from './suites/embedded/index.ts';
import type { EmbeddedSuiteTables } from './suites/embedded/tables.ts';
import { type ScheduledWork, startWorkers } from './workers/index.ts';
import { startRepeated } from './workers/repeated.ts';

/** Of the service, as webhooks name it. */
const { version: VERSION } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

/** `aud` of the embedded issuer's tokens. */
const EMBEDDED_AUDIENCE = 'charter';

const minute = (max: number): RateLimit => ({ max, windowMilliseconds: 60_000 });

export interface RunningService {
  /** Where it listens; undefined for a node without `api`. */
  url: string | undefined;
  /** Sample organisations filled in by this start, and the secrets of their apps. */
  filled: FilledOrganisation[];
  /** Takes no more work, waits for what is under way as long as the settings say, and ends everything it started. */
  stop(): Promise<void>;
  /** Resolves when a part that the service can't work without has ended by itself. */
  lost: Promise<string>;
}

/** What the log says of an error. Fields that libraries hang on errors, such as a whole connection, stay out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { name, message, ...code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

const createLog = (config: Config): Logger =>
  pino(
    {
      level: config.logLevel,
      base: { node: config.nodeName },
      serializers: { err: describeError },
    },
    // Standard output is for people and scripts.
    pino.destination({ dest: 2, sync: false }),
  );

type PartLimits = PoolLimits & { waitMilliseconds: number };

/** A caller waits for requests, so they fail soon. */
const requestLimits = (config: Config): PartLimits => ({
  waitMilliseconds: config.databaseWaitSeconds * 1000,
  lockMilliseconds: config.databaseLockSeconds * 1000,
  statementMilliseconds: config.databaseStatementSeconds * 1000,
  isSerial: true,
});

const backgroundLimits = ({ workerStatementSeconds }: Config): PartLimits => ({
  waitMilliseconds: workerStatementSeconds * 1000,
  statementMilliseconds: workerStatementSeconds * 1000,
});

/** Stores and parts over one pool. */
function openParts(config: Config, connectionString: string, log: Logger, clock: Clock, limits: PartLimits) {
  const onLost = (error: Error): void => {
    if (!pool.ending) log.warn({ err: error }, 'A connection to the database was lost.');
  };
  const pool: Pool = createPool(connectionString, config.databasePoolSize, onLost, limits);
  const gate = new TenantGate(config.tenantConnections, limits.waitMilliseconds);
  const tenancy = new Tenancy<CharterTables>(pool, { gate });
  const suiteTenancy = new Tenancy<EmbeddedSuiteTables>(pool, { relaxed: true, gate });
  const suite = createEmbeddedSuite(suiteTenancy, clock);
  const apps = createAppStore(tenancy);
  const auditKeys = createAuditKeyStore(tenancy);
  const roleAssignments = createRoleAssignmentStore(tenancy);
  const tenants = createTenantStore(tenancy);
  const sessions = createIssuerSessionStore(tenancy, clock);
  return { pool, tenancy, suite, apps, auditKeys, roleAssignments, tenants, sessions };
}

type Parts = ReturnType<typeof openParts>;

/** The embedded issuer, unless the configuration names another one. */
function openIssuer(
  config: Config,
  { apps, roleAssignments, sessions, suite, tenancy, tenants }: Parts,
  log: Logger,
  clock: Clock,
  publicUrl: () => string,
): EmbeddedIssuer | undefined {
  if (config.issuers.length > 0) return undefined;
  return createEmbeddedIssuer({
    publicUrl,
    audience: EMBEDDED_AUDIENCE,
    signingKeys: createSigningKeyStore(tenancy),
    sessions,
    tenants,
    users: suite.users,
    roleAssignments,
    apps,
    clock,
    log,
  });
}

/** What the node counts and keeps about calls. */
function createCallLimits(config: Config, parts: Parts, secrets: SecretBox, clock: Clock) {
  const limits: RateLimits = {
    tiers: {
      1: minute(config.rateLimitTier1),
      2: minute(config.rateLimitTier2),
      3: minute(config.rateLimitTier3),
    },
    all: minute(config.rateLimitAll),
  };
  return {
    limits,
    limiter: new SharedRateLimiter(parts.tenancy, clock, limits),
    idempotency: sealedAnswers(idempotencyStore(parts.tenancy, clock), secrets),
  };
}

type CallLimits = ReturnType<typeof createCallLimits>;

/** Encrypts with the first configured key. The database's own key comes last, so that it decrypts what was sealed before. */
const openSecretBox = ({ secretKeys }: Config, ownKey: string): SecretBox => {
  const [first = ownKey, ...older] = [...secretKeys, ownKey];
  return createSecretBox([first, ...older]);
};

/** Where webhooks may be sent to: loopback only while developing against the sample organisation. */
function reachOfHooks({ issuers, host, hookAllowedRanges }: Config) {
  const allowLoopback = issuers.length === 0 && isLoopbackHost(host);
  const mayReach = addressFilter({ allowLoopback, allowedRanges: hookAllowedRanges });
  return { mayReach, targets: hookTargets(mayReach, allowLoopback) };
}

/** How often a node looks whether there are audit records to sign. */
const CHECKPOINT_MILLISECONDS = 60_000;
/** For the last checkpoint of a node that stops. */
const LAST_CHECKPOINT_MILLISECONDS = 5_000;

/**
 * Signs checkpoints of the audit trails by a timer of this process: a schedule in the database could be stopped
 * by whoever writes the database. Returns what stops it, after a last checkpoint.
 */
async function startNodeCheckpoints({
  config,
  parts,
  store,
  clock,
  log,
}: Pick<Node, 'config' | 'parts' | 'store' | 'clock' | 'log'>): Promise<() => Promise<void>> {
  const { dataDirectory, auditSigningKey, auditCheckpointDirectory, auditRetention: retention } = config;
  const places = {
    keyFile: auditSigningKey ?? join(dataDirectory, 'audit-signing-key.pem'),
    directory: auditCheckpointDirectory ?? join(dataDirectory, 'audit-checkpoints'),
    memoryFile: join(dataDirectory, 'audit-last-checkpoints.json'),
  };
  const onWritten = (line: string) => log.info({ checkpoint: line }, 'Audit checkpoint');
  const writer = new CheckpointWriter({
    ...(await openCheckpoints(places, { keys: parts.auditKeys, clock, onWritten })),
    store,
    tenants: async () => (await parts.tenants.list()).map(({ id }) => id),
    retention,
    clock,
    report: (error, details) => log.error({ err: error, ...details }, 'An audit checkpoint failed.'),
  });
  const work = {
    name: 'audit-checkpoints',
    milliseconds: CHECKPOINT_MILLISECONDS,
    run: () => writer.writeAll(),
  };
  const repeated = startRepeated(work, log);
  return async () => {
    await repeated.stop(LAST_CHECKPOINT_MILLISECONDS);
    const tooLate = () => new Error('The last audit checkpoint took too long; the next start signs the gap.');
    await withinTime(writer.writeAll(), LAST_CHECKPOINT_MILLISECONDS, tooLate);
  };
}

/** What sending mail takes; without an SMTP server none is sent. */
function mailOf({ config, parts, store, clock, log }: Node, publicUrl: () => string): SendMailDeps {
  const { smtpUrl: url, mailFrom: from, mailKindsOff: kindsOff } = config;
  return {
    store,
    suite: parts.suite,
    clock,
    mailer: url === undefined || from === undefined ? undefined : createMailer({ url, from }),
    kindsOff,
    publicUrl,
    onFailure: (error, details) => log.warn({ err: error, ...details }, 'A mail could not be sent.'),
  };
}

const lifecycleCapOf = ({ lifecycleMaxPercent, lifecycleMaxTeams }: Config) => ({
  maxPercent: lifecycleMaxPercent,
  maxTeams: lifecycleMaxTeams,
});

/** What lifecycle runs take. */
function lifecycleOf({ config, parts, store, clock, log }: Node, tenantId: string): RunLifecycleDeps {
  return {
    store,
    suite: parts.suite,
    roles: parts.roleAssignments,
    clock,
    settings: { lifecycleCap: lifecycleCapOf(config) },
    report: (error, details) =>
      log.error({ err: error, tenantId, ...details }, 'A lifecycle run met an error.'),
  };
}

/** Begins the tenant's lifecycle run if it is due, and does those that wait. */
async function runLifecycles(node: Node, tenantId: string): Promise<void> {
  const deps = lifecycleOf(node, tenantId);
  await startScheduledRun(deps, tenantId, node.config.lifecycleHours);
  while (await runLifecycle(deps, tenantId));
}

/** Work that is due from time to time, over all tenants. */
async function scheduledWork(node: Node, publicUrl: () => string): Promise<ScheduledWork[]> {
  const { config, parts, store, calls, clock, log } = node;
  const overTenants = async (sweep: (tenantId: string) => Promise<unknown>): Promise<void> => {
    for (const { id } of await parts.tenants.list()) await sweep(id);
  };
  const report = (error: unknown, intent: object) =>
    log.error({ err: error, ...intent }, 'An operation on the suite could not be finished.');
  const mail = mailOf(node, publicUrl);
  const recovery = { store, suite: parts.suite, clock, report };
  return [
    {
      queue: 'recover-intents',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => recoverIntents(recovery, SUITE_OPERATIONS, tenantId)),
    },
    {
      queue: 'audit-retention',
      cron: '23 3 * * *',
      run: () => overTenants((tenantId) => pruneRecords({ store, clock, trails: TRAILS }, tenantId)),
    },
    {
      queue: 'remind-approvers',
      cron: '*/15 * * * *',
      run: () =>
        overTenants(async (tenantId) => {
          const everyDays = config.approvalReminderDays;
          if (everyDays > 0) await remindApprovers({ store, clock }, tenantId, everyDays);
        }),
    },
    {
      queue: 'send-mail',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => sendMail(mail, tenantId)),
    },
    {
      queue: 'expire-approvals',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => expireApprovals({ store, clock }, tenantId)),
    },
    {
      queue: 'run-lifecycles',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => runLifecycles(node, tenantId)),
    },
    {
      queue: 'remove-expired',
      cron: '*/15 * * * *',
      run: async () => {
        await parts.sessions.removeExpired();
        await overTenants((tenantId) => calls.idempotency.removeExpired(tenantId));
        await overTenants((tenantId) => calls.limiter.removeExpired(tenantId));
        await overTenants((tenantId) => removeOldDeliveries({ store, clock }, tenantId));
      },
    },
  ];
}

interface Node {
  config: Config;
  parts: Parts;
  /** For the metrics. */
  pools: Record<'requests' | 'background', Pool>;
  boss: PgBoss;
  store: Store;
  calls: CallLimits;
  refused: RefusedCallLog;
  rules: RuleEngine & RuleFailureListener;
  secrets: SecretBox;
  hooks: ReturnType<typeof reachOfHooks>;
  clock: Clock;
  log: Logger;
}

function createNodeAuthenticator(
  { config, parts, store, clock, log }: Node,
  issuer: EmbeddedIssuer | undefined,
) {
  const admission = { users: parts.suite.users, directory: parts.suite, store, clock };
  const authenticator = createAuthenticator({
    trustedIssuers: config.issuers,
    allowedTenants: config.tenants,
    ...(issuer && { ownTokens: issuer }),
    apps: parts.apps,
    roleAssignments: parts.roleAssignments,
    users: parts.suite.users,
    // The embedded issuer signs in people of the directory only.
    ...(issuer === undefined && {
      admit: (tenantId, id, profile) => admitPerson(admission, tenantId, id, profile),
    }),
    clock,
    log,
  });
  return keepingTenants(authenticator, {
    tenants: parts.tenants,
    open: (tenantId) =>
      openOrganisation({ suite: parts.suite, directory: parts.suite }, tenantId, config.organisation),
  });
}

async function startApi(
  node: Node,
  publicUrl: () => string,
  readiness: Pool,
  webhooks: WebhookFigures | undefined,
): Promise<FastifyInstance> {
  const { config, parts, store, calls, rules, clock, log } = node;
  const issuer = openIssuer(config, parts, log, clock, publicUrl);
  const app = await createApp({
    deps: {
      store,
      suite: parts.suite,
      auditKeys: parts.auditKeys,
      rules,
      approvals: requestApprovals(parts.suite, config),
      secrets: node.secrets,
      hookTargets: node.hooks.targets,
      clock,
      settings: {
        auditRetention: config.auditRetention,
        teamNameMaxLength: config.teamNameMaxLength,
        lifecycleCap: lifecycleCapOf(config),
      },
      roles: parts.roleAssignments,
      apps: parts.apps,
      hashSecret: (secret) => hashSecret(secret),
      directory: parts.suite,
    },
    authenticator: createNodeAuthenticator(node, issuer),
    limit: rateLimitGate(calls.limiter, calls.limits),
    idempotency: calls.idempotency,
    onRefused: (refused) => node.refused.note(refused),
    log,
    publicUrl,
    beforeRoutes: async (bare) => addMetrics(bare, node.pools, webhooks),
  });
  const readinessSuite = createEmbeddedSuite(new Tenancy<EmbeddedSuiteTables>(readiness), clock);
  addHealth(app, [
    { name: 'database', check: () => assertWritable(readiness) },
    { name: 'queue', check: () => assertQueue(readiness) },
    { name: 'suite', check: () => readinessSuite.ping() },
  ]);
  addReference(app);
  if (issuer) await addIssuer(app, issuer);
  app.server.maxConnections = config.maxConnections;
  await app.listen({ host: config.host, port: config.port });
  return app;
}

async function startNodeWorkers(node: Node, publicUrl: () => string) {
  const { config, parts, boss, store, clock, log } = node;
  return startWorkers({
    boss,
    concurrency: config.workerConcurrency,
    deps: {
      store,
      suite: parts.suite,
      definitions: JOB_DEFINITIONS,
      clock,
      log,
    },
    scheduled: await scheduledWork(node, publicUrl),
    ofTenants: [
      {
        queue: 'continue-lifecycle',
        run: async (tenantId) => void (await runLifecycle(lifecycleOf(node, tenantId), tenantId)),
      },
    ],
    log,
  });
}

/** How soon after an event a team is looked at; contract of the policies: within a minute. */
const RESTORATION_MILLISECONDS = 20_000;

/** Teams that are due to be compared with their policies. */
function startNodeRestorations({ parts, store, clock, log }: Node) {
  const report = (error: unknown, details: object) =>
    log.warn({ err: error, ...details }, 'A team could not be restored to what its policies ask for.');
  const deps = { store, suite: parts.suite, clock, report };
  const run = async (stopping: AbortSignal): Promise<void> => {
    for (const { id: tenantId } of await parts.tenants.list()) {
      await restoreDueTeams(deps, tenantId, stopping).catch((error) => report(error, { tenantId }));
    }
  };
  return startRepeated({ name: 'restore-teams', milliseconds: RESTORATION_MILLISECONDS, run }, log);
}

/** Sends webhooks; `serviceUrl` is what it listens on. */
function startNodeDeliveries({ config, parts, store, secrets, hooks, clock, log }: Node, serviceUrl: string) {
  const deliverer = new Deliverer({
    store,
    suite: parts.suite,
    clock,
    secrets,
    sender: createSender({ mayReach: hooks.mayReach }),
    headerPrefix: config.hookHeaderPrefix,
    version: VERSION,
    log,
  });
  return startDeliveryWorker({
    deliverer,
    listen: (ear) => listen(serviceUrl, WEBHOOKS_CHANNEL, ear),
    tenants: async () => (await parts.tenants.list()).map(({ id }) => id),
    log,
  });
}

const SKEW_WARNING_MILLISECONDS = 2_000;

/** Sets the clock by the database's, now and again and again. */
async function followDatabaseClock(clock: DatabaseClock, pool: Pool, log: Logger) {
  let warnedOf = 0;
  const synchronise = async (): Promise<void> => {
    await clock.synchronise(pool);
    const skew = clock.skew();
    if (Math.abs(skew - warnedOf) < SKEW_WARNING_MILLISECONDS) return;
    warnedOf = skew;
    log.warn({ skewMilliseconds: skew }, "This machine's clock differs from the database's, which is used.");
  };
  await synchronise();
  const milliseconds = SYNCHRONISATION_MILLISECONDS;
  return startRepeated({ name: 'synchronise-clock', milliseconds, run: synchronise }, log);
}

const wantsSample = (config: Config): boolean =>
  config.sampleData === 'on' || (config.sampleData === 'auto' && config.issuers.length === 0);

/**
 * Fills in the sample organisations that are missing, one node at a time; answers the new ones with the
 * secrets of their apps, which are kept nowhere.
 */
async function fillSample({ parts, store, rules, clock }: Node): Promise<FilledOrganisation[]> {
  const lock = await parts.pool.connect();
  try {
    await lock.query("select pg_advisory_lock(hashtextextended('charter.sample', 0))");
    const { apps, roleAssignments: roles, suite, tenants } = parts;
    return await fillSampleOrganisations({
      tenants,
      administration: suite,
      suite,
      store,
      rules,
      roles,
      registerApp: (app, cause) => registerApp({ apps }, app, cause),
      createPolicy: (principal, context, draft) =>
        createPolicy({ store, suite, clock }, principal, context, draft),
      clock,
    });
  } finally {
    // Closed, not returned: the lock goes with the session, also when unlocking would fail.
    lock.release(true);
  }
}

/** Ends what was started, last first; each part gets its turn also when one before it fails. */
async function endAll(endings: readonly (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const end of [...endings].reverse()) {
    await end().catch((error: unknown) => log.error({ err: error }, 'A part did not end cleanly.'));
  }
}

/**
 * Starts a node: database, queue, API and workers, as the configuration says.
 * @throws ConfigError or CharterError with a sentence for the operator; nothing is left running then.
 */
export async function serve(config: Config = readConfig(), givenClock?: Clock): Promise<RunningService> {
  const databaseClock = new DatabaseClock();
  const clock = givenClock ?? databaseClock;
  if (config.services.includes('api')) {
    if (config.issuers.length === 0) {
      assertEmbeddedIssuerAllowed({ host: config.host, allowance: config.embeddedIssuerBeyondLoopback });
    }
    await assertCanListen(config);
  }
  const log = createLog(config);
  const endings: (() => Promise<unknown>)[] = [];
  try {
    const database = await openDatabase({ ...config, log: (line) => log.info(line) });
    endings.push(() => database.stop());
    let url: string | undefined;
    const publicUrl = (): string => config.publicUrl ?? url ?? '';
    const openNodeParts = (limits: PartLimits): Parts => {
      const opened = openParts(config, database.serviceUrl, log, clock, limits);
      endings.push(closerOf(opened.pool));
      return opened;
    };
    const parts = openNodeParts(requestLimits(config));
    const backgroundParts = openNodeParts(backgroundLimits(config));
    const following = await followDatabaseClock(databaseClock, backgroundParts.pool, log);
    endings.push(() => following.stop(0));
    const queue = await startQueue({
      connectionString: database.serviceUrl,
      works: config.services.includes('worker'),
      concurrency: config.workerConcurrency,
      onError: (error) => log.error({ err: error }, 'The queue met an error.'),
    });
    endings.push(() => queue.stop());
    const { boss } = queue;
    const sealing = startSealing(backgroundParts.tenancy, log);
    endings.push(() => sealing.stop());
    const storeOver = ({ tenancy: databases }: Parts): Store =>
      createStore({ databases, boss, onRecorded: (tenantId) => sealing.note(tenantId) });
    const backgroundStore = storeOver(backgroundParts);
    if (config.services.includes('worker')) {
      const background = { parts: backgroundParts, store: backgroundStore };
      endings.push(await startNodeCheckpoints({ config, ...background, clock, log }));
    }
    const refused = new RefusedCallLog({ store: backgroundStore, clock, log });
    refused.start();
    endings.push(() => refused.stop());
    const ruleFailures = new RuleFailureLog({ store: backgroundStore, clock, log });
    endings.push(() => ruleFailures.stop());
    const engine = createRuleEngine({ clock });
    endings.push(() => engine.close());
    const rules: Node['rules'] = { ...engine, failed: (failure) => ruleFailures.note(failure) };
    const secrets = openSecretBox(config, database.secretKey);
    const node: Node = {
      config,
      parts,
      pools: { requests: parts.pool, background: backgroundParts.pool },
      boss,
      store: storeOver(parts),
      rules,
      secrets,
      hooks: reachOfHooks(config),
      calls: createCallLimits(config, parts, secrets, clock),
      refused,
      clock,
      log,
    };
    const background: Node = { ...node, parts: backgroundParts, store: backgroundStore };
    if (config.firstAdministrator !== undefined) {
      await appointFirstAdministrator({ roles: parts.roleAssignments, clock }, config.firstAdministrator);
    }
    const filled = wantsSample(config) ? await fillSample(background) : [];
    let webhooks: WebhookFigures | undefined;
    if (config.services.includes('worker')) {
      const workers = await startNodeWorkers(background, publicUrl);
      const deliveries = await startNodeDeliveries(background, database.serviceUrl).catch(async (error) => {
        await workers.stop(0);
        throw error;
      });
      webhooks = deliveries.figures;
      const restorations = startNodeRestorations(background);
      const patience = config.shutdownSeconds * 1000;
      endings.push(() =>
        Promise.all([workers.stop(patience), deliveries.stop(patience), restorations.stop(patience)]),
      );
    }
    if (config.services.includes('api')) {
      const readiness = openReadinessPool(database.serviceUrl, (error) =>
        log.warn({ err: error }, 'The connection of the readiness checks was lost.'),
      );
      endings.push(closerOf(readiness));
      const renewals = startRepeated(
        {
          name: 'renew-idempotency-claims',
          milliseconds: CLAIM_RENEWAL_MILLISECONDS,
          run: () => node.calls.idempotency.renew(),
        },
        log,
      );
      endings.push(() => renewals.stop(0));
      const app = await startApi(node, publicUrl, readiness, webhooks);
      const { port } = app.server.address() as AddressInfo;
      url = config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
      endings.push(() => app.close());
    }
    let stopped: Promise<void> | undefined;
    return {
      url,
      filled,
      stop: () => (stopped ??= endAll(endings, log)),
      lost: database.ended.then(() => 'The embedded PostgreSQL has ended.'),
    };
  } catch (error) {
    await endAll(endings, log);
    throw error;
  }
}

/**
 * An access token of the embedded issuer, made beside the service's database.
 * @throws CharterError when no service runs here, another issuer is configured, or nobody has that name.
 */
export async function printableToken(
  subject: { user: string } | { app: string },
  config: Config = readConfig(),
): Promise<string> {
  const log = createLog({ ...config, logLevel: 'silent' });
  const serviceUrl = await findServiceUrl(config);
  const clock = new DatabaseClock();
  const parts = openParts(config, serviceUrl, log, clock, requestLimits(config));
  const issuer = openIssuer(config, parts, log, clock, () => config.publicUrl ?? 'http://127.0.0.1');
  try {
    await clock.synchronise(parts.pool);
    if (issuer === undefined) {
      throw new CharterError(
        'Conflict',
        'CHARTER_OIDC_ISSUER is set, so tokens come from that issuer. The embedded one is off.',
      );
    }
    const request =
      'user' in subject
        ? ({ kind: 'user', user: subject.user } as const)
        : ({ kind: 'app', appId: subject.app } as const);
    return (await issuer.issueToken(request)).accessToken;
  } finally {
    await parts.pool.end();
  }
}

export { type Config, ConfigError, readConfig } from './config.ts';
