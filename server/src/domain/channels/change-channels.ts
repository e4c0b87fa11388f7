import type { Deps } from '../../engine/deps.ts';
import { perform, type SuiteOperation } from '../../engine/intents/perform.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import { CharterError, hasCode, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertAllowed, readTeamAccess, userIdOf } from '../teams/access.ts';
import type { Hold } from '../teams/admission.ts';
import { teamAbandonedRecord } from '../teams/events.ts';
import { ownerIdsOf } from '../teams/model.ts';
import type { TeamAccess } from '../teams/suite.ts';
import { isEmptyPatch, withRemovedAsEmpty } from '../teams/update-team.ts';
import {
  authoriseChannelAction,
  judgeCreateChannel,
  judgeDeleteChannel,
  judgeUpdateChannel,
} from './access.ts';
import { type ChannelMemberInput, chooseChannelMembers } from './channel-members.ts';
import { teamChannelCreated, teamChannelDeleted, teamChannelUpdated } from './events.ts';
import type { ChannelMembershipType, TeamChannel } from './model.ts';
import { findChannelNameFault } from './name.ts';
import type { ChannelPatch, NewChannel } from './suite.ts';
import { isArchivedError } from './suite-rules.ts';

export interface CreateChannelInput {
  teamId: string;
  displayName: string;
  description?: string | null | undefined;
  /** Default: standard. */
  membershipType?: ChannelMembershipType | undefined;
  /** Whether members see the channel in their list of channels. Default: false. */
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
  abandoned: teamAbandonedRecord(({ team }) => team.id),
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

export interface ChannelAdmissionDeps {
  /**
   * Judges a channel that the caller creates (flows/channels/admit-channel.ts). Returns the writes for the transaction
   * of the intent.
   * @throws PolicyViolation
   */
  admitChannel(
    deps: Deps,
    principal: Principal,
    context: RequestContext,
    access: TeamAccess,
    channel: Pick<NewChannel, 'displayName' | 'membershipType'>,
  ): Promise<Hold | undefined>;
}

/**
 * Creates a channel. A private or shared one gets the named members, and the caller as owner when no owner is named
 * (docs/specification.md, section 5).
 * @throws NotFound, Forbidden, TeamArchived, NameAlreadyExists, InvalidRequest that names the field, PolicyViolation
 */
export async function createChannel(
  deps: Deps & ChannelAdmissionDeps,
  principal: Principal,
  context: RequestContext,
  input: CreateChannelInput,
): Promise<TeamChannel> {
  const membershipType = input.membershipType ?? 'standard';
  const access = await readTeamAccess(deps, principal, input.teamId);
  assertAllowed(
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
  const hold = await deps.admitChannel(deps, principal, context, access, channel);
  try {
    const change = { team: { id, displayName }, channel };
    return await perform(deps, principal, context, createChannelOperation, change, hold);
  } catch (error) {
    throw hasCode(error, 'NameAlreadyExists') ? channelNameTaken(channel.displayName, error) : error;
  }
}

/** Returns the error at `displayName` for a name that another channel has. */
const channelNameTaken = (name: string, cause: unknown): CharterError => {
  const message = say(
    'channels.nameTaken',
    "The team has a channel called '{name}' already. Choose another name.",
    { name },
  );
  const details = [{ target: 'displayName', code: 'NameAlreadyExists', ...message }];
  return new CharterError('NameAlreadyExists', message, { details, cause });
};

interface UpdateChannelInput {
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
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, channelId, patch }, { tenantId, isRepeat }) {
    try {
      return await suite.channels.update(tenantId, team.id, channelId, patch);
    } catch (error) {
      if (!isRepeat || !isArchivedError(error)) throw error;
      const access = await suite.channels.access(tenantId, team.id, channelId, undefined);
      // An earlier attempt made the change before the team or the channel was archived.
      if (access !== undefined && isEmptyPatch(findChanges(access.channel, patch))) return access.channel;
      throw error;
    }
  },
  event: ({ team, patch }, { id, displayName, membershipType }) =>
    teamChannelUpdated.happened({
      target: { type: 'channel', id, displayName },
      payload: { team, channel: { id, displayName, membershipType }, changes: withRemovedAsEmpty(patch) },
    }),
  // Even a first attempt may repeat another call's change, because setting the current values succeeds.
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
  const { suiteTeam, channel } = await authoriseChannelAction(
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
  if (isEmptyPatch(patch)) return channel;
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

interface DeleteChannel {
  team: { id: string; displayName: string };
  channel: Pick<TeamChannel, 'id' | 'displayName' | 'membershipType'>;
  /** Ids of the people who receive the event: they can't be listed after the deletion. */
  audience: readonly string[];
  /** Why Charter itself deletes the channel. Absent for a deletion that a caller asked for. */
  because?: { reason: 'channelPolicy'; policyId: string; policyName: string };
  /** Id of the event, when it is not the intent's. */
  eventId?: string;
}

export const deleteChannelOperation: SuiteOperation<DeleteChannel, void> = {
  name: 'delete-channel',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, channel }, { tenantId, isRepeat }) {
    try {
      await suite.channels.delete(tenantId, team.id, channel.id);
    } catch (error) {
      if (!isRepeat || !hasCode(error, 'NotFound')) throw error;
      // When the team still exists, an earlier attempt has deleted the channel.
      if ((await suite.teams.find(tenantId, team.id)) === undefined) throw error;
    }
  },
  event: ({ team, channel: { id, displayName, membershipType }, audience, because, eventId }) =>
    teamChannelDeleted.happened({
      ...(eventId !== undefined && { id: eventId }),
      unpublished: because && { ...because },
      target: { type: 'channel', id, displayName },
      payload: { team, channel: { id, displayName, membershipType } },
      audience,
    }),
  // On a first attempt, a missing channel is an error. On a repeat, another call may have recorded the deletion at any
  // earlier time: channel ids are never reused, so it is the same deletion.
  sameChangeSince: (_, { isRepeat }) => (isRepeat ? new Date(0) : undefined),
};

/** Returns the owners of the team. For a private or shared channel, returns only those who are in it. */
export async function audienceOf(
  { suite }: Pick<Deps, 'suite'>,
  tenantId: string,
  teamId: string,
  { id, membershipType }: TeamChannel,
): Promise<string[]> {
  const [inTeam, inChannel] = await Promise.all([
    suite.teams.listMembers(tenantId, teamId),
    membershipType === 'standard' ? undefined : suite.channels.listMembers(tenantId, teamId, id),
  ]);
  const owners = ownerIdsOf(inTeam);
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
  const { suiteTeam, channel } = await authoriseChannelAction(
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
