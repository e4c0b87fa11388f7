/**
 * The composition root: configuration -> database -> suite -> queue -> workers, http. Only this file and
 * `composition/` import all modules and connect them.
 */

import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { closeApi, startApi } from './composition/api.ts';
import { startNodeCheckpoints } from './composition/audit-checkpoints.ts';
import { openWhenAvailable, type WaitOptions } from './composition/await-database.ts';
import { followDatabaseClock } from './composition/database-clock.ts';
import { type OperatorPages, openOperatorPages, startHealthListener } from './composition/health.ts';
import { releaseMemoryWhenIdle } from './composition/idle-memory.ts';
import { findExamplePerson } from './composition/issuer.ts';
import { createLog } from './composition/log.ts';
import { metricsOf } from './composition/metrics.ts';
import {
  backgroundLimits,
  createCallLimits,
  type Infrastructure,
  type InfrastructureLimits,
  type Node,
  openInfrastructure,
  openSecretBox,
  requestLimits,
  suiteOnNode,
  webhookAddressChecks,
} from './composition/node.ts';
import { checkpointCheck, openReadiness } from './composition/readiness.ts';
import { fillSample, wantsSample } from './composition/sample.ts';
import { openTracing } from './composition/tracing.ts';
import { startWorkersOf } from './composition/workers.ts';
import { type Config, hostInUrl, readConfig } from './config.ts';
import { RuleFailureLog } from './domain/catalog/rule-failures.ts';
import { appointFirstAdministrator } from './domain/identity/set-up-organisation.ts';
import type { Store } from './engine/store.ts';
import { assertCanListen } from './http/listen.ts';
import { RejectedCallLog } from './http/rejected-calls.ts';
import { assertEmbeddedIssuerAllowed } from './identity/embedded-issuer/allowance.ts';
import { DEFAULT_SCRYPT, type ScryptParameters } from './identity/secret-hash.ts';
import type { Clock } from './kernel/clock.ts';
import { startAuditSealer } from './persistence/audit-sealer.ts';
import { poolCloser } from './persistence/close-pool.ts';
import { type OpenedDatabase, openDatabase } from './persistence/database.ts';
import { DatabaseClock } from './persistence/database-clock.ts';
import { CLAIM_RENEWAL_MILLISECONDS } from './persistence/idempotency-keys.ts';
import { startQueue } from './persistence/queue.ts';
import { createStore } from './persistence/unit-of-work.ts';
import { createRuleEngine } from './rules/engine.ts';
import type { FilledOrganisation } from './sample/fill.ts';
import type { SuiteNode } from './suites/definition.ts';
import { startPeriodicTask } from './workers/periodic-task.ts';

export interface RunningService {
  /** Address of the API; undefined for a node without `api`. */
  url: string | undefined;
  /** Port of the health listener; undefined if there is none. */
  healthPort: number | undefined;
  /** Sample organisations that this start created, with the secrets of their apps. */
  filled: FilledOrganisation[];
  /** User name of a person who can sign in at the embedded issuer; undefined when there is none. */
  examplePerson: string | undefined;
  /**
   * Makes the node unready and stops its workers. The API accepts requests until `drained` resolves (default: at once).
   * Then the stop waits for running work during the grace period, and closes all resources.
   */
  stop(drained?: Promise<unknown>): Promise<void>;
  /** Resolves with the reason when an essential part ends unexpectedly. */
  lost: Promise<string>;
}

/** Collects the opened resources and closes them in reverse order, even when one fails to close. */
function collectEndings(log: Logger) {
  const endings: (() => Promise<unknown>)[] = [];
  const endAll = async (): Promise<void> => {
    for (const end of endings.toReversed()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'A part did not end cleanly.'));
    }
  };
  let ended: Promise<void> | undefined;
  return {
    add: (end: () => Promise<unknown>): void => void endings.push(end),
    end: (): Promise<void> => (ended ??= endAll()),
  };
}

type Endings = ReturnType<typeof collectEndings>;

