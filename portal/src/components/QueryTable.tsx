import { Body1 } from '@fluentui/react-components';
import { type ReactNode, useCallback } from 'react';
import type { PagedQuery } from '../base/paging.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Problem, RetryNotice } from './Problem.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';

type QueryTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'columns' | 'keyOf' | 'selection'> & {
  query: PagedQuery<Row>;
  /** Replaces the table when the list is empty. */
  empty: ReactNode;
};

/** A paged list as a table, with all of its states. Loads further pages during scrolling. */
export function QueryTable<Row>({ query, empty, ...table }: QueryTableProps<Row>) {
  const { data, error, failureReason, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isBusy = isFetchingNextPage || error !== null;
  const loadMore = useCallback(() => {
    if (!isBusy) void fetchNextPage();
  }, [isBusy, fetchNextPage]);
  const retry = () => void (data === undefined ? query.refetch() : fetchNextPage());
  return (
    <>
      {error !== null && <Problem error={error} onRetry={retry} />}
      {error === null && failureReason !== null && <RetryNotice error={failureReason} />}
      {isPending && failureReason === null && <TableSkeleton label={table.label} />}
      {data?.items.length === 0 && (typeof empty === 'string' ? <Body1>{empty}</Body1> : empty)}
      {data !== undefined && data.items.length > 0 && (
        <DataTable {...table} rows={data.items} hasMore={hasNextPage && error === null} onEnd={loadMore} />
      )}
    </>
  );
}
