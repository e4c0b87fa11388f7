import type { Queue } from 'pg-boss';

/** Options of scheduled work, which one node runs at a time. Another node takes over soon after that node dies. */
export const SCHEDULED = {
  policy: 'singleton',
  heartbeatSeconds: 10,
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 600,
} as const;

/**
 * Every queue with its options. A job counts its own retries (docs/specification.md, section 8), so the queue's
 * limit only bounds worker crashes.
 */
export const QUEUES = {
  /** Runs one job of the API, of any type. Data: JobEntry (engine/jobs/queue.ts). */
  'run-job': {
    notify: true,
    heartbeatSeconds: 10,
    retryLimit: 50,
    retryDelay: 0,
    expireInSeconds: 3600,
    // The job's state is in charter.jobs, so finished queue entries are not needed.
    deleteAfterSeconds: 300,
  },
  /** Queues a refresh of each tenant's directory. Scheduled, and sent when a Graph worker starts; no data. */
  'refresh-directory': SCHEDULED,
  /**
   * Refreshes the copy of a directory (suites/graph/mirror/directory.ts). The singleton key allows one entry for each
   * tenant. Data: the tenant's id.
   */
  'refresh-tenant-directory': {
    policy: 'exclusive',
    heartbeatSeconds: 10,
    retryLimit: 0,
    expireInSeconds: 3600,
    deleteAfterSeconds: 600,
  },
  /** Finishes suite operations that a crash interrupted. Scheduled, no data. */
  'recover-intents': SCHEDULED,
  /** Deletes expired rows, such as idempotency keys and issuer sessions. Scheduled, no data. */
  'remove-expired': SCHEDULED,
  /**
   * Removes audit records, jobs, approvals, events, notifications and reviews beyond their retention, unused files of
   * templates, and old requests to join teams. Scheduled, no data.
   */
  'audit-retention': { ...SCHEDULED, expireInSeconds: 3600, deleteAfterSeconds: 3600 },
  /** Announces teams that have lost their owners. Scheduled, no data. */
  'announce-ownerless-teams': SCHEDULED,
  /** Removes roles whose time has ended. Scheduled, no data. */
  'end-roles': SCHEDULED,
  /** Expires requests, and changes for a second administrator, that nobody decided in time. Scheduled, no data. */
  'expire-approvals': SCHEDULED,
  /** Reminds owners of requests to join their teams, and ends those that are over. Scheduled, no data. */
  'join-requests': SCHEDULED,
  /** Reminds approvers of pending requests. Scheduled, no data. */
  'remind-approvers': SCHEDULED,
  /** Carries out erasures of people. Scheduled, and sent on demand; no data. */
  'erase-people': { ...SCHEDULED, expireInSeconds: 3600 },
  /** Sends due mail, on one node. Scheduled, no data. */
  'send-mail': SCHEDULED,
  /** Starts due lifecycle runs and performs waiting ones. Scheduled, and sent on demand; no data. */
  'run-lifecycles': { ...SCHEDULED, expireInSeconds: 3600 },
  /** Announces and performs the ends of guests' stays, and continues reviews. Scheduled, no data. */
  'guests-and-reviews': { ...SCHEDULED, expireInSeconds: 3600 },
  /**
   * Continues a tenant's lifecycle run after the lease of its node has ended. Sent when a node starts a run, leases
   * it, or finds it leased. The singleton key allows one waiting entry per tenant. Data: the tenant's id.
   */
  'continue-lifecycle': {
    policy: 'short',
    heartbeatSeconds: 10,
    // A node may die before it has sent the next entry.
    retryLimit: 3,
    retryDelay: 0,
    expireInSeconds: 3600,
    deleteAfterSeconds: 600,
  },
  /**
   * Reads and records changes to teams after a notification from Microsoft Graph. The singleton key allows one waiting
   * entry per tenant, however many notifications arrive. Data: the tenant's id.
   */
  'observe-teams': {
    policy: 'short',
    heartbeatSeconds: 10,
    retryLimit: 3,
    retryDelay: 30,
    expireInSeconds: 3600,
    deleteAfterSeconds: 600,
  },
} satisfies Record<string, Omit<Queue, 'name'>>;

export type QueueName = keyof typeof QUEUES;

/** pg-boss's own queue for schedules. By default pg-boss keeps its finished jobs for a week. */
export const SCHEDULER_QUEUE = '__pgboss__send-it';
