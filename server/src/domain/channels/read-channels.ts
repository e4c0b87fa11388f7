import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { say } from '../../kernel/messages.ts';
import { authoriseTeamAction, userIdOf } from '../teams/access.ts';
import { authoriseChannelAction, judgeReadChannel } from './access.ts';
import type { TeamChannel, TeamChannelTab } from './model.ts';

/**
 * Returns all channels to an admin. Other callers get the standard channels, and the private and shared ones that they
 * are in (docs/specification.md, section 4).
 * @throws NotFound
 */
export async function listChannels(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<TeamChannel[]> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, input.teamId, 'readChannels');
  const userId = userIdOf(principal);
  return isAdmin(principal) || userId === undefined
    ? deps.suite.channels.list(tenantId, suiteTeam.team.id)
    : deps.suite.channels.listVisibleTo(tenantId, suiteTeam.team.id, userId);
}

/**
 * Returns the channel that every team has, initially named General.
 * @throws NotFound
 */
export async function getPrimaryChannel(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string },
): Promise<TeamChannel> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, input.teamId, 'readChannels');
  return deps.suite.channels.primary(principal.tenantId, suiteTeam.team.id);
}

/**
 * Returns the tabs of a channel in display order.
 * @throws NotFound
 */
export async function listTabs(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string; channelId: string },
): Promise<TeamChannelTab[]> {
  const { suiteTeam, channel } = await authoriseChannelAction(
    deps,
    principal,
    input,
    judgeReadChannel,
    say('channels.mayNotReadTabs', 'You may not read the tabs of this channel.'),
  );
  return deps.suite.channels.listTabs(principal.tenantId, suiteTeam.team.id, channel.id);
}
