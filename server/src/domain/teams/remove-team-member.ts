import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { hasCode, notFound } from '../../kernel/errors.ts';
import { assertTeamAct } from './access.ts';
import { readTeamAccess, userIdOf } from './authorise.ts';
import { abandonedFor, teamMemberRemoved } from './events.ts';
import { roleOf, type TeamMember } from './model.ts';
import { assertNotPermanent, type PermanenceDeps } from './permanence.ts';

interface RemoveTeamMember {
  team: { id: string; displayName: string };
  member: TeamMember;
  /** Time just before the member was read, RFC 3339. */
  askedAt: string;
}

/** Whether the team exists without the member, which shows that an earlier try has removed them. */
async function isRemoved(
  { teams }: Suite,
  tenantId: string,
  { team, member }: RemoveTeamMember,
): Promise<boolean> {
  const [found, present] = await Promise.all([
    teams.find(tenantId, team.id),
    teams.findMember(tenantId, team.id, member.id),
  ]);
  return found !== undefined && present === undefined;
}

export const removeTeamMemberOperation: SuiteOperation<RemoveTeamMember, void> = {
  name: 'remove-team-member',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, input, { tenantId, isRepeat }) {
    try {
      await suite.teams.removeMember(tenantId, input.team.id, input.member.id);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'NotFound', 'TeamArchived')) throw error;
      if (!(await isRemoved(suite, tenantId, input))) throw error;
    }
  },
  event({ team, member: { userId, displayName, email, roles } }) {
    return teamMemberRemoved.happened({
      target: { type: 'member', id: userId, displayName },
      payload: { team, member: { id: userId, displayName, mail: email, role: roleOf(roles) } },
    });
  },
  // A first try fails when the member is missing. A repeat may find another call's removal.
  sameChangeSince: ({ askedAt }, { isRepeat }) => (isRepeat ? new Date(askedAt) : undefined),
};

/**
 * Removes a person from a team and from its private channels. Owners and administrators may remove others; everybody
 * may leave.
 * @throws NotFound, Forbidden, TeamArchived, Conflict for the last owner and for a permanent member
 */
export async function removeTeamMember(
  deps: Deps & PermanenceDeps,
  principal: Principal,
  context: RequestContext,
  { teamId, membershipId }: { teamId: string; membershipId: string },
): Promise<void> {
  const { tenantId } = principal;
  const askedAt = deps.clock.now().toISOString();
  const access = await readTeamAccess(deps, principal, teamId);
  const { id, displayName } = access.suiteTeam.team;
  const [member, permanent] = await Promise.all([
    deps.suite.teams.findMember(tenantId, id, membershipId),
    deps.findPermanent(deps, tenantId, id),
  ]);
  const isOwn = member !== undefined && member.userId === userIdOf(principal);
  assertTeamAct(isOwn ? 'leave' : 'removeMember', principal, access, teamId);
  if (member === undefined) throw notFound('member', membershipId);
  assertNotPermanent(permanent, member);
  const change = { team: { id, displayName }, member, askedAt };
  await perform(deps, principal, context, removeTeamMemberOperation, change);
}
