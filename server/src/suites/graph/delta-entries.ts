/**
 * Merges the entries of a delta query. One page can contain an object several times, and can repeat changes of earlier
 * pages ("Use delta query"). The last entry counts.
 */

export interface Entry {
  id: string;
  '@removed'?: object;
}

function mergeTwo<Item extends Entry>({ '@removed': _, ...earlier }: Item, later: Item): Item {
  const before = earlier as Record<string, unknown>;
  // Such a list, for example members@delta, has changes of a relation. Other properties have their whole value.
  const lists = Object.entries(later)
    .filter(([name]) => name.endsWith('@delta'))
    .map(([name, list]) => [name, [...((before[name] as Entry[] | undefined) ?? []), ...list]]);
  return { ...before, ...later, ...Object.fromEntries(lists) };
}

/**
 * Returns one entry for each object, with the properties of all of its entries, because each may have only those that
 * changed. The entry is a removal when the last one is.
 */
export function mergeEntries<Item extends Entry>(entries: readonly Item[]): Item[] {
  const byId = new Map<string, Item>();
  for (const entry of entries) {
    const earlier = byId.get(entry.id);
    byId.set(entry.id, earlier === undefined ? entry : mergeTwo(earlier, entry));
  }
  return [...byId.values()];
}

/** Returns the last entry for each object in a list of changes of a relation. */
export const lastEntries = <Item extends Entry>(related: readonly Item[]): Item[] => [
  ...new Map(related.map((one) => [one.id, one])).values(),
];
