import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import { findUsers } from '../directory/find-people.ts';
import { authoriseTeamAct } from './authorise.ts';
import { abandonedFor, teamMemberAdded } from './events.ts';
import { type MemberRole, roleOf, type TeamMember } from './model.ts';
import type { NewMember } from './suite.ts';

export interface AddTeamMemberInput {
  teamId: string;
  /** Id, user principal name or mail address. */
  user: { id: string };
  role: NewMember['role'];
}

interface AddTeamMember {
  team: { id: string; displayName: string };
  member: NewMember;
  /** The person's role before the change; null for a new member. */
  roleBefore: MemberRole | null;
  /** Time just before `roleBefore` was read, RFC 3339; intents of earlier releases lack it. */
  askedAt?: string;
}

export const addTeamMemberOperation: SuiteOperation<AddTeamMember, TeamMember> = {
  name: 'add-team-member',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, member, roleBefore }, { tenantId, isRepeat }) {
    try {
      const [added] = await suite.teams.addMembers(tenantId, team.id, [member]);
      if (added === undefined) throw new Error(`The suite did not say who was added to team ${team.id}.`);
      return added;
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      const members = await suite.teams.listMembers(tenantId, team.id);
      const present = members.find(({ userId }) => userId === member.userId);
      // The role has changed: an earlier try succeeded before the team was archived.
      if (present !== undefined && roleOf(present.roles) !== roleBefore) return present;
      throw error;
    }
  },
  event({ team, roleBefore }, { userId, displayName, email, roles }) {
    const role = roleOf(roles);
    if (role === roleBefore) return undefined;
    return teamMemberAdded.happened({
      target: { type: 'member', id: userId, displayName },
      payload: { team, member: { id: userId, displayName, mail: email, role } },
    });
  },
  // Even a first try may repeat another call's change, because adding a present member succeeds.
  sameChangeSince: ({ askedAt }) => (askedAt === undefined ? undefined : new Date(askedAt)),
};

/**
 * Adds a person to a team, or promotes a member. Nobody is demoted, and guests stay guests (docs/specification.md,
 * section 5). Returns the resulting membership.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest at `user.id`
 */
export async function addTeamMember(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  input: AddTeamMemberInput,
): Promise<TeamMember> {
  const { suite } = deps;
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAct(deps, principal, input.teamId, 'addMember');
  const { id, displayName } = suiteTeam.team;
  const [user] = await findUsers(suite, tenantId, [{ path: 'user.id', reference: input.user.id }]);
  const userId = user!.id;
  const askedAt = deps.clock.now().toISOString();
  const before = await suite.teams.access(tenantId, id, userId);
  return perform(deps, principal, context, addTeamMemberOperation, {
    team: { id, displayName },
    member: { userId, role: input.role },
    roleBefore: before?.role ?? null,
    askedAt,
  });
}
