/** Domain events, recorded in the transaction that made them happen (docs/specification.md, section 11). */
import type { AuditOutcome, AuditTarget, NewAuditRecord } from '../audit/model.ts';
import type { Actor } from '../principal.ts';

export type EventType = string;

/** An event as its definition makes it, without its actor and request id. */
export interface Happening {
  /** Set when the write may be repeated: a second event with the same id is ignored. Default: a new id. */
  id?: string;
  type: EventType;
  target: AuditTarget;
  /** The published payload without `tenant.id`, which is added when the event is recorded. */
  payload: object;
  /** Ids of the people whose personal webhooks receive it. Default: the owners of its subject at fan-out. */
  audience?: readonly string[];
  subjectId?: string;
  /** Id of the template from which the subject was created. */
  originId?: string;
  record: { trail: string; outcome: AuditOutcome; fields: Readonly<Record<string, unknown>> };
}

export interface DomainEvent extends Happening {
  actor: Actor;
  requestId: string;
}

/** The event's audit record, which has the event's id. */
export const recordOf = ({
  id,
  type,
  actor,
  target,
  requestId,
  record,
}: DomainEvent & { id: string }): NewAuditRecord => ({ id, type, actor, target, requestId, ...record });
