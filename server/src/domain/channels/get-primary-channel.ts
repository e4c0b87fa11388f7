import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { authoriseTeamAct } from '../teams/authorise.ts';
import type { TeamChannel } from './model.ts';

/**
 * Returns the channel that every team has, initially named General.
 * @throws NotFound
 */
export async function getPrimaryChannel(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<TeamChannel> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, input.teamId, 'readChannels');
  return deps.suite.channels.primary(principal.tenantId, suiteTeam.team.id);
}
