/** Depth and age of the queues, for the metrics. */
import { columns, number, text } from '../kernel/columns.ts';
import { sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { QUEUES, type QueueName } from './queues.ts';
import { NO_TENANT } from './tenants.ts';

/** The entries of a queue that no worker has fetched. */
export interface QueueDepth {
  queue: QueueName;
  /** Type of the job, for the queue `run-job`. Null for other queues. */
  type: string | null;
  /** Entries that are due. */
  due: number;
  /** Entries that become due later, such as delayed jobs. */
  later: number;
  /** Seconds since the oldest due entry became due; 0 if there is none. */
  oldestAge: number;
}

const NOW = sql`pgboss.job_now()`;
/** Time at which an entry became due: the end of its delay, or the time at which it was queued. */
const DUE_AT = sql`greatest(start_after, created_on)`;

const DEPTH = columns<QueueDepth>({
  queue: text('name'),
  type: text(sql`data ->> 'type'`),
  due: number(sql`count(*) filter (where start_after <= ${NOW})::integer`),
  later: number(sql`count(*) filter (where start_after > ${NOW})::integer`),
  oldestAge: number(sql`
    coalesce(extract(epoch from max(${NOW} - ${DUE_AT}) filter (where start_after <= ${NOW})), 0)::float8`),
});

/** Reads the waiting entries of all queues in one statement. Queues without any are absent. */
export const readQueueDepths = (databases: TenantDatabases): Promise<QueueDepth[]> =>
  statements(databases.for(NO_TENANT), NO_TENANT).all(DEPTH)`
    select ${DEPTH} from pgboss.job
     where name = any(${Object.keys(QUEUES)}::text[]) and state < 'active' and not blocked
     group by name, data ->> 'type'`;
