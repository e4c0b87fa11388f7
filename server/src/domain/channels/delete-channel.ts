import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { hasCode } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { abandonedFor } from '../teams/events.ts';
import { roleOf } from '../teams/model.ts';
import { judgeDeleteChannel } from './access.ts';
import { authoriseChannelAct } from './authorise.ts';
import { teamChannelDeleted } from './events.ts';
import type { TeamChannel } from './model.ts';

interface DeleteChannel {
  team: { id: string; displayName: string };
  channel: Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;
  /** Ids of the people who receive the event: they can't be listed after the deletion. */
  audience: readonly string[];
}

export const deleteChannelOperation: SuiteOperation<DeleteChannel, void> = {
  name: 'delete-channel',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, channel }, { tenantId, isRepeat }) {
    try {
      await suite.channels.delete(tenantId, team.id, channel.id);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'NotFound')) throw error;
      // When the team still exists, an earlier try has deleted the channel.
      if ((await suite.teams.find(tenantId, team.id)) === undefined) throw error;
    }
  },
  event: ({ team, channel: { id, displayName, membershipType }, audience }) =>
    teamChannelDeleted.happened({
      target: { type: 'channel', id, displayName },
      payload: { team, channel: { id, displayName, membershipType } },
      audience,
    }),
  // A first try fails when the channel is missing. A repeat may find another call's deletion, however old, because
  // channel ids are never reused.
  sameChangeSince: (_, { isRepeat }) => (isRepeat ? new Date(0) : undefined),
};

/** Returns the owners of the team; for a private or shared channel only those who are in it. */
async function audienceOf(
  { suite }: Pick<Deps, 'suite'>,
  tenantId: string,
  teamId: string,
  { id, membershipType }: TeamChannel,
): Promise<string[]> {
  const [inTeam, inChannel] = await Promise.all([
    suite.teams.listMembers(tenantId, teamId),
    membershipType === 'standard' ? undefined : suite.channels.listMembers(tenantId, teamId, id),
  ]);
  const owners = inTeam.filter(({ roles }) => roleOf(roles) === 'owner').map(({ userId }) => userId);
  if (inChannel === undefined) return owners;
  const present = new Set(inChannel.map(({ userId }) => userId));
  return owners.filter((userId) => present.has(userId));
}

/**
 * Deletes a channel with its tabs.
 * @throws NotFound, also for a second deletion; Forbidden, TeamArchived, Conflict for the primary channel
 */
export async function deleteChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  ids: { teamId: string; channelId: string },
): Promise<void> {
  const { suiteTeam, channel } = await authoriseChannelAct(
    deps,
    principal,
    ids,
    judgeDeleteChannel,
    say('channels.mayNotDelete', 'You may not delete this channel. Ask one of its owners.'),
  );
  const { id: teamId, displayName: teamName } = suiteTeam.team;
  const audience = await audienceOf(deps, principal.tenantId, teamId, channel);
  const { id, displayName, membershipType } = channel;
  const change = {
    team: { id: teamId, displayName: teamName },
    channel: { id, displayName, membershipType },
    audience,
  };
  await perform(deps, principal, context, deleteChannelOperation, change);
}
