/** The metrics of a node. */
import { JOB_DEFINITIONS } from '../flows/definitions.ts';
import { type Metric, type MetricValue, SharedReading } from '../kernel/metrics.ts';
import { type BacklogKind, readBacklog } from '../persistence/backlog.ts';
import { type QueueDepth, readQueueDepths } from '../persistence/queue-depth.ts';
import { QUEUES } from '../persistence/queues.ts';
import type { NodeCheckpoints } from './audit-checkpoints.ts';
import type { Node } from './node.ts';
import type { startWorkersOf } from './workers.ts';

/** Minimum time between two readings of the queues on a node. */
const QUEUES_MILLISECONDS = 5_000;

/** Queues and types that are shown even while they are empty. */
const ALWAYS: readonly Pick<QueueDepth, 'queue' | 'type'>[] = [
  ...JOB_DEFINITIONS.map(({ type }) => ({ queue: 'run-job' as const, type })),
  ...(Object.keys(QUEUES) as (keyof typeof QUEUES)[])
    .filter((queue) => queue !== 'run-job')
    .map((queue) => ({ queue, type: null })),
];

/** Metrics of the queues. Every node reads the same values: take the maximum over the nodes, not the sum. */
function ofQueues({ infrastructure }: Node): Metric[] {
  const reading = new SharedReading(() => readQueueDepths(infrastructure.tenancy), QUEUES_MILLISECONDS);
  const depths = async (): Promise<QueueDepth[]> => {
    const found = await reading.get();
    const idle = ALWAYS.filter(
      ({ queue, type }) => !found.some((depth) => depth.queue === queue && depth.type === type),
    ).map((key) => ({ ...key, due: 0, later: 0, oldestAge: 0 }));
    return [...found, ...idle];
  };
  const labelsOf = ({ queue, type }: QueueDepth) => ({ queue, ...(type !== null && { type }) });
  const gauge = (
    name: string,
    help: string,
    valuesOf: (depth: QueueDepth) => MetricValue[],
    labels: readonly string[] = [],
  ): Metric => ({
    name,
    help,
    kind: 'gauge',
    labels: ['queue', 'type', ...labels],
    read: async () => (await depths()).flatMap(valuesOf),
  });
  return [
    gauge(
      'charter_queue_jobs',
      'Entries that wait in the queues of the database, by queue, and in the queue run-job by type of job. due: a worker may take it now; delayed: it becomes due later',
      (depth) => [
        { value: depth.due, labels: { ...labelsOf(depth), state: 'due' } },
        { value: depth.later, labels: { ...labelsOf(depth), state: 'delayed' } },
      ],
      ['state'],
    ),
    gauge(
      'charter_queue_oldest_job_age_seconds',
      'Time since the oldest due entry of the queue became due, 0 without one',
      (depth) => [{ value: depth.oldestAge, labels: labelsOf(depth) }],
    ),
  ];
}

/** Minimum time between two readings of the backlog on a node: the statement visits each tenant. */
const BACKLOG_MILLISECONDS = 30_000;

