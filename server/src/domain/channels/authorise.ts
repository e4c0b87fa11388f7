import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, hidden, notFound } from '../../kernel/errors.ts';
import { canReadTeam, enforce, type Verdict } from '../teams/access.ts';
import { userIdOf } from '../teams/authorise.ts';
import type { ChannelAccess } from './suite.ts';

/**
 * Reads a channel, its team and the caller's part in both, and lets the caller go on only with what `judge`
 * allows. `refusal` is said to those who may see the channel but not do this.
 * @throws NotFound, Forbidden or TeamArchived
 */
export async function authoriseChannelAct(
  deps: { suite: Suite },
  principal: Principal,
  ids: { teamId: string; channelId: string },
  judge: (principal: Principal, access: ChannelAccess) => Verdict,
  refusal: string,
): Promise<ChannelAccess> {
  const { teamId, channelId } = ids;
  const userId = userIdOf(principal);
  const access = await deps.suite.channels.access(principal.tenantId, teamId, channelId, userId);
  if (access === undefined) throw await noChannel(deps, principal, ids);
  enforce(judge(principal, access), { kind: 'channel', id: channelId }, refusal);
  return access;
}

/** What is asked for in a team that the caller may not know of is hidden, whether or not it is there. */
async function noChannel(
  { suite }: { suite: Suite },
  principal: Principal,
  { teamId, channelId }: { teamId: string; channelId: string },
): Promise<CharterError> {
  const team = await suite.teams.access(principal.tenantId, teamId, userIdOf(principal));
  const isHidden = team !== undefined && !canReadTeam(principal, team);
  return isHidden ? hidden('channel', channelId) : notFound('channel', channelId);
}
