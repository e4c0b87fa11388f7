/** The port to a suite that can be changed outside Charter too. */
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { ChannelPatch } from '../../domain/channels/suite.ts';
import type { MemberRole, TeamPatch } from '../../domain/teams/model.ts';
import type { Actor } from '../../engine/principal.ts';

interface ExternalChannel {
  id: string;
  displayName: string;
  membershipType: ChannelMembershipType;
}

export type ExternalFact =
  | { kind: 'created' }
  | { kind: 'updated'; changes: TeamPatch & { sensitivityLabelId?: string | null } }
  | { kind: 'archived' | 'unarchived' }
  /** `owners`: ids of the owners before the deletion. The suite can't list them after it. */
  | { kind: 'deleted'; owners: readonly string[] }
  | {
      kind: 'memberAdded' | 'memberUpdated' | 'memberRemoved';
      member: { id: string; displayName: string; mail: string | null; role: MemberRole };
    }
  | { kind: 'channelCreated'; channel: ExternalChannel }
  | { kind: 'channelUpdated'; channel: ExternalChannel; changes: ChannelPatch }
  /** `owners`: ids of the team's owners who could see the channel. */
  | { kind: 'channelDeleted'; channel: ExternalChannel; owners: readonly string[] };

/** The differences of a team, of a member or of its channels from the last recorded state. */
export interface ExternalChange {
  /** Stable until the change is settled. */
  id: string;
  team: { id: string; displayName: string };
  /** Start of the window in which Charter may have recorded the same change as its own. */
  noticedAt: Date;
  /** Empty when the comparison found no difference. */
  facts: readonly ExternalFact[];
}

export interface ExternalChanges<Change extends ExternalChange = ExternalChange> {
  /** The actor of the changes: the suite itself, because it does not say which person made a change. */
  readonly actor: Actor;
  /**
   * Leases changes for a minute, reads their teams from the suite, and compares them. Omits a team that can't be read
   * now; it is due again after the lease. Returns an empty list when nothing is due or nothing could be read.
   * @throws ServiceUnavailable
   */
  take(tenantId: string): Promise<Change[]>;
  /** Returns the changes whose subject (team, person or channels) nobody has changed since `take`. */
  current(tenantId: string, changes: readonly Change[]): Promise<Change[]>;
  /** Saves the recorded state, unless something has changed since `take`. */
  settle(tenantId: string, changes: readonly Change[]): Promise<void>;
}
