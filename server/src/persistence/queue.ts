/** The queue that jobs wait in: pg-boss, in the service's own database. */
import { CompiledQuery, type Transaction } from 'kysely';
import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import type { QueuePort } from '../engine/jobs/queue.ts';
import { openQueueDatabase } from './queue-database.ts';
import type { QueueName } from './queues.ts';
import type { CharterTables } from './tables.ts';

export interface QueueOptions {
  /** The service role's URL. */
  connectionString: string;
  /** Whether this node runs jobs; otherwise it only sends them. */
  works: boolean;
  /** Jobs this node runs at once. */
  concurrency: number;
  onError: (error: Error) => void;
}

/**
 * A worker that died is noticed when its heartbeat is 10 s old (queues.ts; pg-boss accepts no less) and the
 * next look comes, this many seconds later at most; then a worker takes the job at its next poll. Together
 * under the 15 s of contract 8.
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
  /** Gives back at once what this node still holds, and closes the connections. Stop the workers before. */
  stop(): Promise<void>;
}

/** The queue of a node, started. The service's role makes no tables: migrate.ts has made them. */
export async function startQueue(options: QueueOptions): Promise<StartedQueue> {
  const { connectionString, works, concurrency, onError } = options;
  // Each running job settles and beats over these, and each free place looks for the next one.
  const connections = works ? Math.min(concurrency, 4) + 1 : 1;
  const database = openQueueDatabase(connectionString, connections, onError);
  const boss = new PgBoss({
    db: database,
    migrate: false,
    createSchema: false,
    reindex: false,
    // These checks read what belongs to the database's administrators.
    monitorVacuum: false,
    ...(works ? WORKING : SENDING_ONLY),
  });
  boss.on('error', onError);
  try {
    await boss.start();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    boss,
    async stop() {
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}

/** Lets the job that waits under a singleton key start in so many seconds, if it would start later. */
const BRING_FORWARD = `
  update pgboss.job set start_after = pgboss.job_now() + $3 * interval '1 second'
   where name = $1 and singleton_key = $2 and state = 'created'
     and start_after > pgboss.job_now() + $3 * interval '1 second'`;

/** Sending that commits with the transaction. */
export function queuePort(boss: PgBoss, transaction: Transaction<CharterTables>): QueuePort {
  const name: QueueName = 'run-job';
  const lifecycles: QueueName = 'run-lifecycles';
  const look: QueueName = 'continue-lifecycle';
  return {
    async runJob(job, startAfter) {
      const id = await boss.send(name, job, {
        db: fromKysely(transaction),
        ...(startAfter && { startAfter }),
      });
      if (id === null) throw new Error(`The queue did not take job ${job.jobId}.`);
    },
    async runLifecycles() {
      // Without an answer: a look that is queued already does as well.
      await boss.send(lifecycles, {}, { db: fromKysely(transaction) });
    },
    async continueLifecycle(tenantId, seconds) {
      // A number counts from the time of the database.
      const options = { db: fromKysely(transaction), singletonKey: tenantId, startAfter: seconds };
      if ((await boss.send(look, { tenantId }, options)) !== null) return;
      await transaction.executeQuery(CompiledQuery.raw(BRING_FORWARD, [look, tenantId, seconds]));
    },
  };
}
