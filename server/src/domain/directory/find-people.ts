/** Looks up the people whom an input names. Reports unknown people, and guests who are named as owners. */

import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidField, invalidRequest } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { canAct, type User } from './model.ts';
import type { SuiteUsers } from './suite.ts';

export type Person = Pick<User, 'id' | 'displayName'>;

/** A person whom an input names. */
export interface NamedPerson {
  /** Path in the input, for example `members[0].user.id`. */
  path: string;
  /** Id, user principal name or mail address. */
  reference: string;
  /**
   * Whether to drop an unknown person or a guest owner silently: a request must not fail because a person has left. Has
   * no effect together with `name`.
   */
  optional?: true;
  /**
   * If set, a person who is unknown, or whose account is closed, is dropped, and is listed under this name among the
   * people who have left.
   */
  name?: string;
}

/** Returns the ids of the people who are in the directory and can act. */
export async function findActing(
  { suite }: { suite: Pick<Suite, 'users'> },
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const users = await suite.users.resolve(tenantId, ids);
  return users.flatMap((user) => (user !== undefined && canAct(user) ? [user.id] : []));
}

const GROUPS = ['owners', 'members', 'permanentOwners', 'permanentMembers'] as const;
type Group = (typeof GROUPS)[number];

/** All named people, grouped by role. */
export type NamedPeople = Record<Group, NamedPerson[]>;
export type FoundPeople = Record<Group, User[]>;

const OWNING: readonly Group[] = ['owners', 'permanentOwners'];

/** Returns all references in a fixed order, to resolve them in one call. */
export const referencesOf = (people: NamedPeople): string[] =>
  GROUPS.flatMap((group) => people[group].map(({ reference }) => reference));

export const unknownUser = (path: string, reference: string): ErrorDetail => ({
  target: path,
  code: 'UnknownUser',
  ...say(
    'users.unknown',
    "No user '{reference}' is in the directory. Give an id, a user principal name or a mail address.",
    { reference },
  ),
});

const guestOwner = (path: string, reference: string): ErrorDetail => ({
  target: path,
  code: 'GuestCannotOwn',
  ...say('users.guestOwner', "'{reference}' is a guest, and guests cannot own a team. Make them a member.", {
    reference,
  }),
});

const once = (users: readonly User[]): User[] => [...new Map(users.map((user) => [user.id, user])).values()];

/**
 * @param resolved users in the order of referencesOf
 * @returns `departed`: the people with a `name` who are unknown, or whose account is closed
 */
export function findPeople(
  people: NamedPeople,
  resolved: readonly (User | undefined)[],
): { found: FoundPeople; problems: ErrorDetail[]; departed: Person[] } {
  const problems: ErrorDetail[] = [];
  const departed: Person[] = [];
  const found: FoundPeople = { owners: [], members: [], permanentOwners: [], permanentMembers: [] };
  let position = 0;
  for (const group of GROUPS) {
    for (const { path, reference, optional, name } of people[group]) {
      const user = resolved[position++];
      const mayOwn = user?.userType !== 'Guest' || !OWNING.includes(group);
      if (name !== undefined && !user?.accountEnabled) departed.push({ id: reference, displayName: name });
      else if (user !== undefined && mayOwn) found[group].push(user);
      else if (!optional || name !== undefined)
        problems.push((user ? guestOwner : unknownUser)(path, reference));
    }
    found[group] = once(found[group]);
  }
  return { found, problems, departed };
}

/**
 * Returns the named users in order.
 * @throws InvalidRequest that names each unknown person
 */
export async function findUsers(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  named: readonly NamedPerson[],
): Promise<User[]> {
  const references = named.map(({ reference }) => reference);
  const resolved = await users.resolve(tenantId, references);
  const details = named
    .filter((_, index) => resolved[index] === undefined)
    .map(({ path, reference }) => unknownUser(path, reference));
  if (details.length)
    throw invalidRequest(
      say('users.someUnknown', 'Some users are not in the directory. See details.'),
      details,
    );
  return resolved as User[];
}

/** @throws InvalidRequest that names an unknown person */
export async function findUser(
  { users }: Pick<Suite, 'users'>,
  tenantId: string,
  { path, reference }: NamedPerson,
): Promise<User> {
  const [user] = await users.resolve(tenantId, [reference]);
  if (user !== undefined) return user;
  const { message, code } = unknownUser(path, reference);
  throw invalidField(path, message, code);
}

/**
 * Finds people by their ids alone, in order; undefined for each unknown id. The suite also resolves user principal names
 * and mail addresses, which people can choose.
 */
export async function findById(
  users: Pick<SuiteUsers, 'resolve'>,
  tenantId: string,
  ids: readonly string[],
): Promise<(User | undefined)[]> {
  const found = await users.resolve(tenantId, ids);
  return ids.map((id, index) => (found[index]?.id === id ? found[index] : undefined));
}
