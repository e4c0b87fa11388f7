import type { Review } from '@charter/sdk';
import { Body1 } from '@fluentui/react-components';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { DecideBar } from './DecideBar.tsx';
import { useItemColumns } from './item-columns.tsx';
import { Progress } from './Progress.tsx';
import { DECISIONS, useReview, useReviewItems } from './queries.ts';
import { ReviewBadge } from './ReviewBadge.tsx';

/** A review with its people. Mail about reviews links here. */
export function ReviewPage() {
  const text = useMessages();
  const { reviewId } = useParams({ from: '/reviews/$reviewId' });
  const review = useReview(reviewId);
  const { kind = 'guests', team } = review.data ?? {};
  return (
    <Page
      wide
      title={
        team === undefined ? text('reviews.title') : text(`reviews.of.${kind}`, { team: team.displayName })
      }
      parent={{ to: '/reviews', label: text('reviews.title') }}
      actions={review.data && <ReviewBadge status={review.data.status} />}
    >
      <QueryView query={review}>
        {(found) => (
          <>
            <Section title={text('reviews.summary')}>
              <Summary review={found} />
              <Progress review={found} />
            </Section>
            <People review={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Summary({ review }: { review: Review }) {
  const text = useMessages();
  const { team, policy, unanswered, deadlineDateTime, completedDateTime, removedCount, status } = review;
  return (
    <>
      {status === 'open' && <Body1>{text(`reviews.unanswered.${unanswered}`)}</Body1>}
      <Facts
        facts={[
          [
            text('reviews.team'),
            <Link key="team" to="/teams/$teamId" params={{ teamId: team.id }}>
              {team.displayName}
            </Link>,
          ],
          [text('reviews.policy'), policy.name],
          [text('reviews.deadline'), <Moment key="deadline" value={deadlineDateTime} />],
          [text('reviews.completed'), completedDateTime && <Moment key="end" value={completedDateTime} />],
          [text('reviews.removed'), status === 'completed' ? String(removedCount) : undefined],
        ]}
      />
    </>
  );
}

function People({ review }: { review: Review }) {
  const text = useMessages();
  const filters = useSearch({ from: '/reviews/$reviewId' });
  const change = useChangeFilters<typeof filters>();
  const items = useReviewItems(review, filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Excludes selected people whom the filters hide.
  const selected = (items.data?.items ?? []).map(({ userId }) => userId).filter((id) => chosen.has(id));
  const isOpen = review.status === 'open';
  return (
    <>
      <FilterBar
        filters={[
          { name: 'search', kind: 'search', label: text('members.search') },
          {
            name: 'decision',
            kind: 'choice',
            label: text('reviews.decision'),
            choices: DECISIONS.map((value) => ({ value, label: text(`reviews.decision.${value}`) })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      {isOpen && <DecideBar review={review} selected={selected} onDone={() => setChosen(new Set())} />}
      <QueryTable
        label={text(`reviews.kind.${review.kind}`)}
        query={items}
        keyOf={({ userId }) => userId}
        columns={useItemColumns(review)}
        selection={
          isOpen ? { chosen, onChange: setChosen, nameOf: ({ displayName }) => displayName } : undefined
        }
        empty={<EmptyState>{text('reviews.nobody')}</EmptyState>}
      />
    </>
  );
}
