/** Pages for operators: /healthz, /readyz and /metrics (docs/specification.md, section 1). */

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUILD } from '../../kernel/build.ts';
import { withinTime } from '../../kernel/deadline.ts';
import type { Metric } from '../../kernel/metrics.ts';

/** A dependency of the service; `check` rejects when it is not available. */
export interface ReadinessCheck {
  name: 'database' | 'queue' | 'suite';
  /** May resolve to a sentence about a restriction of the dependency. Anybody can read it, so it contains no names. */
  check(): Promise<unknown>;
}

const CHECK_TIMEOUT_MILLISECONDS = 2_000;

type CheckResult = [name: string, state: string, isReady: boolean];

async function runCheck({ name, check }: ReadinessCheck, log: FastifyInstance['log']): Promise<CheckResult> {
  try {
    const note = await withinTime(check(), CHECK_TIMEOUT_MILLISECONDS, () => new Error('no answer in time'));
    return [name, typeof note === 'string' ? note : 'ok', true];
  } catch (error) {
    log.warn({ err: error, part: name }, 'This node is not ready, because a dependency is not available.');
    return [name, 'unavailable', false];
  }
}

export function addHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  /** Concurrent probes share one round of checks. */
  let running: Promise<CheckResult[]> | undefined;
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok', ...BUILD }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    running ??= Promise.all(checks.map((check) => runCheck(check, app.log))).finally(() => {
      running = undefined;
    });
    const results = await running;
    const ready = results.every(([, , isReady]) => isReady);
    const states = results.map(([name, state]) => [name, state]);
    reply.status(ready ? 200 : 503);
    return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(states) };
  });
}

/** Metrics of this node's webhook deliveries. */
export interface WebhookMetrics {
  /** Attempts since the start of the node, by outcome, and the messages that are being sent now. */
  counts: { succeeded: number; failed: number; sending: number };
  /** Counts the pending deliveries of tenants that this node knows to have some. */
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

/** Serves metrics of the process, the database pools, the operations, and of the parts that the node has. */
export function addMetrics(
  app: FastifyInstance,
  pools: Record<string, PoolMetrics>,
  { webhooks, ofSuite = [] }: OptionalMetrics = {},
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = [
    ofBuild,
    ofPools(pools),
    ...(webhooks === undefined ? [] : ofWebhooks(webhooks)),
    ...ofSuite,
  ];
  for (const metric of metrics) register(registry, metric);
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
    request.log.debug({ operation, status: reply.statusCode, ms: reply.elapsedTime }, 'Handled a request.');
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}
