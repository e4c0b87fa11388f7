/** Who a new team gets: everybody that the request and the template name, found in the directory at once. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { PersonReference } from '../../domain/catalog/model.ts';
import type { User } from '../../domain/users/model.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import type { TeamProvisioningRequest, UserReference } from './request.ts';

export interface Person {
  id: string;
  displayName: string;
}

/** Somebody who was named: where, and how. */
interface Named {
  path: string;
  reference: string;
  /** Left out without a word where it can't be: requests must not fail over who left the organisation. */
  optional?: true;
}

const GROUPS = ['owners', 'members', 'permanentOwners', 'permanentMembers'] as const;
type Group = (typeof GROUPS)[number];

/** Everybody who was named, by what they are to become. */
export type NamedPeople = Record<Group, Named[]>;
export type FoundPeople = Record<Group, User[]>;

const OWNING: readonly Group[] = ['owners', 'permanentOwners'];

const named = (path: string, people: readonly (UserReference | PersonReference)[] = []): Named[] =>
  people.map(({ id }, index) => ({ path: `${path}[${index}].id`, reference: id }));

/** People that the organisation's policies name. */
export interface PolicyPeople {
  owners: readonly PersonReference[];
  members: readonly PersonReference[];
}

const byPolicy = (people: readonly PersonReference[]): Named[] =>
  named('policies', people).map((person) => ({ ...person, optional: true }));

/** @param policies whom policies make permanent besides the template */
export const namedPeople = (
  request: TeamProvisioningRequest,
  blueprint: TeamBlueprint,
  policies: PolicyPeople = { owners: [], members: [] },
): NamedPeople => ({
  owners: named('team.membership.owners', request.team.membership?.owners),
  members: named('team.membership.members', request.team.membership?.members),
  permanentOwners: [
    ...named('template.permanentMembership.owners', blueprint.permanentOwners),
    ...byPolicy(policies.owners),
  ],
  permanentMembers: [
    ...named('template.permanentMembership.members', blueprint.permanentMembers),
    ...byPolicy(policies.members),
  ],
});

/** All references, to be resolved in one call. */
export const referencesOf = (people: NamedPeople): string[] =>
  GROUPS.flatMap((group) => people[group].map(({ reference }) => reference));

export const unknownUser = (path: string, reference: string): ErrorDetail => ({
  target: path,
  code: 'UnknownUser',
  message: `No user '${reference}' is in the directory. Give an id, a user principal name or a mail address.`,
});

/** Of who asks for a team: nobody else has a say over it until it is built. */
export const closedRequester = ({ displayName }: User): ErrorDetail => ({
  target: 'requester.id',
  code: 'AccountClosed',
  message: `The account of '${displayName}', who asks for this team, is closed. Somebody else must ask for it.`,
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

/** `resolved` in the order of referencesOf. Details name each person who is unknown or cannot be an owner. */
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
