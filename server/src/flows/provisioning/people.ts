/** The people of a new team: those in the request, the template and the policies. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { PersonReference } from '../../domain/catalog/model.ts';
import {
  type FoundPeople,
  findPeople,
  type NamedPeople,
  type NamedPerson,
  type Person,
  referencesOf,
  unknownUser,
} from '../../domain/directory/find-people.ts';
import type { User } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type ErrorDetail, invalidFields } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { TeamProvisioningRequest, UserReference } from './request.ts';

export interface PolicyPeople {
  owners: readonly string[];
  members: readonly string[];
}

/**
 * Returns the people of the request. All were known when it was sent, so in a pending request an unknown person has
 * left the directory.
 */
export const toRequestedPeople = (
  path: string,
  people: readonly UserReference[] = [],
  isPending: boolean,
): NamedPerson[] =>
  people.map(({ id }, index) => ({
    path: `${path}[${index}].id`,
    reference: id,
    ...(isPending && { optional: true, name: id }),
  }));

/** Returns people whom the requester can't correct. The plan omits and lists those who have left the directory. */
export const toFixedPeople = (path: string, people: readonly PersonReference[]): NamedPerson[] =>
  people.map(({ id, name }, index) => ({
    path: `${path}[${index}].id`,
    reference: id,
    optional: true,
    name: name || id,
  }));

const byPolicy = (references: readonly string[]): NamedPerson[] =>
  references.map((reference, index) => ({ path: `policies[${index}]`, reference, optional: true }));

/** @param isPending whether the request waits for a decision, so its people may have left meanwhile */
export const namedPeople = (
  { team: { membership } }: TeamProvisioningRequest,
  blueprint: TeamBlueprint,
  policies: PolicyPeople = { owners: [], members: [] },
  isPending = false,
): NamedPeople => ({
  owners: toRequestedPeople('team.membership.owners', membership?.owners, isPending),
  members: toRequestedPeople('team.membership.members', membership?.members, isPending),
  permanentOwners: [
    ...toFixedPeople('template.permanentMembership.owners', blueprint.permanentOwners),
    ...byPolicy(policies.owners),
  ],
  permanentMembers: [
    ...toFixedPeople('template.permanentMembership.members', blueprint.permanentMembers),
    ...byPolicy(policies.members),
  ],
});

/** Ignores apps: their requester is the first named owner, and policies.ts requires an owner who can sign in. */
function requesterProblems({ kind, id }: Principal, requester: User | undefined): ErrorDetail[] {
  if (kind === 'app') return [];
  if (requester === undefined) return [unknownUser('requester.id', id)];
  if (requester.accountEnabled) return [];
  const message = say(
    'provisioning.requesterClosed',
    "The account of '{name}', who asks for this team, is closed. Somebody else must ask for it.",
    { name: requester.displayName },
  );
  return [{ target: 'requester.id', code: 'AccountClosed', ...message }];
}

/**
 * Resolves all people in one call to the directory.
 * @throws InvalidRequest that names each person who is unknown or can't have their role
 */
export async function resolvePeople(
  { users }: Pick<Suite, 'users'>,
  principal: Principal,
  people: NamedPeople,
  requester: User | undefined,
): Promise<{ found: FoundPeople; departed: Person[] }> {
  const references = referencesOf(people);
  const resolved = references.length === 0 ? [] : await users.resolve(principal.tenantId, references);
  const { found, problems, departed } = findPeople(people, resolved);
  const all = [...requesterProblems(principal, requester), ...problems];
  if (all.length === 0) return { found, departed };
  throw invalidFields(all);
}
