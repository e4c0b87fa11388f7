import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from './Loading.tsx';
import { Problem, RetryNotice } from './Problem.tsx';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Replaces the children when `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/**
 * Shows the state of a query: loading, waiting for the service, failed, empty, or its data. Old data stays visible.
 */
export function QueryView<Data>({ query, empty, isEmpty, children }: QueryViewProps<Data>) {
  const { data, error, failureReason, isPending } = query;
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {error === null && failureReason !== null && <RetryNotice error={failureReason} />}
      {isPending && failureReason === null && <Loading />}
      {data !== undefined && (isEmpty?.(data) ? empty : children(data))}
    </>
  );
}
