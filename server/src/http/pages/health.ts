/** Pages for operators: /livez, /healthz, /readyz and /metrics (docs/specification.md, section 1). */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUILD } from '../../kernel/build.ts';
import { withinTime } from '../../kernel/deadline.ts';
import type { Metric } from '../../kernel/metrics.ts';

/** A part that the node depends on; `check` rejects when it is not available. */
export interface ReadinessCheck {
  name: 'database' | 'queue' | 'suite' | 'checkpoints';
  /** May resolve to a sentence about a restriction of the part. Anybody can read it, so it contains no names. */
  check(): Promise<unknown>;
}

/** The error of a check whose message anybody may read. The private detail is in `cause`, for the log. */
export class NotReady extends Error {}

const CHECK_TIMEOUT_MILLISECONDS = 2_000;

interface CheckResult {
  name: string;
  state: string;
  /** Why the node is not ready because of this part; undefined when the part is available. */
  reason?: string;
}

interface HealthLog {
  warn(details: object, message: string): void;
}

async function runCheck({ name, check }: ReadinessCheck, log: HealthLog): Promise<CheckResult> {
  try {
    const note = await withinTime(check(), CHECK_TIMEOUT_MILLISECONDS, () => new Error('no answer in time'));
    return { name, state: typeof note === 'string' ? note : 'ok' };
  } catch (error) {
    log.warn({ err: error, part: name }, 'This node is not ready, because a part is not available.');
    const reason = error instanceof NotReady ? error.message : `The ${name} is not available; see the log.`;
    return { name, state: 'unavailable', reason };
  }
}

/** What /readyz says. */
export interface Readiness {
  status: 'starting' | 'ready' | 'not ready' | 'stopping';
  /** Why the node takes no requests; undefined when it is ready. */
  reason?: string;
  /** The state of each part: `ok`, `unavailable`, or a sentence about a restriction. */
  checks?: Record<string, string>;
}

/** The health of one node, from before it reaches the database until it exits. */
export class NodeHealth {
  readonly #log: HealthLog;
  #phase: Readiness | undefined = { status: 'starting', reason: 'The node is starting.' };
  #checks: readonly ReadinessCheck[] = [];
  /** Concurrent probes share one round of checks. */
  #running: Promise<CheckResult[]> | undefined;

  constructor(log: HealthLog) {
    this.#log = log;
  }

  /** Names what the start waits for. */
  waitFor(reason: string): void {
    if (!this.isStopping) this.#phase = { status: 'starting', reason };
  }

  /** Ends the start: from now on, the checks decide. */
  started(checks: readonly ReadinessCheck[]): void {
    this.#checks = checks;
    if (!this.isStopping) this.#phase = undefined;
  }

  /** Makes the node unready until it exits. */
  stop(): void {
    this.#phase = { status: 'stopping', reason: 'The node is stopping.' };
  }

  get isStopping(): boolean {
    return this.#phase?.status === 'stopping';
  }

  async readiness(): Promise<Readiness> {
    if (this.#phase !== undefined) return this.#phase;
    this.#running ??= Promise.all(this.#checks.map((check) => runCheck(check, this.#log))).finally(() => {
      this.#running = undefined;
    });
    const results = await this.#running;
    // The node may have begun to stop during the checks.
    if (this.#phase !== undefined) return this.#phase;
    const checks = Object.fromEntries(results.map(({ name, state }) => [name, state]));
    const reasons = results.flatMap(({ reason }) => reason ?? []);
    return reasons.length === 0
      ? { status: 'ready', checks }
      : { status: 'not ready', reason: reasons.join(' '), checks };
  }
}

/** The content of a page. */
export interface Page {
  status: number;
  type: string;
  body: string;
}

/** The pages of a node, by path. The API and the health listener serve the same ones. */
export type Pages = Readonly<Record<`/${string}`, () => Promise<Page>>>;

const json = (status: number, content: object): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(content),
});

export function healthPages(health: NodeHealth, registry: Registry): Pages {
  const isAlive = async (): Promise<Page> => json(200, { status: 'ok', ...BUILD });
  return {
    '/livez': isAlive,
    '/healthz': isAlive,
    '/readyz': async () => {
      const readiness = await health.readiness();
      return json(readiness.status === 'ready' ? 200 : 503, readiness);
    },
    '/metrics': async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() }),
  };
}

/** Serves the pages beside the operations. */
export function addPages(app: FastifyInstance, pages: Pages): void {
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const { status, type, body } = await page();
      return reply.status(status).type(type).serializer(String).send(body);
    });
  }
}

