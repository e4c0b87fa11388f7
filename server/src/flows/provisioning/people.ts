/** The people of a new team: those whom the request, the template and the policies name. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { PersonReference } from '../../domain/catalog/model.ts';
import {
  type FoundPeople,
  findPeople,
  type NamedPeople,
  type NamedPerson,
  referencesOf,
  unknownUser,
} from '../../domain/users/find-people.ts';
import type { User } from '../../domain/users/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidRequest } from '../../kernel/errors.ts';
import type { TeamProvisioningRequest, UserReference } from './request.ts';

export interface PolicyPeople {
  owners: readonly string[];
  members: readonly string[];
}

const named = (path: string, people: readonly (UserReference | PersonReference)[] = []): NamedPerson[] =>
  people.map(({ id }, index) => ({ path: `${path}[${index}].id`, reference: id }));

const byPolicy = (references: readonly string[]): NamedPerson[] =>
  references.map((reference, index) => ({ path: `policies[${index}]`, reference, optional: true }));

export const namedPeople = (
  { team: { membership } }: TeamProvisioningRequest,
  blueprint: TeamBlueprint,
  policies: PolicyPeople = { owners: [], members: [] },
): NamedPeople => ({
  owners: named('team.membership.owners', membership?.owners),
  members: named('team.membership.members', membership?.members),
  permanentOwners: [
    ...named('template.permanentMembership.owners', blueprint.permanentOwners),
    ...byPolicy(policies.owners),
  ],
  permanentMembers: [
    ...named('template.permanentMembership.members', blueprint.permanentMembers),
    ...byPolicy(policies.members),
  ],
});

/** Skips apps: their requester is the first named owner, and policies.ts demands an owner who can sign in. */
function requesterProblems({ kind, id }: Principal, requester: User | undefined): ErrorDetail[] {
  if (kind === 'app') return [];
  if (requester === undefined) return [unknownUser('requester.id', id)];
  if (requester.accountEnabled) return [];
  const message = `The account of '${requester.displayName}', who asks for this team, is closed. Somebody else must ask for it.`;
  return [{ target: 'requester.id', code: 'AccountClosed', message }];
}

/**
 * Looks up everybody in one call to the directory.
 * @throws InvalidRequest that names each person who is unknown or can't have their role
 */
export async function resolvePeople(
  { users }: Pick<Suite, 'users'>,
  principal: Principal,
  people: NamedPeople,
  requester: User | undefined,
): Promise<FoundPeople> {
  const references = referencesOf(people);
  const resolved = references.length === 0 ? [] : await users.resolve(principal.tenantId, references);
  const { found, problems } = findPeople(people, resolved);
  const all = [...requesterProblems(principal, requester), ...problems];
  if (all.length === 0) return found;
  throw invalidRequest(all.map(({ message }) => message).join(' '), all);
}
