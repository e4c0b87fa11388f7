/** The port for reviews, bound to one tenant. */

import type { Message } from '../../kernel/messages.ts';
import type { PageQuery } from '../../kernel/page.ts';
import type {
  Decision,
  ItemOutcome,
  LeasedReview,
  Review,
  ReviewCounts,
  ReviewItem,
  ReviewKind,
  ReviewStatus,
} from './model.ts';

export type NewReview = Pick<
  Review,
  | 'id'
  | 'teamId'
  | 'kind'
  | 'policyId'
  | 'policyName'
  | 'unanswered'
  | 'stayDays'
  | 'nextDeadlineAt'
  | 'requestId'
  | 'createdAt'
  | 'deadlineAt'
> & { people: readonly { userId: string; role: ReviewItem['role'] }[]; dueAt: Date };

export interface ReviewQuery extends PageQuery {
  status?: ReviewStatus | undefined;
  kind?: ReviewKind | undefined;
  teamId?: string | undefined;
  /** Only reviews of teams that this person owns. */
  ownerId?: string | undefined;
}

/** End of a page of items: the sort key and the id of its last person. */
export type ItemPosition = readonly [key: string, userId: string];

export interface ItemQuery {
  top: number;
  after?: ItemPosition | undefined;
  decision?: Decision | undefined;
  /** Each word must be part of the name or the mail address. */
  search?: string | undefined;
}

/** People to decide about: some by id, or everybody without a decision, except some. */
export type DecidedPeople = readonly string[] | { undecidedExcept: readonly string[] };

/** A person whose decision has changed, and the decision before. */
export interface DecidedItem extends Pick<ReviewItem, 'userId' | 'displayName' | 'role'> {
  before: ReviewItem['decision'];
}

export interface ReviewStore {
  /** Adds a review. Returns false, and writes nothing, when the team has an unfinished review of the kind. */
  add(review: NewReview): Promise<boolean>;
  find(reviewId: string): Promise<Review | undefined>;
  /** Lists at most `top` + 1 reviews, newest first. */
  list(query: ReviewQuery): Promise<Review[]>;
  /** Counts the reviews of all pages. */
  count(query: Omit<ReviewQuery, 'top' | 'after'>): Promise<number>;
  /** Returns the start of the team's latest review of each kind. */
  latest(teamId: string): Promise<Pick<Review, 'kind' | 'createdAt'>[]>;
  /** Lists at most `top` + 1 people by name, then by id, each with the key of the position. */
  items(reviewId: string, query: ItemQuery): Promise<(ReviewItem & { key: string })[]>;
  countItems(reviewId: string, query: Pick<ItemQuery, 'decision' | 'search'>): Promise<number>;
  /** Locks an open review until the transaction ends. Returns undefined for one that is not open. */
  lockOpen(reviewId: string): Promise<Review | undefined>;
  /** Returns the ids of the people who are in the review. */
  reviewed(reviewId: string, userIds: readonly string[]): Promise<string[]>;
  /** Decides about people of the review. Returns those whose decision has changed. */
  decide(
    reviewId: string,
    people: DecidedPeople,
    decision: Decision,
    by: { id: string; at: Date },
  ): Promise<DecidedItem[]>;
  /** Counts the decisions again, and sets the time of the next step. Returns the review with the new counts. */
  settleDecisions(reviewId: string, nextOf: (counts: ReviewCounts) => Date): Promise<Review>;

  /** Leases the review whose next step has been due longest, until `leaseUntil`; undefined when none is due. */
  leaseDue(now: Date, leaseUntil: Date): Promise<LeasedReview | undefined>;
  /** Extends the lease, or sets the time of the next step. Returns false when another node has leased the review. */
  setDue(review: Pick<LeasedReview, 'id' | 'attempt'>, dueAt: Date): Promise<boolean>;
  /**
   * Closes a review whose time is over, or in which everybody has a decision, to further decisions. Returns false when
   * neither is the case any more, or another node has leased the review.
   */
  beginEnd(review: Pick<LeasedReview, 'id' | 'attempt'>, now: Date, leaseUntil: Date): Promise<boolean>;
  /** Records the outcome `kept` for everybody whom the review keeps. Returns the number of people. */
  keepOthers(review: Pick<Review, 'id' | 'unanswered'>): Promise<number>;
  /** Returns the ids of people whom the review removes and who have no outcome yet, at most `limit`. */
  removals(review: Pick<Review, 'id' | 'unanswered'>, limit: number): Promise<string[]>;
  settleItems(
    reviewId: string,
    items: readonly { userId: string; outcome: ItemOutcome; error: Message | null }[],
  ): Promise<void>;
  /** Ends the review, and returns it. Returns undefined when another node has leased it. */
  end(
    review: Pick<LeasedReview, 'id' | 'attempt'>,
    status: 'completed' | 'cancelled',
    at: Date,
  ): Promise<Review | undefined>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    reviews: ReviewStore;
  }
}
