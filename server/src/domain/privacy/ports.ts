import type { PersonMarks, TextFinding } from './personal-texts.ts';

export interface LegalHold {
  personId: string;
  reason: string;
  placedBy: string;
  placedAt: Date;
}

/** An erasure. It stays stored after its end, so that the person is not stored again. */
export interface Erasure {
  id: string;
  personId: string;
  requestId: string;
  requestedAt: Date;
  completedAt: Date | null;
  /** Number of rows that have been redacted so far. */
  redactedRows: number;
  /**
   * Number of audit records whose hash covers the name of the person in plain text, because they are older than the
   * encryption; null until the erasure ends.
   */
  unchangedRecords: number | null;
}

/** A kind of stored objects that hold personal texts. */
export interface PersonalStore {
  /** Human-readable name. */
  name: string;
  /** Whether the texts are the organisation's: a dry run lists those that name the person, and an erasure leaves them. */
  isUnchanged?: boolean;
}

/** A row that names the person. */
export interface FoundRow {
  key: Readonly<Record<string, string>>;
  findings: readonly TextFinding[];
}

/** A file that Charter filled in from a request and stored outside of its database. */
export interface FileElsewhere {
  teamId: string;
  path: string;
}

/** A row that refers to the person by id. */
export interface ReferringRow {
  key: Readonly<Record<string, string>>;
  /** Name of the object to which the row belongs; null if it has none or no longer exists. */
  displayName: string | null;
  /** Roles, states and times, by column. */
  values: Readonly<Record<string, unknown>>;
}

/** A row that contains the person's id in its JSON. */
export interface RowWithPersonId {
  key: Readonly<Record<string, string>>;
  /** Columns, and paths in their JSON, joined by dots. */
  ids: readonly string[];
}

export interface FoundBatch {
  found: FoundRow[];
  /** Rows with the id of the person in their JSON, whether or not they have texts about the person. */
  containing: RowWithPersonId[];
  /** Key of the last row that was read; undefined at the end of the store. */
  next: readonly string[] | undefined;
}

/** Place of an encrypted text in an audit record. */
export interface RecordPlace {
  trail: string;
  sequence: number;
  type: string;
  time: Date;
  /** JSON Pointer. */
  at: string;
}

/** An encrypted text of the person in an audit record. */
export interface FoundRecordText extends RecordPlace {
  value: unknown;
}

/** A text in an audit record that names the person and that another person wrote. */
export interface TextOfOther extends RecordPlace {
  /** Id of the other person. */
  writtenBy: string;
}

/** Position in the trails of a tenant, in the order of their codes. */
export type TrailPosition = Pick<RecordPlace, 'trail' | 'sequence'>;

/** Kinds of objects that are deleted after their retention period. Audit records have periods of their own. */
export const EXPIRING_KINDS = ['jobs', 'approvals', 'events', 'notifications', 'reviews'] as const;
export type ExpiringKind = (typeof EXPIRING_KINDS)[number];

export interface PrivacyStore {
  stores: readonly PersonalStore[];
  /** Returns the person's row in the directory as JSON. */
  directoryEntry(personId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Whether the directory, the trails or an erasure has this id. */
  isKnown(personId: string): Promise<boolean>;

  findHold(personId: string): Promise<LegalHold | undefined>;
  placeHold(hold: LegalHold): Promise<void>;
  /** Returns false when there was none. */
  removeHold(personId: string): Promise<boolean>;

  findErasure(personId: string): Promise<Erasure | undefined>;
  /** Records the intent. Must run under lockPerson. */
  addErasure(erasure: Pick<Erasure, 'id' | 'personId' | 'requestId' | 'requestedAt'>): Promise<void>;
  /** Locks the person until the transaction ends, so that no hold and no erasure of the person begin meanwhile. */
  lockPerson(personId: string): Promise<void>;
  /** Ids of people whose erasure has not ended. */
  unfinished(): Promise<string[]>;

  /**
   * Returns the names, addresses and texts of the person, from directory, approvals and trails. During an erasure,
   * returns those that storeMarks stored at its start.
   * @param records the person's texts in the trails, when the caller has read them
   */
  marksOf(personId: string, records?: readonly FoundRecordText[]): Promise<PersonMarks>;
  /** Stores the encrypted marks until the erasure ends. */
  storeMarks(personId: string, marks: PersonMarks): Promise<void>;
  /** Searches the next rows of a store. With `redacts`, also redacts them, and must run in a transaction. */
  search(
    store: number,
    marks: PersonMarks,
    after: readonly string[] | undefined,
    redacts: boolean,
  ): Promise<FoundBatch>;
  /**
   * Returns the files in Microsoft 365 that name the person. Charter does not store them, and finds them through the
   * stored plans of the jobs that created them.
   */
  filesElsewhere(marks: PersonMarks): Promise<FileElsewhere[]>;
  /** Returns the rows that refer to the person by id, by kind. Omits kinds without such rows. */
  references(personId: string): Promise<{ name: string; rows: ReferringRow[] }[]>;
  countRows(personId: string, rows: number): Promise<void>;
  /** Returns the index of the first store that the erasure has not finished. */
  progressOf(personId: string): Promise<number>;
  storeProgress(personId: string, store: number): Promise<void>;
  /** Returns the number of audit records that name the person in plain text. */
  countClearRecords(marks: PersonMarks): Promise<number>;
  /** Returns the person's texts in the trails. */
  recordTexts(personId: string): Promise<FoundRecordText[]>;
  /**
   * Searches the next audit records for texts of others that name the person. With `erasureId`, also stores their
   * redacted versions, which readers see from then on, and must run in a transaction.
   */
  searchRecords(
    marks: PersonMarks,
    after: TrailPosition | undefined,
    erasureId?: string,
  ): Promise<{ found: TextOfOther[]; next: TrailPosition | undefined }>;
  /** Destroys the key, and ends the erasure. Must run in a transaction. */
  finish(personId: string, unchangedRecords: number, at: Date): Promise<void>;

  /**
   * Deletes up to `limit` objects whose retention period has ended, and returns their number. Skips open objects, objects
   * that other rows need, and objects that name a person under a legal hold. The database stores the periods
   * (persistence/migrate.ts).
   */
  removeExpired(kind: ExpiringKind, limit: number, at: Date): Promise<number>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    privacy: PrivacyStore;
  }
}

declare module '../../engine/jobs/queue.ts' {
  interface QueuePort {
    /** Queues the work that carries out erasures, of all tenants. */
    erasePeople(): Promise<void>;
  }
}
