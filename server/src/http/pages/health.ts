/** Pages for operators: /healthz, /readyz and /metrics (docs/specification.md, section 1). */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withinTime } from '../../kernel/deadline.ts';
import type { NotificationFigures } from './graph-notifications.ts';

/** A dependency of the service; `check` rejects when it does not answer. */
export interface ReadinessCheck {
  name: 'database' | 'queue' | 'suite';
  /** The result may be a sentence about a part that works with restrictions. It names nobody, because anybody can read it. */
  check(): Promise<unknown>;
}

const CHECK_TIMEOUT_MILLISECONDS = 2_000;

type CheckResult = [name: string, state: string, isReady: boolean];

async function runCheck({ name, check }: ReadinessCheck, log: FastifyInstance['log']): Promise<CheckResult> {
  try {
    const note = await withinTime(check(), CHECK_TIMEOUT_MILLISECONDS, () => new Error('no answer in time'));
    return [name, typeof note === 'string' ? note : 'ok', true];
  } catch (error) {
    log.warn({ err: error, part: name }, 'A part of the service is not ready.');
    return [name, 'unavailable', false];
  }
}

export function addHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  /** Concurrent probes share one round of checks. */
  let running: Promise<CheckResult[]> | undefined;
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
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
export interface WebhookFigures {
  /** Attempts since the start of the node, by outcome, and the messages that are being sent now. */
  counts: { succeeded: number; failed: number; sending: number };
  /** Counts the pending deliveries of tenants that this node knows to have some. */
  pending(): Promise<number>;
}

function addWebhookMetrics(registers: Registry[], figures: WebhookFigures): void {
  new Counter({
    name: 'charter_webhook_attempts_total',
    help: 'Attempts of this node to deliver webhooks',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'success' }, figures.counts.succeeded);
      this.inc({ outcome: 'failure' }, figures.counts.failed);
    },
  });
  new Gauge({
    name: 'charter_webhook_messages_sending',
    help: 'Webhook messages that this node is sending now',
    registers,
    collect() {
      this.set(figures.counts.sending);
    },
  });
  new Gauge({
    name: 'charter_webhook_deliveries_pending',
    help: 'Webhook deliveries that wait for a retry or for a free slot',
    registers,
    async collect() {
      this.set(await figures.pending());
    },
  });
}

function addAccessMetrics(registers: Registry[], countLost: () => Promise<number>): void {
  new Gauge({
    name: 'charter_graph_tenants_without_access',
    help: 'Tenants in which Microsoft 365 refuses the sign-in of Charter or lacks its consent',
    registers,
    async collect() {
      this.set(await countLost());
    },
  });
}

function addNotificationMetrics(registers: Registry[], figures: NotificationFigures): void {
  new Counter({
    name: 'charter_graph_notifications_total',
    help: 'Change notifications of Microsoft Graph that this node received; rejected: without the secret of a subscription',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'accepted' }, figures.accepted);
      this.inc({ outcome: 'rejected' }, figures.rejected);
    },
  });
}

/** Connections of one pool. */
export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  /** Callers that wait for a connection. */
  waitingCount: number;
}

function addDatabaseMetrics(registers: Registry[], pools: Record<string, PoolFigures>): void {
  new Gauge({
    name: 'charter_database_connections',
    help: 'Connections of this node to the database, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Figures of parts that not every node has. */
export interface OptionalFigures {
  webhooks?: WebhookFigures | undefined;
  notifications?: NotificationFigures | undefined;
  /** Counts the tenants in which the suite gives Charter no access. */
  countLost?: (() => Promise<number>) | undefined;
}

/** Serves metrics of the process, the database pools, the operations, and of the parts that the node has. */
export function addMetrics(
  app: FastifyInstance,
  pools: Record<string, PoolFigures>,
  { webhooks, notifications, countLost }: OptionalFigures = {},
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addDatabaseMetrics([registry], pools);
  if (webhooks !== undefined) addWebhookMetrics([registry], webhooks);
  if (notifications !== undefined) addNotificationMetrics([registry], notifications);
  if (countLost !== undefined) addAccessMetrics([registry], countLost);
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
    request.log.debug({ operation, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}
