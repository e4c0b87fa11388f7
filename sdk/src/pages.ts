/** Collections as they come: pages that name the next one. */

export interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

/**
 * The query of a next link. Only that part of it is used: whatever the link says, the next call goes to the
 * client's own address, and so do the caller's credentials.
 */
function queryOf(nextLink: string): Record<string, string> {
  const mark = nextLink.indexOf('?');
  return Object.fromEntries(new URLSearchParams(mark < 0 ? '' : nextLink.slice(mark)));
}

/** Every item of a collection, page by page; a page is asked for when the one before it is used up. */
export async function* itemsOf<Query extends object, Item>(
  query: Query,
  load: (query: Query) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await load(query);
  for (;;) {
    yield* page.value;
    const nextLink = page['@odata.nextLink'];
    if (nextLink === undefined) return;
    // What the service put in its own link is what it takes as query.
    page = await load(queryOf(nextLink) as Query);
  }
}
