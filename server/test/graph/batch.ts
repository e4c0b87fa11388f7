/** POST /$batch: up to 20 requests in any order, each with its own response and throttling. */
import { type Answer, badRequest } from './errors.ts';
import { anything, checkBody, type Fields, list, record, text } from './shapes.ts';

const MAX_REQUESTS = 20;

export interface BatchItem {
  id: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  dependsOn?: string[];
}

const ITEM: Fields<BatchItem> = {
  id: text(),
  method: text(),
  url: text(8000),
  headers: anything,
  body: anything,
  dependsOn: list(text()),
};

export interface BatchResponse {
  id: string;
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

export function readBatch(body: unknown): BatchItem[] {
  const { requests } = checkBody<{ requests: BatchItem[] }>(
    body,
    'batch',
    { requests: list(record<BatchItem>('batchRequest', ITEM)) },
    ['requests'],
  );
  const items = requests as BatchItem[];
  if (items.length > MAX_REQUESTS) {
    throw badRequest(
      `Number of batch request steps exceeds the maximum value of ${MAX_REQUESTS}.`,
      'MaximumValueExceeded',
    );
  }
  const ids = items.map(({ id }) => String(id).toLowerCase());
  if (new Set(ids).size < ids.length) throw badRequest('Duplicate request ids.');
  for (const { body: content, headers = {}, dependsOn = [] } of items) {
    const hasType = Object.keys(headers).some((header) => header.toLowerCase() === 'content-type');
    if (content !== undefined && !hasType) throw badRequest('A body needs a Content-Type header.');
    if (dependsOn.some((one) => !ids.includes(one.toLowerCase()))) throw badRequest('Unknown dependsOn.');
  }
  return items;
}

/**
 * Runs the items, each after those that it depends on, and returns their responses. A failed item fails its dependents
 * with 424.
 */
export async function respondToBatch(
  items: readonly BatchItem[],
  answer: (item: BatchItem) => Promise<Answer>,
): Promise<BatchResponse[]> {
  const done = new Map<string, Promise<BatchResponse>>();
  const run = (item: BatchItem): Promise<BatchResponse> => {
    const known = done.get(item.id);
    if (known !== undefined) return known;
    const outcome = (async () => {
      const before = (item.dependsOn ?? []).map((id) => items.find((one) => one.id === id) as BatchItem);
      const failed = (await Promise.all(before.map(run))).some(({ status }) => status >= 400);
      if (failed) {
        const error = { code: 'FailedDependency', message: 'A request that this one depends on failed.' };
        return { id: item.id, status: 424, headers: {}, body: { error } };
      }
      const { status, headers = {}, body } = await answer(item);
      const content = Buffer.isBuffer(body) ? body.toString('base64') : body;
      return { id: item.id, status, headers, ...(content === undefined ? {} : { body: content }) };
    })();
    done.set(item.id, outcome);
    return outcome;
  };
  // The responses are in reverse order, because clients must match them by id.
  return (await Promise.all(items.map(run))).reverse();
}