/** The metrics of the backlog. `of` has the kinds of work that a metric counts, each with its labels. */
const BACKLOG_METRICS: readonly {
  name: string;
  help: string;
  of: Partial<Record<BacklogKind, Record<string, string>>>;
  value: 'amount' | 'oldestAge';
}[] = [
  {
    name: 'charter_jobs',
    help: 'Unfinished jobs by status. paused: an approval or a second administrator is awaited',
    of: {
      jobs_waiting: { status: 'waiting' },
      jobs_active: { status: 'active' },
      jobs_delayed: { status: 'delayed' },
      jobs_paused: { status: 'paused' },
    },
    value: 'amount',
  },
  {
    name: 'charter_approvals_pending',
    help: 'Requests for teams that wait for their approvers',
    of: { approvals: {} },
    value: 'amount',
  },
  {
    name: 'charter_approvals_oldest_pending_age_seconds',
    help: 'Age of the oldest request that waits for its approvers, 0 without one',
    of: { approvals: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_webhook_events_pending',
    help: 'Events whose webhook deliveries are not made yet',
    of: { events: {} },
    value: 'amount',
  },
  {
    name: 'charter_webhook_deliveries_pending',
    help: 'Deliveries of active webhooks that wait for their first or next attempt',
    of: { deliveries: {} },
    value: 'amount',
  },
  {
    name: 'charter_webhook_deliveries_oldest_due_age_seconds',
    help: 'Time since the next attempt of the oldest pending delivery became due, 0 when none is due',
    of: { deliveries: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_mail_pending',
    help: 'Notifications whose mail is not sent yet',
    of: { mail: {} },
    value: 'amount',
  },
  {
    name: 'charter_mail_oldest_due_age_seconds',
    help: 'Time since the oldest mail became due, 0 when none is due',
    of: { mail: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_lifecycle_runs_unfinished',
    help: 'Lifecycle runs of tenants that wait or run',
    of: { lifecycle_runs: {} },
    value: 'amount',
  },
  {
    name: 'charter_lifecycle_runs_oldest_unfinished_age_seconds',
    help: 'Age of the oldest lifecycle run that has not ended, 0 without one',
    of: { lifecycle_runs: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_policy_checks_due',
    help: 'Teams that are due for a comparison with their policies',
    of: { policy_checks: {} },
    value: 'amount',
  },
  {
    name: 'charter_policy_checks_oldest_due_age_seconds',
    help: 'Time since the oldest due comparison of a team became due, 0 without one',
    of: { policy_checks: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_suite_changes_unfinished',
    help: 'Changes of the suite that have begun and whose outcome is not recorded yet',
    of: { intents: {} },
    value: 'amount',
  },
  {
    name: 'charter_suite_changes_oldest_unfinished_age_seconds',
    help: 'Age of the oldest change to the suite without a recorded outcome, 0 without one',
    of: { intents: {} },
    value: 'oldestAge',
  },
  {
    name: 'charter_audit_records_unsealed',
    help: 'Audit records that are not sealed in their chain yet',
    of: { audit_records: {} },
    value: 'amount',
  },
];

/** Metrics of the pending work in the database. Every node reads the same values. */
function ofBacklog({ infrastructure }: Node): Metric[] {
  const reading = new SharedReading(() => readBacklog(infrastructure.tenancy), BACKLOG_MILLISECONDS);
  return BACKLOG_METRICS.map(({ name, help, of, value }) => ({
    name,
    help,
    kind: 'gauge',
    labels: Object.keys(Object.values(of)[0] ?? {}),
    read: async () =>
      (await reading.get()).flatMap((backlog) => {
        const labels = of[backlog.work];
        return labels === undefined ? [] : [{ value: backlog[value], labels }];
      }),
  }));
}

/** Connections of one pool. */
interface PoolMetrics {
  totalCount: number;
  idleCount: number;
  /** Callers that wait for a connection. */
  waitingCount: number;
}

/** @param most maximum number of connections of each pool */
const ofPools = (pools: Record<string, PoolMetrics>, most: number): Metric[] => [
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

/** Metrics of this node's webhook deliveries. */
interface WebhookMetrics {
  /** Attempts since the start of the node, by outcome, and the messages that are being sent now. */
  counts: { succeeded: number; failed: number; sending: number };
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
];

/** Metrics of the jobs and deliveries that this node works on. */
const ofWorkers = ({ running, webhooks }: NodeWorkers, { config }: Node): Metric[] => [
  {
    name: 'charter_jobs_running',
    help: 'Jobs that this node runs now',
    kind: 'gauge',
    read: () => [{ value: running() }],
  },
  {
    name: 'charter_job_slots',
    help: 'Jobs that this node can run at the same time',
    kind: 'gauge',
    read: () => [{ value: config.workerConcurrency }],
  },
  ...ofWebhooks(webhooks),
];

/** Metrics of the audit checkpoints that this node signs. */
const ofCheckpoints = ({ ages }: Pick<NodeCheckpoints, 'ages'>): Metric[] => [
  {
    name: 'charter_audit_checkpoint_age_seconds',
    help: 'Age of the oldest of the last checkpoints of all tenants, as far as this node has seen',
    kind: 'gauge',
    read: () => [{ value: ages().checkpoint }],
  },
  {
    name: 'charter_audit_check_age_seconds',
    help: 'Time since this node last checked the trails of the tenant that it checked longest ago',
    kind: 'gauge',
    read: () => [{ value: ages().check }],
  },
];

type NodeWorkers = Pick<Awaited<ReturnType<typeof startWorkersOf>>, 'running' | 'webhooks'>;

/** Returns the metrics of a node. @param node the node with the pool for background work */
export const metricsOf = (
  node: Node,
  { workers, checkpoints }: { workers?: NodeWorkers | undefined; checkpoints?: NodeCheckpoints | undefined },
): Metric[] => [
  ...ofPools(node.pools, node.config.databasePoolSize),
  ...ofQueues(node),
  ...ofBacklog(node),
  ...(workers === undefined ? [] : ofWorkers(workers, node)),
  ...(checkpoints === undefined ? [] : ofCheckpoints(checkpoints)),
];
