/** The published payload of an event, as it is recorded and sent (docs/specification.md, section 11). */
import Type, { type Static, type TSchema } from 'typebox';
import type { DomainEvent } from './model.ts';

/** A member of a payload whose maker may give null; the recorded payload leaves it out then. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Unsafe<Static<T> | null>(schema));

/** What a caller sent with the request: recorded as it was sent. */
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
 * Returns the payload with its tenant, which an event may say more about, and without the members that have no
 * value: receivers' types say string, not null.
 */
export function publishedPayload({ payload }: Pick<DomainEvent, 'payload'>, tenantId: string): object {
  const { tenant } = payload as { tenant?: object };
  return { ...(withoutEmptyMembers(payload) as object), tenant: { ...tenant, id: tenantId } };
}
