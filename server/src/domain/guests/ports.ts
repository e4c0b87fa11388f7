/** The port for the stays of guests in teams, bound to one tenant (docs/guests.md). */

export interface GuestStay {
  teamId: string;
  userId: string;
  /** Start of the time that a policy limits: the guest joined, was first seen, or was confirmed or extended. */
  since: Date;
  /** The end that an owner, a policy or a review has set; null for a stay without an end. */
  endsAt: Date | null;
  /** The end of the stay because the guest is inactive; null for any other guest. The earlier end applies. */
  inactiveEndsAt: Date | null;
  /** Id of the sponsor, a person of the organisation. */
  sponsorId: string | null;
  /** Id of the policy in the mode `report` that has reported the guest. */
  reportedPolicyId: string | null;
  /** When the suite last rejected the removal of the guest. A new end deletes it. */
  removalRejectedAt: Date | null;
}

export type NewStay = Omit<GuestStay, 'removalRejectedAt'>;

/** A stay whose next step is due, leased to one node. */
export interface DueStay extends GuestStay {
  /** Whether the owners and the sponsor were notified of this end. */
  isAnnounced: boolean;
}

/** A stay whose end has changed, and the name of its sponsor. */
export interface MovedEnd extends Pick<GuestStay, 'userId' | 'endsAt' | 'inactiveEndsAt' | 'sponsorId'> {
  /** Null for a sponsor who is no longer in the directory. */
  sponsorName: string | null;
}

export interface ConfirmedEnd {
  earliest: Date;
  /** Whether a stay without an end gets this one. */
  isLimit: boolean;
}

/** A guest of a team, as the directory stores them. */
export interface TeamGuest {
  teamId: string;
  userId: string;
  displayName: string;
  mail: string | null;
  userPrincipalName: string;
  /** Null when it is not known. */
  lastSignInAt: Date | null;
  /** The stay; all null for a guest without one. */
  since: Date | null;
  endsAt: Date | null;
  inactiveEndsAt: Date | null;
}

export interface GuestStayStore {
  /** Returns the guests of the teams from the directory, ordered by team and name. */
  guestsIn(teamIds: readonly string[]): Promise<TeamGuest[]>;
  /** Returns the stays of the given guests in the team; of all guests by default. */
  of(teamId: string, userIds?: readonly string[]): Promise<GuestStay[]>;
  /**
   * Adds stays of guests who have none, and replaces those that are still as they were read. Returns the ids of the
   * guests whose stays it has written.
   */
  adjust(changes: readonly { before: GuestStay | undefined; after: NewStay }[]): Promise<string[]>;
  /** Adds or replaces stays. The next step of each is the announcement of its end; after the announcement, the end. */
  save(stays: readonly NewStay[]): Promise<void>;
  /**
   * Restarts the stays of confirmed guests, who no longer count as inactive. Returns the stays whose ends have moved.
   * @param end the earliest end of a confirmed stay; null leaves the ends as they are
   */
  confirm(
    teamId: string,
    userIds: readonly string[],
    at: Date,
    end: ConfirmedEnd | null,
  ): Promise<MovedEnd[]>;
  /**
   * Restores the start and the end that stays had before their latest confirmation, unless they were changed since.
   * Returns the stays whose ends have moved.
   * @param earliest no end is moved to an earlier time
   */
  revoke(teamId: string, userIds: readonly string[], earliest: Date): Promise<MovedEnd[]>;
  /** Deletes the stays of people who are no longer in the team. */
  remove(teamId: string, userIds: readonly string[]): Promise<void>;
  /** Leases stays whose next step is due until `leaseUntil`, at most `limit`. */
  leaseDue(now: Date, leaseUntil: Date, limit: number): Promise<DueStay[]>;
  /** Records that the ends of leased stays were announced. Their next step is the end. */
  announce(stays: readonly DueStay[], leaseUntil: Date): Promise<void>;
  /**
   * Locks leased stays until the transaction ends. Returns the ids of the guests whose stays nobody has changed since the
   * lease.
   */
  lockLeased(stays: readonly DueStay[], leaseUntil: Date): Promise<string[]>;
  /** Records that the suite has rejected the removal of guests. Adds the stays of those who have none. */
  reject(teamId: string, userIds: readonly string[], at: Date): Promise<void>;
  /** Makes leased stays due again at `next`, unless they were changed in the meantime. */
  postpone(stays: readonly DueStay[], leaseUntil: Date, next: Date): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    guestStays: GuestStayStore;
  }
}
