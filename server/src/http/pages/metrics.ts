/** The metrics of a node, as /metrics shows them (docs/operations.md). */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BUILD } from '../../kernel/build.ts';
import { type Metric, PROCESS_METRICS } from '../../kernel/metrics.ts';
import type { Page } from './health.ts';

/** Describes the build of the node. By the conventions of Prometheus, it is a gauge of 1 with the facts as labels. */
const ofBuild: Metric = {
  name: 'charter_build_info',
  help: 'Version and commit of this node',
  kind: 'gauge',
  labels: ['version', 'commit'],
  read: () => [{ value: 1, labels: { version: BUILD.version, commit: BUILD.commit ?? 'unknown' } }],
};

/** Default gauges that are named like counters. Each is the sum of another gauge, such as `nodejs_active_handles`. */
const MISNAMED = ['handles', 'requests', 'resources'].map((name) => `nodejs_active_${name}_total`);

/** The page with the metrics of one node, including those of its process (PROCESS_METRICS). */
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
      const Kind = kind === 'counter' ? Counter : Gauge;
      new Kind({
        ...{ name, help, labelNames: [...labels], registers: [this.#registry] },
        collect(this: Counter | Gauge) {
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
    const body = `${await this.#registry.metrics()}${await PROCESS_METRICS.metrics()}`;
    return { status: 200, type: this.#registry.contentType, body };
  }
}