/** The parts of the service that a test replaces. */
export interface Replacements {
  clock?: Clock | undefined;
  /** Cost parameters of the hashes of app secrets. Default: those for production. */
  scrypt?: ScryptParameters;
}

/** Two views of one node: one with the limits for requests, one with those for background work. */
interface OpenedNode {
  requests: Node;
  background: Node;
}

/** Opens the database pools, the queue, the stores, the rules sandbox and the logs of a node. */
async function openNode(
  config: Config,
  database: OpenedDatabase,
  replacements: Replacements,
  log: Logger,
  endings: Endings,
): Promise<OpenedNode> {
  const databaseClock = new DatabaseClock();
  const clock = replacements.clock ?? databaseClock;
  const secrets = openSecretBox(config, database.secretKey);
  const openNodeInfrastructure = async (limits: InfrastructureLimits): Promise<Infrastructure> => {
    const opened = await openInfrastructure(config, database.serviceUrl, log, clock, limits, secrets);
    endings.add(poolCloser(opened.pool));
    return opened;
  };
  const infrastructure = await openNodeInfrastructure(requestLimits(config));
  const backgroundInfrastructure = await openNodeInfrastructure(backgroundLimits(config));
  const following = await followDatabaseClock(databaseClock, backgroundInfrastructure.pool, log);
  endings.add(() => following.stop(0));
  const queue = await startQueue({
    connectionString: database.directUrl,
    works: config.services.includes('worker'),
    concurrency: config.workerConcurrency,
    onError: (error) => log.error({ err: error }, 'The queue met an error.'),
  });
  endings.add(() => queue.stop());
  const { boss, onQueued } = queue;
  const sealer = startAuditSealer(backgroundInfrastructure.tenancy, secrets, log);
  endings.add(() => sealer.stop());
  const storeOver = ({ tenancy: databases }: Infrastructure): Store =>
    createStore({ databases, boss, secrets, onRecorded: (tenantId) => sealer.schedule(tenantId) });
  const backgroundStore = storeOver(backgroundInfrastructure);
  const rejected = new RejectedCallLog({ store: backgroundStore, clock, log });
  rejected.start();
  endings.add(() => rejected.stop());
  const ruleFailures = new RuleFailureLog({ store: backgroundStore, clock, log });
  endings.add(() => ruleFailures.stop());
  const engine = createRuleEngine({ clock });
  endings.add(() => engine.close());
  const requests: Node = {
    config,
    infrastructure,
    pools: { requests: infrastructure.pool, background: backgroundInfrastructure.pool },
    boss,
    onQueued,
    onSealed: sealer.onSealed,
    store: storeOver(infrastructure),
    rules: { ...engine, failed: (failure) => ruleFailures.record(failure) },
    secrets,
    scrypt: replacements.scrypt ?? DEFAULT_SCRYPT,
    hooks: webhookAddressChecks(config),
    calls: createCallLimits(config, infrastructure, secrets, clock, log),
    rejected,
    clock,
    log,
  };
  return {
    requests,
    background: { ...requests, infrastructure: backgroundInfrastructure, store: backgroundStore },
  };
}

/** Starts the API and returns its address. */
async function startApiOf(
  node: Node,
  directUrl: string,
  publicUrl: () => string,
  pages: OperatorPages,
  suite: SuiteNode | undefined,
  endings: Endings,
): Promise<string> {
  const { config, log, calls } = node;
  const renewals = startPeriodicTask(
    {
      name: 'renew-idempotency-claims',
      milliseconds: CLAIM_RENEWAL_MILLISECONDS,
      run: () => calls.idempotency.renew(),
    },
    log,
  );
  endings.add(() => renewals.stop(0));
  const app = await startApi(node, publicUrl, pages, suite, directUrl);
  endings.add(() => closeApi(app, calls.idempotency, config.shutdownSeconds * 1000));
  const { port } = app.server.address() as AddressInfo;
  return config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
}

