import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import type { Permanence } from '../teams/permanence.ts';
import type { GovernedTeam } from '../teams/ports.ts';
import { requirementsOf } from './apply-policies.ts';
import { type Policy, policiesFor } from './model.ts';

interface Reference extends Omit<Permanence, 'userId'> {
  /** Id, user principal name or mail address. */
  person: string;
}

interface People {
  owners: readonly string[];
  members: readonly string[];
}

const referencesOf = (source: Permanence['source'], { owners, members }: People): Reference[] => [
  ...owners.map((person) => ({ person, role: 'owner' as const, source })),
  ...members.map((person) => ({ person, role: 'member' as const, source })),
];

const ofPolicies = (team: GovernedTeam, policies: readonly Policy[]): Reference[] =>
  policiesFor(policies, team).flatMap((policy) =>
    referencesOf({ type: 'policy', id: policy.id, name: policy.name }, requirementsOf([policy])),
  );

async function ofTemplate(
  { store }: { store: Pick<Store, 'in'> },
  tenantId: string,
  { templateId }: GovernedTeam,
): Promise<Reference[]> {
  if (templateId === null) return [];
  const templates = await store.in(tenantId).templates.list();
  const found = templates.find(({ templateConfiguration: { id } }) => id === templateId);
  if (found === undefined) return [];
  const { id, name, permanentMembership } = found.templateConfiguration;
  const ids = (people: readonly { id: string }[]): string[] => people.map((person) => person.id);
  const { owners, members } = permanentMembership;
  return referencesOf({ type: 'template', id, name }, { owners: ids(owners), members: ids(members) });
}

/**
 * Finds the permanent members of a team by its template and policies, once for each reason. As in flows/restoration,
 * only governed teams have permanent members, and a guest can't be a permanent owner.
 */
export async function findPermanentMembers(
  deps: { store: Pick<Store, 'in'>; suite: Pick<Suite, 'users'> },
  tenantId: string,
  teamId: string,
): Promise<Permanence[]> {
  const { team, policies } = await deps.store.in(tenantId).policies.findGoverning(teamId);
  if (team === undefined) return [];
  const references = [...(await ofTemplate(deps, tenantId, team)), ...ofPolicies(team, policies)];
  if (references.length === 0) return [];
  const users = await deps.suite.users.resolve(
    tenantId,
    references.map(({ person }) => person),
  );
  return references.flatMap(({ person: _, ...reason }, index) => {
    const user = users[index];
    if (user === undefined || (user.userType === 'Guest' && reason.role === 'owner')) return [];
    return [{ ...reason, userId: user.id }];
  });
}
