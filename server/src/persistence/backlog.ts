/** Reads the pending work of all tenants in the database, for the metrics. */
import { columns, number, text } from '../kernel/columns.ts';
import { sql, statements } from '../kernel/sql.ts';
import type { TenantDatabases } from '../kernel/tenant-databases.ts';
import { NO_TENANT } from './tenants.ts';

/** A kind of pending work. `events` wait for their webhook deliveries, `audit_records` for their seal. */
export type BacklogKind =
  | 'approvals'
  | `jobs_${'waiting' | 'active' | 'delayed' | 'paused'}`
  | 'events'
  | 'deliveries'
  | 'mail'
  | 'lifecycle_runs'
  | 'policy_checks'
  | 'intents'
  | 'audit_records';

export interface Backlog {
  work: BacklogKind;
  amount: number;
  /**
   * Seconds since the oldest item was created; for deliveries, mail and policy checks, since it became due. 0 without
   * an item, and for kinds without a time.
   */
  oldestAge: number;
}

const BACKLOG = columns<Backlog>({
  work: text(),
  amount: number(sql`amount::float8`),
  oldestAge: number(sql`coalesce(greatest(0, extract(epoch from now() - since)), 0)::float8`),
});

/** Reads the pending work of all tenants in one statement, which visits each tenant. */
export const readBacklog = (databases: TenantDatabases): Promise<Backlog[]> =>
  statements(databases.for(NO_TENANT), NO_TENANT).all(BACKLOG)`select ${BACKLOG} from charter.backlog()`;
