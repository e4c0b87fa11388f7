/**
 * Reminds the reviewers, ends reviews whose time is over or in which everybody has a decision, and removes people
 * (docs/guests.md).
 */

import { notificationsTo } from '../../domain/notifications/kinds.ts';
import { findActingOwners, notifyOwners } from '../../domain/notifications/notify-owners.ts';
import { teamMemberRemoved } from '../../domain/teams/events.ts';
import { ownerIdsOf, roleOf, type SuiteTeam, type TeamMember } from '../../domain/teams/model.ts';
import type { PermanenceDeps } from '../../domain/teams/permanence.ts';
import type { Deps } from '../../engine/deps.ts';
import { isFinalRejection } from '../../engine/intents/perform.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { hasCode, isCharterError } from '../../kernel/errors.ts';
import { type Message, messageOf } from '../../kernel/messages.ts';
import { beingRemoved, MAX_REMOVED, removePeople } from '../guests/remove-people.ts';
import { reviewCancelled, reviewCompleted } from './events.ts';
import { type ItemOutcome, isDecided, type LeasedReview, nextStepOf } from './model.ts';

const LEASE_MILLISECONDS = 5 * 60_000;
/** Pause while the removal of a person is completed (engine/intents/recover.ts). */
const WAIT_MILLISECONDS = 60_000;

export interface RunReviewsDeps extends Deps, PermanenceDeps {
  /** Reports a review that could not be continued. It is due again when its lease ends. */
  report(error: unknown, details: { tenantId: string; reviewId: string }): void;
}

/** Thrown when another node has taken over the review. */
class TakenOver extends Error {}

const ofTeam = ({ teamId, teamName }: LeasedReview) => ({ id: teamId, displayName: teamName ?? teamId });

async function remind(
  deps: RunReviewsDeps,
  tenantId: string,
  review: LeasedReview,
  now: Date,
): Promise<void> {
  const members = await deps.suite.teams.listMembers(tenantId, review.teamId);
  const owners = await findActingOwners(deps, tenantId, members);
  const { id, kind, itemCount, keepCount, removeCount, deadlineAt } = review;
  const team = ofTeam(review);
  const facts = {
    reviewId: id,
    teamId: team.id,
    teamName: team.displayName,
    reviewKind: kind,
    count: itemCount - keepCount - removeCount,
    expiresDateTime: deadlineAt.toISOString(),
  };
  await deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.reviews.setDue(review, nextStepOf(review, now)))) return;
    await notifyOwners(unit, owners, { kind: 'review_reminder', facts }, now);
  });
}

interface RemovalOutcome {
  userId: string;
  outcome: ItemOutcome;
  error: Message | null;
}

/** Returns whether this review has removed the person: an earlier attempt may not have recorded the outcome. */
function hasRemoved(
  { store }: RunReviewsDeps,
  tenantId: string,
  { id: reviewId, teamId, createdAt: since }: LeasedReview,
  userId: string,
): Promise<boolean> {
  const { trail, code: type } = teamMemberRemoved;
  const removal = { trail: trail.code, type, targetId: userId, fields: { teamId, reviewId }, since };
  return store.transaction(tenantId, ({ audit }) => audit.isRecorded(removal));
}

/**
 * Removes the next people. Returns `none` when nobody is left, and `waiting` for a person who has left the team while
 * the record of the removal is missing.
 */
async function removeSome(
  deps: RunReviewsDeps,
  tenantId: string,
  review: LeasedReview,
): Promise<'some' | 'none' | 'waiting'> {
  const { reviews } = deps.store.in(tenantId);
  const userIds = await reviews.removals(review, MAX_REMOVED);
  if (userIds.length === 0) return 'none';
  if (!(await reviews.setDue(review, leaseFor(deps, LEASE_MILLISECONDS).leaseUntil))) throw new TakenOver();
  const { teamId, kind } = review;
  const [members, permanent] = await Promise.all([
    deps.suite.teams.listMembers(tenantId, teamId),
    deps.findPermanent(deps, tenantId, teamId),
  ]);
  const byId = new Map(members.map((member) => [member.userId, member]));
  const kept = new Set(permanent.map(({ userId }) => userId));
  const absent = userIds.filter((userId) => !byId.has(userId));
  // Reads the pending removals after the members and before the records, so that each removal is seen in one of them.
  const pending = await beingRemoved(deps, tenantId, teamId, absent);
  const settled: RemovalOutcome[] = [];
  const removed: TeamMember[] = [];
  const settle = (userId: string, outcome: ItemOutcome, error: Message | null = null): void =>
    void settled.push({ userId, outcome, error });
  const settleAbsent = async (userId: string): Promise<void> =>
    settle(userId, (await hasRemoved(deps, tenantId, review, userId)) ? 'removed' : 'gone');
  // An earlier attempt may have removed somebody who has been added again since.
  const isRepeat = review.status === 'ending';
  for (const userId of userIds) {
    const member = byId.get(userId);
    const isReviewed = member !== undefined && (roleOf(member.roles) === 'guest') === (kind === 'guests');
    if (!isReviewed) {
      if (!pending.has(userId)) await settleAbsent(userId);
    } else if (kept.has(userId)) settle(userId, 'permanent');
    else if (isRepeat && (await hasRemoved(deps, tenantId, review, userId))) settle(userId, 'removed');
    else removed.push(member);
  }
  const because = { reason: 'review', reviewId: review.id, policyId: review.policyId } as const;
  const team = ofTeam(review);
  const failures = await removePeople(deps, tenantId, { team, members: removed, because, addressees: null });
  for (const { userId } of removed) {
    const failure = failures.get(userId);
    if (failure === undefined) settle(userId, 'removed');
    else if (hasCode(failure, 'NotFound')) await settleAbsent(userId);
    else if (isFinalRejection(failure) && isCharterError(failure))
      settle(userId, 'failed', messageOf(failure));
  }
  await reviews.settleItems(review.id, settled);
  // Removals with transient errors are retried when the lease ends.
  const [transient] = [...failures.values()].filter((failure) => !isFinalRejection(failure));
  if (transient !== undefined) throw transient;
  return pending.size > 0 ? 'waiting' : 'some';
}

