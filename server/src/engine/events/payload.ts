/** The published payload of an event, as it is recorded and sent (docs/specification.md, section 11). */
import Type, { type Static, type TSchema } from 'typebox';
import type { DomainEvent } from './model.ts';

/** A nullable member of a payload. The recorded payload leaves out null. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Unsafe<Static<T> | null>(schema));

/** Name of the member with the caller's own data, which is recorded unchanged. */
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
 * Adds the tenant's id to the payload, and removes null members: the published types have no null.
 */
export function publishedPayload({ payload }: Pick<DomainEvent, 'payload'>, tenantId: string): object {
  const { tenant } = payload as { tenant?: object };
  return { ...(withoutEmptyMembers(payload) as object), tenant: { ...tenant, id: tenantId } };
}
