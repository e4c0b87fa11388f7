import type { Queue } from 'pg-boss';

/** Work that comes back by itself, of one node at a time. A node that dies with it must not keep the others from it. */
export const SCHEDULED = {
  policy: 'singleton',
  heartbeatSeconds: 10,
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 600,
} as const;

/**
 * Every queue and how it treats its jobs. Retries of provisioning are counted by the job itself (contract 8),
 * so the queue's own limit only bounds crashes of workers.
 */
export const QUEUES = {
  /** Runs one job of the API (TeamProvisioning, TeamArchive, TeamUnarchive) as far as it gets. Data: QueuedJob. */
  'run-job': {
    notify: true,
    heartbeatSeconds: 10,
    retryLimit: 50,
    retryDelay: 0,
    expireInSeconds: 3600,
    // The job itself is kept elsewhere (charter.jobs), so what is done here only takes space.
    deleteAfterSeconds: 300,
  },
  /** Finishes operations on the suite that a crash interrupted. Scheduled; no data. */
  'recover-intents': SCHEDULED,
  /** Deletes what has outlived its time: idempotency keys, issuer sessions. Scheduled; no data. */
  'remove-expired': SCHEDULED,
  /** Removes audit records whose time is over. Scheduled; no data. */
  'audit-retention': { ...SCHEDULED, expireInSeconds: 3600, deleteAfterSeconds: 3600 },
  /** Ends requests that nobody approved in time. Scheduled; no data. */
  'expire-approvals': SCHEDULED,
  /** Tells approvers again what waits for them. Scheduled; no data. */
  'remind-approvers': SCHEDULED,
  /** Sends mail that is due, on one node. Scheduled; no data. */
  'send-mail': SCHEDULED,
  /** Begins lifecycle runs that are due, and goes on with those that wait. Scheduled, and sent on demand; no data. */
  'run-lifecycles': { ...SCHEDULED, expireInSeconds: 3600 },
  /**
   * Goes on with a tenant's lifecycle run when the lease of its node has ended. Sent by whoever begins the run, takes
   * it, or finds it held; one waits for each tenant (its singleton key). Data: the tenant's id.
   */
  'continue-lifecycle': {
    policy: 'short',
    heartbeatSeconds: 10,
    // A node may die with a look before it has sent the next one.
    retryLimit: 3,
    retryDelay: 0,
    expireInSeconds: 3600,
    deleteAfterSeconds: 600,
  },
} satisfies Record<string, Omit<Queue, 'name'>>;

export type QueueName = keyof typeof QUEUES;

/** pg-boss's own queue, which starts scheduled work. pg-boss would keep its finished jobs for a week. */
export const SCHEDULER_QUEUE = '__pgboss__send-it';
