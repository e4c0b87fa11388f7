/** Reads paged lists, and replaces `Array.fromAsync` and `Map.groupBy`, which Node 20 lacks. */
import { Option } from 'commander';
import { wholeNumber } from './values.ts';

const MAX_ON_A_PAGE = 999;

/** Returns the option `--limit` of the list commands. @param fallback undefined lists everything */
export function limitOption(items: string, fallback?: number): Option {
  const option = new Option('--limit <number>', `most ${items} to list`).argParser(wholeNumber);
  return fallback === undefined ? option : option.default(fallback);
}

/** Returns the query for pages of suitable size. */
export const pagesFor = (limit = MAX_ON_A_PAGE): { $top: number } => ({
  $top: Math.min(Math.max(1, limit), MAX_ON_A_PAGE),
});

/** Returns the first items, at most `limit`. Stops at the last one, because a further item may need another page. */
export async function collect<Item>(
  items: AsyncIterable<Item>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length >= limit) break;
  }
  return collected.slice(0, limit);
}

export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
