import type { LifecycleRun } from '@charter/sdk';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Counts } from './Counts.tsx';
import { useRuns } from './queries.ts';
import { RunBadge } from './RunBadge.tsx';

export function RunList() {
  const text = useMessages();
  const runs = useRuns();
  return (
    <QueryTable
      label={text('lifecycle.view.runs')}
      query={runs}
      keyOf={({ id }) => id}
      columns={useColumns()}
      empty={<EmptyState>{text('lifecycle.noRuns')}</EmptyState>}
    />
  );
}

function useColumns(): Column<LifecycleRun>[] {
  const text = useMessages();
  return [
    {
      id: 'created',
      header: text('lifecycle.created'),
      cell: ({ id, createdDateTime }) => (
        <Link to="/lifecycle/runs/$runId" params={{ runId: id }}>
          <Moment value={createdDateTime} />
        </Link>
      ),
    },
    {
      id: 'status',
      header: text('lifecycle.status'),
      width: '8.75rem',
      cell: ({ status }) => <RunBadge status={status} />,
    },
    { id: 'by', header: text('lifecycle.requester'), cell: ({ requester }) => requester.displayName },
    {
      id: 'counts',
      header: text('lifecycle.counts'),
      width: 'minmax(0, 2fr)',
      cell: ({ counts }) => <Counts counts={counts} />,
    },
  ];
}
