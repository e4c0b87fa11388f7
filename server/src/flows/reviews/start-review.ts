/** Starts the reviews of teams by schedule. */
import { findActingOwners, notifyOwners } from '../../domain/notifications/notify-owners.ts';
import { DEFAULT_REVIEW_DAYS } from '../../domain/policies/kinds/reviews.ts';
import { labelledPolicyFor } from '../../domain/policies/labelled-policy.ts';
import type { AppliedPolicy } from '../../domain/policies/model.ts';
import { roleOf, type TeamMember } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { DAY_MILLISECONDS, monthsAfter } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { reviewStarted } from './events.ts';
import { nextStepOf, type Review, type ReviewKind } from './model.ts';

/** The schedule of a team's reviews of one kind. */
export interface ReviewSchedule {
  kind: ReviewKind;
  policy: { id: string; name: string };
  months: number;
  days: number;
  unanswered: 'remove' | 'keep';
  stayDays: number | null;
  /** Start of the first interval: when the policy was created or the team became governed, whichever is later. */
  since: Date;
}

/** Returns the schedules that the policies in force give a team with this label. */
export function schedulesOf(
  policies: readonly AppliedPolicy[],
  labelId: string | null,
  governedSince: Date,
): ReviewSchedule[] {
  return (['guests', 'memberReviews'] as const).flatMap((kind): ReviewSchedule[] => {
    const policy = labelledPolicyFor(policies, kind, labelId);
    if (policy?.settings.reviewMonths === undefined) return [];
    const {
      reviewMonths: months,
      reviewDays: days = DEFAULT_REVIEW_DAYS,
      unanswered = 'keep',
    } = policy.settings;
    const { id, name, createdAt, settings } = policy;
    return [
      {
        kind: kind === 'guests' ? 'guests' : 'members',
        policy: { id, name },
        ...{ months, days, unanswered },
        stayDays: 'longestStayDays' in settings ? (settings.longestStayDays ?? null) : null,
        since: createdAt > governedSince ? createdAt : governedSince,
      },
    ];
  });
}

/** Whether a review is due. @param latest the start of the team's latest review of the kind */
export const isReviewDue = (
  { months, since }: ReviewSchedule,
  latest: Date | undefined,
  now: Date,
): boolean => monthsAfter(latest ?? since, months) <= now;

interface ReviewedTeam {
  team: { id: string; displayName: string };
  members: readonly TeamMember[];
  /** Ids of the people whom a template or a policy keeps in the team: a review can't remove them. */
  permanent: ReadonlySet<string>;
}

/**
 * Starts a review of the team. Does nothing without people to review, or while a review of the kind is unfinished.
 * Returns whether it was started.
 */
export async function startReview(
  deps: Pick<Deps, 'store' | 'suite' | 'clock'>,
  tenantId: string,
  { team, members, permanent }: ReviewedTeam,
  { kind, policy, months, days, unanswered, stayDays }: ReviewSchedule,
): Promise<boolean> {
  const people = members
    .map(({ userId, roles }) => ({ userId, role: roleOf(roles) }))
    .filter(({ userId, role }) => !permanent.has(userId) && (role === 'guest') === (kind === 'guests'));
  if (people.length === 0) return false;
  const createdAt = deps.clock.now();
  const deadlineOf = (start: Date): Date => new Date(start.getTime() + days * DAY_MILLISECONDS);
  const deadlineAt = deadlineOf(createdAt);
  // The next review starts after the end of this one.
  const nextAt = new Date(Math.max(monthsAfter(createdAt, months).getTime(), deadlineAt.getTime()));
  const requestId = newId();
  const review: Pick<Review, 'id' | 'createdAt' | 'deadlineAt'> = { id: newId(), createdAt, deadlineAt };
  const owners = await findActingOwners(deps, tenantId, members);
  return deps.store.transaction(tenantId, async (unit) => {
    const isAdded = await unit.reviews.add({
      ...review,
      ...{ kind, unanswered, stayDays, requestId, people },
      nextDeadlineAt: deadlineOf(nextAt),
      teamId: team.id,
      policyId: policy.id,
      policyName: policy.name,
      dueAt: nextStepOf(review, createdAt),
    });
    if (!isAdded) return false;
    const deadlineDateTime = deadlineAt.toISOString();
    const event = reviewStarted.happened({
      target: { type: 'team', ...team },
      payload: { team, review: { id: review.id, kind, deadlineDateTime, itemCount: people.length } },
      unpublished: { policyId: policy.id },
    });
    await unit.events.append([{ ...event, actor: SYSTEM_ACTOR, requestId }], createdAt);
    const facts = {
      reviewId: review.id,
      teamId: team.id,
      teamName: team.displayName,
      reviewKind: kind,
      count: people.length,
      expiresDateTime: deadlineDateTime,
    };
    await notifyOwners(unit, owners, { kind: 'review_started', facts }, createdAt);
    return true;
  });
}
