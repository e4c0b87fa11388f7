/** Domain events, recorded in the transaction that made them happen (docs/specification.md, 11). */
import type { AuditOutcome, AuditTarget, NewAuditRecord } from '../audit/model.ts';
import type { Actor } from '../principal.ts';

/** Code of an event. Its definition (define-event.ts) says which there are. */
export type EventType = string;

/** What happened, made by the event's definition; without who did it. */
export interface Happening {
  /** Chosen by the writer where the write may be repeated: a second event with this id is ignored. Default: a new id. */
  id?: string;
  type: EventType;
  target: AuditTarget;
  /** As it is published, without `tenant.id`, which is added when it is recorded. */
  payload: object;
  /** Ids of the people whose personal webhooks receive it. Default: the owners of its team at fan-out. */
  audience?: readonly string[];
  /** The team that it is about. */
  teamId?: string;
  /** The template that its team is made from. */
  templateId?: string;
  /** Its audit record. */
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
