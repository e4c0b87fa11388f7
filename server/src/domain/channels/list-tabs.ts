import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { say } from '../../kernel/messages.ts';
import { judgeReadTabs } from './access.ts';
import { authoriseChannelAct } from './authorise.ts';
import type { TeamChannelTab } from './model.ts';

/**
 * Returns the tabs of a channel in display order.
 * @throws NotFound
 */
export async function listTabs(
  deps: { suite: Suite },
  principal: Principal,
  input: { teamId: string; channelId: string },
): Promise<TeamChannelTab[]> {
  const { suiteTeam, channel } = await authoriseChannelAct(
    deps,
    principal,
    input,
    judgeReadTabs,
    say('channels.mayNotReadTabs', 'You may not read the tabs of this channel.'),
  );
  return deps.suite.channels.listTabs(principal.tenantId, suiteTeam.team.id, channel.id);
}
