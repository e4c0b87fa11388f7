/** Finds, changes and removes memberships of teams. */

import type { AadUserConversationMember } from '@microsoft/microsoft-graph-types';
import { TEAMS_LIMITS } from '../../../domain/teams/limits.ts';
import { userOfMembership } from '../../../domain/teams/membership-id.ts';
import type { MemberRole, TeamMember } from '../../../domain/teams/model.ts';
import { roleOf } from '../../../domain/teams/model.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import { guestStays, lastOwner, noMember, tooManyOwners } from '../../../domain/teams/suite-rules.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { type GraphMember, memberCall, readMembersAt, toMember, withoutGraphId } from '../calls/members.ts';
import { hasStatus } from '../client/failure.ts';
import { notShown } from '../client/not-shown.ts';
import { at, isMembershipId } from '../client/paths.ts';
import { aboutTeam, assertWritable } from '../mirror/about-team.ts';
import { readSharedTeam } from '../mirror/teams.ts';
import type { GraphParts } from './parts.ts';
import { inTurn } from './turns.ts';

interface Membership {
  member: GraphMember;
  role: MemberRole;
  owners: number;
}

/** Finds a member by Charter's id of the membership or by Graph's. */
async function findMember(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  id: string,
): Promise<TeamMember | undefined> {
  if (!isUuid(teamId) || !isMembershipId(id) || !(await parts.isRegistered(tenantId))) return undefined;
  const userId = userOfMembership(teamId, id);
  const graph = parts.graphOf(tenantId);
  try {
    if (userId === undefined || !isUuid(userId)) {
      const turn = { budget: 'readTeams', teamId } as const;
      return toMember(teamId, await graph.get(at`/teams/${teamId}/members/${id}`, turn));
    }
    const { path, budget } = memberCall(teamId, at`/teams/${teamId}`, userId);
    const [found] = await graph.list<AadUserConversationMember>(path, { budget, teamId });
    if (found !== undefined) return toMember(teamId, found);
    if (await parts.memberCopy.isNew(tenantId, teamId, userId)) throw notShown('member');
    return undefined;
  } catch (error) {
    if (!hasStatus(error, 400, 404)) throw error;
    // Fails while Graph does not show the team: then the 404 says nothing about the member.
    await readSharedTeam(parts, tenantId, teamId);
    return undefined;
  }
}

export function createMemberChanges(parts: GraphParts) {
  /**
   * Runs a change of an existing membership.
   * @throws NotFound, TeamArchived
   */
  async function change<Result>(
    tenantId: string,
    teamId: string,
    id: string,
    work: (membership: Membership, path: string) => Promise<Result>,
  ): Promise<Result> {
    return inTurn(parts, tenantId, teamId, async () => {
      const path = at`/teams/${teamId}`;
      return aboutTeam(parts, tenantId, teamId, async () => {
        const isWanted = (one: GraphMember): boolean => one.id === id || one.graphId === id;
        const members = await readMembersAt(parts.graphOf(tenantId), path, teamId, teamId);
        const member = members.find(isWanted);
        if (member === undefined) {
          const isNew = await parts.memberCopy.isNew(tenantId, teamId, userOfMembership(teamId, id) ?? '');
          throw isNew ? notShown('member') : noMember(id);
        }
        await assertWritable(parts, tenantId, teamId);
        const owners = members.filter(({ roles }) => roleOf(roles) === 'owner').length;
        return work({ member, role: roleOf(member.roles), owners }, path);
      });
    });
  }

  return {
    findMember: (tenantId, teamId, id) => findMember(parts, tenantId, teamId, id),

    setMemberRole: (tenantId, teamId, id, wanted) =>
      change(tenantId, teamId, id, async ({ member, role, owners }, path) => {
        if (role === 'guest') throw guestStays();
        if (role === wanted) return withoutGraphId(member);
        if (wanted === 'member' && owners === 1) throw lastOwner();
        if (wanted === 'owner' && owners >= TEAMS_LIMITS.teamOwners) {
          throw tooManyOwners(TEAMS_LIMITS.teamOwners);
        }
        const roles = wanted === 'owner' ? ['owner'] : [];
        await parts.graphOf(tenantId).call({
          method: 'PATCH',
          path: `${path}${at`/members/${member.graphId}`}`,
          budget: 'writeTeams',
          teamId,
          body: { '@odata.type': '#microsoft.graph.aadUserConversationMember', roles },
        });
        const changed = { teamId, userId: member.userId };
        await parts.memberCopy.setRole(tenantId, { ...changed, role: wanted });
        await parts.noted.takeBackMembers(tenantId, [changed]);
        return { ...withoutGraphId(member), roles };
      }),

    /** Graph removes the person from the private channels too. */
    removeMember: (tenantId, teamId, id) =>
      change(tenantId, teamId, id, async ({ member, role, owners }, path) => {
        if (role === 'owner' && owners === 1) throw lastOwner();
        await parts.graphOf(tenantId).call({
          method: 'DELETE',
          path: `${path}${at`/members/${member.graphId}`}`,
          budget: 'writeTeams',
          teamId,
        });
        const removed = [{ teamId, userId: member.userId }];
        await parts.memberCopy.remove(tenantId, removed);
        await parts.noted.takeBackMembers(tenantId, removed);
      }),
  } satisfies Partial<SuiteTeams>;
}
