/** Who a new team gets: everybody that the request and the template name, found in the directory at once. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { PersonReference } from '../../domain/catalog/model.ts';
import type { NamedPeople, NamedPerson } from '../../domain/users/find-people.ts';
import type { User } from '../../domain/users/model.ts';
import type { ErrorDetail } from '../../kernel/errors.ts';
import type { TeamProvisioningRequest, UserReference } from './request.ts';

const named = (path: string, people: readonly (UserReference | PersonReference)[] = []): NamedPerson[] =>
  people.map(({ id }, index) => ({ path: `${path}[${index}].id`, reference: id }));

/** References to people whom policies make permanent. */
export interface PolicyPeople {
  owners: readonly string[];
  members: readonly string[];
}

const byPolicy = (references: readonly string[]): NamedPerson[] =>
  references.map((reference, index) => ({ path: `policies[${index}]`, reference, optional: true }));

/** @param policies people whom policies make permanent, besides those of the template */
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

/** Of who asks for a team: nobody else has a say over it until it is built. */
export const closedRequester = ({ displayName }: User): ErrorDetail => ({
  target: 'requester.id',
  code: 'AccountClosed',
  message: `The account of '${displayName}', who asks for this team, is closed. Somebody else must ask for it.`,
});
