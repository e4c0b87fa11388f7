/** The metrics of a node. */
import { JOB_DEFINITIONS } from '../flows/definitions.ts';
import { ofPools, ofWebhooks, type WebhookMetrics } from '../http/pages/metrics.ts';
import { type Metric, type MetricValue, SharedReading } from '../kernel/metrics.ts';
import { type QueueFigures, readQueueFigures } from '../persistence/queue-figures.ts';
import { QUEUES } from '../persistence/queues.ts';
import type { Node } from './node.ts';

/** Shortest time between two readings of the queues on a node. */
const QUEUES_MILLISECONDS = 5_000;

/** Queues and types that are shown also while nothing waits. */
const ALWAYS: readonly Pick<QueueFigures, 'queue' | 'type'>[] = [
  ...JOB_DEFINITIONS.map(({ type }) => ({ queue: 'run-job' as const, type })),
  ...(Object.keys(QUEUES) as (keyof typeof QUEUES)[])
    .filter((queue) => queue !== 'run-job')
    .map((queue) => ({ queue, type: null })),
];

/** Metrics of the queues. Every node reads the same values: take the maximum over the nodes, not the sum. */
function ofQueues({ infrastructure }: Node): Metric[] {
  const reading = new SharedReading(() => readQueueFigures(infrastructure.tenancy), QUEUES_MILLISECONDS);
  const figures = async (): Promise<QueueFigures[]> => {
    const found = await reading.get();
    const idle = ALWAYS.filter(
      ({ queue, type }) => !found.some((figure) => figure.queue === queue && figure.type === type),
    ).map((key) => ({ ...key, due: 0, later: 0, oldestAge: 0 }));
    return [...found, ...idle];
  };
  const labelsOf = ({ queue, type }: QueueFigures) => ({ queue, ...(type !== null && { type }) });
  const gauge = (
    name: string,
    help: string,
    valuesOf: (figure: QueueFigures) => MetricValue[],
    labels: readonly string[] = [],
  ): Metric => ({
    name,
    help,
    kind: 'gauge',
    labels: ['queue', 'type', ...labels],
    read: async () => (await figures()).flatMap(valuesOf),
  });
  return [
    gauge(
      'charter_queue_jobs',
      'Entries that wait in the queues of the database, by queue, and in the queue run-job by type of job. due: a worker may take it now; delayed: it becomes due later',
      (figure) => [
        { value: figure.due, labels: { ...labelsOf(figure), state: 'due' } },
        { value: figure.later, labels: { ...labelsOf(figure), state: 'delayed' } },
      ],
      ['state'],
    ),
    gauge(
      'charter_queue_oldest_job_age_seconds',
      'Time since the oldest due entry of the queue became due, 0 without one',
      (figure) => [{ value: figure.oldestAge, labels: labelsOf(figure) }],
    ),
  ];
}

/** @param node with the pool of background work */
export const metricsOf = (node: Node, workers: { webhooks: WebhookMetrics } | undefined): Metric[] => [
  ofPools(node.pools),
  ...ofQueues(node),
  ...(workers === undefined ? [] : ofWebhooks(workers.webhooks)),
];
