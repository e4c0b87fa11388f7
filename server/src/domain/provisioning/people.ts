/** Who a new team gets: everybody that the request and the template name, found in the directory at once. */
import type { ErrorDetail } from '../../kernel/errors.ts';
import type { CatalogTemplate, PersonReference } from '../catalog/model.ts';
import type { Principal } from '../principal.ts';
import type { User } from '../users/model.ts';
import type { TeamProvisioningRequest, UserReference } from './request.ts';

export interface Person {
  id: string;
  displayName: string;
}

/** Somebody who was named: where, and how. */
interface Named {
  path: string;
  reference: string;
}

/** Everybody who was named, by what they are to become. */
export interface NamedPeople {
  requester: Named[];
  owners: Named[];
  members: Named[];
  permanentOwners: Named[];
  permanentMembers: Named[];
}

export interface FoundPeople {
  /** Undefined for an app. */
  requester: User | undefined;
  owners: User[];
  members: User[];
  permanentOwners: User[];
  permanentMembers: User[];
}

const named = (path: string, people: readonly (UserReference | PersonReference)[] = []): Named[] =>
  people.map(({ id }, index) => ({ path: `${path}[${index}].id`, reference: id }));

export function namedPeople(
  principal: Principal,
  request: TeamProvisioningRequest,
  template: CatalogTemplate,
): NamedPeople {
  const { membership } = request.team;
  const permanent = template.templateConfiguration.permanentMembership;
  return {
    requester: principal.kind === 'user' ? [{ path: 'requester.id', reference: principal.id }] : [],
    owners: named('team.membership.owners', membership?.owners),
    members: named('team.membership.members', membership?.members),
    permanentOwners: named('template.permanentMembership.owners', permanent.owners),
    permanentMembers: named('template.permanentMembership.members', permanent.members),
  };
}

const GROUPS = ['requester', 'owners', 'members', 'permanentOwners', 'permanentMembers'] as const;

/** All references, to be resolved in one call. */
export const referencesOf = (people: NamedPeople): string[] =>
  GROUPS.flatMap((group) => people[group].map(({ reference }) => reference));

const once = (users: readonly User[]): User[] => [...new Map(users.map((user) => [user.id, user])).values()];

const unknownUser = ({ path, reference }: Named): ErrorDetail => ({
  target: path,
  code: 'UnknownUser',
  message: `No user '${reference}' is in the directory. Give an id, a user principal name or a mail address.`,
});

const guestOwner = ({ path, reference }: Named): ErrorDetail => ({
  target: path,
  code: 'GuestCannotOwn',
  message: `'${reference}' is a guest, and guests cannot own a team. Make them a member.`,
});

/** `resolved` in the order of referencesOf. Details name each person who is unknown or cannot be an owner. */
export function findPeople(
  people: NamedPeople,
  resolved: readonly (User | undefined)[],
): { found: FoundPeople; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = [];
  let position = 0;
  const take = (group: (typeof GROUPS)[number], owns: boolean): User[] => {
    const users: User[] = [];
    for (const person of people[group]) {
      const user = resolved[position++];
      if (user === undefined) problems.push(unknownUser(person));
      else if (owns && user.userType === 'Guest') problems.push(guestOwner(person));
      else users.push(user);
    }
    return once(users);
  };
  const found: FoundPeople = {
    requester: take('requester', false)[0],
    owners: take('owners', true),
    members: take('members', false),
    permanentOwners: take('permanentOwners', true),
    permanentMembers: take('permanentMembers', false),
  };
  return { found, problems };
}
