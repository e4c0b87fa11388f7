/** Audit records (docs/specification.md, sections 5 and 12). */
import type { Actor } from '../principal.ts';

/** `failure`: the change was attempted and did not succeed. `denied`: the actor was not permitted to make it. */
export type AuditOutcome = 'success' | 'failure' | 'denied';

export interface AuditTarget {
  /** Kind of the target, for example `job`. */
  type: string;
  id: string;
  displayName: string;
}

/** A personal text in clear. It is encrypted when its record is sealed. */
export interface PersonalText {
  /** JSON Pointer (RFC 6901) of the text in the record as the API shows it. */
  at: string;
  /** Id of the person. */
  of: string;
  /** The JSON value of the field, mostly a string. */
  value: unknown;
}

/** An encrypted text. The hash of the record covers it. */
export interface SealedText {
  at: string;
  of: string;
  text: string;
  /** Set only when the record is read: the key of the person was destroyed. The hash does not cover it. */
  erased?: true;
}

/** Fields with personal texts. Each value is the field with the person's id, or a source of personal-texts.ts. */
export type PersonalFields = Readonly<Record<string, string>>;

/** A record before it is written. Its definition (define-record.ts) or its event creates it. */
export interface NewAuditRecord {
  /** Set when the write may be repeated: a second record with the same id is ignored. Default: a new id. */
  id?: string;
  trail: string;
  type: string;
  actor: Actor;
  target: AuditTarget;
  /** Id of the call that caused the change. Logs, events and responses have the same id. */
  requestId: string;
  /** Default: success. */
  outcome?: AuditOutcome;
  /** Fields of the trail, as JSON; null and undefined are left out. */
  fields: Readonly<Record<string, unknown>>;
  /** Fields with personal texts. Names of the actor and of a target who is a person are encrypted without an entry. */
  people?: PersonalFields;
}

/** A record without its place in the chain. It has the id of its domain event, if any. */
export interface AuditContent extends Required<Omit<NewAuditRecord, 'trail' | 'people'>> {
  /** Time of the change; RFC 3339 UTC with milliseconds. */
  time: string;
  /** The encrypted personal texts, which the hash covers in place of the texts. Absent when there are none. */
  sealed?: readonly SealedText[];
}

/** A record with its place in the trail's chain (chain.ts). */
export interface AuditRecord extends AuditContent {
  /** Number of the record within the trail: 1, 2, 3… without gaps. */
  sequence: number;
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
}
