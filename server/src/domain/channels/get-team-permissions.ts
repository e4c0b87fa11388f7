import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { authoriseTeamAction, judgeTeamAction, TEAM_ACTIONS, type TeamAction } from '../teams/access.ts';
import type { MemberRole } from '../teams/model.ts';
import type { TeamAccess } from '../teams/suite.ts';
import {
  judgeArchiveChannel,
  judgeChangeTabs,
  judgeCreateChannel,
  judgeDeleteChannel,
  judgeReadChannel,
  judgeUnarchiveChannel,
  judgeUpdateChannel,
} from './access.ts';
import { CHANNEL_MEMBERSHIP_TYPES, type ChannelMembershipType } from './model.ts';

/** Permissions in standard channels. Private and shared channels depend on their own members. */
const CHANNEL_JUDGES = {
  updateChannel: judgeUpdateChannel,
  deleteChannel: judgeDeleteChannel,
  archiveChannel: judgeArchiveChannel,
  unarchiveChannel: judgeUnarchiveChannel,
  readTabs: judgeReadChannel,
  changeTabs: judgeChangeTabs,
} as const;
export type ChannelAction = keyof typeof CHANNEL_JUDGES;
const CHANNEL_ACTIONS = Object.keys(CHANNEL_JUDGES) as ChannelAction[];

export interface TeamPermissions {
  /** Null for a caller who is not in the team. */
  role: MemberRole | null;
  actions: (TeamAction | ChannelAction)[];
  /** Types of the channels that the caller may create. */
  channelTypes: ChannelMembershipType[];
}

interface PermissionDeps {
  store: Store;
  suite: Suite;
  /** Returns the types of channels that policies let the caller create (flows/channels/admit-channel.ts). */
  permittedTypes(
    deps: { store: Store },
    principal: Principal,
    access: TeamAccess,
  ): Promise<ChannelMembershipType[]>;
}

/**
 * Returns the caller's current permissions in the team, from the rules that authorise each call.
 * @throws NotFound
 */
export async function getTeamPermissions(
  deps: PermissionDeps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<TeamPermissions> {
  const access = await authoriseTeamAction(deps, principal, teamId, 'readChannels');
  const standard = { ...access, channel: { membershipType: 'standard' }, channelRole: access.role } as const;
  const types = CHANNEL_MEMBERSHIP_TYPES.filter(
    (type) => judgeCreateChannel(principal, access, type) === 'allowed',
  );
  const permitted = types.length === 0 ? [] : await deps.permittedTypes(deps, principal, access);
  return {
    role: access.role ?? null,
    actions: [
      ...TEAM_ACTIONS.filter((action) => judgeTeamAction(action, principal, access) === 'allowed'),
      ...CHANNEL_ACTIONS.filter((action) => CHANNEL_JUDGES[action](principal, standard) === 'allowed'),
    ],
    channelTypes: types.filter((type) => permitted.includes(type)),
  };
}
