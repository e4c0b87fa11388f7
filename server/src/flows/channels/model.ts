/** Channels that violate a policy (docs/channels.md). */
import type { ChannelMembershipType } from '../../domain/channels/model.ts';
import type { PolicyMode } from '../../domain/policies/model.ts';
import type { Message } from '../../kernel/messages.ts';

/**
 * `reported`: nothing happens to the channel. `scheduled`: Charter deletes it at a time that was announced. `deleting`:
 * the deletion is under way. `allowed`: an administrator has allowed the channel.
 */
export const VIOLATION_STATUSES = ['reported', 'scheduled', 'deleting', 'allowed'] as const;
export type ViolationStatus = (typeof VIOLATION_STATUSES)[number];

/** Why a violation ended without a deletion by Charter. */
export const END_REASONS = ['allowed', 'complies', 'switchedOff', 'gone'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The state of a violation, as a check decides it. */
export interface ViolationState {
  policyId: string;
  policyName: string;
  /** The mode of the policy. In the mode `report` nobody was notified. */
  mode: PolicyMode;
  reason: Message;
  status: ViolationStatus;
  /** Announced time of the deletion; null if there is none. */
  deleteAt: Date | null;
  /** Whether the reminder before the deletion was sent, or none is due. */
  isReminded: boolean;
}

export interface ChannelViolation extends ViolationState {
  /** UUIDv7. */
  id: string;
  teamId: string;
  channelId: string;
  channelName: string;
  membershipType: ChannelMembershipType;
  foundAt: Date;
}
