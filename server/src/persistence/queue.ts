/** The job queue: pg-boss in the service's own database. */
import { type ConstructorOptions, fromKysely, PgBoss, type SendOptions } from 'pg-boss';
import type { QueuePort } from '../engine/jobs/queue.ts';
import { type Database, sql } from '../kernel/sql.ts';
import { positionOf } from './job-turns.ts';
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts';
import type { QueueName } from './queues.ts';

export interface QueueOptions {
  /** URL of the service's role. */
  connectionString: string;
  /** Whether this node runs jobs. Other nodes only send them. */
  works: boolean;
  /** Maximum number of jobs that this node runs at the same time. */
  concurrency: number;
  onError: (error: Error) => void;
}

/**
 * A dead worker is detected when its heartbeat is 10 s old (queues.ts; pg-boss's minimum) and the next supervision
 * runs. Another worker fetches the job at its next poll. All of this takes at most 15 s.
 */
const SUPERVISION_SECONDS = 1;

const WORKING: Partial<ConstructorOptions> = {
  supervise: true,
  superviseIntervalSeconds: SUPERVISION_SECONDS,
  monitorIntervalSeconds: SUPERVISION_SECONDS,
  maintenanceIntervalSeconds: 60,
  schedule: true,
  useListenNotify: true,
};

const SENDING_ONLY: Partial<ConstructorOptions> = { supervise: false, schedule: false };

export interface StartedQueue {
  boss: PgBoss;
  /** Calls the listener when an entry of a queue with `notify` becomes due. Returns a function that removes it. */
  onQueued(listener: (queue: string) => void): () => void;
  /** Releases the jobs that this node holds, and closes the connections. Stop the workers first. */
  stop(): Promise<void>;
}

/** Returns an Error for what pg-boss reports: failed fetches are plain objects with the fields of the error. */
const toError = (reported: Error): Error =>
  reported instanceof Error ? reported : Object.assign(new Error(), reported);

/** Starts the queue of a node. migrate.ts has created its tables. */
export async function startQueue(options: QueueOptions): Promise<StartedQueue> {
  const { connectionString, works, concurrency, onError } = options;
  // Running jobs complete and send heartbeats over these connections, and idle workers poll over them.
  const connections = works ? Math.min(concurrency, 4) + 1 : 1;
  const database = openQueueDatabase(connectionString, connections, onError);
  const listeners = new Set<(queue: string) => void>();
  const listen: QueueDatabase['listen'] = (channel, onNotification, onReconnect) => {
    const notify = (queue: string): void => {
      onNotification(queue);
      for (const listener of listeners) listener(queue);
    };
    return database.listen(channel, notify, onReconnect);
  };
  const boss = new PgBoss({
    db: { ...database, listen },
    migrate: false,
    createSchema: false,
    reindex: false,
    // Vacuum checks read statistics that only administrators may read.
    monitorVacuum: false,
    ...(works ? WORKING : SENDING_ONLY),
  });
  boss.on('error', (reported) => onError(toError(reported)));
  try {
    await boss.start();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    boss,
    onQueued(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}

/** Options of an entry for a tenant: at most one is waiting, and a node runs one at a time. */
export const tenantOptions = (tenantId: string) => ({ singletonKey: tenantId, group: { id: tenantId } });

/** A queue port that sends within the transaction. */
export function queuePort(boss: PgBoss, transaction: Database): QueuePort {
  const send = (queue: QueueName, data: object, options: SendOptions = {}) =>
    boss.send(queue, data, { db: fromKysely(transaction), ...options });
  return {
    async runJob(job, startAfter) {
      const { rank, type, traceparent } = await positionOf(transaction, job);
      const options = { priority: -rank, group: { id: job.tenantId }, ...(startAfter && { startAfter }) };
      const id = await send('run-job', { ...job, rank, type, ...(traceparent && { traceparent }) }, options);
      if (id === null) throw new Error(`The queue did not take job ${job.jobId}.`);
    },
    async runLifecycles() {
      // The result is ignored: an already queued run serves as well.
      await send('run-lifecycles', {});
    },
    async erasePeople() {
      await send('erase-people', {});
    },
    async continueLifecycle(tenantId, seconds) {
      const queue: QueueName = 'continue-lifecycle';
      // pg-boss adds a number of seconds to the database's time, not to this machine's.
      const options = { ...tenantOptions(tenantId), startAfter: seconds };
      if ((await send(queue, { tenantId }, options)) !== null) return;
      // Moves the waiting entry forward. Never delays it.
      const due = sql`pgboss.job_now() + ${seconds} * interval '1 second'`;
      await sql`
        update pgboss.job set start_after = ${due}
         where name = ${queue} and singleton_key = ${tenantId} and state = 'created' and start_after > ${due}`.execute(
        transaction,
      );
    },
  };
}
