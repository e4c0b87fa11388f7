/** Reads HTTP responses of Graph. */

/** Longest bodies, in bytes: a body without an end must not fill the memory of the node. */
const MOST_JSON = 16 * 1024 * 1024;
/** A report has a line for each team of the tenant. */
const MOST_TEXT = 128 * 1024 * 1024;

/** @throws Error when the body is longer */
async function textOf({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error(`The answer is longer than ${most} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Returns parsed JSON, or the text of another type; undefined for an empty body and for invalid JSON.
 * @throws Error when the body is longer than any answer of Graph
 */
export async function bodyOf(response: Response): Promise<unknown> {
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const text = await textOf(response, isJson ? MOST_JSON : MOST_TEXT);
  if (text === '') return undefined;
  if (!isJson) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the seconds of Retry-After, which is a number or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now.getTime()) / 1000);
}
