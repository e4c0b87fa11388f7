/**
 * The composition root: configuration -> database -> suite -> queue -> workers, http. Only this file and
 * `composition/` import all modules and connect them.
 */

import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { startApi } from './composition/api.ts';
import { startNodeCheckpoints } from './composition/audit-checkpoints.ts';
import { followDatabaseClock } from './composition/database-clock.ts';
import { releaseMemoryWhenIdle } from './composition/idle-memory.ts';
import { findSomebody } from './composition/issuer.ts';
import { createLog } from './composition/log.ts';
import {
  backgroundLimits,
  createCallLimits,
  type Infrastructure,
  type InfrastructureLimits,
  type Node,
  openInfrastructure,
  openSecretBox,
  requestLimits,
  webhookAddressChecks,
} from './composition/node.ts';
import { fillSample, wantsSample } from './composition/sample.ts';
import { startWorkersOf } from './composition/workers.ts';
import { type Config, hostInUrl, readConfig } from './config.ts';
import { RuleFailureLog } from './domain/catalog/rule-failures.ts';
import { appointFirstAdministrator } from './domain/identity/set-up-organisation.ts';
import type { Store } from './engine/store.ts';
import { assertCanListen } from './http/listen.ts';
import type { WebhookMetrics } from './http/pages/health.ts';
import { RejectedCallLog } from './http/rejected-calls.ts';
import { assertEmbeddedIssuerAllowed } from './identity/embedded-issuer/allowance.ts';
import { DEFAULT_SCRYPT, type ScryptParameters } from './identity/secret-hash.ts';
import type { Clock } from './kernel/clock.ts';
import { startSealing } from './persistence/audit-sealing.ts';
import { closerOf } from './persistence/close-pool.ts';
import { type Database, openDatabase } from './persistence/database.ts';
import { DatabaseClock } from './persistence/database-clock.ts';
import { CLAIM_RENEWAL_MILLISECONDS } from './persistence/idempotency-keys.ts';
import { startQueue } from './persistence/queue.ts';
import { openReadinessPool } from './persistence/readiness.ts';
import { createStore } from './persistence/unit-of-work.ts';
import { createRuleEngine } from './rules/engine.ts';
import type { FilledOrganisation } from './sample/fill.ts';
import { startPeriodicTask } from './workers/periodic-task.ts';

export interface RunningService {
  /** Address of the API; undefined for a node without `api`. */
  url: string | undefined;
  /** Sample organisations that this start created, with the secrets of their apps. */
  filled: FilledOrganisation[];
  /** User name of a sample person for the embedded issuer; undefined when there is none. */
  somebody: string | undefined;
  /** Stops accepting work, waits for running work during the grace period, and closes all resources. */
  stop(): Promise<void>;
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

/** What a test replaces in the service. */
export interface Replacements {
  clock?: Clock | undefined;
  /** Cost of the hashes of apps' secrets. Default: slow, as secrets need. */
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
  database: Database,
  replacements: Replacements,
  log: Logger,
  endings: Endings,
): Promise<OpenedNode> {
  const databaseClock = new DatabaseClock();
  const clock = replacements.clock ?? databaseClock;
  const secrets = openSecretBox(config, database.secretKey);
  const openNodeInfrastructure = async (limits: InfrastructureLimits): Promise<Infrastructure> => {
    const opened = await openInfrastructure(config, database.serviceUrl, log, clock, limits, secrets);
    endings.add(closerOf(opened.pool));
    return opened;
  };
  const infrastructure = await openNodeInfrastructure(requestLimits(config));
  const backgroundInfrastructure = await openNodeInfrastructure(backgroundLimits(config));
  const following = await followDatabaseClock(databaseClock, backgroundInfrastructure.pool, log);
  endings.add(() => following.stop(0));
  const queue = await startQueue({
    connectionString: database.serviceUrl,
    works: config.services.includes('worker'),
    concurrency: config.workerConcurrency,
    onError: (error) => log.error({ err: error }, 'The queue met an error.'),
  });
  endings.add(() => queue.stop());
  const { boss, onQueued } = queue;
  const sealing = startSealing(backgroundInfrastructure.tenancy, secrets, log);
  endings.add(() => sealing.stop());
  const storeOver = ({ tenancy: databases }: Infrastructure): Store =>
    createStore({ databases, boss, secrets, onRecorded: (tenantId) => sealing.note(tenantId) });
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
    onSealed: sealing.onSealed,
    store: storeOver(infrastructure),
    rules: { ...engine, failed: (failure) => ruleFailures.note(failure) },
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
  serviceUrl: string,
  publicUrl: () => string,
  webhooks: WebhookMetrics | undefined,
  endings: Endings,
): Promise<string> {
  const { config, log } = node;
  const readiness = openReadinessPool(serviceUrl, (error) =>
    log.warn({ err: error }, 'The connection of the readiness checks was lost.'),
  );
  endings.add(closerOf(readiness));
  const renewals = startPeriodicTask(
    {
      name: 'renew-idempotency-claims',
      milliseconds: CLAIM_RENEWAL_MILLISECONDS,
      run: () => node.calls.idempotency.renew(),
    },
    log,
  );
  endings.add(() => renewals.stop(0));
  const app = await startApi(node, publicUrl, readiness, webhooks, serviceUrl);
  endings.add(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
}

/**
 * Starts a node: database, queue, workers and API, as configured.
 * @throws ConfigError or CharterError with a message for the operator, after closing all opened resources
 */
export async function serve(
  config: Config = readConfig(),
  replacements: Replacements = {},
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
  try {
    const database = await openDatabase({ ...config, log: (line) => log.info(line) });
    endings.add(() => database.stop());
    const { requests, background } = await openNode(config, database, replacements, log, endings);
    if (works) endings.add(await startNodeCheckpoints(background));
    if (config.firstAdministrator !== undefined) {
      await appointFirstAdministrator(
        { roles: requests.infrastructure.roleAssignments, clock: requests.clock },
        config.firstAdministrator,
      );
    }
    const filled = wantsSample(config) ? await fillSample(background) : [];
    const somebody = await findSomebody(config, requests.infrastructure);
    let url: string | undefined;
    const publicUrl = (): string => config.publicUrl ?? url ?? '';
    let webhooks: WebhookMetrics | undefined;
    if (works) {
      const workers = await startWorkersOf(background, database.serviceUrl, publicUrl);
      endings.add(() => workers.stop());
      webhooks = workers.webhooks;
    }
    if (servesApi) url = await startApiOf(requests, database.serviceUrl, publicUrl, webhooks, endings);
    endings.add(releaseMemoryWhenIdle());
    return {
      url,
      filled,
      somebody,
      stop: () => endings.end(),
      lost: database.ended.then(() => 'The embedded PostgreSQL has ended.'),
    };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

export { type Config, ConfigError, readConfig } from './config.ts';
