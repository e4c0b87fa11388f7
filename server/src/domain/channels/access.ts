/**
 * Access rules for channels and tabs (docs/specification.md, section 4): pure functions that deny by default. Commands
 * enforce them with `authoriseChannelAction`, which reads the channel.
 */
import { isAdmin, type Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { type CharterError, hidden, notFound } from '../../kernel/errors.ts';
import type { Message } from '../../kernel/messages.ts';
import { type AccessVerdict, assertAllowed, canReadTeam, userIdOf } from '../teams/access.ts';
import type { TeamAccess } from '../teams/suite.ts';
import type { ChannelMembershipType, TeamChannel } from './model.ts';
import type { ChannelAccess } from './suite.ts';
import { channelReadOnly } from './suite-rules.ts';

/** `channelArchived`: the caller gets a 409 until the channel is unarchived. */
export type ChannelVerdict = AccessVerdict | 'channelArchived';

function allowsCreateChannel(
  principal: Principal,
  { role, suiteTeam }: TeamAccess,
  type: ChannelMembershipType,
): boolean {
  const { memberSettings, guestSettings } = suiteTeam.team;
  if (isAdmin(principal)) return true;
  switch (role) {
    case 'owner':
      return true;
    case 'member':
      return type === 'private'
        ? memberSettings.allowCreatePrivateChannels
        : memberSettings.allowCreateUpdateChannels;
    case 'guest':
      // A private or shared channel needs an owner. In Microsoft Teams a guest can't be one.
      return type === 'standard' && guestSettings.allowCreateUpdateChannels;
    default:
      return false;
  }
}

export function judgeCreateChannel(
  principal: Principal,
  access: TeamAccess,
  type: ChannelMembershipType,
): AccessVerdict {
  if (!canReadTeam(principal, access)) return 'hidden';
  if (!allowsCreateChannel(principal, access, type)) return 'denied';
  return access.suiteTeam.team.isArchived ? 'archived' : 'allowed';
}

/** The parts of ChannelAccess that the rules read. */
type ChannelView = Pick<ChannelAccess, 'suiteTeam' | 'role' | 'channelRole'> & {
  channel: Pick<TeamChannel, 'membershipType' | 'isArchived'>;
};

/** The verdict on a change that the caller may make unless the team or the channel is archived. */
function unlessArchived({ suiteTeam, channel }: ChannelView): ChannelVerdict {
  if (suiteTeam.team.isArchived) return 'archived';
  return channel.isArchived ? 'channelArchived' : 'allowed';
}

/** Readers of the team see its standard channels. Only members and admins see a private or shared one. */
const canReadChannel = (principal: Principal, access: ChannelView): boolean =>
  access.channel.membershipType === 'standard'
    ? canReadTeam(principal, access)
    : isAdmin(principal) || access.channelRole !== undefined;

export const judgeReadChannel = (principal: Principal, access: ChannelView): AccessVerdict =>
  canReadChannel(principal, access) ? 'allowed' : 'hidden';

/** Whether the caller may create and delete tabs. */
function allowsChangeTabs(principal: Principal, { role, channelRole, suiteTeam }: ChannelView): boolean {
  if (isAdmin(principal)) return true;
  if (channelRole === undefined || channelRole === 'guest' || role === 'guest') return false;
  const isOwner = role === 'owner' || channelRole === 'owner';
  return isOwner || suiteTeam.team.memberSettings.allowCreateUpdateRemoveTabs;
}

export function judgeChangeTabs(principal: Principal, access: ChannelView): ChannelVerdict {
  if (!canReadChannel(principal, access)) return 'hidden';
  if (!allowsChangeTabs(principal, access)) return 'denied';
  return unlessArchived(access);
}

/** Whether the team's settings let members and guests change standard channels. */
interface Permission {
  member: boolean;
  guest: boolean;
}

/**
 * Admins may change every channel. Others may change a private or shared channel only as its owner. In a standard one,
 * `permission` limits the team's members and guests, not its owners.
 */
function allowsChangeChannel(
  principal: Principal,
  { role, channel, channelRole }: ChannelView,
  permission: Permission,
): boolean {
  if (isAdmin(principal)) return true;
  if (channel.membershipType !== 'standard') return channelRole === 'owner';
  switch (role) {
    case 'owner':
      return true;
    case 'member':
      return permission.member;
    case 'guest':
      return permission.guest;
    default:
      return false;
  }
}

/** @param verdictOf the verdict on a change that the caller may make */
const judgeChangeChannel =
  (permissionOf: (access: ChannelView) => Permission, verdictOf: (access: ChannelView) => ChannelVerdict) =>
  (principal: Principal, access: ChannelView): ChannelVerdict => {
    if (!canReadChannel(principal, access)) return 'hidden';
    if (!allowsChangeChannel(principal, access, permissionOf(access))) return 'denied';
    return verdictOf(access);
  };

const unlessTeamArchived = ({ suiteTeam }: ChannelView): ChannelVerdict =>
  suiteTeam.team.isArchived ? 'archived' : 'allowed';

export const judgeUpdateChannel = judgeChangeChannel(
  ({ suiteTeam: { team } }) => ({
    member: team.memberSettings.allowCreateUpdateChannels,
    guest: team.guestSettings.allowCreateUpdateChannels,
  }),
  unlessArchived,
);

export const judgeDeleteChannel = judgeChangeChannel(
  ({ suiteTeam: { team } }) => ({
    member: team.memberSettings.allowDeleteChannels,
    guest: team.guestSettings.allowDeleteChannels,
  }),
  unlessTeamArchived,
);

const OWNERS_ALONE: Permission = { member: false, guest: false };

export const judgeArchiveChannel = judgeChangeChannel(() => OWNERS_ALONE, unlessArchived);
export const judgeUnarchiveChannel = judgeChangeChannel(() => OWNERS_ALONE, unlessTeamArchived);

/**
 * Reads a channel, its team and the caller's roles, and authorises the caller with `judge`.
 * @param rejection message of the 403
 * @throws NotFound, Forbidden, TeamArchived, or Conflict for an archived channel
 */
export async function authoriseChannelAction(
  deps: { suite: Suite },
  principal: Principal,
  ids: { teamId: string; channelId: string },
  judge: (principal: Principal, access: ChannelAccess) => ChannelVerdict,
  rejection: Message,
): Promise<ChannelAccess> {
  const { teamId, channelId } = ids;
  const userId = userIdOf(principal);
  const access = await deps.suite.channels.access(principal.tenantId, teamId, channelId, userId);
  if (access === undefined) throw await noChannel(deps, principal, ids);
  const verdict = judge(principal, access);
  if (verdict === 'channelArchived') throw channelReadOnly();
  assertAllowed(verdict, { kind: 'channel', id: channelId }, rejection);
  return access;
}

/** Returns the same 404 for existing and missing channels of a hidden team. */
async function noChannel(
  { suite }: { suite: Suite },
  principal: Principal,
  { teamId, channelId }: { teamId: string; channelId: string },
): Promise<CharterError> {
  const team = await suite.teams.access(principal.tenantId, teamId, userIdOf(principal));
  const isHidden = team !== undefined && !canReadTeam(principal, team);
  return isHidden ? hidden('channel', channelId) : notFound('channel', channelId);
}
