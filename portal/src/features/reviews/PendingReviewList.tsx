import type { Review } from '@charter/sdk';
import { Body1Strong, Caption1, mergeClasses } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';

/** Reviews with people who have no decision, each a link to its page. */
export function PendingReviewList({ reviews }: { reviews: readonly Review[] }) {
  const stack = useStackStyles();
  const text = useMessages();
  return (
    <ul className={stack.list}>
      {reviews.map(({ id, kind, team, itemCount, keepCount, removeCount, deadlineDateTime }) => (
        <li key={id}>
          <Link
            to="/reviews/$reviewId"
            params={{ reviewId: id }}
            className={mergeClasses(stack.link, stack.line)}
          >
            <span className={stack.words}>
              <Body1Strong>{text(`reviews.of.${kind}`, { team: team.displayName })}</Body1Strong>
              <Caption1>
                {text('reviews.undecided', { count: itemCount - keepCount - removeCount })}
                {' · '}
                {text('ownerRequest.until', { expires: new Date(deadlineDateTime) })}
              </Caption1>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
