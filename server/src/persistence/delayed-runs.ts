/** Starts delayed jobs early, because the access to Microsoft Graph that they may wait for has changed. */
import { type Database, statements } from '../kernel/sql.ts';
import type { QueueName } from './queues.ts';

const QUEUE: QueueName = 'run-job';

/** Starts all delayed jobs of the tenant. Those that must wait for something else are delayed again. */
export async function startDelayedRuns(transaction: Database, tenantId: string): Promise<void> {
  const { tenant, write } = statements(transaction, tenantId);
  await write`
    update pgboss.job set start_after = pgboss.job_now()
     where name = ${QUEUE} and state = 'created' and data->>'tenantId' = ${tenant}
       and start_after > pgboss.job_now()`;
}
