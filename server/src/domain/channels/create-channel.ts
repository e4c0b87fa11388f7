import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { CharterError, hasCode, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { enforce } from '../teams/access.ts';
import { readTeamAccess, userIdOf } from '../teams/authorise.ts';
import { abandonedFor } from '../teams/events.ts';
import { judgeCreateChannel } from './access.ts';
import { type ChannelMemberInput, chooseChannelMembers } from './channel-members.ts';
import { teamChannelCreated } from './events.ts';
import type { ChannelMembershipType, TeamChannel } from './model.ts';
import { findChannelNameFault } from './name.ts';
import type { NewChannel } from './suite.ts';

export interface CreateChannelInput {
  teamId: string;
  displayName: string;
  description?: string | null | undefined;
  /** Default: standard. */
  membershipType?: ChannelMembershipType | undefined;
  /** Whether members see it in their list of channels. Default: false. */
  isFavoriteByDefault?: boolean | undefined;
  /** Members of a private or shared channel. */
  members?: readonly ChannelMemberInput[];
}

interface CreateChannel {
  team: { id: string; displayName: string };
  channel: Omit<NewChannel, 'marker'>;
}

export const createChannelOperation: SuiteOperation<CreateChannel, TeamChannel> = {
  name: 'create-channel',
  abandoned: abandonedFor(({ team }) => team.id),
  async execute(suite, { team, channel }, { tenantId, marker }) {
    const [created] = await suite.channels.create(tenantId, team.id, [{ ...channel, marker }]);
    if (created === undefined)
      throw new Error(`The suite did not say which channel it created in ${team.id}.`);
    return created;
  },
  event: ({ team }, { id, displayName, membershipType }) =>
    teamChannelCreated.happened({
      target: { type: 'channel', id, displayName },
      payload: { team, channel: { id, displayName, membershipType } },
    }),
};

/**
 * Creates a channel. A private or shared one gets the named members, and the caller as owner when no owner is named
 * (docs/specification.md, section 5).
 * @throws NotFound, Forbidden, TeamArchived, NameAlreadyExists, InvalidRequest that names the field
 */
export async function createChannel(
  deps: Deps,
  principal: Principal,
  context: RequestContext,
  input: CreateChannelInput,
): Promise<TeamChannel> {
  const membershipType = input.membershipType ?? 'standard';
  const access = await readTeamAccess(deps, principal, input.teamId);
  enforce(
    judgeCreateChannel(principal, access, membershipType),
    { kind: 'team', id: input.teamId },
    say('channels.mayNotCreate', 'You may not create a {type} channel in this team. Ask one of its owners.', {
      type: membershipType,
    }),
  );
  const fault = findChannelNameFault(input.displayName);
  if (fault !== undefined) throw invalidField('displayName', fault);
  const { id, displayName } = access.suiteTeam.team;
  const members = await chooseChannelMembers(deps.suite, principal.tenantId, {
    teamId: id,
    membershipType,
    caller: userIdOf(principal),
    members: input.members ?? [],
  });
  const channel = {
    displayName: input.displayName.trim(),
    description: input.description ?? null,
    membershipType,
    isFavoriteByDefault: input.isFavoriteByDefault ?? false,
    members,
  };
  try {
    const change = { team: { id, displayName }, channel };
    return await perform(deps, principal, context, createChannelOperation, change);
  } catch (error) {
    throw hasCode(error, 'NameAlreadyExists') ? channelNameTaken(channel.displayName, error) : error;
  }
}

/** Returns the error for a name that the suite rejected as taken, at `displayName`. */
export const channelNameTaken = (name: string, cause: unknown): CharterError => {
  const message = say(
    'channels.nameTaken',
    "The team has a channel called '{name}' already. Choose another name.",
    { name },
  );
  const details = [{ target: 'displayName', code: 'NameAlreadyExists', ...message }];
  return new CharterError('NameAlreadyExists', message, { details, cause });
};
