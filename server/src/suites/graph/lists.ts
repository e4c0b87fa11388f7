/** Reads several collections in one round trip. */

import { type Answer, bodyOf } from './answer.ts';
import { GraphFailure } from './failure.ts';
import type { GraphCall, GraphTransport } from './transport.ts';

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
}

/**
 * Reads the collections in one batch, and their further pages.
 * @throws GraphFailure of the first one that fails
 */
export async function readLists(graph: GraphTransport, calls: readonly GraphCall[]): Promise<unknown[][]> {
  const answers = await graph.batch(calls);
  const failure = answers.find((answer) => answer instanceof GraphFailure);
  if (failure !== undefined) throw failure;
  const lists: unknown[][] = [];
  for (const [index, call] of calls.entries()) lists.push(await readRest(graph, call, answers[index]));
  return lists;
}

/**
 * Returns the whole collection whose first page is the answer to the call.
 * @throws GraphFailure
 */
export async function readRest<Item>(
  graph: GraphTransport,
  call: GraphCall,
  answer: Answer | undefined,
): Promise<Item[]> {
  const { value, '@odata.nextLink': next } = bodyOf<Page<Item>>(answer);
  const rest = next === undefined ? [] : await graph.list<Item>(next, call, { ...call.headers });
  return [...value, ...rest];
}
