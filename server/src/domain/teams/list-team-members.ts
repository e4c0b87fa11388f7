import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { authoriseTeamAct } from './authorise.ts';
import type { MemberPagePosition, MemberQuery, TeamMember } from './model.ts';
import type { Permanence, PermanenceDeps } from './permanence.ts';

export interface ListTeamMembersInput extends MemberQuery {
  teamId: string;
  /** Whether to count the matches of all pages. */
  countAll: boolean;
}

export interface DescribedMember extends TeamMember {
  /** Reasons why the person is a permanent member; null for other members. */
  permanent: Omit<Permanence, 'userId'>[] | null;
}

/**
 * Returns a page of a team's members, owners first. Everybody who may read the team's channels may call it.
 * @throws NotFound
 */
export async function listTeamMembers(
  deps: Pick<Deps, 'store' | 'suite'> & PermanenceDeps,
  principal: Principal,
  { teamId, countAll, ...query }: ListTeamMembersInput,
): Promise<{ members: DescribedMember[]; next?: MemberPagePosition; count: number }> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'readMembers');
  const { id } = suiteTeam.team;
  const { teams } = deps.suite;
  const [page, total, permanent] = await Promise.all([
    teams.listMemberPage(tenantId, id, query),
    countAll ? teams.countMembers(tenantId, id, query) : undefined,
    deps.findPermanent(deps, tenantId, id),
  ]);
  const byUser = Map.groupBy(permanent, ({ userId }) => userId);
  const members = page.members.map((member) => ({
    ...member,
    permanent: byUser.get(member.userId)?.map(({ role, source }) => ({ role, source })) ?? null,
  }));
  return { ...page, members, count: total ?? members.length };
}
