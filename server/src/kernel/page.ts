/** Pages of lists. When more items follow, a store returns one more than the page size. toPage drops that item. */

export interface PageQuery {
  /** Page size, 1 to 999. */
  top: number;
  /** `next` of the previous page. */
  after: string | undefined;
}

export interface Page<Item, Key = string> {
  items: Item[];
  /** Key of the last item; undefined on the last page. */
  next: Key | undefined;
}

/** @param keyOf returns the key after which the following page starts */
export function toPage<Item, Key = string>(
  found: readonly Item[],
  top: number,
  keyOf: (item: Item) => Key,
): Page<Item, Key> {
  const items = found.slice(0, top);
  const last = items.at(-1);
  return { items, next: found.length > top && last !== undefined ? keyOf(last) : undefined };
}
