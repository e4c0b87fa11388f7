/** The port for channels of teams under a policy for channels, bound to one tenant (docs/channels.md). */
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type { ChannelViolation, ViolationState, ViolationStatus } from './model.ts';

/** A violation with the name of its team. */
export interface ListedViolation extends ChannelViolation {
  teamName: string;
}

export interface ViolationQuery extends PageQuery {
  teamId: string | undefined;
  /** Violations in the teams of this owner; undefined for those in all teams. */
  ownerId: string | undefined;
  status: ViolationStatus | undefined;
}

/** The channels of a team that checks have judged. */
interface JudgedChannels {
  /** Ids of the channels that no policy judges again; undefined before the first check. */
  knownIds: readonly string[] | undefined;
  violations: readonly ChannelViolation[];
}

export interface ChannelViolationStore {
  judgedIn(teamId: string): Promise<JudgedChannels>;
  /** Returns those of the channels that a person or an app created through Charter, according to the audit records. */
  createdHere(teamId: string, channelIds: readonly string[]): Promise<string[]>;
  /** Adds channels to the known ones. Does nothing for a team that is not governed any more. */
  addKnown(teamId: string, channelIds: readonly string[]): Promise<void>;
  /**
   * Deletes the known channels and the violations of a team to which no policy applies any more, but not its channels
   * in the suite.
   */
  forget(teamId: string): Promise<void>;

  /** Returns false when the channel has a violation already, or the team is not governed any more. */
  add(violation: ChannelViolation): Promise<boolean>;
  /** Returns false when the status has changed since the violation was read. */
  change(violation: Pick<ChannelViolation, 'id' | 'status'>, next: ViolationState): Promise<boolean>;
  /** Returns false when the status has changed since the violation was read. */
  remove(violation: Pick<ChannelViolation, 'id' | 'status'>): Promise<boolean>;
  find(violationId: string): Promise<ListedViolation | undefined>;
  /** Lists at most `top` + 1 violations, newest first. */
  list(query: ViolationQuery): Promise<ListedViolation[]>;
  /** Returns the numbers of violations of the policy, by team; allowed channels do not count. */
  countsOf(policyId: string): Promise<{ teamId: string; count: number }[]>;

  /**
   * Locks the creation of channels in the team until the transaction ends, so that concurrent calls are judged one by
   * one.
   */
  lockCreations(teamId: string): Promise<void>;
  /**
   * Returns the names of the channels of the type that calls and queued jobs are creating, or have created since
   * `since`.
   * @param exceptId the id of the calling intent or job
   */
  creations(
    teamId: string,
    type: ChannelMembershipType,
    options: { since: Date; exceptId: string },
  ): Promise<string[]>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    channelViolations: ChannelViolationStore;
  }
}