/**
 * Closes each connection of a stopping node with its next response, so that clients and proxies open new ones, to
 * another node (RFC 9112, section 9.6). A request in progress counts too: its connection would stay open otherwise.
 */
export function closeConnectionsOf(app: FastifyInstance, health: NodeHealth): void {
  const close = ({ raw }: FastifyReply): void => {
    // Set on Node's response, so that it also holds for responses that bypass Fastify.
    if (health.isStopping && !raw.headersSent) raw.setHeader('connection', 'close');
  };
  app.addHook('onRequest', (_request, reply, done) => {
    close(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, _body, done) => {
    close(reply);
    done();
  });
}

/** Metrics of this node's webhook deliveries. */
export interface WebhookMetrics {
  /** Attempts since the start of the node, by outcome, and the messages that are being sent now. */
  counts: { succeeded: number; failed: number; sending: number };
  /** Counts the pending deliveries of the tenants that had some when this node last looked for due deliveries. */
  pending(): Promise<number>;
}

const ofWebhooks = (metrics: WebhookMetrics): Metric[] => [
  {
    name: 'charter_webhook_attempts_total',
    help: 'Attempts of this node to deliver webhooks',
    kind: 'counter',
    labels: ['outcome'],
    read: () => [
      { value: metrics.counts.succeeded, labels: { outcome: 'success' } },
      { value: metrics.counts.failed, labels: { outcome: 'failure' } },
    ],
  },
  {
    name: 'charter_webhook_messages_sending',
    help: 'Webhook messages that this node is sending now',
    kind: 'gauge',
    read: () => [{ value: metrics.counts.sending }],
  },
  {
    name: 'charter_webhook_deliveries_pending',
    help: 'Webhook deliveries that wait for a retry or for a free slot',
    kind: 'gauge',
    read: async () => [{ value: await metrics.pending() }],
  },
];

/** Connections of one pool. */
export interface PoolMetrics {
  totalCount: number;
  idleCount: number;
  /** Callers that wait for a connection. */
  waitingCount: number;
}

/** Names the build of the node, as the conventions of Prometheus ask: a gauge of 1 with the facts as labels. */
const ofBuild: Metric = {
  name: 'charter_build_info',
  help: 'Version and commit of this node',
  kind: 'gauge',
  labels: ['version', 'commit'],
  read: () => [{ value: 1, labels: { version: BUILD.version, commit: BUILD.commit ?? 'unknown' } }],
};

const ofPools = (pools: Record<string, PoolMetrics>): Metric => ({
  name: 'charter_database_connections',
  help: 'Connections of this node to the database, and callers that wait for one',
  kind: 'gauge',
  labels: ['pool', 'state'],
  read: () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
      { value: totalCount - idleCount, labels: { pool, state: 'used' } },
      { value: idleCount, labels: { pool, state: 'idle' } },
      { value: waitingCount, labels: { pool, state: 'waiting' } },
    ]),
});

function register(registry: Registry, { name, help, kind, labels = [], read }: Metric): void {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'counter') {
    new Counter({
      ...options,
      async collect() {
        const values = await read();
        this.reset();
        for (const { value, labels: of = {} } of values) this.inc(of, value);
      },
    });
    return;
  }
  new Gauge({
    ...options,
    async collect() {
      for (const { value, labels: of = {} } of await read()) this.set(of, value);
    },
  });
}

/** Metrics of parts that not every node has. */
export interface OptionalMetrics {
  webhooks?: WebhookMetrics | undefined;
  ofSuite?: readonly Metric[] | undefined;
}

/** Opens the metrics of a node, with those of its process and its build. */
export function openMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  register(registry, ofBuild);
  return registry;
}

/** Adds the metrics of the database pools, and of the parts that the node has. */
export function addMetrics(
  registry: Registry,
  pools: Record<string, PoolMetrics>,
  { webhooks, ofSuite = [] }: OptionalMetrics = {},
): void {
  const metrics = [ofPools(pools), ...(webhooks === undefined ? [] : ofWebhooks(webhooks)), ...ofSuite];
  for (const metric of metrics) register(registry, metric);
}

/** Adds the durations of the operations. Call it before the routes are added. */
export function measureOperations(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'charter_http_request_duration_seconds',
    help: 'Duration of API operations',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation !== undefined) {
      durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
    }
    const { clientAddress } = request;
    request.log.debug(
      { operation, status: reply.statusCode, ms: reply.elapsedTime, clientAddress },
      'Handled a request.',
    );
    done();
  });
}
