/** Lists that the service returns in pages. */
import { nextQuery } from '@charter/sdk';
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useCallback } from 'react';

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

interface PagesOptions<Query extends object, Item, Loaded extends Page<Item>> {
  queryKey: QueryKey;
  /** Query of the first page. */
  query: Query;
  load: (query: Query, options: { signal: AbortSignal }) => Promise<Loaded & Page<Item>>;
  enabled?: boolean;
  refetchInterval?: number | false;
}

/** A list with the pages loaded so far. */
export type PagedQuery<Item, Loaded = Page<Item>> = UseInfiniteQueryResult<{
  items: Item[];
  first: Loaded | undefined;
}>;

/** Loads a list page by page. Each filter must be in both `query` and `queryKey`. */
export function usePages<Query extends object, Item, Loaded extends Page<Item> = Page<Item>>({
  query,
  load,
  ...options
}: PagesOptions<Query, Item, Loaded>): PagedQuery<Item, Loaded> {
  return useInfiniteQuery<Loaded, Error, { items: Item[]; first: Loaded | undefined }, QueryKey, Query>({
    ...options,
    initialPageParam: query,
    queryFn: ({ pageParam, signal }) => load(pageParam as Query, { signal }),
    getNextPageParam: (page) => nextQuery<Query>(page),
    select: useCallback(
      ({ pages }: InfiniteData<Loaded>) => ({
        items: pages.flatMap(({ value }) => value),
        first: pages[0],
      }),
      [],
    ),
  });
}
