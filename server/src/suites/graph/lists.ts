/** Reads several collections in one round trip. */
import { bodyOf } from './teams.ts';
import type { GraphCall, GraphTransport } from './transport.ts';

interface Page {
  value: unknown[];
  '@odata.nextLink'?: string;
}

/**
 * Reads the collections in one batch, and their further pages.
 * @throws GraphFailure of the first one that fails
 */
export async function readLists(graph: GraphTransport, calls: readonly GraphCall[]): Promise<unknown[][]> {
  const pages = (await graph.batch(calls)).map((answer) => bodyOf<Page>(answer));
  const lists: unknown[][] = [];
  for (const [index, { value, '@odata.nextLink': next }] of pages.entries()) {
    const call = calls[index] as GraphCall;
    const rest = next === undefined ? [] : await graph.list(next, call, { ...call.headers });
    lists.push([...value, ...rest]);
  }
  return lists;
}
