/** The metrics of a node, as /metrics shows them (docs/operations.md). */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUILD } from '../../kernel/build.ts';
import { COUNTED, type Metric } from '../../kernel/metrics.ts';
import type { Page } from './health.ts';

/** Metrics of this node's webhook deliveries. */
export interface WebhookMetrics {
  /** Attempts since the start of the node, by outcome, and the messages that are being sent now. */
  counts: { succeeded: number; failed: number; sending: number };
}

export const ofWebhooks = (metrics: WebhookMetrics): Metric[] => [
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
];

/** Connections of one pool. */
export interface PoolMetrics {
  totalCount: number;
  idleCount: number;
  /** Callers that wait for a connection. */
  waitingCount: number;
}

/** Describes the build of the node. By the conventions of Prometheus, it is a gauge of 1 with the facts as labels. */
const ofBuild: Metric = {
  name: 'charter_build_info',
  help: 'Version and commit of this node',
  kind: 'gauge',
  labels: ['version', 'commit'],
  read: () => [{ value: 1, labels: { version: BUILD.version, commit: BUILD.commit ?? 'unknown' } }],
};

/** @param most maximum number of connections of each pool */
export const ofPools = (pools: Record<string, PoolMetrics>, most: number): Metric[] => [
  {
    name: 'charter_database_connections',
    help: 'Connections of this node to the database, by pool and state',
    kind: 'gauge',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
        { value: totalCount - idleCount, labels: { pool, state: 'used' } },
        { value: idleCount, labels: { pool, state: 'idle' } },
      ]),
  },
  {
    name: 'charter_database_connections_max',
    help: 'Largest number of connections of each pool of this node',
    kind: 'gauge',
    labels: ['pool'],
    read: () => Object.keys(pools).map((pool) => ({ value: most, labels: { pool } })),
  },
  {
    name: 'charter_database_callers_waiting',
    help: 'Callers on this node that wait for a connection to the database',
    kind: 'gauge',
    labels: ['pool'],
    read: () =>
      Object.entries(pools).map(([pool, { waitingCount }]) => ({ value: waitingCount, labels: { pool } })),
  },
];

/** Default gauges that are named like counters. Each is the sum of another gauge, such as `nodejs_active_handles`. */
const MISNAMED = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

/** The page with the metrics of one node, including those of its process (COUNTED). */
export class NodeMetrics {
  readonly #registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    this.add([ofBuild]);
  }

  /** Adds metrics. A metric that can't be read has no values in that scrape; the others are served. */
  add(metrics: readonly Metric[]): void {
    for (const { name, help, kind, labels = [], read } of metrics) {
      const collect = async (metric: Counter | Gauge): Promise<void> => {
        const values = await Promise.resolve()
          .then(read)
          .catch(() => []);
        metric.reset();
        // A metric without labels has the value 0 after a reset.
        if (values.length === 0 && labels.length === 0) metric.remove();
        for (const { value, labels: of = {} } of values) metric.inc(of, value);
      };
      const options = { name, help, labelNames: [...labels], registers: [this.#registry] };
      if (kind === 'counter')
        new Counter({
          ...options,
          collect() {
            return collect(this);
          },
        });
      else
        new Gauge({
          ...options,
          collect() {
            return collect(this);
          },
        });
    }
  }

  /** Measures the durations of the operations. Must be called before the routes are added. */
  measureOperations(app: FastifyInstance): void {
    const durations = new Histogram({
      name: 'charter_http_request_duration_seconds',
      help: 'Duration of API operations',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [this.#registry],
    });
    app.addHook('onResponse', (request, reply, done) => {
      const { operation } = request.routeOptions.config;
      if (operation !== undefined) {
        durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
      }
      done();
    });
  }

  /** Returns the content of /metrics. */
  async page(): Promise<Page> {
    const body = `${await this.#registry.metrics()}${await COUNTED.metrics()}`;
    return { status: 200, type: this.#registry.contentType, body };
  }
}
