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

/** Iterates over all items of a collection. Loads a page when the previous one is consumed. */
export async function* itemsOf<Query extends object, Item>(
  query: Query,
  load: (query: Query) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await load(query);
  for (;;) {
    yield* page.value;
    const nextLink = page['@odata.nextLink'];
    if (nextLink === undefined) return;
    page = await load(queryOf(nextLink) as Query);
  }
}
