import { notFound } from '../../kernel/errors.ts';
import type { Principal } from '../principal.ts';
import type { ChannelAccess, Suite } from '../suite.ts';
import { userIdOf } from '../teams/authorise.ts';
import { enforce, type Verdict } from '../teams/policy.ts';

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
  const { tenantId } = principal;
  const { teamId, channelId } = ids;
  const access = await deps.suite.channels.access(tenantId, teamId, channelId, userIdOf(principal));
  if (access === undefined) throw notFound('channel', channelId);
  enforce(judge(principal, access), { kind: 'channel', id: channelId }, refusal);
  return access;
}