/** Opens the database and the node. Retries while an external PostgreSQL is unavailable. */
async function openWithDatabase(
  config: Config,
  replacements: Replacements,
  log: Logger,
  endings: Endings,
  wait: Pick<WaitOptions, 'onWait' | 'stopping'>,
): Promise<{ database: OpenedDatabase; node: OpenedNode }> {
  const open = async () => {
    const opened = collectEndings(log);
    try {
      const database = await openDatabase({
        ...config,
        log: (line) => log.info(line),
        warn: (line) => log.warn(line),
      });
      opened.add(() => database.stop());
      const node = await openNode(config, database, replacements, log, opened);
      endings.add(opened.end);
      return { database, node };
    } catch (error) {
      await opened.end();
      throw error;
    }
  };
  const isExternal = config.databaseUrl !== undefined || config.serviceDatabaseUrl !== undefined;
  return isExternal ? openWhenAvailable(open, { log, ...wait }) : open();
}

/**
 * Starts a node: database, queue, workers and API, as configured.
 * @param stopping ends a start that waits for the database
 * @param portal the API starts when it resolves, that is, when the portal is built
 * @throws ConfigError or CharterError with a message for the operator, after closing all opened resources
 */
export async function serve(
  config: Config = readConfig(),
  replacements: Replacements = {},
  stopping: AbortSignal = new AbortController().signal,
  portal: Promise<unknown> = Promise.resolve(),
): Promise<RunningService> {
  const servesApi = config.services.includes('api');
  const works = config.services.includes('worker');
  if (servesApi) {
    if (config.issuers.length === 0) {
      assertEmbeddedIssuerAllowed({ host: config.host, allowance: config.embeddedIssuerBeyondLoopback });
    }
    await assertCanListen(config);
  }
  const log = createLog(config);
  const endings = collectEndings(log);
  const pages = openOperatorPages(log);
  const { health } = pages;
  try {
    const closeTracing = await openTracing(config, log);
    if (closeTracing) endings.add(closeTracing);
    const listener = await startHealthListener(config, pages, log);
    if (listener) endings.add(() => listener.close());
    const onWait = (reason: string) => health.waitFor(reason);
    const { database, node } = await openWithDatabase(config, replacements, log, endings, {
      onWait,
      stopping,
    });
    const { requests, background } = node;
    const readiness = await openReadiness(servesApi ? requests : background, database.serviceUrl);
    endings.add(readiness.close);
    const checks = [...readiness.checks];
    const checkpoints = works ? await startNodeCheckpoints(background) : undefined;
    if (checkpoints) {
      endings.add(checkpoints.stop);
      checks.push(checkpointCheck(checkpoints, servesApi));
    }
    if (config.firstAdministrator !== undefined) {
      await appointFirstAdministrator(
        { roles: requests.infrastructure.roleAssignments, clock: requests.clock },
        config.firstAdministrator,
      );
    }
    const filled = wantsSample(config) ? await fillSample(background) : [];
    const examplePerson = await findExamplePerson(config, requests.infrastructure);
    let url: string | undefined;
    const publicUrl = (): string => config.publicUrl ?? url ?? '';
    const workers = works ? await startWorkersOf(background, database.directUrl, publicUrl) : undefined;
    if (workers) endings.add(workers.stop);
    const suite = suiteOnNode(servesApi ? requests : background);
    pages.metrics.add([...metricsOf(background, { workers, checkpoints }), ...(suite?.metrics ?? [])]);
    if (servesApi) {
      await portal;
      url = await startApiOf(requests, database.directUrl, publicUrl, pages, suite, endings);
    }
    endings.add(releaseMemoryWhenIdle(log));
    health.started(checks);
    return {
      url,
      healthPort: listener?.port,
      filled,
      examplePerson,
      async stop(drained) {
        health.stop();
        // `endings.end` waits for the same stop and logs its error.
        void workers?.stop().catch(() => undefined);
        await drained;
        await endings.end();
      },
      lost: database.ended.then(() => 'The embedded PostgreSQL has ended.'),
    };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

export { type Config, readConfig } from './config.ts';
