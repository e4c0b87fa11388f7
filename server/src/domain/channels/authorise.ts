import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, hidden, notFound } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import { canReadTeam, enforce, type Verdict } from '../teams/access.ts';
import { userIdOf } from '../teams/authorise.ts';
import type { ChannelAccess } from './suite.ts';

/**
 * Reads a channel, its team and the caller's roles, and authorises the caller by `judge`.
 * @param refusal message of the 403
 * @throws NotFound, Forbidden or TeamArchived
 */
export async function authoriseChannelAct(
  deps: { suite: Suite },
  principal: Principal,
  ids: { teamId: string; channelId: string },
  judge: (principal: Principal, access: ChannelAccess) => Verdict,
  refusal: Message,
): Promise<ChannelAccess> {
  const { teamId, channelId } = ids;
  const userId = userIdOf(principal);
  const access = await deps.suite.channels.access(principal.tenantId, teamId, channelId, userId);
  if (access === undefined) throw await noChannel(deps, principal, ids);
  enforce(judge(principal, access), { kind: 'channel', id: channelId }, refusal);
  return access;
}

/** Existing and missing channels of a hidden team get the same 404. */
async function noChannel(
  { suite }: { suite: Suite },
  principal: Principal,
  { teamId, channelId }: { teamId: string; channelId: string },
): Promise<CharterError> {
  const team = await suite.teams.access(principal.tenantId, teamId, userIdOf(principal));
  const isHidden = team !== undefined && !canReadTeam(principal, team);
  return isHidden ? hidden('channel', channelId) : notFound('channel', channelId);
}
