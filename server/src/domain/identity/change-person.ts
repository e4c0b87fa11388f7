/** Changes a person of the stored directory, with the event and its audit record. */
import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../engine/events/model.ts';
import type { Cause } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { userUpdated } from './events.ts';
import type { PersonValues, StoredPerson } from './ports.ts';

export type PersonChanges = Partial<Omit<PersonValues, 'id'>>;

/** The fields whose values the event publishes. Of other fields, the audit record has only the names. */
const PUBLISHED = [
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'userType',
  'accountEnabled',
] as const;

/** Returns the values that differ from the person's. */
export const differences = (person: PersonValues, wanted: PersonChanges): PersonChanges =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) =>
        value !== undefined && !isDeepStrictEqual(value, person[field as keyof PersonValues]),
    ),
  );

/** Returns the names of the changed attributes. Lists each changed extension attribute by its own name. */
const namesOf = (person: Pick<PersonValues, 'extensions'>, changes: PersonChanges): string[] =>
  Object.keys(changes).flatMap((field) => {
    if (field !== 'extensions') return [field];
    const { extensions = {} } = changes;
    const names = new Set([...Object.keys(extensions), ...Object.keys(person.extensions)]);
    return [...names].filter((name) => !isDeepStrictEqual(extensions[name], person.extensions[name]));
  });

/** Returns the event of changes to the person. @param changes at least one */
export function eventOfChanges(person: PersonValues, changes: PersonChanges, cause: Cause): DomainEvent {
  const { id } = person;
  const { displayName = person.displayName } = changes;
  const published = PUBLISHED.filter((field) => field in changes).map((field) => [field, changes[field]]);
  const event = userUpdated.happened({
    target: { type: 'user', id, displayName },
    payload: { user: { id, displayName }, changes: Object.fromEntries(published) },
    unpublished: { attributes: namesOf(person, changes) },
    audience: [id],
  });
  return { ...event, ...cause };
}

/**
 * Writes the changes, the event and its audit record. Writes nothing when nothing changes.
 * @returns the changed person
 * @throws NameAlreadyExists when another person has the user principal name
 */
export async function writePersonChanges(
  unit: Pick<UnitOfWork, 'people' | 'events'>,
  person: StoredPerson,
  changes: PersonChanges,
  cause: Cause,
  at: Date,
): Promise<StoredPerson> {
  if (Object.keys(changes).length === 0) return person;
  const changed = await unit.people.change(person.id, changes);
  await unit.events.append([eventOfChanges(person, changes, cause)], at);
  return changed ?? person;
}
