/** Reviews of the people of teams (docs/guests.md). */
import { DAY_MILLISECONDS, halfwayBetween } from '../../kernel/clock.ts';
import type { Message } from '../../kernel/messages.ts';

/** `guests`: the guests of a team. `members`: its members and owners. */
export const REVIEW_KINDS = ['guests', 'members'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const REVIEW_STATUSES = ['open', 'ending', 'completed', 'cancelled'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const DECISIONS = ['keep', 'remove', 'none'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * The outcome for a person at the end of a review. `gone`: they had left the team. `permanent`: a template or policy
 * keeps them. `failed`: the suite rejected the removal.
 */
export const ITEM_OUTCOMES = ['kept', 'removed', 'gone', 'permanent', 'failed'] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

export interface ReviewCounts {
  /** People of the review. */
  itemCount: number;
  keepCount: number;
  removeCount: number;
  /** People whom the review has removed. */
  removedCount: number;
}

export interface Review extends ReviewCounts {
  id: string;
  teamId: string;
  /** Null for a team that the directory no longer has. */
  teamName: string | null;
  kind: ReviewKind;
  status: ReviewStatus;
  policyId: string;
  policyName: string;
  /** The outcome for people without a decision. */
  unanswered: 'remove' | 'keep';
  /** Days that a confirmation gives a guest; null without a limit. */
  stayDays: number | null;
  /** Deadline of the next review, as planned; null for reviews of an earlier version. */
  nextDeadlineAt: Date | null;
  requestId: string;
  createdAt: Date;
  deadlineAt: Date;
  completedAt: Date | null;
}

/** A review that one node has leased. */
export interface LeasedReview extends Review {
  /** Fencing token: only the latest attempt may write. */
  attempt: number;
}

export interface ReviewItem {
  userId: string;
  /** Null for a person who is no longer in the directory. */
  displayName: string | null;
  mail: string | null;
  role: 'owner' | 'member' | 'guest';
  /** When the person joined, as far as the directory knows. */
  addedAt: Date | null;
  endsAt: Date | null;
  /** Null when it is not known. */
  lastSignInAt: Date | null;
  sponsorId: string | null;
  sponsorName: string | null;
  decision: 'keep' | 'remove' | null;
  /** Id of the person or app that decided, and the name if it is a person. */
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  outcome: ItemOutcome | null;
  error: Message | null;
}

/** Returns the name of the person, or the id of one who is no longer in the directory. */
export const nameOf = ({ displayName, userId }: Pick<ReviewItem, 'displayName' | 'userId'>): string =>
  displayName ?? userId;

/** Time to change the last decision before a review in which everybody has a decision ends. */
export const LAST_CHANGES_MILLISECONDS = 60 * 60_000;

const DAY_BEFORE_END = 1;

export const isDecided = ({ itemCount, keepCount, removeCount }: ReviewCounts): boolean =>
  keepCount + removeCount >= itemCount;

/**
 * Returns the time of the next reminder or of the deadline: reviewers are reminded after half of the time, and a day
 * before the deadline.
 */
export function nextStepOf(
  { createdAt, deadlineAt }: Pick<Review, 'createdAt' | 'deadlineAt'>,
  now: Date,
): Date {
  const [begin, end] = [createdAt.getTime(), deadlineAt.getTime()];
  const reminders = [
    halfwayBetween(createdAt, deadlineAt).getTime(),
    end - DAY_BEFORE_END * DAY_MILLISECONDS,
  ];
  const next = reminders.sort((a, b) => a - b).find((time) => time > now.getTime() && time > begin);
  return new Date(Math.min(next ?? end, end));
}
