import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { authoriseTeamAct, userIdOf } from '../teams/authorise.ts';
import type { TeamChannel } from './model.ts';

/**
 * Returns all channels to an admin. Other callers get the standard channels and those that they are in
 * (docs/specification.md, section 4).
 * @throws NotFound
 */
export async function listChannels(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<TeamChannel[]> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAct(deps, principal, input.teamId, 'readChannels');
  const userId = userIdOf(principal);
  return isAdmin(principal) || userId === undefined
    ? deps.suite.channels.list(tenantId, suiteTeam.team.id)
    : deps.suite.channels.listVisibleTo(tenantId, suiteTeam.team.id, userId);
}
