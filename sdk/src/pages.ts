/** Iterates over paged collections. */

export interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

/**
 * Returns the query of a next link. The host of the link is ignored, so that credentials only go to the address
 * of the client.
 */
function queryOf(nextLink: string): Record<string, string> {
  const mark = nextLink.indexOf('?');
  return Object.fromEntries(new URLSearchParams(mark < 0 ? '' : nextLink.slice(mark)));
}

/** Returns the query of the next page of a collection; undefined on the last page. */
export const nextQuery = <Query extends object>(page: { '@odata.nextLink'?: string }): Query | undefined => {
  const nextLink = page['@odata.nextLink'];
  return nextLink === undefined ? undefined : (queryOf(nextLink) as Query);
};

/** Iterates over all items of a collection. Loads a page when the previous one is consumed. */
export async function* itemsOf<Query extends object, Item>(
  query: Query,
  load: (query: Query) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let next: Query | undefined = query; next !== undefined; ) {
    const page: Page<Item> = await load(next);
    yield* page.value;
    next = nextQuery<Query>(page);
  }
}
