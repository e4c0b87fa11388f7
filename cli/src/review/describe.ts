import type { Review } from '@charter/sdk';
import type { Output } from '../output.ts';

export function showReview(output: Output, review: Review): void {
  const { itemCount, keepCount, removeCount, removedCount } = review;
  output.fields(review, {
    id: review.id,
    team: review.team.displayName,
    kind: review.kind,
    status: review.status,
    policy: review.policy.name,
    deadline: review.deadlineDateTime,
    unanswered: review.unanswered,
    people: itemCount,
    keep: keepCount,
    remove: removeCount,
    undecided: itemCount - keepCount - removeCount,
    removed: removedCount,
  });
}
