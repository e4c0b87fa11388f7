import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { hasCode, invalidField, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { authoriseTeamAct } from './authorise.ts';
import { abandonedFor, teamMemberUpdated } from './events.ts';
import { type MemberRole, roleOf, type TeamMember } from './model.ts';
import { assertNotPermanent, type PermanenceDeps } from './permanence.ts';

export interface UpdateTeamMemberInput {
  teamId: string;
  membershipId: string;
  role: MemberRole;
}

interface UpdateTeamMember {
  team: { id: string; displayName: string };
  membershipId: string;
  role: 'owner' | 'member';
  roleBefore: MemberRole;
  /** Time just before `roleBefore` was read, RFC 3339. */
  askedAt: string;
}

export const updateTeamMemberOperation: SuiteOperation<UpdateTeamMember, TeamMember> = {
  name: 'update-team-member',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, membershipId, role, roleBefore }, { tenantId, isRepeat }) {
    try {
      return await suite.teams.setMemberRole(tenantId, team.id, membershipId, role);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      const present = await suite.teams.findMember(tenantId, team.id, membershipId);
      // The role has changed: an earlier try succeeded before the team was archived.
      if (present !== undefined && role !== roleBefore && roleOf(present.roles) === role) return present;
      throw error;
    }
  },
  event({ team, roleBefore }, { userId, displayName, email, roles }) {
    const role = roleOf(roles);
    if (role === roleBefore) return undefined;
    return teamMemberUpdated.happened({
      target: { type: 'member', id: userId, displayName },
      payload: { team, member: { id: userId, displayName, mail: email, role } },
    });
  },
  // Even a first try may repeat another call's change, because setting the present role succeeds.
  sameChangeSince: ({ askedAt }) => new Date(askedAt),
};

/**
 * Makes a member an owner, or an owner a member. Guests stay guests. Returns the resulting membership. Writes
 * nothing when the member already has the role.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest at `role`, Conflict for the last owner and for a permanent
 * one
 */
export async function updateTeamMember(
  deps: Deps & PermanenceDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, membershipId, role }: UpdateTeamMemberInput,
): Promise<TeamMember> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'updateMember');
  const { id, displayName } = suiteTeam.team;
  const askedAt = deps.clock.now().toISOString();
  const [member, permanent] = await Promise.all([
    deps.suite.teams.findMember(tenantId, id, membershipId),
    deps.findPermanent(deps, tenantId, id),
  ]);
  if (member === undefined) throw notFound('member', membershipId);
  const roleBefore = roleOf(member.roles);
  if (role === roleBefore) return member;
  if (role === 'guest' || roleBefore === 'guest') {
    throw invalidField(
      'role',
      say('teams.guestStays', 'A guest stays a guest, and nobody else becomes one.'),
    );
  }
  assertNotPermanent(permanent, member, role);
  return perform(deps, principal, context, updateTeamMemberOperation, {
    team: { id, displayName },
    membershipId,
    role,
    roleBefore,
    askedAt,
  });
}
