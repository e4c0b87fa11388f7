/** Starts delayed jobs before their time, when what they wait for has happened. */
import type { Kysely } from 'kysely';
import type { QueueName } from './queues.ts';
import { statements } from './statements.ts';
import type { CharterTables } from './tables.ts';

const QUEUE: QueueName = 'run-job';

const START = `
  update pgboss.job set start_after = pgboss.job_now()
   where name = $2 and state = 'created' and data->>'tenantId' = $1 and start_after > pgboss.job_now()`;

/** Starts all delayed jobs of the tenant. Those that must wait for something else are delayed again. */
export async function startDelayedRuns(transaction: Kysely<CharterTables>, tenantId: string): Promise<void> {
  await statements(transaction, tenantId).write(START, QUEUE);
}
