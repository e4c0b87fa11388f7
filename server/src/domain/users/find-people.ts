/** Matches the people whom an input names with the directory. Reports unknown people and guests named as owners. */
import type { ErrorDetail } from '../../kernel/errors.ts';
import type { User } from './model.ts';

export interface Person {
  id: string;
  displayName: string;
}

/** A person whom an input names: the place in the input, and the reference. */
export interface NamedPerson {
  path: string;
  reference: string;
  /** Ignored when unknown: a request must not fail because somebody left the organisation. */
  optional?: true;
}

const GROUPS = ['owners', 'members', 'permanentOwners', 'permanentMembers'] as const;
type Group = (typeof GROUPS)[number];

/** All named people by role. */
export type NamedPeople = Record<Group, NamedPerson[]>;
export type FoundPeople = Record<Group, User[]>;

const OWNING: readonly Group[] = ['owners', 'permanentOwners'];

/** Returns all references in a fixed order, to resolve them in one call. */
export const referencesOf = (people: NamedPeople): string[] =>
  GROUPS.flatMap((group) => people[group].map(({ reference }) => reference));

export const unknownUser = (path: string, reference: string): ErrorDetail => ({
  target: path,
  code: 'UnknownUser',
  message: `No user '${reference}' is in the directory. Give an id, a user principal name or a mail address.`,
});

const guestOwner = (path: string, reference: string): ErrorDetail => ({
  target: path,
  code: 'GuestCannotOwn',
  message: `'${reference}' is a guest, and guests cannot own a team. Make them a member.`,
});

const once = (users: readonly User[]): User[] => [...new Map(users.map((user) => [user.id, user])).values()];

function findProblem(
  group: Group,
  user: User | undefined,
  path: string,
  reference: string,
): ErrorDetail | undefined {
  if (user === undefined) return unknownUser(path, reference);
  return OWNING.includes(group) && user.userType === 'Guest' ? guestOwner(path, reference) : undefined;
}

/** @param resolved users in the order of referencesOf */
export function findPeople(
  people: NamedPeople,
  resolved: readonly (User | undefined)[],
): { found: FoundPeople; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = [];
  const found: FoundPeople = { owners: [], members: [], permanentOwners: [], permanentMembers: [] };
  let position = 0;
  for (const group of GROUPS) {
    for (const { path, reference, optional } of people[group]) {
      const user = resolved[position++];
      const problem = findProblem(group, user, path, reference);
      if (user !== undefined && problem === undefined) found[group].push(user);
      else if (problem !== undefined && !optional) problems.push(problem);
    }
    found[group] = once(found[group]);
  }
  return { found, problems };
}