async function complete(deps: RunReviewsDeps, tenantId: string, review: LeasedReview): Promise<void> {
  const team = ofTeam(review);
  const members = await deps.suite.teams.listMembers(tenantId, review.teamId);
  const owners = ownerIdsOf(members);
  await deps.store.transaction(tenantId, async (unit) => {
    const at = deps.clock.now();
    const ended = await unit.reviews.end(review, 'completed', at);
    if (ended === undefined) return;
    const { id, kind, itemCount, keepCount, removedCount, deadlineAt } = ended;
    const event = reviewCompleted.happened({
      target: { type: 'team', ...team },
      payload: {
        team,
        review: {
          ...{ id, kind, itemCount, removedCount },
          keptCount: keepCount,
          deadlineDateTime: deadlineAt.toISOString(),
        },
      },
    });
    await unit.events.append([{ ...event, actor: SYSTEM_ACTOR, requestId: review.requestId }], at);
    const facts = {
      ...{ reviewId: id, teamId: team.id, teamName: team.displayName },
      ...{ reviewKind: kind, itemCount, removedCount },
    };
    await unit.notifications.add(notificationsTo(owners, { kind: 'review_completed', facts }), at);
  });
}

async function cancel(
  deps: RunReviewsDeps,
  tenantId: string,
  review: LeasedReview,
  reason: 'teamArchived' | 'teamDeleted',
): Promise<void> {
  await deps.store.transaction(tenantId, async (unit) => {
    const at = deps.clock.now();
    if ((await unit.reviews.end(review, 'cancelled', at)) === undefined) return;
    const team = ofTeam(review);
    const { id, kind, requestId } = review;
    const event = reviewCancelled.happened({
      target: { type: 'team', ...team },
      payload: { team, review: { id, kind }, reason },
    });
    await unit.events.append([{ ...event, actor: SYSTEM_ACTOR, requestId }], at);
  });
}

const reasonToCancel = (found: SuiteTeam | undefined): 'teamArchived' | 'teamDeleted' | undefined =>
  found === undefined ? 'teamDeleted' : found.team.isArchived ? 'teamArchived' : undefined;

/** Performs the due step of a review. */
async function continueReview(deps: RunReviewsDeps, tenantId: string, review: LeasedReview): Promise<void> {
  const { reviews } = deps.store.in(tenantId);
  const found = await deps.suite.teams.find(tenantId, review.teamId);
  const reason = reasonToCancel(found);
  if (reason !== undefined) return cancel(deps, tenantId, review, reason);
  const { now, leaseUntil } = leaseFor(deps, LEASE_MILLISECONDS);
  if (review.status === 'open') {
    if (review.deadlineAt > now && !isDecided(review)) return remind(deps, tenantId, review, now);
    // If decisions were revoked meanwhile, the review stays open until it is due again.
    if (!(await reviews.beginEnd(review, now, leaseUntil))) return;
  }
  await reviews.keepOthers(review);
  let left: Awaited<ReturnType<typeof removeSome>>;
  do left = await removeSome(deps, tenantId, review);
  while (left === 'some');
  if (left === 'none') return complete(deps, tenantId, review);
  await reviews.setDue(review, new Date(deps.clock.now().getTime() + WAIT_MILLISECONDS));
}

/**
 * Performs the due steps of the tenant's reviews. Safe to run on several nodes at once.
 * @param stopping when aborted, no further review is continued
 */
export async function runReviews(
  deps: RunReviewsDeps,
  tenantId: string,
  stopping?: AbortSignal,
): Promise<number> {
  const { reviews } = deps.store.in(tenantId);
  let count = 0;
  while (!stopping?.aborted) {
    const { now, leaseUntil } = leaseFor(deps, LEASE_MILLISECONDS);
    const review = await reviews.leaseDue(now, leaseUntil);
    if (review === undefined) break;
    count += 1;
    try {
      await continueReview(deps, tenantId, review);
    } catch (error) {
      if (!(error instanceof TakenOver)) deps.report(error, { tenantId, reviewId: review.id });
    }
  }
  return count;
}
