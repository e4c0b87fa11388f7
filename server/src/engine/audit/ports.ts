import type { AuditRecord, NewAuditRecord } from './model.ts';

/** Fields that a list of records can be narrowed by, beside times and sequences. */
export const EXACT_FILTERS = ['type', 'actor/id', 'target/id'] as const;
export type ExactFilter = (typeof EXACT_FILTERS)[number];

export type Comparison = 'eq' | 'ge' | 'gt' | 'le' | 'lt';

/** One condition; several are joined by `and`. */
export type AuditCondition =
  | { field: ExactFilter; operator: 'eq'; value: string }
  | { field: 'time'; operator: Comparison; value: Date }
  | { field: 'sequence'; operator: Comparison; value: number };

/** `time`: by time, then id. `sequence`: in the order of the chain. */
export type AuditOrder = `${'time' | 'sequence'} ${'asc' | 'desc'}`;

/** Sort key of the last record of a page: time and id, or the sequence. */
export type AuditPosition = { time: Date; id: string } | { sequence: number };

export interface AuditQuery {
  /** Code of the trail. */
  trail: string;
  conditions: readonly AuditCondition[];
  order: AuditOrder;
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended; of the same order. */
  after?: AuditPosition;
}

/** End of a trail's chain. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

/** By the trail's code. */
export type ChainHeads = Readonly<Record<string, ChainHead>>;

/** A checkpoint as the database knows it, for the nodes to take turns by. */
export interface NotedCheckpoint {
  number: number;
  line: string;
  /** Whether a node has written it to its folder. */
  isWritten: boolean;
}

/** A change as its record tells it. */
export interface RecordedChange {
  trail: string;
  type: string;
  targetId: string;
  /** Among the fields of its record. */
  fields: Readonly<Record<string, unknown>>;
  /** Not before. */
  since: Date;
}

/** What may be written inside a transaction. */
export interface AuditLog {
  /**
   * Records what happened; part of the transaction that changes the state. For changes without a domain
   * event: `events.append` writes the record of each event itself. A record whose id is there already is
   * left as it is.
   */
  append(records: readonly NewAuditRecord[], at: Date): Promise<void>;
}

export interface AuditStore extends AuditLog {
  /**
   * Whether a record tells of such a change already, sealed or not. For a transaction that records it
   * otherwise: whoever asks about the same target waits until this one ends, so that two never both hear no.
   */
  isRecorded(change: RecordedChange): Promise<boolean>;
  /**
   * Gives every committed record that has none its place in its trail's chain; answers how many. Any node
   * may do it at any time: nodes take turns for a tenant. Never inside a transaction.
   */
  seal(): Promise<number>;
  /** Sealed records only, so seal first. One more than a page where there is one more. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
  count(query: Pick<AuditQuery, 'trail' | 'conditions'>): Promise<number>;
  /** Ends of the chains that have begun. */
  heads(): Promise<ChainHeads>;
  /** The tenant's checkpoint with the highest number. */
  lastCheckpoint(): Promise<NotedCheckpoint | undefined>;
  /** Keeps the line as the tenant's checkpoint of this number; false when another node was first. */
  claimCheckpoint(number: number, line: string): Promise<boolean>;
  /** Notes that the line has left the database, and forgets the ones before it. */
  noteWritten(number: number, at: Date): Promise<void>;
  /**
   * Removes the trail's oldest records whose time is over, and records that under `recordId`; answers how
   * many. The database decides what is over by the retention it was given at the start.
   */
  prune(trail: string, most: number, recordId: string, at: Date): Promise<number>;
}

/** Public keys that checkpoints are signed with: those of all nodes, of all times. */
export interface AuditKeyStore {
  /** Public JWKs with their `kid`, oldest first. */
  list(): Promise<Record<string, unknown>[]>;
  /** Idempotent. */
  add(jwk: Record<string, unknown> & { kid: string }, at: Date): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    /** For changes that have no event. */
    audit: AuditStore;
  }
}
