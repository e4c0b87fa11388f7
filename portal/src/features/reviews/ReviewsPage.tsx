import type { Review } from '@charter/sdk';
import { Caption1 } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Progress } from './Progress.tsx';
import { KINDS, STATUSES, useReviews } from './queries.ts';
import { ReviewBadge } from './ReviewBadge.tsx';

/** The reviews of the person's teams; of all teams for administrators. */
export function ReviewsPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/reviews' });
  const change = useChangeFilters<typeof filters>();
  const reviews = useReviews(filters);
  return (
    <Page wide title={text('reviews.title')}>
      <Caption1>{text('reviews.intro')}</Caption1>
      <FilterBar
        filters={[
          {
            name: 'status',
            kind: 'choice',
            label: text('reviews.status'),
            choices: STATUSES.map((value) => ({ value, label: text(`reviews.status.${value}`) })),
          },
          {
            name: 'kind',
            kind: 'choice',
            label: text('reviews.kind'),
            choices: KINDS.map((value) => ({ value, label: text(`reviews.kind.${value}`) })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('reviews.title')}
        query={reviews}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('reviews.empty')}</EmptyState>}
      />
    </Page>
  );
}

function useColumns(): Column<Review>[] {
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('reviews.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, team }) => (
        <Link to="/reviews/$reviewId" params={{ reviewId: id }}>
          {team.displayName}
        </Link>
      ),
    },
    { id: 'kind', header: text('reviews.kind'), cell: ({ kind }) => text(`reviews.kind.${kind}`) },
    {
      id: 'status',
      header: text('reviews.status'),
      width: '8.75rem',
      cell: ({ status }) => <ReviewBadge status={status} />,
    },
    {
      id: 'progress',
      header: text('reviews.decided'),
      width: 'minmax(0, 2fr)',
      cell: (review) => <Progress review={review} />,
    },
    {
      id: 'deadline',
      header: text('reviews.deadline'),
      cell: ({ deadlineDateTime }) => <Moment value={deadlineDateTime} />,
    },
  ];
}
