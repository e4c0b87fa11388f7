/** Pages of lists. A store answers one item more than a page where more follow; that item is never shown. */

export interface PageQuery {
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
}

export interface Page<Item, Key = string> {
  items: Item[];
  /** Where this page ends, when more follow. */
  next: Key | undefined;
}

/** @param keyOf what a page that ends with the item goes on after */
export function toPage<Item, Key = string>(
  found: readonly Item[],
  top: number,
  keyOf: (item: Item) => Key,
): Page<Item, Key> {
  const items = found.slice(0, top);
  const last = items.at(-1);
  return { items, next: found.length > top && last !== undefined ? keyOf(last) : undefined };
}
