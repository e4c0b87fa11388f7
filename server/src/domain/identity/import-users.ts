/** Adds, changes or replaces people of the directory, with their managers and groups. */

import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { DomainEvent } from '../../engine/events/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { CharterError, conflict, type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import { type Message, say } from '../../kernel/messages.ts';
import { USER_TEXTS, type User, type UserText } from '../directory/model.ts';
import type { WritableDirectory } from '../directory/ports.ts';
import type { SuiteUsers } from '../directory/suite.ts';
import { assertGlobalAdmin, timedCauseOf } from './access.ts';
import { differences, eventOfChanges, type PersonChanges } from './change-person.ts';
import { membershipsChanged, userAdded, usersImported } from './identity-records.ts';
import type { PersonValues } from './ports.ts';

/** Maximum number of people in one import. */
export const MAX_IMPORTED = 1_000;

/** A person in an import. Null resets a field to its default (DEFAULTS). */
export type ImportedUser = Pick<PersonValues, 'id' | 'displayName' | 'userPrincipalName'> & {
  [Field in Exclude<ImportedField, 'userType' | 'accountEnabled'>]?: PersonValues[Field];
} & {
  userType?: PersonValues['userType'] | null;
  accountEnabled?: boolean | null;
  /** Display names of all groups of the person. When missing or null, the groups do not change. */
  groups?: readonly string[] | null;
};

type ImportedField = Exclude<keyof User, 'id' | 'displayName' | 'userPrincipalName'> | 'managerId';

/** Defaults of the fields that the import leaves out, for a new person and for one that it replaces. */
const DEFAULTS = {
  ...(Object.fromEntries(USER_TEXTS.map((field) => [field, null])) as Record<UserText, null>),
  userType: 'Member',
  accountEnabled: true,
  managerId: null,
} as const satisfies Pick<PersonValues, ImportedField>;

interface ImportDeps extends Deps {
  /** Undefined when an external system stores the directory. */
  directory: WritableDirectory | undefined;
  /** Announces on this node that the rights of a principal have changed, after the commit. */
  announce(tenantId: string, principalId: string): void;
}

/** Returns the wanted values of a person. @param replaces whether a missing field has its default value */
function valuesOf({ groups: _, ...user }: ImportedUser, replaces: boolean): PersonChanges & ImportedUser {
  const given = Object.entries(user).map(([field, value]) => [
    field,
    value ?? (field in DEFAULTS ? DEFAULTS[field as ImportedField] : value),
  ]);
  return { ...(replaces && DEFAULTS), ...Object.fromEntries(given) };
}

const keyOf = (name: string): string => name.toLowerCase();

function problemsOf(users: readonly ImportedUser[]): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, userPrincipalName, managerId }] of users.entries()) {
    const reject = (field: string, message: Message) =>
      problems.push({ target: `users[${index}].${field}`, code: 'InvalidValue', ...message });
    if (ids.has(id)) reject('id', say('identity.idTwice', "The id '{id}' is given twice.", { id }));
    if (names.has(keyOf(userPrincipalName))) {
      reject(
        'userPrincipalName',
        say('identity.principalNameTwice', "The user principal name '{name}' is given twice.", {
          name: userPrincipalName,
        }),
      );
    }
    if (managerId === id)
      reject(
        'managerId',
        say('identity.ownManager', 'Nobody is their own manager. Name somebody else, or nobody.'),
      );
    ids.add(id);
    names.add(keyOf(userPrincipalName));
  }
  return problems;
}

/**
 * Rejects user principal names that other people have, even when the same import would free them.
 * @throws Conflict naming each one
 */
async function assertNamesFree(
  users: readonly ImportedUser[],
  resolve: (names: string[]) => ReturnType<SuiteUsers['resolve']>,
): Promise<void> {
  const holders = await resolve(users.map(({ userPrincipalName }) => userPrincipalName));
  const details = users.flatMap(({ id, userPrincipalName }, index): ErrorDetail[] => {
    const holder = holders[index];
    if (holder === undefined || holder.id === id) return [];
    if (keyOf(holder.userPrincipalName) !== keyOf(userPrincipalName)) return [];
    const target = `users[${index}].userPrincipalName`;
    return [
      {
        target,
        code: 'NameAlreadyExists',
        ...say('identity.nameHeld', "The user '{id}' has this name.", { id: holder.id }),
      },
    ];
  });
  if (details.length === 0) return;
  throw new CharterError(
    'Conflict',
    say('identity.namesTaken', 'Some user principal names are taken. See details.'),
    { details },
  );
}

/** @throws Conflict when somebody else took the id or the user principal name meanwhile */
async function addPerson(unit: UnitOfWork, user: ImportedUser): Promise<void> {
  if ((await unit.people.add(valuesOf(user, true))) === undefined) {
    throw conflict(
      say(
        'identity.nameHeldMeanwhile',
        'Somebody else got the id or the name {name} meanwhile. Send the import again.',
        {
          name: user.userPrincipalName,
        },
      ),
    );
  }
}

export interface ImportInput {
  users: readonly ImportedUser[];
  /** Whether fields that the import leaves out get their defaults. */
  replaces: boolean;
}

/**
 * Imports people; the API's schema allows at most MAX_IMPORTED. Adds unknown people, and changes the given fields of
 * known ones, with an audit record for each person who is added or changed. Idempotent.
 * @throws Forbidden, InvalidRequest, Conflict
 */
export async function importUsers(
  { suite, directory, store, clock, announce }: ImportDeps,
  principal: Principal,
  context: RequestContext,
  { users, replaces }: ImportInput,
): Promise<void> {
  assertGlobalAdmin(principal);
  if (directory === undefined) {
    throw conflict(
      say('identity.directoryElsewhere', 'Another system keeps this directory. Add people there.'),
    );
  }
  const problems = problemsOf(users);
  if (problems.length > 0)
    throw invalidRequest(
      say('identity.importInvalid', 'Some people cannot be imported. See details.'),
      problems,
    );
  const { tenantId } = principal;
  await assertNamesFree(users, (names) => suite.users.resolve(tenantId, names));
  const cause = timedCauseOf(principal, context, clock.now());
  const affected: string[] = [];
  await store.transaction(tenantId, async (unit) => {
    const known = new Map((await unit.people.lockAll(users.map(({ id }) => id))).map((one) => [one.id, one]));
    const added: NewAuditRecord[] = [];
    const events: DomainEvent[] = [];
    for (const user of users) {
      const person = known.get(user.id);
      if (person === undefined) {
        await addPerson(unit, user);
        added.push(userAdded.record(user, cause));
        affected.push(user.id);
        continue;
      }
      const changes = differences(person, valuesOf(user, replaces));
      if (Object.keys(changes).length === 0) continue;
      await unit.people.change(person.id, changes);
      events.push(eventOfChanges(person, changes, cause));
      if ('accountEnabled' in changes) affected.push(user.id);
    }
    await unit.events.append(events, cause.at);
    const memberships = users.flatMap(({ id, groups }) => (groups ? [{ userId: id, groups }] : []));
    const regrouped = memberships.length > 0 ? await unit.people.setGroups(memberships) : [];
    const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
    const records = regrouped.map((id) =>
      membershipsChanged.record({ id, displayName: names.get(id) ?? id }, cause),
    );
    const summary = usersImported.record({ tenantId, count: users.length }, cause);
    await unit.audit.append([...added, ...records, summary], cause.at);
  });
  for (const id of affected) announce(tenantId, id);
}
