/** Lists, adds, changes and deletes people on behalf of a connector. */
import type { Deps } from '../../engine/deps.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import type { PersonFilter, PositionedPage, PositionedQuery } from '../directory/filter.ts';
import { differences, type PersonChanges, writePersonChanges } from '../identity/change-person.ts';
import { userAdded } from '../identity/identity-records.ts';
import type { StoredPerson } from '../identity/ports.ts';
import {
  type AdmittedVersions,
  assertVersion,
  attributeTaken,
  causeOfConnector,
  type ScimCall,
} from './model.ts';
import { userDeleted } from './records.ts';

export interface PeopleDeps extends Pick<Deps, 'store' | 'clock'> {
  /** Announces on this node that the rights of a principal have changed, after the commit. */
  announce(tenantId: string, principalId: string): void;
}

export async function listPeople(
  { store }: Pick<PeopleDeps, 'store'>,
  { connector: { tenantId } }: ScimCall,
  query: PositionedQuery<PersonFilter>,
): Promise<PositionedPage<StoredPerson>> {
  const { people } = store.in(tenantId);
  const [items, total] = await Promise.all([
    query.top === 0 ? [] : people.list(query),
    people.count(query.filter),
  ]);
  return { items, total };
}

/** @throws NotFound */
export async function getPerson(
  { store }: Pick<PeopleDeps, 'store'>,
  { connector: { tenantId } }: ScimCall,
  id: string,
): Promise<StoredPerson> {
  const person = await store.in(tenantId).people.find(id);
  if (person === undefined) throw notFound('user', id);
  return person;
}

/** @throws InvalidRequest */
function assertManager(id: string, { managerId }: PersonChanges): void {
  if (managerId !== id) return;
  throw invalidField(
    'manager',
    say('identity.ownManager', 'Nobody is their own manager. Name somebody else, or nobody.'),
  );
}

/**
 * Adds a person. The connector's id for the person becomes their id, because the provider's tokens contain it. An
 * existing person with this id, from a sign-in or an import, gets the new values.
 * @throws NameAlreadyExists, InvalidRequest
 */
export async function addPerson(
  { store, clock, announce }: PeopleDeps,
  call: ScimCall,
  wanted: PersonChanges & Pick<StoredPerson, 'displayName' | 'userPrincipalName'>,
): Promise<StoredPerson> {
  const { tenantId } = call.connector;
  const id = wanted.externalId ?? newId();
  assertManager(id, wanted);
  const person = await store.transaction(tenantId, async (unit) => {
    const known = await unit.people.find(id, { lock: true });
    if (known !== undefined) {
      if (known.externalId !== null) throw attributeTaken('externalId');
      return writePersonChanges(unit, known, differences(known, wanted), causeOfConnector(call), clock.now());
    }
    const added = await unit.people.add({ ...wanted, id });
    if (added === undefined) throw attributeTaken('userName');
    const record = userAdded.record({ id, displayName: wanted.displayName }, causeOfConnector(call));
    await unit.audit.append([record], clock.now());
    return added;
  });
  // An earlier call may have been rejected because the directory did not have the person.
  announce(tenantId, id);
  return person;
}

interface ChangeInput {
  id: string;
  versions: AdmittedVersions;
  /** Returns the wanted values. Called with the locked person. */
  decide(person: StoredPerson): PersonChanges;
}

/**
 * Changes a person. Closing an account takes effect at once.
 * @throws NotFound, PreconditionFailed, NameAlreadyExists, InvalidRequest
 */
export async function changePerson(
  { store, clock, announce }: PeopleDeps,
  call: ScimCall,
  { id, versions, decide }: ChangeInput,
): Promise<StoredPerson> {
  const { tenantId } = call.connector;
  let changes: PersonChanges = {};
  const changed = await store.transaction(tenantId, async (unit) => {
    const person = await unit.people.find(id, { lock: true });
    if (person === undefined) throw notFound('user', id);
    assertVersion(person, versions);
    changes = differences(person, decide(person));
    assertManager(id, changes);
    return writePersonChanges(unit, person, changes, causeOfConnector(call), clock.now());
  });
  if ('accountEnabled' in changes) announce(tenantId, id);
  return changed;
}

/** Deletes a person from the directory. @throws NotFound, PreconditionFailed */
export async function deletePerson(
  { store, clock, announce }: PeopleDeps,
  call: ScimCall,
  { id, versions }: Pick<ChangeInput, 'id' | 'versions'>,
): Promise<void> {
  const { tenantId } = call.connector;
  await store.transaction(tenantId, async (unit) => {
    const person = await unit.people.find(id, { lock: true });
    if (person === undefined) throw notFound('user', id);
    assertVersion(person, versions);
    await unit.people.remove(id);
    await unit.audit.append([userDeleted.record(person, causeOfConnector(call))], clock.now());
  });
  announce(tenantId, id);
}
