/** Permanent members, whom a template or a policy keeps in the team (docs/policies.md). */
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import type { MemberRole, TeamMember } from './model.ts';

/** The reason why a person is a permanent member. */
export interface Permanence {
  userId: string;
  role: 'owner' | 'member';
  source: { type: 'template' | 'policy'; id: string; name: string };
}

export interface PermanenceDeps {
  /** Finds the permanent members of a team (domain/policies/find-permanent-members.ts). */
  findPermanent(
    deps: { store: Pick<Store, 'in'>; suite: Pick<Suite, 'users'> },
    tenantId: string,
    teamId: string,
  ): Promise<Permanence[]>;
}

/**
 * Rejects the removal of a permanent member, and the demotion of a permanent owner.
 * @param role the role that the person would have; undefined for a removal
 * @throws Conflict that names each template and policy
 */
export function assertNotPermanent(
  permanent: readonly Permanence[],
  { userId, displayName }: Pick<TeamMember, 'userId' | 'displayName'>,
  role?: MemberRole,
): void {
  const reasons = permanent.filter(
    (each) => each.userId === userId && (role === undefined || (each.role === 'owner' && role !== 'owner')),
  );
  if (reasons.length === 0) return;
  const details = reasons.map(({ role: kept, source: { type, id, name } }) => ({
    target: id,
    code: 'PermanentMember',
    message: `The ${type} '${name}' makes ${displayName} a permanent ${kept} of the team.`,
  }));
  const named = details.map(({ message }) => message).join(' ');
  throw new CharterError('Conflict', `${named} Change it there first.`, { details });
}
