import type { AuditRecord, NewAuditRecord } from './model.ts';

/** Fields by which a list of records can be filtered, besides `time` and `sequence`. */
export const EXACT_FILTERS = ['type', 'actor/id', 'target/id'] as const;
export type ExactFilter = (typeof EXACT_FILTERS)[number];

export type AuditComparison = 'eq' | 'ge' | 'gt' | 'le' | 'lt';

/** A condition of a query. Several conditions are joined by `and`. */
export type AuditCondition =
  | { field: ExactFilter; operator: 'eq'; value: string }
  | { field: 'time'; operator: AuditComparison; value: Date }
  | { field: 'sequence'; operator: AuditComparison; value: number };

/** `time`: by time, then id. `sequence`: in the order of the chain. */
export type AuditOrder = `${'time' | 'sequence'} ${'asc' | 'desc'}`;

/** Sort key of the last record of a page: time and id, or the sequence. */
export type AuditPosition = { time: Date; id: string } | { sequence: number };

export interface AuditQuery {
  trail: string;
  conditions: readonly AuditCondition[];
  order: AuditOrder;
  /** Page size, 1 to 999. */
  top: number;
  /** Position of the previous page's last record, in the same order. */
  after?: AuditPosition | undefined;
}

/** A record with its trail. */
export interface SubjectRecord extends AuditRecord {
  trail: string;
}

export interface ChainHead {
  sequence: number;
  hash: string;
}

/** Heads of a tenant's chains, by the trail's code. */
export type ChainHeads = Readonly<Record<string, ChainHead>>;

/** A checkpoint in the database, which coordinates the nodes. */
export interface RecordedCheckpoint {
  number: number;
  line: string;
  /** Whether a node has written the checkpoint outside of the database. */
  isWritten: boolean;
}

/** Criteria that find the record of a change. */
export interface PendingChange {
  trail: string;
  type: string;
  targetId: string;
  /** Field values that the record must have; it may have others too. */
  fields: Readonly<Record<string, unknown>>;
  since: Date;
}

/** Appends audit records inside a transaction. */
export interface AuditLog {
  /**
   * Records changes that have no domain event, in their transaction. `events.append` writes the records of events.
   * Ignores a record whose id exists.
   */
  append(records: readonly NewAuditRecord[], at: Date): Promise<void>;
}

export interface AuditStore extends AuditLog {
  /**
   * Returns whether the change is recorded, sealed or not. Locks the target until the transaction ends, so that of
   * two concurrent callers one finds the other's record.
   */
  isRecorded(change: PendingChange): Promise<boolean>;
  /**
   * Appends the committed records to their trails' chains. Returns how many. Every node may call it: a lock admits one
   * node at a time for a tenant. Must not run inside a transaction.
   */
  seal(): Promise<number>;
  /** Lists sealed records only. Returns one more than the page size when another page follows. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
  count(query: Pick<AuditQuery, 'trail' | 'conditions'>): Promise<number>;
  /**
   * Lists the sealed records of all trails about one subject, newest first. Returns one more than the page size when
   * another page follows. The subject of a record is the team that its fields name or that is its target.
   */
  listAbout(subjectId: string, query: Pick<AuditQuery, 'top' | 'after'>): Promise<SubjectRecord[]>;
  heads(): Promise<ChainHeads>;
  lastCheckpoint(): Promise<RecordedCheckpoint | undefined>;
  /** Stores the line as the tenant's checkpoint of this number. Returns false when another node was first. */
  claimCheckpoint(number: number, line: string): Promise<boolean>;
  /** Marks the checkpoint as written outside of the database, and deletes the earlier ones. */
  markWritten(number: number, at: Date): Promise<void>;
  /**
   * Removes the trail's oldest expired records, at most `limit`, and records the removal under `recordId`. Returns how
   * many. The database decides by the retention that persistence/migrate.ts stored in it.
   */
  prune(trail: string, limit: number, recordId: string, at: Date): Promise<number>;
}

/** Public keys that sign or have signed checkpoints, of all nodes. */
export interface AuditKeyStore {
  /** Public JWKs with their `kid`, oldest first. */
  list(): Promise<Record<string, unknown>[]>;
  /** Adds a public key. Idempotent. */
  add(jwk: Record<string, unknown> & { kid: string }, at: Date): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    /** The audit trails. Only changes that have no event append to them directly. */
    audit: AuditStore;
  }
}
