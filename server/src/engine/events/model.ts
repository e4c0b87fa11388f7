/** Domain events, recorded in the transaction of the change that they report (docs/specification.md, section 11). */
import Type, { type Static, type TSchema } from 'typebox';
import type { AuditOutcome, AuditTarget, NewAuditRecord, PersonalFields } from '../audit/model.ts';
import type { Actor } from '../principal.ts';

export type EventType = string;

/** An event as its definition creates it, without its actor and request id. */
export interface NewEvent {
  /** Set when the write may be repeated: a second event with the same id is ignored. Default: a new id. */
  id?: string;
  type: EventType;
  target: AuditTarget;
  /** The published payload without `tenant.id`, which is added when the event is recorded. */
  payload: object;
  /** Ids of the users whose personal webhooks receive it. Default: the owners of its subject at fan-out. */
  audience?: readonly string[];
  subjectId?: string;
  /** Id of the template from which the subject was created. */
  originId?: string;
  /** Data that is stored with the created subject, and the version of its template. */
  subjectData?: { templateVersion: string; metadata: Readonly<Record<string, unknown>> };
  /** Data that is stored with the target: the end of its stay and the sponsor. */
  targetData?: { endDateTime: string | null; sponsorId: string | null };
  /**
   * Facts that the event reports in addition to its change. When another call has recorded the same change, `instead`
   * is recorded. `fields` are the fields of the audit record that other records of the change may lack.
   */
  beyond?: { fields: readonly string[]; instead: NewEvent };
  record: {
    trail: string;
    outcome: AuditOutcome;
    fields: Readonly<Record<string, unknown>>;
    people?: PersonalFields;
  };
}

export interface DomainEvent extends NewEvent {
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

/** A nullable member of a payload. The recorded payload leaves out null. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Unsafe<Static<T> | null>(schema));

/** Name of the member with the caller's own data, which is recorded unchanged, including null members. */
const UNTOUCHED = 'metadata';

function withoutEmptyMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === UNTOUCHED ? member : withoutEmptyMembers(member)]),
  );
}

/**
 * Returns the published payload of an event, as it is recorded and sent (docs/specification.md, section 11). It has
 * the tenant's id and no null members, because the published types have no null.
 */
export function publishedPayload({ payload }: Pick<DomainEvent, 'payload'>, tenantId: string): object {
  const { tenant } = payload as { tenant?: object };
  return { ...(withoutEmptyMembers(payload) as object), tenant: { ...tenant, id: tenantId } };
}

export interface EventStore {
  /**
   * Records events in the transaction that changes the state. Ignores an event whose id is recorded.
   */
  append(events: readonly DomainEvent[], at: Date): Promise<void>;
}

declare module '../store.ts' {
  interface TenantStores {
    /** Records events, writes their audit records, and carries out the reactions to them. */
    events: EventStore;
  }
}
