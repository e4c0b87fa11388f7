/** Records of what happened, for those who must be able to trust them (contract 5 and 12). */
import type { EventTarget } from '../events/model.ts';
import type { Actor } from '../principal.ts';
import type { TRAILS, TrailCode } from './trails.ts';

/** `failure`: tried and not achieved. `denied`: not permitted to try. */
export type AuditOutcome = 'success' | 'failure' | 'denied';

/** What it was done to. */
export interface AuditTarget {
  type:
    | EventTarget['type']
    | 'app'
    | 'delivery'
    | 'directory'
    | 'hook'
    | 'notification'
    | 'operation'
    | 'policy'
    | 'principal'
    | 'run'
    | 'trail'
    | 'user';
  id: string;
  displayName: string;
}

interface RecordOf<Code extends TrailCode> {
  /** Chosen by what records it, where that may be repeated: the second record is ignored. Else a new id. */
  id?: string;
  trail: Code;
  type: (typeof TRAILS)[Code]['types'][number];
  actor: Actor;
  target: AuditTarget;
  /** The call that caused it; the same in the log, in events and in answers. */
  requestId: string;
  /** Default: success. */
  outcome?: AuditOutcome;
  /** Fields of the trail, as JSON; null and undefined are left out. */
  fields: { readonly [Field in (typeof TRAILS)[Code]['fields'][number]]?: unknown };
}

/** A record before it is written. Its trail declares which types and fields there are (trails.ts). */
export type NewAuditRecord = { [Code in TrailCode]: RecordOf<Code> }[TrailCode];

/** What happened, without its place in the chain. */
export interface AuditContent {
  /** UUID; that of the domain event where there is one. */
  id: string;
  /** When it happened; RFC 3339 UTC with milliseconds. */
  time: string;
  type: string;
  actor: Actor;
  target: AuditTarget;
  requestId: string;
  outcome: AuditOutcome;
  fields: Readonly<Record<string, unknown>>;
}

/** A record with its place in the trail's chain (chain.ts). */
export interface AuditRecord extends AuditContent {
  /** 1, 2, 3… within the trail, without gaps. */
  sequence: number;
  /** SHA-256, 64 hexadecimal digits. */
  hash: string;
}
