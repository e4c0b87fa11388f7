/** Requests of people to join a team, which its owners decide (docs/team-directory.md). */
import type { User } from '../../domain/directory/model.ts';
import type { Actor } from '../../engine/principal.ts';

/** Days that the owners have to decide. They are reminded after half of this time. */
export const ANSWER_DAYS = 14;
/** Days after which a person whose request was declined may ask the same team again. */
export const DECLINED_DAYS = 7;

/** Maximum number of pending requests of a person. */
export const MAX_PENDING = 50;

/** Time after which the claim of somebody who accepts is ignored: the node may have died. */
export const CLAIM_MILLISECONDS = 5 * 60_000;

export const JOIN_REQUEST_LIMITS = { message: 500 } as const;

export const JOIN_REQUEST_STATUSES = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type JoinRequestStatus = (typeof JOIN_REQUEST_STATUSES)[number];

/**
 * Why a pending request can't be decided any more. `joined`: the person is in the team. `left`: the person left the
 * directory, or the account is closed. `teamClosed`: the team was archived or deleted.
 */
export const OBSTACLES = ['joined', 'left', 'teamClosed'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** Why a request was withdrawn. */
export const WITHDRAWAL_REASONS = ['requester', ...OBSTACLES] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

export interface JoinRequest {
  /** UUIDv7. */
  id: string;
  teamId: string;
  /** Name of the team when the person asked: the person may not see a later one. */
  teamName: string;
  personId: string;
  /** The id for a person who left the directory. */
  personName: string;
  mail: string | null;
  /** Null for a person who left the directory. */
  userType: User['userType'] | null;
  /** The person's message to the owners. */
  message: string | null;
  status: JoinRequestStatus;
  /** Null unless the request was withdrawn. */
  reason: WithdrawalReason | null;
  createdAt: Date;
  expiresAt: Date;
  resolvedAt: Date | null;
  remindedAt: Date | null;
  /** Who accepted or declined the request. For a pending request, who is accepting it since `claimedAt`. */
  decider: Actor | null;
  claimedAt: Date | null;
  /** The decider's message to the person. */
  answer: string | null;
  /** Why a pending request can't be accepted; null for other requests. */
  obstacle: Obstacle | null;
}

/** How a request ends. */
export interface Resolution {
  status: Exclude<JoinRequestStatus, 'pending'>;
  reason?: WithdrawalReason;
  decider?: Actor;
  answer?: string | undefined;
  at: Date;
}
