/** The suite's channels, tabs and messages. See `engine/suite.ts` for the rules of every call. */
import type { MemberRole, TeamMember } from '../teams/model.ts';
import type { NewMember, TeamAccess } from '../teams/suite.ts';
import type {
  ChannelMembershipType,
  TeamChannel,
  TeamChannelTab,
  TeamChannelTabConfiguration,
} from './model.ts';

export interface NewChannel {
  marker: string;
  displayName: string;
  description: string | null;
  membershipType: ChannelMembershipType;
  isFavoriteByDefault?: boolean;
  /** First members of a private or shared channel; at least one owner. Empty for a standard one. */
  members: readonly NewMember[];
}

/** The fields of a channel that can be changed. */
export interface ChannelPatch {
  displayName?: string;
  description?: string | null;
}

export interface NewTab {
  marker: string;
  displayName: string;
  teamsAppId: string;
  configuration: Partial<TeamChannelTabConfiguration>;
  sortOrderIndex?: string;
}

export interface NewTabs {
  channelId: string;
  tabs: readonly NewTab[];
}

/** Everything that an access rule for a channel needs, read in one round trip. */
export interface ChannelAccess extends TeamAccess {
  channel: TeamChannel;
  /** The user's role in the channel. For a standard channel, the role in the team. */
  channelRole: MemberRole | undefined;
}

export interface SuiteChannels {
  list(tenantId: string, teamId: string): Promise<TeamChannel[]>;
  /** Lists the standard channels, and the private and shared ones that `userId` is in. */
  listVisibleTo(tenantId: string, teamId: string, userId: string): Promise<TeamChannel[]>;
  primary(tenantId: string, teamId: string): Promise<TeamChannel>;
  access(
    tenantId: string,
    teamId: string,
    channelId: string,
    userId: string | undefined,
  ): Promise<ChannelAccess | undefined>;
  /**
   * Creates or adopts all channels in order, or none.
   * @throws NameAlreadyExists for a name that the team has, ignoring case; InvalidRequest for members of a private
   * channel who are not in the team, guests in a shared one, and a private or shared one without an owner; NotFound
   * for unknown users
   */
  create(tenantId: string, teamId: string, channels: readonly NewChannel[]): Promise<TeamChannel[]>;
  /**
   * Merges the patch.
   * @throws NameAlreadyExists; Conflict for an archived channel, and when the primary channel would get another name
   */
  update(tenantId: string, teamId: string, channelId: string, patch: ChannelPatch): Promise<TeamChannel>;
  /**
   * Archives the channel. Returns whether this call changed it. The name, the description and the tabs of an archived
   * channel can't be changed; it can be deleted, and its members can be changed.
   * @param siteReadOnly makes the site read-only for members of the channel
   * @throws NotFound; TeamArchived, also for `unarchive`; Conflict for the primary channel
   */
  archive(
    tenantId: string,
    teamId: string,
    channelId: string,
    options: { siteReadOnly: boolean },
  ): Promise<boolean>;
  unarchive(tenantId: string, teamId: string, channelId: string): Promise<boolean>;
  /** Deletes the channel with its contents. @throws NotFound; Conflict for the primary channel */
  delete(tenantId: string, teamId: string, channelId: string): Promise<void>;
  listMembers(tenantId: string, teamId: string, channelId: string): Promise<TeamMember[]>;
  /**
   * Adds or promotes people in a private or shared channel, as SuiteTeams.addMembers does. Rejects the people whom
   * `create` rejects.
   */
  addMembers(
    tenantId: string,
    teamId: string,
    channelId: string,
    members: readonly NewMember[],
  ): Promise<TeamMember[]>;
  listTabs(tenantId: string, teamId: string, channelId: string): Promise<TeamChannelTab[]>;
  /** @throws NotFound for a missing channel; Conflict for an archived one */
  createTabs(
    tenantId: string,
    teamId: string,
    channelId: string,
    tabs: readonly NewTab[],
  ): Promise<TeamChannelTab[]>;
  /** @throws NotFound for a missing channel or tab; Conflict for an archived channel */
  deleteTab(tenantId: string, teamId: string, channelId: string, tabId: string): Promise<void>;
  /** Creates tabs in several channels of the team. Returns the tabs of each, in order. */
  createTabsInChannels(
    tenantId: string,
    teamId: string,
    places: readonly NewTabs[],
  ): Promise<TeamChannelTab[][]>;
  /** Posts a plain text once per marker, to the primary channel when `channelId` is null. */
  postMessage(
    tenantId: string,
    teamId: string,
    channelId: string | null,
    message: { marker: string; text: string },
  ): Promise<void>;
}

declare module '../../engine/suite.ts' {
  interface SuiteCapabilities {
    /** Support for postMessage. */
    messages: boolean;
    /** Support for tabs. Without it, channels have none. */
    tabs: boolean;
    /** Support for `sortOrderIndex`. Without it, tabs have no order. */
    tabOrder: boolean;
    /** Support for `isFavoriteByDefault` of channels. */
    recommendedChannels: boolean;
    /** Support for shared channels. */
    sharedChannels: boolean;
    /** Whether a new channel can have the name of a deleted one. */
    freedChannelNames: boolean;
  }
  interface Suite {
    channels: SuiteChannels;
  }
}
