/** Permanent members, who are required by a template or a policy (docs/policies.md). */
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { type Message, messageOf, say, sentences } from '../../kernel/messages.ts';
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

/** Returns a sentence that names the template or policy that requires the person. */
function describe({ role, source: { type, name } }: Permanence, person: string): Message {
  const facts = { name, person };
  if (type === 'template') {
    return role === 'owner'
      ? say(
          'teams.ownerByTemplate',
          "The template '{name}' makes {person} a permanent owner of the team.",
          facts,
        )
      : say(
          'teams.memberByTemplate',
          "The template '{name}' makes {person} a permanent member of the team.",
          facts,
        );
  }
  return role === 'owner'
    ? say('teams.ownerByPolicy', "The policy '{name}' makes {person} a permanent owner of the team.", facts)
    : say(
        'teams.memberByPolicy',
        "The policy '{name}' makes {person} a permanent member of the team.",
        facts,
      );
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
  const details = reasons.map((reason) => ({
    target: reason.source.id,
    code: 'PermanentMember',
    ...describe(reason, displayName),
  }));
  const advice = say('teams.changeThere', 'Change it there first.');
  throw new CharterError('Conflict', sentences([...details.map(messageOf), advice]), { details });
}
