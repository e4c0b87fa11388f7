/** Audit records (docs/specification.md, sections 5 and 12). */
import type { Actor } from '../principal.ts';

/** `failure`: tried and not achieved. `denied`: not permitted to try. */
export type AuditOutcome = 'success' | 'failure' | 'denied';

export interface AuditTarget {
  /** Its kind, for example `job`. */
  type: string;
  id: string;
  displayName: string;
}

/** A record before it is written: made by its definition (define-record.ts), or with its event. */
export interface NewAuditRecord {
  /** Chosen by the writer where the write may be repeated: a second record with this id is ignored. Default: a new id. */
  id?: string;
  trail: string;
  type: string;
  actor: Actor;
  target: AuditTarget;
  /** Id of the call that caused it; the same in logs, events and responses. */
  requestId: string;
  /** Default: success. */
  outcome?: AuditOutcome;
  /** Fields of the trail, as JSON; null and undefined are left out. */
  fields: Readonly<Record<string, unknown>>;
}

/** A record without its place in the chain. It has the id of its domain event, if any. */
export interface AuditContent extends Required<Omit<NewAuditRecord, 'trail'>> {
  /** When it happened; RFC 3339 UTC with milliseconds. */
  time: string;
}

/** A record with its place in the trail's chain (chain.ts). */
export interface AuditRecord extends AuditContent {
  /** 1, 2, 3… within the trail, without gaps. */
  sequence: number;
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
}
