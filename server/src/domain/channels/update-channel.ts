import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { hasCode, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { abandonedFor } from '../teams/events.ts';
import { isEmpty, withRemovedAsEmpty } from '../teams/patch.ts';
import { judgeUpdateChannel } from './access.ts';
import { authoriseChannelAct } from './authorise.ts';
import { channelNameTaken } from './create-channel.ts';
import { teamChannelUpdated } from './events.ts';
import type { TeamChannel } from './model.ts';
import { findChannelNameFault } from './name.ts';
import type { ChannelPatch } from './suite.ts';

export interface UpdateChannelInput {
  teamId: string;
  channelId: string;
  patch: ChannelPatch & Partial<Pick<TeamChannel, 'membershipType'>>;
}

interface UpdateChannel {
  team: { id: string; displayName: string };
  channelId: string;
  /** The fields that differ from the channel as it was read. */
  patch: ChannelPatch;
  /** Time just before the channel was read, RFC 3339. */
  askedAt: string;
}

/** Returns the part of the patch that would change the channel. */
function findChanges(channel: TeamChannel, { displayName, description }: ChannelPatch): ChannelPatch {
  return {
    ...(displayName !== undefined && displayName !== channel.displayName && { displayName }),
    ...(description !== undefined && description !== channel.description && { description }),
  };
}

export const updateChannelOperation: SuiteOperation<UpdateChannel, TeamChannel> = {
  name: 'update-channel',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, channelId, patch }, { tenantId, isRepeat }) {
    try {
      return await suite.channels.update(tenantId, team.id, channelId, patch);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'TeamArchived')) throw error;
      const access = await suite.channels.access(tenantId, team.id, channelId, undefined);
      // An earlier try made the change before the team was archived.
      if (access !== undefined && isEmpty(findChanges(access.channel, patch))) return access.channel;
      throw error;
    }
  },
  event: ({ team, patch }, { id, displayName, membershipType }) =>
    teamChannelUpdated.happened({
      target: { type: 'channel', id, displayName },
      payload: { team, channel: { id, displayName, membershipType }, changes: withRemovedAsEmpty(patch) },
    }),
  // Even a first try may repeat another call's change, because setting the present values succeeds.
  sameChangeSince: ({ askedAt }) => new Date(askedAt),
};

/**
 * Changes name and description of a channel. The membership type may be sent unchanged. Writes nothing when nothing
 * changes. Returns the resulting channel.
 * @throws NotFound, Forbidden, TeamArchived, InvalidRequest that names the field, NameAlreadyExists, Conflict when the
 * primary channel would get another name
 */
export async function updateChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  { patch: { membershipType, ...sent }, ...ids }: UpdateChannelInput,
): Promise<TeamChannel> {
  const askedAt = deps.clock.now().toISOString();
  const { suiteTeam, channel } = await authoriseChannelAct(
    deps,
    principal,
    ids,
    judgeUpdateChannel,
    say('channels.mayNotChange', 'You may not change this channel. Ask one of its owners.'),
  );
  if (membershipType !== undefined && membershipType !== channel.membershipType) {
    throw invalidField(
      'membershipType',
      say('channels.typeStays', 'The type of a channel is chosen when it is created, and stays then.'),
    );
  }
  const displayName = sent.displayName?.trim();
  const patch = findChanges(channel, { ...sent, ...(displayName !== undefined && { displayName }) });
  if (isEmpty(patch)) return channel;
  const fault = patch.displayName === undefined ? undefined : findChannelNameFault(patch.displayName);
  if (fault !== undefined) throw invalidField('displayName', fault);
  const { id, displayName: teamName } = suiteTeam.team;
  const change = { team: { id, displayName: teamName }, channelId: channel.id, patch, askedAt };
  try {
    return await perform(deps, principal, context, updateChannelOperation, change);
  } catch (error) {
    throw hasCode(error, 'NameAlreadyExists') ? channelNameTaken(patch.displayName ?? '', error) : error;
  }
}
